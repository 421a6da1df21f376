"""Checks of a deck file before its cards are built: known fields, values of the right type, no duplicates.

What a card does is checked by `vocabulary.schema`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.files import (
    CONFIDENCES,
    MOST_COPIES,
    DeckError,
    card_rows,
    check_that_ids_differ,
    check_that_names_differ,
)
from stablehand.games.unicorns import vocabulary
from stablehand.games.unicorns.vocabulary import KINDS, Filter

if TYPE_CHECKING:
    from collections.abc import Collection

HEAD_KEYS = {"id", "title", "adult", "edition", "cards", "babies", "card"}
DECK_KEYS = {*HEAD_KEYS, "ruleset", "two_player_neigh"}
PACK_KEYS = {*HEAD_KEYS, "instead_of", "cover"}
RULESETS = ("first", "first-nsfw", "second")
"""The same as in `state.rules`, which cannot be imported here because it imports the decks."""
MOST_CARDS: Final = 1024
"""The numbers from here on are other options (`state.state.SEAT0`, which cannot be imported here)."""
TEXTS = ("name", "printed", "confidence")
CARD_KEYS = {"id", *TEXTS, "ability", "names", "type", "copies", "tags", "two_player"}
PACK_CARD_KEYS = {*CARD_KEYS, "ability_first"}
ABILITIES = ("ability", "ability_first")
TAGS = sorted({of.tag for of in vars(vocabulary).values() if isinstance(of, Filter) and of.tag})
"""The tags that filters ask for; a new tag needs a filter in `vocabulary.nouns` first."""


def check_table(
    table: dict[str, Any],
    where: str,
    keys: Collection[str] = DECK_KEYS,
    card_keys: Collection[str] = CARD_KEYS,
) -> list[dict[str, Any]]:
    """Check the fields of a deck or a pack; return its cards as they are written."""
    check_head(table, where, keys)
    rows = card_rows(table, where)
    for row in rows:
        check_row(row, where, card_keys)
    check_that_ids_differ((row["id"] for row in rows), where)
    check_that_names_differ(rows, where)
    if sum(row["copies"] for row in rows) > MOST_CARDS:
        raise DeckError(f"Deck {where}: there must be at most {MOST_CARDS} cards in all.")
    return rows


def check_totals(table: dict[str, Any], rows: list[dict[str, Any]], where: str) -> None:
    """Check the numbers of cards and babies that a deck or a pack says it has."""
    babies = sum(row["copies"] for row in rows if row["type"] == "baby")
    for key, count in (("cards", sum(row["copies"] for row in rows) - babies), ("babies", babies)):
        if table.get(key) != count:
            raise DeckError(f"Deck {where} says {key} = {table.get(key)}, but holds {count}.")


def check_head(table: dict[str, Any], where: str, keys: Collection[str] = DECK_KEYS) -> None:
    """Raise DeckError for an unknown field of a deck, or a value of the wrong type."""
    for key in table:
        if key not in keys:
            raise DeckError(f"Deck {where}: unknown field {key!r}.")
    for key in ("id", "title", "edition", "instead_of", "cover"):
        if not _is_text(table.get(key, "-")):
            raise DeckError(f"Deck {where}: {key} must be a text, not {table[key]!r}.")
    if not isinstance(table.get("adult", False), bool):
        raise DeckError(f"Deck {where}: adult must be true or false, not {table['adult']!r}.")
    if table.get("ruleset", "second") not in RULESETS:
        raise DeckError(
            f"Deck {where}: ruleset must be one of {', '.join(RULESETS)}, not {table['ruleset']!r}."
        )


def check_row(row: dict[str, Any], where: str, keys: Collection[str] = CARD_KEYS) -> None:
    """Raise DeckError for an unknown field of a card, or a value of the wrong type."""
    card = row.get("id")
    if not isinstance(card, str) or not card.isidentifier():
        raise DeckError(f"Deck {where}: a card's id must be a snake_case word, not {card!r}.")
    place = f"Deck {where}, card {card}"
    for key in row:
        if key not in keys:
            raise DeckError(f"{place}: unknown field {key!r}.")
    if row.get("type") not in tuple(KINDS):
        raise DeckError(f"{place}: type must be one of {', '.join(KINDS)}.")
    if type(row.get("copies")) is not int or row["copies"] < 1:
        raise DeckError(f"{place}: copies must be a whole number from 1.")
    if row["copies"] > MOST_COPIES:
        raise DeckError(f"{place}: copies must be at most {MOST_COPIES}.")
    if "name" not in row:
        raise DeckError(f"{place}: a card needs a name.")
    for key in TEXTS:
        if not _is_text(row.get(key, "-")):
            raise DeckError(f"{place}: {key} must be a text, not {row[key]!r}.")
    for key in ABILITIES:
        if not _is_text(row.get(key, "-")) and not isinstance(row[key], list):
            raise DeckError(f"{place}: {key} must be a name or a list of words, not {row[key]!r}.")
    if row.get("confidence", "high") not in CONFIDENCES:
        raise DeckError(f"{place}: confidence must be one of {', '.join(CONFIDENCES)}.")
    if not isinstance(row.get("two_player", True), bool):
        raise DeckError(f"{place}: two_player must be true or false.")
    _check_tags(row.get("tags", []), place)
    _check_names(row.get("names", {}), place)


def _check_tags(tags: object, place: str) -> None:
    if not isinstance(tags, list):
        raise DeckError(f"{place}: tags must be a list of words, not {tags!r}.")
    for tag in tags:
        if tag not in TAGS:
            raise DeckError(f"{place}: tags are {', '.join(TAGS)}, not {tag!r}.")


def _check_names(names: object, place: str) -> None:
    if not isinstance(names, dict) or not all(_is_text(name) for name in names.values()):
        raise DeckError(f"{place}: names must be one name per language, not {names!r}.")
    for code in names:
        if not (len(code) in {2, 3} and code.isascii() and code.isalpha() and code.islower()):
            raise DeckError(f"{place}: names must have language codes as keys, not {code!r}.")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
