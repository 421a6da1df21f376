"""Abilities: when a card does something. Traits: what holds while it is in a stable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from stablehand.games.unicorns.vocabulary.nouns import Condition, Filter  # noqa: TC001 - compiled, a dataclass needs its hints at run time
from stablehand.games.unicorns.vocabulary.verbs import Word  # noqa: TC001 - the same

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
    """Do it at that moment."""

    moment: Moment
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
    """An Instant: a response to another player's card; nobody can respond to a final one."""

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
    """Such cards cannot enter the stables of the others, or of anybody."""

    of: Filter
    whose: Literal["others", "everybody"]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """All players see your hand (RUL-36)."""


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """Nobody can respond to the cards that you play (RUL-08)."""


@dataclass(frozen=True, slots=True)
class HandLimit:
    """Your hand limit is `n` or, with `is_change`, changes by `n` (UU-TURN-5)."""

    n: int
    is_change: bool


Trait: TypeAlias = Become | Mute | Immune | Worth | Forbid | Bar | OpenHand | Unanswerable | HandLimit


@dataclass(frozen=True, slots=True)
class While:
    """The trait holds as long as the card is in your stable."""

    trait: Trait


Ability: TypeAlias = When | Whenever | Instead | Lands | Needs | Cast | Respond | While
Abilities: TypeAlias = tuple[Ability, ...]


def card(*abilities: Ability) -> Abilities:
    """Return the abilities of a card."""
    return abilities
