"""Verbs: what can be done, and how actions are combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from stablehand.games.unicorns.vocabulary.nouns import Amount, Condition, Filter, Same, UpTo, What, Who  # noqa: TC001 - compiled, a dataclass needs its hints at run time


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
    "destroy", "sacrifice", "remove", "discard", "steal", "bring", "take", "return", "move", "give", "shrink",
    "banish", "bury", "show",
]  # fmt: skip
Until = Literal["", "end_of_turn", "this_leaves"]
END_OF_TURN: Final = "end_of_turn"
THIS_LEAVES: Final = "this_leaves"


@dataclass(frozen=True, slots=True)
class Act(Word):
    """A verb applied to cards; `to` and `until` tell, for some verbs, where they go and for how long."""

    verb: Verb
    what: What
    to: Literal["", "anyone", "another", "their_stable", "shuffled", "boss", "left"] = ""
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


def give(what: What, to: Literal["anyone", "another", "boss", "left"]) -> Act:
    """From your hand to a player's hand: the "boss" makes you do it, "left" of you is who follows you."""
    return Act("give", what, to)


def shrink(what: What) -> Act:
    """To the discard pile, neither destroyed nor sacrificed: nothing triggers (RUL-26)."""
    return Act("shrink", what)


def banish(what: What) -> Act:
    """From a stable out of the game, neither destroyed nor sacrificed (RUL-59)."""
    return Act("banish", what)


def bury(what: What, to: Literal["", "shuffled"] = "") -> Act:
    """Under the deck, or shuffled into it."""
    return Act("bury", what, to)


def show(what: What) -> Act:
    """To everybody; it stays in your hand (RUL-70)."""
    return Act("show", what)


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
    """Find a card in the deck, show it, take it, shuffle (UU-KEY-search).

    It goes to your hand, or is brought into your stable, several too, or into any stable (RUL-75).
    """

    of: Filter
    n: int = 1
    to: Literal["hand", "stable", "any_stable"] = "hand"


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
class Look(Word):
    """Look at the top cards of the deck, as many as there are, and take some of them (RUL-69)."""

    n: int
    take: int = 0
    rest: Literal["same", "any_order", "discard", "give"] = "same"
    """Where the others go: back in the same order or in any, into the discard pile, to another player."""


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

    phase: Literal["begin", "draw", "action"]


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
    """Stop the card to which this Instant responds (UU-INST-3); where it goes."""

    to: Literal["discard", "aside"] = "discard"
    """To the discard pile, or out of the game (RUL-59)."""


@dataclass(frozen=True, slots=True)
class PlayIt(Word):
    """Play the card that was found: at once, from the hand, beyond the action (RUL-67)."""


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
class Pick(Word):
    """Choose other players, any number or as many as the part before affected: they are PICKED (RUL-68)."""

    n: Same | UpTo


@dataclass(frozen=True, slots=True)
class If(Word):
    """Only if the condition holds."""

    condition: Condition
    do: Word


@dataclass(frozen=True, slots=True)
class Reveal(Word):
    """Reveal the top card of the deck and do with IT what the first case that it fits says."""

    cases: tuple[tuple[Filter, Word], ...]
    is_drawn: bool = False
    """Whether the card is drawn first, and so is in your hand (RUL-70)."""
    is_open: bool = True
    """Whether everybody sees it; else you are asked at any rate, so that nobody can tell which card it is."""
