"""Reading deck files into checked cards.

Everything in a deck file is checked when it is loaded, so the rest of the game can trust its cards. The
provenance of each field stays in the deck's `source`, for display and correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from stablehand.core.decks.files import DeckError, check_id, parse_deck, text_of
from stablehand.core.decks.written import is_own
from stablehand.games.fairytale.decks.checks import check_table, is_count
from stablehand.games.fairytale.vocabulary import (
    ANY,
    Card,
    CardNo,
    Close,
    Effect,
    Faction,
    Factions,
    Has,
    Hunt,
    If,
    Most,
    Open,
    PerCard,
    Points,
    Worth,
)

DECKS = ("fairy_tale",)


@dataclass(frozen=True)
class Deck:
    """A deck's cards, by number, and the raw table they were read from."""

    id: str
    title: str
    factions: tuple[str, ...]
    hunted: Faction
    cards: tuple[Card, ...]
    number: dict[str, CardNo]
    source: dict[str, Any]
    own: frozenset[str] = frozenset()
    """The ids of the cards that are not the publisher's: of a deck of one's own, new or changed there."""

    def colour(self, faction: Faction) -> str:
        """Return the colour of a faction's cards (FT-SETUP-1); "" if the deck names none."""
        return str(self.source.get("colours", {}).get(self.factions[faction], ""))

    def supply(self, *, expert: bool) -> list[CardNo]:
        """Return every physical card of the deck, in order: `copies` of each."""
        return [
            no for no, card in enumerate(self.cards) if expert or not card.expert for _ in range(card.copies)
        ]


def packaged(name: str) -> Deck:
    """Return a deck that comes with the game, or one of one's own as `own.checked_deck` returned it.

    An unknown name is a ValueError that lists the known ones.
    """
    if is_own(name):
        from stablehand.games.fairytale.decks.own import own_deck  # noqa: PLC0415 - it builds on this module

        return own_deck(name)
    return _packaged(name)


@cache
def _packaged(name: str) -> Deck:
    if name not in DECKS:
        raise ValueError(f"Fairy Tale has no deck {name!r}; choose one of: {', '.join(DECKS)}.")
    deck = parse(text_of("fairytale", name), name)
    check_id(deck.id, name)
    return deck


def parse(text: str, where: str) -> Deck:
    """Read a deck from the text of its file; `where` names the file in errors."""
    return Reader(where, parse_deck(text, where)).deck()


class Reader:
    """Turns one deck's table into cards; every DeckError names file, card and field."""

    def __init__(self, where: str, table: dict[str, Any]) -> None:
        self.where = where
        self.rows = check_table(table, where)
        self.table = table | {"card": self.rows}
        self.factions: list[str] = table.get("factions", [])
        self.number = {row["id"]: no for no, row in enumerate(self.rows)}

    def deck(self, own: frozenset[str] = frozenset()) -> Deck:
        """Return the deck."""
        cards = tuple(self.card(row) for row in self.rows)
        for key, total in (
            ("cards", sum(card.copies for card in cards)),
            ("base", sum(card.copies for card in cards if not card.expert)),
        ):
            if self.table.get(key) != total:
                raise DeckError(f"Deck {self.where} says {key} = {self.table.get(key)}, but holds {total}.")
        return Deck(
            id=self.table.get("id", self.where),
            title=self.table.get("title", self.where),
            factions=tuple(self.factions),
            hunted=self.faction(self.table.get("hunted"), "hunted"),
            cards=cards,
            number=self.number,
            source=self.table,
            own=own,
        )

    def card(self, row: dict[str, Any]) -> Card:
        """Return a card."""
        place = f"card {row['id']}"
        return Card(
            id=row["id"],
            name=row["name"],
            names=row.get("names", {}),
            faction=self.faction(row.get("faction"), place),
            type=row["type"],
            kind=row["kind"],
            copies=row["copies"],
            expert=row["expert"],
            worth=self.worth(row.get("score"), place),
            effect=self.effect(row.get("effect"), place),
            chameleon=row.get("chameleon", False),
        )

    def worth(self, score: object, place: str) -> Worth:
        """Return what a card is worth."""
        match score:
            case {"points": bool()} | {"each": bool()}:  # a bool is also an int
                pass
            case {"per": str(card), "each": int(each), **rest} if not rest:
                return PerCard(self.named(card, place), each)
            case {"points": int(value), **rest} if not rest:
                return Points(value)
            case {"points": int(value), "most": str(faction), **rest} if not rest:
                return If(Most(self.faction(faction, place)), value)
            case {"points": int(value), "has": dict(cards), **rest} if not rest and _are_counts(cards):
                return If(Has(tuple((self.named(card, place), n) for card, n in cards.items())), value)
            case {"points": int(value), "factions": dict(least), **rest} if not rest and _are_counts(least):
                return If(Factions(tuple((self.faction(name, place), n) for name, n in least.items())), value)
        raise DeckError(f"Deck {self.where}, {place}: score {score!r} is not one the rules know.")

    def effect(self, effect: object, place: str) -> Effect | None:
        """Return what a card does."""
        match effect:
            case None:
                return None
            case {"close": count} | {"open": count} if not is_count(count):
                pass
            case {"hunt": True, **rest} if not rest:
                return Hunt()
            case {"close": int(count), "who": "own" | "all" as who, **rest} if not rest.keys() - {"faction"}:
                return Close(who, self.faction(rest["faction"], place) if rest else ANY, count)
            case {"open": int(count), "who": "own", **rest} if not rest.keys() - {"faction"}:
                return Open(self.faction(rest["faction"], place) if rest else ANY, count)
        raise DeckError(f"Deck {self.where}, {place}: effect {effect!r} is not one the rules know.")

    def faction(self, name: object, place: str) -> Faction:
        """Return the number of a faction."""
        if name not in self.factions:
            raise DeckError(f"Deck {self.where}, {place}: {name!r} is not one of its factions.")
        return self.factions.index(str(name))

    def named(self, card: str, place: str) -> CardNo:
        """Return the number of a card."""
        if card not in self.number:
            raise DeckError(f"Deck {self.where}, {place}: there is no card {card!r}.")
        return self.number[card]


def _are_counts(table: dict[str, object]) -> bool:
    return bool(table) and all(is_count(value) for value in table.values())
