"""Abilities: how words hang on a card; traits: what is different while it is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from stablehand.unicorns.words.nouns import Condition, Filter  # noqa: TC001 - compiled, a dataclass needs its hints at run time
from stablehand.unicorns.words.verbs import Word  # noqa: TC001 - the same

Moment = Literal["enters", "dies", "turn_begins", "any_turn_begins", "turn_ends", "unicorn_comes_or_goes"]
ENTERS: Final = "enters"
DIES: Final = "dies"
"""It is sacrificed or destroyed."""
TURN_BEGINS: Final = "turn_begins"
"""It is in your stable at the beginning of your turn (UU-TURN-2)."""
ANY_TURN_BEGINS: Final = "any_turn_begins"
"""Anybody's turn begins: before their beginning phase; "they" is that player."""
TURN_ENDS: Final = "turn_ends"
"""Your turn ends, and it was in your stable when the turn began."""
UNICORN_COMES_OR_GOES: Final = "unicorn_comes_or_goes"
"""A Unicorn card enters or leaves your stable."""

DESTROYED: Final = "destroy"
SACRIFICED: Final = "sacrifice"
EVERYTHING: Final = "everything"


@dataclass(frozen=True, slots=True)
class When:
    """At that moment, do it."""

    moment: Moment
    do: Word


@dataclass(frozen=True, slots=True)
class Whenever:
    """As soon as the condition holds for your stable, do it."""

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
    """An Instant: answers another player's card; a final one cannot be answered itself."""

    do: Word
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Become:
    """Your Unicorns count as something else, and not as Unicorns (RUL-29)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Your Unicorn cards have no triggered effects, or no effects at all (RUL-30)."""

    what: Literal["triggered", "all"]


@dataclass(frozen=True, slots=True)
class Immune:
    """Those verbs cannot touch such cards of yours (None: this one); perhaps only if a Magic card does it."""

    of: Filter | None
    verbs: tuple[str, ...]
    by: Filter | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """This card counts as so many Unicorns (UU-END-2)."""

    n: int


@dataclass(frozen=True, slots=True)
class Forbid:
    """You cannot play such cards."""

    of: Filter


@dataclass(frozen=True, slots=True)
class Bar:
    """Such cards cannot enter the stables of the others, or of anybody."""

    of: Filter
    whose: Literal["others", "everybody"]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Your hand is seen by all (RUL-36)."""


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """What you play cannot be answered (RUL-08)."""


@dataclass(frozen=True, slots=True)
class HandLimit:
    """Your hand limit is this, or is so much more or less (UU-TURN-5)."""

    n: int
    is_change: bool


Trait: TypeAlias = Become | Mute | Immune | Worth | Forbid | Bar | OpenHand | Unanswerable | HandLimit


@dataclass(frozen=True, slots=True)
class While:
    """As long as the card is in your stable, this holds."""

    trait: Trait


Ability: TypeAlias = When | Whenever | Instead | Lands | Needs | Cast | Respond | While
Abilities: TypeAlias = tuple[Ability, ...]


def card(*abilities: Ability) -> Abilities:
    """Return what a card can do."""
    return abilities
