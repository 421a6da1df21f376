"""Polish: seven cases, and numbers that ask for cases of their own.

A noun's table has `one` and `many`, each with its cases. After 2, 3, 4 a noun that names no man stands in the
nominative plural, after 5 and more in the genitive plural.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NOMINATIVE = "nom"


def plural(n: int) -> str:
    """Return one (1 only), few (2 to 4, 22 to 24) or many.

    >>> [plural(n) for n in (1, 2, 5, 11, 12, 21, 24)]
    ['one', 'few', 'many', 'many', 'many', 'many', 'few']
    """
    if abs(n) == 1:
        return "one"
    tens, last = abs(n) % 100, abs(n) % 10
    return "few" if last in {2, 3, 4} and tens not in {12, 13, 14} else "many"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return a noun in a case, ruled by its number."""
    case = case or NOMINATIVE
    if number == 1:
        return str(noun["one"][case])
    if number is None or case not in {"nom", "acc"}:
        return str(noun["many"][case])
    return str(noun["many"][case if plural(number) == "few" else "gen"])


def indefinite(noun: str) -> str:
    """Return the noun: Polish has no article."""
    return noun
