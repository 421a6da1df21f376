"""The options of a table: what the editions of the rules leave open."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from stablehand.core.contract import check_seats
from stablehand.core.decks.files import DeckError
from stablehand.games.fairytale.decks.deck import DECKS, Deck, packaged
from stablehand.games.fairytale.decks.own import checked_deck
from stablehand.games.fairytale.state.state import PICKS, ROUNDS
from stablehand.games.fairytale.vocabulary import (
    ANY,
    CLOSE_ALL,
    CLOSE_OWN,
    HUNT,
    NONE,
    OPEN,
    TOPICS,
    Card,
    CardNo,
    Close,
    Faction,
    Hunt,
    Open,
    Topic,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Options
    from stablehand.games.fairytale.vocabulary import Effect

SEATS: Final = range(2, 6)

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "deck": DECKS,
    "order": ("seed", "original"),
    "close_all_reaches": ("earlier", "in_play"),
    "tie": ("shared", "face_up"),
}


@dataclass(frozen=True)
class Rules:
    """The rules of one game: its seats, its options, its deck, and tables computed from them.

    Shared by all states of the game. Tables by card hold what the deck says of each card, by its number:
    looking it up there takes a third of the time of asking the deck.
    """

    seats: int
    deck: str = "fairy_tale"
    expert: bool = True
    order: str = "seed"
    close_all_reaches: str = "earlier"
    most_tie_counts: bool = True
    tie: str = "shared"
    teams: bool = False
    cards: Deck = field(init=False, repr=False, compare=False)
    definitions: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """By card."""
    ids: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """By card."""
    factions: tuple[Faction, ...] = field(init=False, repr=False, compare=False)
    """By card."""
    effects: tuple[Topic, ...] = field(init=False, repr=False, compare=False)
    """By card: the stage in which its effect is carried out, or NONE."""
    aims: tuple[Faction, ...] = field(init=False, repr=False, compare=False)
    """By card: the faction that its effect closes or opens, or ANY."""
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """By card: how many cards its effect closes or opens."""
    faction_names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """By faction."""
    hunted: Faction = field(init=False, repr=False, compare=False)
    """The faction whose cards are hunted."""
    copies: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """By card: how many of it are in the game."""
    supply: tuple[CardNo, ...] = field(init=False, repr=False, compare=False)
    """Every physical card of the game, in order."""
    topics: tuple[Topic, ...] = field(init=False, repr=False, compare=False)
    """What follows a reveal, in order (FT-EFF-1; within close, FT-CLOSE-3)."""
    stages: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The names of these topics."""
    reaches_fresh: bool = field(init=False, repr=False, compare=False)
    """Whether a close for all reaches the cards of the same step (FT-CLOSE-2)."""
    options: dict[str, Json] = field(init=False, repr=False, compare=False)
    """The options in full, as they would be passed to `start`. Shared: copy before changing them."""
    written: str = field(init=False, repr=False, compare=False)
    """The options as canonical JSON."""

    def __post_init__(self) -> None:
        closing = (CLOSE_ALL, CLOSE_OWN)
        topics = (HUNT, *closing, OPEN) if self.order == "seed" else (HUNT, OPEN, *closing)
        deck = packaged(self.deck)
        effects = [_effect(card.effect) for card in deck.cards]
        object.__setattr__(self, "cards", deck)
        object.__setattr__(self, "definitions", deck.cards)
        object.__setattr__(self, "ids", tuple([card.id for card in deck.cards]))
        object.__setattr__(self, "factions", tuple([card.faction for card in deck.cards]))
        object.__setattr__(self, "effects", tuple([topic for topic, _, _ in effects]))
        object.__setattr__(self, "aims", tuple([faction for _, faction, _ in effects]))
        object.__setattr__(self, "counts", tuple([count for _, _, count in effects]))
        supply = tuple(deck.supply(expert=self.expert))
        object.__setattr__(self, "faction_names", deck.factions)
        object.__setattr__(self, "hunted", deck.hunted)
        object.__setattr__(self, "copies", tuple([supply.count(card) for card in range(len(deck.cards))]))
        object.__setattr__(self, "supply", supply)
        object.__setattr__(self, "topics", topics)
        object.__setattr__(self, "stages", tuple([TOPICS[topic] for topic in topics]))
        object.__setattr__(self, "reaches_fresh", self.close_all_reaches == "in_play")
        options = {name: getattr(self, name) for name in OPTION_NAMES}
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "written", json.dumps(options, separators=(",", ":"), sort_keys=True))


def _effect(effect: Effect | None) -> tuple[Topic, Faction, int]:
    """Return the stage of an effect, the faction that it is about, and of how many cards."""
    match effect:
        case Hunt():
            return HUNT, ANY, 0
        case Close("all", faction, count):
            return CLOSE_ALL, faction, count
        case Close("own", faction, count):
            return CLOSE_OWN, faction, count
        case Open(faction, count):
            return OPEN, faction, count
        case _:
            return NONE, ANY, 0


OPTION_NAMES = tuple(f.name for f in fields(Rules) if f.init and f.name != "seats")
_BOOLEANS = tuple(name for name in OPTION_NAMES if name not in CHOICES)


def rules_for(seats: object, options: Options | None) -> Rules:
    """Return the rules for seats and options; raise ValueError, in one sentence, for a bad one."""
    number = check_seats("Fairy Tale", seats, SEATS)
    if not isinstance(options, Mapping | None):
        raise ValueError(f"Options must be names with their values, not {options!r}.")  # noqa: TRY004 - one error class for bad input
    chosen = dict(options or {})
    own = checked_deck(chosen.get("deck"))
    for name, value in chosen.items():
        if name not in OPTION_NAMES:
            raise ValueError(f"Fairy Tale has no option {name!r}; choose one of: {', '.join(OPTION_NAMES)}.")
        if name in _BOOLEANS and not isinstance(value, bool):
            raise ValueError(f"The option {name!r} must be true or false, not {value!r}.")
        if name in CHOICES and value not in CHOICES[name] and not (own and name == "deck"):
            raise ValueError(f"The option {name!r} must be {' or '.join(CHOICES[name])}, not {value!r}.")
    if number == 5 and chosen.get("expert") is False:
        raise ValueError("Five players need the expert cards: 'expert' cannot be false (FT-SETUP-1).")
    if number != 4 and chosen.get("teams"):
        raise ValueError(f"Teams are for 4 seats, not {number} (FT-TEAM-1).")
    if own:
        chosen["deck"] = own
    return _rules(number, tuple(sorted(chosen.items(), key=lambda item: item[0])))


def _check_supply(rules: Rules) -> None:
    """Raise DeckError unless the deck is enough: each player is dealt five cards in each of four rounds."""
    cards, needed = len(rules.supply), rules.seats * PICKS * ROUNDS
    if cards < needed:
        without = "" if rules.expert else " without the expert ones"
        raise DeckError(
            f"Deck {rules.cards.id} has {cards} cards{without}, but {rules.seats} players use {needed} "
            "(FT-SETUP-1)."
        )


@lru_cache(1024)  # decks of one's own come and go
def _rules(seats: int, chosen: tuple[tuple[str, object], ...]) -> Rules:
    rules = Rules(seats, **dict(chosen))  # type: ignore[arg-type]  # checked by rules_for
    _check_supply(rules)
    return rules
