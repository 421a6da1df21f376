"""Deck files: TOML in, checked cards out.

Everything in a deck file is checked when it is loaded, so the rest of the game can trust its cards. Where a
field comes from (`provenance`) stays in the file's own data, for those who want to show or correct it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from stablehand.fairytale.words import (
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
KINDS = ("action", "condition", "friend", "variable", "chameleon")
KNOWN_KEYS = {
    "id", "name", "name_is_ours", "names", "faction", "type", "kind", "copies", "expert", "score", "effect",
    "chameleon", "friend_of", "provenance", "sources", "confidence", "notes",
}  # fmt: skip


MOST_COPIES = 100
"""More than anybody shuffles; a deck that says a billion must not be laid out."""


class DeckError(ValueError):
    """A deck file that cannot be used, and why, in one sentence."""


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

    def supply(self, *, expert: bool) -> list[CardNo]:
        """Return every physical card of the deck, in order: `copies` of each."""
        return [
            no for no, card in enumerate(self.cards) if expert or not card.expert for _ in range(card.copies)
        ]


@cache
def packaged(name: str) -> Deck:
    """Return a deck that comes with the game; an unknown name is a ValueError that lists them."""
    if name not in DECKS:
        raise ValueError(f"Fairy Tale has no deck {name!r}; there is {', '.join(DECKS)}.")
    return parse(files("stablehand.fairytale").joinpath("decks", f"{name}.toml").read_text("utf-8"), name)


def parse(text: str, where: str) -> Deck:
    """Read a deck from the text of its file; `where` names the file in errors."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, and what it lets through
        raise DeckError(f"Deck {where} is not TOML: {error}.") from error
    return _Reader(where, table).deck()


class _Reader:
    """Turns one deck's table into cards, naming file, card and field in every complaint."""

    def __init__(self, where: str, table: dict[str, Any]) -> None:
        self.where = where
        self.table = table
        self.factions: list[str] = table.get("factions", [])
        if not isinstance(self.factions, list) or not all(isinstance(name, str) for name in self.factions):
            raise DeckError(f"Deck {where}: factions must be a list of names.")
        rows = table.get("card", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise DeckError(f"Deck {where}: cards are written as [[card]] tables.")
        self.rows: list[dict[str, Any]] = rows
        self.number = {str(row.get("id")): no for no, row in enumerate(rows)}

    def deck(self) -> Deck:
        if len(self.number) != len(self.rows):
            raise DeckError(f"Deck {self.where}: two cards have the same id.")
        cards = tuple(self.card(row) for row in self.rows)
        for key, total in (
            ("cards", sum(card.copies for card in cards)),
            ("base", sum(card.copies for card in cards if not card.expert)),
        ):
            if self.table.get(key) != total:
                raise DeckError(f"Deck {self.where} says {key} = {self.table.get(key)}, but holds {total}.")
        hunted = self.faction(self.table.get("hunted"), "hunted")
        title = str(self.table.get("title", self.where))
        return Deck(
            str(self.table.get("id", self.where)),
            title,
            tuple(self.factions),
            hunted,
            cards,
            self.number,
            self.table,
        )

    def card(self, row: dict[str, Any]) -> Card:
        card_id = row.get("id")
        if not isinstance(card_id, str) or not card_id.isidentifier():
            raise DeckError(f"Deck {self.where}: a card's id must be a snake_case word, not {card_id!r}.")
        place = f"card {card_id}"
        for key in row:
            if key not in KNOWN_KEYS:
                raise DeckError(f"Deck {self.where}, {place}: unknown field {key!r}.")
        copies = row.get("copies")
        if not _is_count(copies):
            raise DeckError(
                f"Deck {self.where}, {place}: copies must be a whole number from 1, not {copies!r}."
            )
        if int(row["copies"]) > MOST_COPIES:
            raise DeckError(f"Deck {self.where}, {place}: copies must be at most {MOST_COPIES}.")
        if row.get("kind") not in KINDS:
            raise DeckError(f"Deck {self.where}, {place}: kind must be one of {', '.join(KINDS)}.")
        return Card(
            id=card_id,
            name=str(row.get("name", card_id)),
            names=self.names(row, place),
            faction=self.faction(row.get("faction"), place),
            type=str(row.get("type", "")),
            kind=row["kind"],
            copies=int(row["copies"]),
            expert=self.truth(row, "expert", place),
            worth=self.worth(row.get("score"), place),
            effect=self.effect(row.get("effect"), place),
            chameleon=self.truth(row, "chameleon", place),
        )

    def worth(self, score: object, place: str) -> Worth:
        match score:
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
        match effect:
            case None:
                return None
            case {"close": count} | {"open": count} if not _is_count(count):
                pass
            case {"hunt": True, **rest} if not rest:
                return Hunt()
            case {"close": int(count), "who": "own" | "all" as who, **rest} if not rest.keys() - {"faction"}:
                return Close(who, self.faction(rest["faction"], place) if rest else ANY, count)
            case {"open": int(count), "who": "own", **rest} if not rest.keys() - {"faction"}:
                return Open(self.faction(rest["faction"], place) if rest else ANY, count)
        raise DeckError(f"Deck {self.where}, {place}: effect {effect!r} is not one the rules know.")

    def names(self, row: dict[str, Any], place: str) -> dict[str, str]:
        names = row.get("names", {})
        if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
            raise DeckError(f"Deck {self.where}, {place}: names must be a name a language, not {names!r}.")
        return names

    def truth(self, row: dict[str, Any], key: str, place: str) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            raise DeckError(f"Deck {self.where}, {place}: {key} must be true or false, not {value!r}.")
        return value

    def faction(self, name: object, place: str) -> Faction:
        if name not in self.factions:
            raise DeckError(f"Deck {self.where}, {place}: {name!r} is not one of its factions.")
        return self.factions.index(str(name))

    def named(self, card: str, place: str) -> CardNo:
        if card not in self.number:
            raise DeckError(f"Deck {self.where}, {place}: there is no card {card!r}.")
        return self.number[card]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _are_counts(table: dict[str, object]) -> bool:
    return bool(table) and all(_is_count(value) for value in table.values())
