"""The grammar of each language in code: one small module a language, with the functions of `Grammar`.

The nouns and their forms are in `languages/<code>/grammar.toml`, in the shape that the language's module
reads. A module may also have `onset`, which returns the sound that a word begins with: the form of "and" and
"or" before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Grammar(Protocol):
    """The functions of a language's module."""

    def plural(self, n: int) -> str:
        """Return the CLDR plural category of a whole number: one, few, many or other."""
        ...

    def inflected(self, noun: Mapping[str, Any], case: str, number: int | None) -> str:
        """Return a noun in a case, for a number of things; None is a plural without a number."""
        ...

    def indefinite(self, noun: str) -> str:
        """Return a noun phrase with the indefinite article, if the language has one."""
        ...
