"""A stored table that needs older rules is refused by name, and does not keep a server from starting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from stablehand.server.live.registry import TableRegistry
from stablehand.server.store.records import TableRecord
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.refusal import Refusal
from support.table_setup import BEGAN, aged, begun

if TYPE_CHECKING:
    from stablehand.server.store import Store
    from stablehand.server.store.writer import Writer


class Shelf:
    """A store that holds one public table, in which an answer is not legal any more."""

    def __init__(self) -> None:
        harness = begun(2, game="unicorns", house=p.House(public=True))
        harness.play_on(answers=30)
        aged(harness, 2, spoil=20)
        self.bodies = harness.stored
        self.record = TableRecord("t1", "bcdfghjk", "unicorns", True, BEGAN, BEGAN)

    def open_tables(self) -> list[TableRecord]:
        return [self.record]

    def find(self, code: str) -> TableRecord | None:
        return self.record if code == self.record.code else None

    def facts(self, _: str) -> list[bytes]:
        return self.bodies


async def started() -> int:
    """Start a registry with such a store, check that the table is refused; return how many tables it has."""
    registry = TableRegistry(cast("Store", Shelf()), cast("Writer", None), None, Permissions(adult="on"))
    await registry.start()
    with pytest.raises(Refusal) as refusal:
        await registry.actor("bcdfghjk")
    assert (refusal.value.reason, refusal.value.words) == ("old_rules", {"number": 2})
    count = registry.tables
    await registry.close()
    return count


def test_a_server_starts_beside_a_table_of_older_rules() -> None:
    assert asyncio.run(started()) == 0
