"""Nouns: which cards, how many, which players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

# Kinds of cards, as bits (UU-TYPE-1).
_BABY, _BASIC, _MAGICAL, _UPGRADE, _DOWNGRADE, _MAGIC, _INSTANT = (1 << n for n in range(7))
KINDS: Final = {
    "baby": _BABY, "basic": _BASIC, "magical": _MAGICAL, "upgrade": _UPGRADE, "downgrade": _DOWNGRADE,
    "magic": _MAGIC, "instant": _INSTANT,
}  # fmt: skip
ANY_UNICORN: Final = _BABY | _BASIC | _MAGICAL
PERMANENT: Final = ANY_UNICORN | _UPGRADE | _DOWNGRADE
ANY_CARD: Final = (1 << 7) - 1

Place = Literal["", "yours", "theirs", "others", "boss", "hand", "discard", "nursery", "those"]
"""Where a filter's cards are; "" is the place that the verb implies."""
Who = Literal["anyone", "another", "everybody", "others", "picked", "its_owner"]
ANYONE: Final = "anyone"
ANOTHER: Final = "another"
EVERYBODY: Final = "everybody"
OTHERS: Final = "others"
PICKED: Final = "picked"
"""Those whom `Pick` has chosen."""
ITS_OWNER: Final = "its_owner"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards: of some kinds, with a tag or a name, in a place."""

    kinds: int = ANY_CARD
    tag: str = ""
    name: str = ""
    place: Place = ""
    is_other: bool = False

    def __or__(self, more: Filter) -> Filter:
        return replace(self, kinds=self.kinds | more.kinds)

    @property
    def yours(self) -> Filter:
        """In your stable."""
        return replace(self, place="yours")

    @property
    def theirs(self) -> Filter:
        """In the stable of the player chosen before."""
        return replace(self, place="theirs")

    @property
    def others(self) -> Filter:
        """In another player's stable."""
        return replace(self, place="others")

    @property
    def boss(self) -> Filter:
        """In the stable of the player who makes you do it."""
        return replace(self, place="boss")

    @property
    def in_hand(self) -> Filter:
        """In your hand."""
        return replace(self, place="hand")

    @property
    def in_discard(self) -> Filter:
        """In the discard pile."""
        return replace(self, place="discard")

    @property
    def in_nursery(self) -> Filter:
        """In the nursery."""
        return replace(self, place="nursery")

    @property
    def those(self) -> Filter:
        """Among the cards that the part before has discarded."""
        return replace(self, place="those")

    @property
    def other(self) -> Filter:
        """Not this card."""
        return replace(self, is_other=True)


CARD: Final = Filter()
UNICORN: Final = Filter(ANY_UNICORN)
BABY: Final = Filter(_BABY)
BASIC: Final = Filter(_BASIC)
MAGICAL: Final = Filter(_MAGICAL)
UPGRADE: Final = Filter(_UPGRADE)
DOWNGRADE: Final = Filter(_DOWNGRADE)
MAGIC: Final = Filter(_MAGIC)
INSTANT: Final = Filter(_INSTANT)
NEIGH: Final = Filter(tag="neigh")
NARWHAL: Final = Filter(tag="narwhal")
DRAGON: Final = Filter(tag="dragon")
NSFW: Final = Filter(tag="nsfw")
NIGHTMARE: Final = Filter(tag="nightmare")


def named(card: str) -> Filter:
    """Return the filter of one card by its id."""
    return Filter(name=card)


@dataclass(frozen=True, slots=True)
class Some:
    """A number of cards, chosen."""

    n: int | Same | UpTo
    of: Filter


@dataclass(frozen=True, slots=True)
class All:
    """All such cards: nothing is chosen."""

    of: Filter


@dataclass(frozen=True, slots=True)
class This:
    """The card whose effect it is."""


@dataclass(frozen=True, slots=True)
class It:
    """The card mentioned before: the one revealed, returned or responded to."""


@dataclass(frozen=True, slots=True)
class Same:
    """As many as the part before affected."""


@dataclass(frozen=True, slots=True)
class UpTo:
    """Any number, or at most so many; none is a number (RUL-68)."""

    most: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """As many as there are such cards, less a number; never below 0."""

    of: Filter
    less: int = 0


What: TypeAlias = Some | All | This | It
Amount: TypeAlias = int | Same | Count
THIS: Final = This()
IT: Final = It()
SAME: Final = Same()
ANY: Final = UpTo()


Happening = Literal["enter", "leave", "sacrifice", "destroy", "steal", "draw", "play", "answer", "turn"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens: any of these, to such a card, by one of these players (RUL-61).

    Cards of a stable count once it is done. "answer": an Instant is played against such a card; "turn": a
    turn begins.
    """

    verbs: tuple[Happening, ...]
    of: Filter = CARD
    by: Literal["you", "others", "anyone"] = "anyone"


def a(of: Filter) -> Some:
    """Return "one such card"."""
    return Some(1, of)


def some(n: int | Same | UpTo, of: Filter) -> Some:
    """Return "n such cards"."""
    return Some(n, of)


def all_(of: Filter) -> All:
    """Return "all such cards"."""
    return All(of)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """There are at least `n` such cards."""

    n: int
    of: Filter


@dataclass(frozen=True, slots=True)
class AtMost:
    """There are at most `n` such cards; Unicorns are counted as cards, whatever they are worth (RUL-76)."""

    n: int
    of: Filter


@dataclass(frozen=True, slots=True)
class No:
    """There is no such card."""

    of: Filter


Condition: TypeAlias = AtLeast | AtMost | No
