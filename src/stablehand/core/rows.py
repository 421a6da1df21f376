"""Rows of small numbers, one for each card: lists to whoever reads, checks or interprets the sources.

The build hook makes them rows of machine words (`librt.vecs.vec`) for the compiled engine: a number in a list
is an object, which is made, counted and deleted. A row keeps the length with which it was made. It is read
and written by index and copied by `[:]`, and nothing else is done with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from stablehand.core.build import i64

Row: TypeAlias = "list[i64]"


def row(numbers: list[i64]) -> Row:
    """Return a row of these numbers."""
    return numbers[:]


def row_of(number: i64, length: i64) -> Row:
    """Return a row of so many times the same number."""
    return [number] * length
