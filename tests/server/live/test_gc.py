"""Garbage collection: live objects are frozen, young garbage is collected, an idle server collects all."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from stablehand.server.live.gc import BUSY_SECONDS, IDLE_SECONDS, GarbageCollector

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ring:
    """A reference cycle, which only the garbage collector can free."""

    def __init__(self) -> None:
        self.me = self


class FakeServer:
    """A clock and whether the server is idle, for a collector."""

    def __init__(self) -> None:
        self.now, self.is_idle = 0.0, False
        self.collector = GarbageCollector(lambda: self.is_idle, lambda: self.now)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """Yield a fake server; unfreeze all objects afterwards."""
    yield FakeServer()
    gc.unfreeze()


def test_live_objects_are_frozen(server: FakeServer) -> None:
    kept = [[number] for number in range(1000)]
    before = gc.get_freeze_count()
    server.collector.collect()
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(thing is kept for thing in gc.get_objects())


def test_young_garbage_is_collected_on_a_busy_server(server: FakeServer) -> None:
    ring = weakref.ref(Ring())
    server.collector.collect()
    assert ring() is None


@pytest.mark.parametrize(
    ("is_idle", "later", "is_gone"),
    [
        (True, IDLE_SECONDS, True),
        (True, IDLE_SECONDS - 1, False),
        (False, IDLE_SECONDS, False),
        (False, BUSY_SECONDS, True),
    ],
)
def test_frozen_garbage_is_collected_when_idle_or_after_hours(
    server: FakeServer, *, is_idle: bool, later: float, is_gone: bool
) -> None:
    held = Ring()
    ring = weakref.ref(held)
    server.collector.collect()
    del held
    server.now, server.is_idle = later, is_idle
    server.collector.collect()
    assert (ring() is None) is is_gone


def test_nothing_stays_frozen_after_cancellation(server: FakeServer) -> None:
    async def run() -> int:
        task = asyncio.create_task(server.collector.run())
        await asyncio.sleep(0)
        frozen = gc.get_freeze_count()
        task.cancel()
        await asyncio.wait([task])
        return frozen

    assert asyncio.run(run()) > 0
    assert gc.get_freeze_count() == 0
