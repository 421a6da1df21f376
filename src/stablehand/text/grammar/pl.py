"""Polish: seven cases, and numbers that require a case.

A noun's table has `one` and `many`, each with its cases. After 2, 3, 4 a noun that is not masculine personal
is in the nominative plural, after 5 and more in the genitive plural. A case that ends in `_pl` is a plural
even if the noun was asked for without its number: for the kind in "all cards of Unicorns" only the message
knows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NOMINATIVE = "nom"
PLURAL = "_pl"
KIND = "of"
"""The kind of a card, after the word "card": the genitive, unless the noun says otherwise."""


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
    """Return a noun in the case that its number requires.

    >>> unicorn = {"one": {"acc": "jednorożca"}, "many": {"gen": "jednorożców", "acc": "jednorożce"}}
    >>> [inflected(unicorn, "acc", number) for number in (1, 2, 5, None)]
    ['jednorożca', 'jednorożce', 'jednorożców', 'jednorożce']
    >>> inflected(unicorn, "of_pl", 1)
    'jednorożców'
    """
    if case.endswith(PLURAL):
        case, number = case.removesuffix(PLURAL), None if number == 1 else number
    forms = noun["one" if number == 1 else "many"]
    if case == KIND and KIND not in forms:
        case = "gen"
    if number and case in {"nom", "acc"} and plural(number) == "many":
        case = "gen"
    return str(forms[case or NOMINATIVE])


def indefinite(noun: str) -> str:
    """Return the noun: Polish has no article."""
    return noun
