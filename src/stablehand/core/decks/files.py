"""Deck files of any game: reading them, and the error for one that cannot be used."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.registry import manifest

if TYPE_CHECKING:
    from collections.abc import Iterable

CONFIDENCES: Final = ("high", "medium", "low")
MOST_COPIES: Final = 100
"""More than anybody shuffles; a deck that asks for a billion copies must not be built."""


class DeckError(ValueError):
    """Raised for a deck that cannot be used; the message says why."""


def text_of(game: str, deck: str) -> str:
    """Return the text of a deck file that comes with a game."""
    try:
        return files(manifest(game).package).joinpath("decks", f"{deck}.toml").read_text("utf-8")
    except FileNotFoundError as error:
        raise DeckError(f"Deck {deck} is in DECKS, but has no file decks/{deck}.toml.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DeckError(f"Deck {deck} is not UTF-8 in line {line}.") from error


def parse_deck(text: str, where: str) -> dict[str, Any]:
    """Parse a deck file; `where` names it in errors."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, and what it lets through
        raise DeckError(f"Deck {where} is not TOML: {error}.") from error


def check_id(found: str, deck: str) -> None:
    """Raise DeckError unless a deck has the id that its file is named after."""
    if found != deck:
        raise DeckError(f"Deck {deck}: id must be {deck!r}, as the file is named, not {found!r}.")


def card_rows(table: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Return the [[card]] rows of a deck, unchecked."""
    rows = table.get("card", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DeckError(f"Deck {where}: each card must be a table of its own, [[card]].")
    return rows


def check_that_ids_differ(ids: Iterable[str], where: str) -> None:
    """Raise DeckError if two cards have the same id."""
    for card, times in Counter(ids).items():
        if times > 1:
            raise DeckError(f"Deck {where}: two cards have the same id, {card!r}.")


def check_that_names_differ(rows: Iterable[dict[str, Any]], where: str) -> None:
    """Raise DeckError if two cards have the same name: players could not tell them apart."""
    named: dict[str, str] = {}
    for row in rows:
        other = named.setdefault(row["name"].casefold(), row["id"])
        if other != row["id"]:
            raise DeckError(
                f"Deck {where}, card {row['id']}: name must not be that of card {other}, {row['name']!r}."
            )
