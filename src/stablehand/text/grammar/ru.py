"""Russian: six cases, and numbers that ask for cases of their own.

A noun's table has `one` and `many`, each with its cases. After a number in the nominative or accusative the
noun stands in the genitive: singular after 2, 3, 4, plural after 5 and more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NOMINATIVE = "nom"


def plural(n: int) -> str:
    """Return one (1, 21), few (2 to 4, 22 to 24) or many.

    >>> [plural(n) for n in (1, 2, 5, 11, 12, 21, 24)]
    ['one', 'few', 'many', 'many', 'many', 'one', 'few']
    """
    tens, last = abs(n) % 100, abs(n) % 10
    if last == 1 and tens != 11:
        return "one"
    return "few" if last in {2, 3, 4} and tens not in {12, 13, 14} else "many"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return a noun in a case, ruled by its number."""
    case = case or NOMINATIVE
    if number is None:
        return str(noun["many"][case])
    category = plural(number)
    if category == "one":
        return str(noun["one"][case])
    if case in {"nom", "acc"}:
        return str(noun["one" if category == "few" else "many"]["gen"])
    return str(noun["many"][case])


def indefinite(noun: str) -> str:
    """Return the noun: Russian has no article."""
    return noun
