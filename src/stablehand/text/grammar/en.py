"""English: singular and plural, no cases, and an article that depends on the next sound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def plural(n: int) -> str:
    """Return one or other."""
    return "one" if abs(n) == 1 else "other"


def inflected(noun: Mapping[str, Any], _case: str, number: int | None) -> str:
    """Return the singular or the plural."""
    return str(noun["one" if number == 1 else "many"])


def indefinite(noun: str) -> str:
    """Return a noun with its article: an Instant card, but a Unicorn card.

    >>> indefinite("Upgrade card"), indefinite("Unicorn card")
    ('an Upgrade card', 'a Unicorn card')
    """
    is_vowel = noun[0].lower() in "aeio" or noun.startswith(("Up", "up"))
    return f"an {noun}" if is_vowel else f"a {noun}"
