"""The options of a table: what the editions of the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING

from stablehand.core.contract import check_seats
from stablehand.core.decks import DeckError
from stablehand.games.fairytale.decks.deck import DECKS, Deck, packaged
from stablehand.games.fairytale.state.state import PICKS, ROUNDS

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Options

SEATS = range(2, 6)

CHOICES: dict[str, tuple[str, ...]] = {
    "deck": DECKS,
    "order": ("seed", "original"),
    "close_all_reaches": ("earlier", "in_play"),
    "tie": ("shared", "face_up"),
}


@dataclass(frozen=True)
class Rules:
    """The rules of one game: its seats, its options, its deck. Shared by all states of the game."""

    seats: int
    deck: str = "fairy_tale"
    expert: bool = True
    order: str = "seed"
    close_all_reaches: str = "earlier"
    most_tie_counts: bool = True
    tie: str = "shared"
    teams: bool = False
    cards: Deck = field(init=False, repr=False, compare=False)
    factions: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The faction of each card, by number."""
    stages: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """What follows a reveal, in order (FT-EFF-1; within close, FT-CLOSE-3)."""
    options: dict[str, Json] = field(init=False, repr=False, compare=False)
    """The options in full, as they would be passed to `start`. Shared: copy before changing them."""

    def __post_init__(self) -> None:
        closing = ("close_all", "close_own")
        stages = ("hunt", *closing, "open") if self.order == "seed" else ("hunt", "open", *closing)
        deck = packaged(self.deck)
        object.__setattr__(self, "cards", deck)
        object.__setattr__(self, "factions", tuple(card.faction for card in deck.cards))
        object.__setattr__(self, "stages", stages)
        object.__setattr__(self, "options", {name: getattr(self, name) for name in OPTION_NAMES})


OPTION_NAMES = tuple(f.name for f in fields(Rules) if f.init and f.name != "seats")
_BOOLEANS = tuple(name for name in OPTION_NAMES if name not in CHOICES)


def rules_for(seats: object, options: Options | None) -> Rules:
    """Return the rules for seats and options; raise ValueError, in one sentence, for a bad one."""
    number = check_seats("Fairy Tale", seats, SEATS)
    if not isinstance(options, Mapping | None):
        raise ValueError(f"Options must be names with their values, not {options!r}.")  # noqa: TRY004 - one error class for bad input
    chosen = dict(options or {})
    for name, value in chosen.items():
        if name not in OPTION_NAMES:
            raise ValueError(f"Fairy Tale has no option {name!r}; choose one of: {', '.join(OPTION_NAMES)}.")
        if name in _BOOLEANS and not isinstance(value, bool):
            raise ValueError(f"The option {name!r} must be true or false, not {value!r}.")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"The option {name!r} must be {' or '.join(CHOICES[name])}, not {value!r}.")
    if number == 5 and chosen.get("expert") is False:
        raise ValueError("Five players need the expert cards: 'expert' cannot be false (FT-SETUP-1).")
    if number != 4 and chosen.get("teams"):
        raise ValueError(f"Teams are for 4 seats, not {number} (FT-TEAM-1).")
    rules = _rules(number, tuple(sorted(chosen.items(), key=lambda item: item[0])))
    _check_supply(rules)
    return rules


def _check_supply(rules: Rules) -> None:
    """Raise DeckError unless the deck is enough: each player is dealt five cards in each of four rounds."""
    cards, needed = len(rules.cards.supply(expert=rules.expert)), rules.seats * PICKS * ROUNDS
    if cards < needed:
        without = "" if rules.expert else " without the expert ones"
        raise DeckError(
            f"Deck {rules.cards.id} has {cards} cards{without}, but {rules.seats} players use {needed} "
            "(FT-SETUP-1)."
        )


@cache
def _rules(seats: int, chosen: tuple[tuple[str, object], ...]) -> Rules:
    return Rules(seats, **dict(chosen))  # type: ignore[arg-type]  # checked by rules_for
