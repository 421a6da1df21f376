"""Spanish: singular and plural, no cases; every card is a *carta*, so that one article is enough.

A kind of card follows *carta* with *de* (cartas de Unicornio) unless it is an adjective (cartas
Instantáneas). `y` and `o` change before a word that begins with their own sound.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

BESIDE_ONE: Final = "beside"
BESIDE_MANY: Final = "pl"
_I: Final = re.compile(r"\W*h?[iíy](?![aeouáéóú])", re.IGNORECASE)
"""Begins with the sound of an i: Irene, Hilda, Yves; but not hielo, which begins with a consonant's sound."""
_O: Final = re.compile(r"\W*(h?[oó]|8|11(?!\d))", re.IGNORECASE)
"""Begins with the sound of an o: Olga, 8 (ocho), 11 (once)."""


def plural(n: int) -> str:
    """Return one or other; CLDR's category for millions is left out."""
    return "one" if abs(n) == 1 else "other"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return the singular or the plural, or the kind of a card as it stands beside *carta* or *cartas*.

    >>> unicorn = {"one": "Unicornio", "many": "Unicornios"}
    >>> inflected(unicorn, "", 1), inflected(unicorn, "", 2), inflected(unicorn, "pl", 1)
    ('Unicornio', 'Unicornios', 'de Unicornio')
    >>> inflected({"one": "Instantánea", "beside_many": "Instantáneas"}, "pl", 1)
    'Instantáneas'
    """
    if number != 1:
        return str(noun["many"])
    if case not in {BESIDE_ONE, BESIDE_MANY}:
        return str(noun["one"])
    return str(noun.get("beside" if case == BESIDE_ONE else "beside_many", f"de {noun['one']}"))


def indefinite(noun: str) -> str:
    """Return a noun phrase with its article; its head is always the feminine *carta*."""
    return f"una {noun}"


def onset(word: str) -> str:
    """Return the sound that a word begins with, as far as *y* and *o* heed it: i, o or nothing.

    >>> [onset(word) for word in ("Irene", "«Hijo pródigo»", "hielo", "Olga", "8 cartas", "Ana")]
    ['i', 'i', '', 'o', 'o', '']
    """
    return "i" if _I.match(word) else "o" if _O.match(word) else ""
