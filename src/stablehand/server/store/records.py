"""The values that a store takes and returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table without its facts. Times are milliseconds since 1970."""

    id: str
    code: str
    """The invite code."""
    game: str
    is_public: bool
    opened_at: int
    touched_at: int
    closed_at: int | None = None
    owner: str = ""
    """A hash of the address that opened it; "" if that is not known."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact to write: row `number` of its table, counted from 0."""

    table_id: str
    number: int
    body: bytes
    at: int
    """The time; it becomes the table's `touched_at`."""


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a table with its first facts, numbered from 0."""

    record: TableRecord
    facts: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """Appends facts of one or several tables, in order for each."""

    rows: Sequence[FactRow]


@dataclass(frozen=True, slots=True)
class Close:
    """Closes a table: nothing can be appended after it."""

    table_id: str
    at: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table after its first `number` facts, in place of an older one."""

    table_id: str
    number: int
    body: bytes


Change: TypeAlias = Open | Append | Close | Snapshot
