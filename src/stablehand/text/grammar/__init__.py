"""What a language does to its words: one small module each.

A noun stands in `languages/<code>/grammar.toml` with its forms, as the module of that language reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Grammar(Protocol):
    """What each module here offers."""

    def plural(self, n: int) -> str:
        """Return CLDR's category of a whole number: one, few, many, other."""
        ...

    def inflected(self, noun: Mapping[str, Any], case: str, number: int | None) -> str:
        """Return a noun in a case, for one, for so many, or for many of unsaid number."""
        ...

    def indefinite(self, noun: str) -> str:
        """Return a noun, with what comes before it, as "one such thing"."""
        ...
