"""Tables and rows to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.server.store import FactRow, TableRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

BODIES = [b'{"type":"opened"}', b"", bytes(range(256)), "ё".encode()]


def a_table(name: str = "one", at: int = 1000) -> TableRecord:
    return TableRecord(name, f"CODE-{name}", "fairytale", is_public=False, opened_at=at, touched_at=at)


def rows(name: str, first: int, bodies: Sequence[bytes], at: int = 2000) -> list[FactRow]:
    return [FactRow(name, first + n, body, at) for n, body in enumerate(bodies)]
