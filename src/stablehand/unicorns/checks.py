"""What a deck must be before it is used: rows of the right fields, cards made of words and nothing else.

A word is checked by its own type hints, so the language in `words` is written down once.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from stablehand.kernel.deck import (
    CONFIDENCES,
    MOST_COPIES,
    DeckError,
    check_that_ids_differ,
    check_that_names_differ,
    rows_of,
)
from stablehand.unicorns import words
from stablehand.unicorns.hints import hints_of
from stablehand.unicorns.words import KINDS, Ability, Filter

DECK_KEYS = {"id", "title", "edition", "ruleset", "adult", "cards", "babies", "two_player_neigh", "card"}
RULESETS = ("first", "first-nsfw", "second")
"""Those of `options`, which needs decks itself."""
MOST_CARDS = 256
"""A card's number fits into a byte."""
TEXTS = ("name", "printed", "ability", "confidence")
CARD_KEYS = {"id", *TEXTS, "names", "type", "copies", "tags", "two_player"}
TAGS = sorted({of.tag for of in vars(words).values() if isinstance(of, Filter) and of.tag})
"""What a card can ask for; another tag is a noun of the language first."""


def check_table(table: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Check a deck's own fields; return its cards as they are written."""
    _check_head(table, where)
    rows = rows_of(table, where)
    for row in rows:
        _check_row(row, where)
    check_that_ids_differ((row["id"] for row in rows), where)
    check_that_names_differ(rows, where)
    if sum(row["copies"] for row in rows) > MOST_CARDS:
        raise DeckError(f"Deck {where}: there must be at most {MOST_CARDS} cards in all.")
    return rows


def _check_head(table: dict[str, Any], where: str) -> None:
    for key in table:
        if key not in DECK_KEYS:
            raise DeckError(f"Deck {where}: unknown field {key!r}.")
    for key in ("id", "title", "edition"):
        if not _is_text(table.get(key, "-")):
            raise DeckError(f"Deck {where}: {key} must be a text, not {table[key]!r}.")
    if not isinstance(table.get("adult", False), bool):
        raise DeckError(f"Deck {where}: adult must be true or false, not {table['adult']!r}.")
    if table.get("ruleset", "second") not in RULESETS:
        raise DeckError(
            f"Deck {where}: ruleset must be one of {', '.join(RULESETS)}, not {table['ruleset']!r}."
        )


def _check_row(row: dict[str, Any], where: str) -> None:
    card = row.get("id")
    if not isinstance(card, str) or not card.isidentifier():
        raise DeckError(f"Deck {where}: a card's id must be a snake_case word, not {card!r}.")
    place = f"Deck {where}, card {card}"
    for key in row:
        if key not in CARD_KEYS:
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
        raise DeckError(f"{place}: names must be a name a language, not {names!r}.")
    for code in names:
        if not (len(code) in {2, 3} and code.isascii() and code.isalpha() and code.islower()):
            raise DeckError(f"{place}: names go by the codes of languages, which {code!r} is not.")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def fault_in(abilities: object) -> str:
    """Say what in a card is not of the language: a callable, an unknown word, a wrong number; or nothing."""
    if not isinstance(abilities, tuple):
        return f"its abilities must be a tuple, not {abilities!r}"
    return next((fault for part in abilities if (fault := _fault(part, Ability, "an ability"))), "")


def _fault(thing: object, hint: object, where: str) -> str:
    """Return why a thing is not what a type hint wants, going into words part by part."""
    if not _fits(thing, hint):
        return f"{where} cannot be {thing!r}"
    if isinstance(thing, tuple):
        return next((f for n, part in enumerate(thing) if (f := _fault(part, _part(hint, n), where))), "")
    if is_dataclass(thing) and not isinstance(thing, type):
        hints = hints_of(type(thing))
        for field in fields(thing):
            name = f"{type(thing).__name__}.{field.name}"
            if fault := _fault(getattr(thing, field.name), hints[field.name], name):
                return fault
    return ""


def _fits(thing: object, hint: Any) -> bool:  # noqa: ANN401 - any type hint
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        return any(_fits(thing, part) for part in get_args(hint))
    if origin is Literal:
        return type(thing) is str and thing in get_args(hint)
    if origin is tuple:
        fixed = Ellipsis not in get_args(hint)
        return isinstance(thing, tuple) and (not fixed or len(thing) == len(get_args(hint)))
    if hint in {int, str, bool, type(None)}:
        return type(thing) is hint
    return isinstance(thing, hint) and getattr(words, type(thing).__name__, None) is type(thing)


def _part(hint: Any, number: int) -> Any:  # noqa: ANN401 - any type hint
    """Return the hint of one part of a tuple."""
    if get_origin(hint) is not tuple:  # a union with a tuple in it
        hint = next(part for part in get_args(hint) if get_origin(part) is tuple)
    parts = get_args(hint)
    return parts[0] if Ellipsis in parts else parts[number]
