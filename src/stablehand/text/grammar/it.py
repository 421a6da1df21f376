"""Italian: two numbers, no cases; every card is a *carta*, so that one article serves them all.

A kind stands beside its *carta* unchanged (carte Unicorno) unless it is an adjective (carte Istantanee): a
message that speaks of several cards asks for the form `pl`, and only an adjective has something to say to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

BESIDE_MANY: Final = "pl"


def plural(n: int) -> str:
    """Return one or other; the category of millions is never needed at a table."""
    return "one" if abs(n) == 1 else "other"


def inflected(noun: Mapping[str, Any], case: str, number: int | None) -> str:
    """Return the singular or the plural; a singular that stands beside a plural may agree with it.

    >>> instant = {"one": "Istantanea", "many": "Istantanee", "beside_many": "Istantanee"}
    >>> inflected(instant, "", 1), inflected(instant, "pl", 1)
    ('Istantanea', 'Istantanee')
    >>> inflected({"one": "Unicorno", "many": "Unicorni"}, "pl", 1)
    'Unicorno'
    """
    if number != 1:
        return str(noun["many"])
    return str(noun.get("beside_many", noun["one"]) if case == BESIDE_MANY else noun["one"])


def indefinite(noun: str) -> str:
    """Put the article before a noun phrase, whose head is always feminine: una carta."""
    return f"una {noun}"
