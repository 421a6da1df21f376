"""Abilities: when a card does something. Traits: what holds while it is in a stable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from stablehand.games.unicorns.vocabulary.nouns import UNICORN, Condition, Event, Filter
from stablehand.games.unicorns.vocabulary.verbs import Word  # noqa: TC001 - the same

Moment = Literal[
    "enters", "leaves", "dies", "is_destroyed",
    "turn_begins", "any_turn_begins", "turn_ends",
]  # fmt: skip
ENTERS: Final = "enters"
DIES: Final = "dies"
"""It is sacrificed or destroyed."""
LEAVES: Final = "leaves"
"""It leaves your stable in any way (UU-PLAY-3)."""
IS_DESTROYED: Final = "is_destroyed"
"""It is destroyed, not sacrificed."""
TURN_BEGINS: Final = "turn_begins"
"""It is in your stable at the beginning of your turn (UU-TURN-2)."""
ANY_TURN_BEGINS: Final = "any_turn_begins"
"""Anybody's turn begins: before their beginning phase; "they" is that player."""
TURN_ENDS: Final = "turn_ends"
"""Your turn ends, and it was in your stable when the turn began."""

DESTROYED: Final = "destroy"
SACRIFICED: Final = "sacrifice"
STOLEN: Final = "steal"
EVERYTHING: Final = "everything"


@dataclass(frozen=True, slots=True)
class When:
    """Do it at that moment."""

    moment: Moment
    do: Word


@dataclass(frozen=True, slots=True)
class Each:
    """Do it each time such a thing happens: IT is the card, "they" is who did it."""

    event: Event
    do: Word


@dataclass(frozen=True, slots=True)
class Whenever:
    """Do it as soon as the condition holds for your stable."""

    condition: Condition
    do: Word


@dataclass(frozen=True, slots=True)
class Instead:
    """If such a card of yours (None: this one) would be destroyed or sacrificed, you may do this instead."""

    of: Filter | None
    be: tuple[str, ...]
    do: Word


@dataclass(frozen=True, slots=True)
class Lands:
    """When sacrificed or destroyed it goes to its player's hand, not to the discard pile."""


@dataclass(frozen=True, slots=True)
class Needs:
    """It may be played (or enter any stable) only with such a card in that stable."""

    of: Filter
    to: Literal["play", "enter"]


@dataclass(frozen=True, slots=True)
class Cast:
    """A Magic card's effect."""

    do: Word


@dataclass(frozen=True, slots=True)
class Respond:
    """An Instant: a response to another player's card, or to something else; none can answer a final one."""

    do: Word
    is_final: bool = False
    to: Event | None = None


@dataclass(frozen=True, slots=True)
class Become:
    """Your Unicorns count as something else, and not as Unicorns (RUL-29)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Your Unicorn cards, or others, have no triggered effects, or no effects at all (RUL-30, RUL-55)."""

    what: Literal["triggered", "all"]
    of: Filter = UNICORN


@dataclass(frozen=True, slots=True)
class Immune:
    """Those verbs cannot affect such cards of yours (None: this one), or only not by cards that fit `by`."""

    of: Filter | None
    verbs: tuple[str, ...]
    by: Filter | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """This card counts as `n` Unicorns (UU-END-2)."""

    n: int


@dataclass(frozen=True, slots=True)
class Forbid:
    """You cannot play such cards."""

    of: Filter


@dataclass(frozen=True, slots=True)
class Bar:
    """Such cards cannot enter your stable, the stables of the others, or any."""

    of: Filter
    whose: Literal["yours", "others", "everybody"]


@dataclass(frozen=True, slots=True)
class Cannot:
    """You cannot do that to any card: to you it is impossible (RUL-66)."""

    verb: Literal["destroy", "steal"]


@dataclass(frozen=True, slots=True)
class Share:
    """Such cards of your stable act for the stables of all players, as they do for yours."""

    of: Filter


@dataclass(frozen=True, slots=True)
class OpenHand:
    """All players see your hand (RUL-36)."""


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """Nobody can respond to the cards that you play (RUL-08)."""


@dataclass(frozen=True, slots=True)
class HandLimit:
    """Your hand limit, or everybody's, is `n` or, with `is_change`, changes by `n` (UU-TURN-5)."""

    n: int
    is_change: bool
    whose: Literal["yours", "everybody"] = "yours"


@dataclass(frozen=True, slots=True)
class Skips:
    """You skip that phase of each of your turns (RUL-65)."""

    phase: Literal["begin"]


@dataclass(frozen=True, slots=True)
class CannotWin:
    """You cannot win, or not while the condition holds (RUL-60)."""

    condition: Condition | None = None


Trait: TypeAlias = (
    Become
    | Mute
    | Immune
    | Worth
    | Forbid
    | Bar
    | Cannot
    | Share
    | OpenHand
    | Unanswerable
    | HandLimit
    | Skips
    | CannotWin
)


@dataclass(frozen=True, slots=True)
class While:
    """The trait holds as long as the card is in your stable."""

    trait: Trait


Ability: TypeAlias = When | Each | Whenever | Instead | Lands | Needs | Cast | Respond | While
Abilities: TypeAlias = tuple[Ability, ...]


def card(*abilities: Ability) -> Abilities:
    """Return the abilities of a card."""
    return abilities
