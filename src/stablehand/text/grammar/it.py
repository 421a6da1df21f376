"""Italian: two numbers, no cases; every card is a *carta*, so that one article serves them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def plural(n: int) -> str:
    """Return one or other; the category of millions is never needed at a table."""
    return "one" if abs(n) == 1 else "other"


def inflected(noun: Mapping[str, Any], _case: str, number: int | None) -> str:
    """Return the singular or the plural."""
    return str(noun["one" if number == 1 else "many"])


def indefinite(noun: str) -> str:
    """Put the article before a noun phrase, whose head is always feminine: una carta."""
    return f"una {noun}"
