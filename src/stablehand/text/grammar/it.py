"""Italian: singular and plural, no cases; every card is a *carta*, so that one article is enough.

A kind of card follows *carta* unchanged (carte Unicorno) unless it is an adjective (carte Istantanee). A
message about several cards asks for the form `pl`, which only adjectives have. The form `a` is one with its
article. `e` changes before a word that begins with its own sound.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

BESIDE_MANY: Final = "pl"
ONE: Final = "a"
_E: Final = re.compile(r"\W*[eèé]", re.IGNORECASE)


def plural(n: int) -> str:
    """Return one or other; CLDR's category for millions is left out."""
    return "one" if abs(n) == 1 else "other"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return the singular or the plural; an adjective beside a plural agrees with it.

    >>> instant = {"one": "Istantanea", "many": "Istantanee", "beside_many": "Istantanee"}
    >>> inflected(instant, "", 1), inflected(instant, "pl", 1)
    ('Istantanea', 'Istantanee')
    >>> inflected({"one": "Unicorno", "many": "Unicorni"}, "pl", 1)
    'Unicorno'
    >>> inflected({"one": "Unicorno", "many": "Unicorni", "a": "un Unicorno"}, "a", 1)
    'un Unicorno'
    """
    if number != 1:
        return str(noun["many"])
    special = {BESIDE_MANY: "beside_many", ONE: "a"}.get(case, "one")
    return str(noun.get(special, noun["one"]))


def indefinite(noun: str) -> str:
    """Return a noun phrase with its article; its head is always the feminine *carta*."""
    return f"una {noun}"


def onset(word: str) -> str:
    """Return the sound that a word begins with, as far as *e* heeds it: e or nothing.

    >>> [onset(word) for word in ("Elena", "«Eunicorno»", "Anna", "8 carte")]
    ['e', 'e', '', '']
    """
    return "e" if _E.match(word) else ""
