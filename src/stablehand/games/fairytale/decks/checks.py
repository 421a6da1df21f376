"""Checks of a deck file before its cards are read: known fields, values of the right type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.core.decks.files import (
    CONFIDENCES,
    MOST_COPIES,
    DeckError,
    card_rows,
    check_that_ids_differ,
    check_that_names_differ,
)

if TYPE_CHECKING:
    from collections.abc import Collection

KINDS = ("action", "condition", "friend", "variable", "chameleon")
COLOURS = ("green", "yellow", "blue", "grey", "red", "violet")
"""The colours that page and terminal can show."""
TYPES = ("character", "place", "tale")
"""The printed types (FT-SETUP-3)."""
DEFAULTS = {"expert": False, "confidence": "high"}
"""The fields with a default; all others are required, or optional without one."""
HEAD_KEYS = {
    "id", "title", "reconstructed", "adult", "factions", "colours", "hunted", "cards", "base", "provenance",
    "sources", "card",
}  # fmt: skip
CARD_KEYS = {
    "id", "name", "name_is_ours", "names", "faction", "type", "kind", "copies", "expert", "score", "effect",
    "chameleon", "friend_of", "provenance", "sources", "confidence", "notes",
}  # fmt: skip
ORIGINS = ("name", "faction", "copies", "value", "ability")
"""The fields whose provenance a card may state."""


def check_table(table: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Check the fields of a deck and its cards, except score and effect; return the cards with defaults."""
    check_head(table, f"Deck {where}")
    rows = card_rows(table, where)
    ids: list[str] = []
    for row in rows:
        card = row.get("id")
        if not isinstance(card, str) or not card.isidentifier():
            raise DeckError(f"Deck {where}: a card's id must be a snake_case word, not {card!r}.")
        ids.append(card)
    check_that_ids_differ(ids, where)
    cards = [DEFAULTS | row for row in rows]
    for row in cards:
        place = f"Deck {where}, card {row['id']}"
        check_card(row, ids, table.get("sources", {}), place)
    check_that_names_differ(cards, where)
    return cards


def check_card(row: dict[str, Any], ids: Collection[str], sources: dict[str, Any], place: str) -> None:
    """Raise DeckError for a card whose fields, except score and effect, are wrong."""
    _check_card(row, place)
    _check_origin(row, sources, place)
    if "friend_of" in row and row["friend_of"] not in ids:
        raise DeckError(f"{place}: friend_of: there is no card {row['friend_of']!r}.")


def check_head(table: dict[str, Any], place: str) -> None:
    """Raise DeckError for an unknown field of a deck, or a value of the wrong type."""
    for key in table:
        if key not in HEAD_KEYS:
            raise DeckError(f"{place}: unknown field {key!r}.")
    for key in ("id", "title"):
        _check_text(table, key, place)
    for key in ("reconstructed", "adult"):
        _check_truth(table, key, place)
    for key in ("provenance", "sources"):
        if not _is_texts(table.get(key, {})):
            raise DeckError(f"{place}: {key} must be a table of texts, not {table[key]!r}.")
    factions = table.get("factions", [])
    if not isinstance(factions, list) or not all(isinstance(name, str) and name for name in factions):
        raise DeckError(f"{place}: factions must be a list of names.")
    if len(set(factions)) != len(factions):
        raise DeckError(f"{place}: factions must not name one twice.")
    colours = table.get("colours", {})
    if (
        not _is_texts(colours)
        or not colours.keys() <= set(factions)
        or not set(colours.values()) <= {*COLOURS}
    ):
        raise DeckError(
            f"{place}: colours must be one of {', '.join(COLOURS)} for a faction, not {colours!r}."
        )


def _check_card(row: dict[str, Any], place: str) -> None:
    for key in row:
        if key not in CARD_KEYS:
            raise DeckError(f"{place}: unknown field {key!r}.")
    copies = row.get("copies")
    if not is_count(copies):
        raise DeckError(f"{place}: copies must be a whole number from 1, not {copies!r}.")
    if row["copies"] > MOST_COPIES:
        raise DeckError(f"{place}: copies must be at most {MOST_COPIES}.")
    for key, known in (("kind", KINDS), ("confidence", CONFIDENCES)):
        if row.get(key) not in known:
            raise DeckError(f"{place}: {key} must be one of {', '.join(known)}.")
    names = row.get("names", {})
    if not _is_texts(names) or not all(names.values()):
        raise DeckError(f"{place}: names must be one name per language, not {names!r}.")
    for code in names:
        if not is_language(code):
            raise DeckError(f"{place}: names must have language codes as keys, not {code!r}.")
    if row.get("type") not in TYPES:
        raise DeckError(f"{place}: type must be one of {', '.join(TYPES)}.")
    if "name" not in row:
        raise DeckError(f"{place}: a card needs a name.")
    for key in ("name", "notes"):
        _check_text(row, key, place)
    for key in ("name_is_ours", "expert", "chameleon"):
        _check_truth(row, key, place)


def _check_origin(row: dict[str, Any], sources: dict[str, Any], place: str) -> None:
    """Check the provenance and sources of a card; their wording is free."""
    provenance = row.get("provenance", {})
    if not _is_texts(provenance):
        raise DeckError(f"{place}: provenance must be one text per field, not {provenance!r}.")
    for key in provenance:
        if key not in ORIGINS:
            raise DeckError(f"{place}: provenance is of {', '.join(ORIGINS)}, not of {key!r}.")
    named = row.get("sources", [])
    if not isinstance(named, list):
        raise DeckError(f"{place}: sources must be a list of short names, not {named!r}.")
    for source in named:
        if not isinstance(source, str) or source not in sources:
            raise DeckError(f"{place}: sources: {source!r} is not one of the deck's [sources].")


def _check_text(table: dict[str, Any], key: str, place: str) -> None:
    value = table.get(key, "-")
    if not isinstance(value, str) or not value.strip():
        raise DeckError(f"{place}: {key} must be a text, not {value!r}.")


def _check_truth(table: dict[str, Any], key: str, place: str) -> None:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise DeckError(f"{place}: {key} must be true or false, not {value!r}.")


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def is_language(code: str) -> bool:
    """Whether a text looks like a language code; the game need not support the language."""
    return len(code) in {2, 3} and code.isascii() and code.islower() and code.isalpha()


def is_count(value: object) -> bool:
    """Whether a value is a whole number from 1; `True` is not."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
