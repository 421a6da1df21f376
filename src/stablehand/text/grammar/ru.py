"""Russian: six cases, and numbers that ask for cases of their own.

A noun's table has `one` and `many`, each with its cases. After a number in the nominative or accusative the
noun stands in the genitive: singular after 2, 3, 4, plural after 5 and more; but what is alive stands in the
genitive plural after 2, 3, 4 too if it is an object. It is alive if its plural has one form for both cases.

A kind of card comes without its number, which only the message knows; the message then says it behind the
case: `acc_few` for what follows 2, 3, 4, `acc_pl` for many of unsaid number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

NOMINATIVE: Final = "nom"
FEW: Final = "few"
UNSAID: Final = "pl"


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
    """Return a noun in a case, ruled by its number or by what the case says of it.

    >>> one, many = {"nom": "кот", "gen": "кота", "acc": "кота"}, {"gen": "котов", "acc": "котов"}
    >>> cat = {"one": one, "many": many}
    >>> [inflected(cat, *asked) for asked in (("nom", 2), ("acc", 2), ("acc_few", 1), ("gen_pl", 1))]
    ['кота', 'котов', 'котов', 'котов']
    """
    case, _, said = (case or NOMINATIVE).partition("_")
    amount = said or (UNSAID if number is None else plural(number))
    one, many = noun["one"], noun["many"]
    if amount == "one":
        return str(one[case])
    if amount == UNSAID or case not in {"nom", "acc"}:
        return str(many[case])
    is_alive = many["acc"] == many["gen"]
    return str(one["gen"] if amount == FEW and not (is_alive and case == "acc") else many["gen"])


def indefinite(noun: str) -> str:
    """Return the noun: Russian has no article."""
    return noun
