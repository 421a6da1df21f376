"""What goes into a store and comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What is known of a table without reading its facts. Times are milliseconds since 1970."""

    id: str
    code: str
    """The invite code."""
    game: str
    is_public: bool
    opened_at: int
    touched_at: int
    closed_at: int | None = None


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact to be written: the table's row of that number, counted from 0."""

    table_id: str
    number: int
    body: bytes
    at: int
    """When; it becomes the table's `touched_at`."""


@dataclass(frozen=True, slots=True)
class Open:
    """A new table with its first facts, numbered from 0."""

    record: TableRecord
    facts: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """More facts, of one table or of many; of each table in order."""

    rows: Sequence[FactRow]


@dataclass(frozen=True, slots=True)
class Close:
    """The end of a table: nothing can be appended to it."""

    table_id: str
    at: int


Change: TypeAlias = Open | Append | Close
