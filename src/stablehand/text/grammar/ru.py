"""Russian: six cases, and numbers that require a case.

A noun's table has `one` and `many`, each with its cases. After a number in the nominative or accusative the
noun is in the genitive: singular after 2, 3, 4, plural after 5 and more. An animate noun in the accusative is
in the genitive plural after 2, 3, 4 too. It is animate if its plural has the same form for both cases.

A kind of card is asked for without its number, which only the message knows. The message appends it to the
case: `acc_few` after 2, 3, 4, `acc_pl` for a plural without a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

NOMINATIVE: Final = "nom"
FEW: Final = "few"
UNCOUNTED: Final = "pl"
AS_CARDS: Final = {"card": "nom", "cards": "gen_pl"}
"""Forms that tell a kind of card from what it counts as ("карта единорога"); a noun alone has its case."""


def plural(n: int) -> str:
    """Return one (1, 21), few (2 to 4, 22 to 24) or many.

    >>> [plural(n) for n in (1, 2, 5, 11, 12, 21, 24)]
    ['one', 'few', 'many', 'many', 'many', 'one', 'few']
    """
    tens, last = abs(n) % 100, abs(n) % 10
    if last == 1 and tens != 11:
        return "one"
    return FEW if last in {2, 3, 4} and tens not in {12, 13, 14} else "many"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return a noun in the case that its number, or the suffix of the case, requires.

    >>> one, many = {"nom": "кот", "gen": "кота", "acc": "кота"}, {"gen": "котов", "acc": "котов"}
    >>> cat = {"one": one, "many": many}
    >>> [inflected(cat, *asked) for asked in (("nom", 2), ("acc", 2), ("acc_few", 1), ("gen_pl", 1))]
    ['кота', 'котов', 'котов', 'котов']
    """
    case, _, suffix = AS_CARDS.get(case, case or NOMINATIVE).partition("_")
    amount = suffix or (UNCOUNTED if number is None else plural(number))
    one, many = noun["one"], noun["many"]
    if amount == "one":
        return str(one[case])
    if amount == UNCOUNTED or case not in {"nom", "acc"}:
        return str(many[case])
    is_animate = many["acc"] == many["gen"]
    return str(one["gen"] if amount == FEW and not (is_animate and case == "acc") else many["gen"])


def indefinite(noun: str) -> str:
    """Return the noun: Russian has no article."""
    return noun
