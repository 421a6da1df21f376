"""Verbs: what can be done, and how actions are combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from stablehand.games.unicorns.vocabulary.nouns import Amount, Condition, Filter, What, Who  # noqa: TC001 - compiled, a dataclass needs its hints at run time


class Word:
    """Anything that can be done."""

    __slots__ = ()


class Procedure(Word):
    """A step of the rules that no card contains. All instances of a class are equal."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


Verb = Literal[
    "destroy", "sacrifice", "remove", "discard", "steal", "bring", "take", "return", "move", "give", "shrink"
]  # fmt: skip
Until = Literal["", "end_of_turn", "this_leaves"]
END_OF_TURN: Final = "end_of_turn"
THIS_LEAVES: Final = "this_leaves"


@dataclass(frozen=True, slots=True)
class Act(Word):
    """A verb applied to cards; `to` and `until` tell, for some verbs, where they go and for how long."""

    verb: Verb
    what: What
    to: Literal["", "anyone", "another", "their_stable"] = ""
    until: Until = ""


def destroy(what: What) -> Act:
    """From a stable to the discard pile (UU-KEY-destroy)."""
    return Act("destroy", what)


def sacrifice(what: What) -> Act:
    """From your own stable to the discard pile (UU-KEY-sacrifice)."""
    return Act("sacrifice", what)


def remove(what: What) -> Act:
    """Sacrifice it if it is yours, else destroy it."""
    return Act("remove", what)


def discard(what: What) -> Act:
    """From your hand to the discard pile (UU-KEY-discard)."""
    return Act("discard", what)


def steal(what: What, until: Until = "") -> Act:
    """From another player's stable to yours (UU-KEY-steal)."""
    return Act("steal", what, until=until)


def bring(what: What, to: Literal["", "their_stable"] = "") -> Act:
    """Directly into your stable (or theirs), without playing it (UU-PLAY-2)."""
    return Act("bring", what, to)


def take(what: What) -> Act:
    """From the discard pile into your hand."""
    return Act("take", what)


def return_(what: What) -> Act:
    """From a stable to its player's hand."""
    return Act("return", what)


def move(what: What, to: Literal["anyone", "another", "their_stable"], until: Until = "") -> Act:
    """From a stable to another one: with "another" not to yours, with "anyone" to any but its own."""
    return Act("move", what, to, until)


def give(what: What, to: Literal["anyone", "another"]) -> Act:
    """From your hand to a player's hand."""
    return Act("give", what, to)


def shrink(what: What) -> Act:
    """To the discard pile, neither destroyed nor sacrificed: nothing triggers (RUL-26)."""
    return Act("shrink", what)


@dataclass(frozen=True, slots=True)
class Draw(Word):
    """Draw cards (UU-KEY-draw)."""

    n: Amount


@dataclass(frozen=True, slots=True)
class ExtraDraw(Word):
    """Draw more in this turn's draw phase (RUL-05)."""

    n: int = 1


@dataclass(frozen=True, slots=True)
class Search(Word):
    """Find a card in the deck, show it, take it, shuffle (UU-KEY-search)."""

    of: Filter


@dataclass(frozen=True, slots=True)
class Pull(Word):
    """Take cards at random from their hand (UU-KEY-pull)."""

    n: int = 1


@dataclass(frozen=True, slots=True)
class Rob(Word):
    """Look at their hand and choose a card: into your hand or the discard pile."""

    of: Filter
    to: Literal["hand", "discard"] = "hand"


@dataclass(frozen=True, slots=True)
class SeeHand(Word):
    """They show you their hand."""


@dataclass(frozen=True, slots=True)
class Peek(Word):
    """Look at the top cards of the deck and put them back as they were."""

    n: int


@dataclass(frozen=True, slots=True)
class Foresee(Word):
    """Look at the top cards of the deck, take one, put the others back in any order."""

    n: int


@dataclass(frozen=True, slots=True)
class TradeHands(Word):
    """You and they exchange hands."""


@dataclass(frozen=True, slots=True)
class Recycle(Word):
    """Shuffle the discard pile into the deck; with it, perhaps, this card and your hand."""

    this: bool = False
    hand: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn(Word):
    """Go on to the end of the turn (UU-EFF-8)."""


@dataclass(frozen=True, slots=True)
class SkipPhase(Word):
    """Skip a phase of this turn."""

    phase: Literal["draw", "action"]


@dataclass(frozen=True, slots=True)
class SkipTurn(Word):
    """Skip the next turn (RUL-04: these add up)."""


@dataclass(frozen=True, slots=True)
class ExtraTurn(Word):
    """Take another turn after this one (RUL-41)."""


@dataclass(frozen=True, slots=True)
class Plays(Word):
    """Play up to `n` cards in this turn's action phase (RUL-06)."""

    n: int


@dataclass(frozen=True, slots=True)
class Counter(Word):
    """Stop the card to which this Instant responds (UU-INST-3)."""


@dataclass(frozen=True, slots=True)
class May(Word):
    """Ask whether to do it."""

    do: Word


@dataclass(frozen=True, slots=True)
class Then(Word):
    """Do the first part in full and, if it was done, the second."""

    first: Word
    second: Word


@dataclass(frozen=True, slots=True)
class Both(Word):
    """One after the other, each as far as possible."""

    parts: tuple[Word, ...]


def both(*parts: Word) -> Both:
    """Return "this and that"."""
    return Both(parts)


@dataclass(frozen=True, slots=True)
class OneOf(Word):
    """One of several, chosen by the player who does it."""

    modes: tuple[Word, ...]


def one_of(*modes: Word) -> OneOf:
    """Return "one of these"."""
    return OneOf(modes)


@dataclass(frozen=True, slots=True)
class Make(Word):
    """Those players do it: "you" in it is each of them."""

    who: Who
    do: Word


@dataclass(frozen=True, slots=True)
class With(Word):
    """You do it with those players: they are "they"."""

    who: Who
    do: Word


@dataclass(frozen=True, slots=True)
class If(Word):
    """Only if the condition holds."""

    condition: Condition
    do: Word


@dataclass(frozen=True, slots=True)
class Reveal(Word):
    """Reveal the top card of the deck and do with IT what the first case that it fits says."""

    cases: tuple[tuple[Filter, Word], ...]
