"""Who waits for a process to think, how long, and in which order."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

from server.thinkers.scenes import FIRST, LONG, Pipe, odd, task
from server_guests import run
from stablehand.server import thinkers as module
from stablehand.server.thinkers import Thinkers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_tables_take_turns() -> None:
    async def scenario() -> None:
        order: list[str] = []

        async def ask(table: str) -> None:
            assert await thinkers.think(task(table=table)) == FIRST.option
            order.append(table)

        async with odd("sleeps") as thinkers:
            await asyncio.gather(*(ask(table) for table in "aaaaaabcb"))
        assert "".join(order) == "abcabaaaa"

    run(scenario)


def test_who_finds_the_queue_full_is_told_at_once(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", waiting=2) as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            await pipe.begun()
            waiting = [asyncio.create_task(thinkers.think(task(table=table))) for table in "bc"]
            while thinkers.waiting < 2:
                await asyncio.wait(waiting, timeout=0)
            assert await thinkers.think(task(table="d")) is None
            assert thinkers.waiting == 2
            assert not any(one.done() for one in [thought, *waiting])
        await pipe.ended()

    run(scenario)


def test_one_table_cannot_fill_the_queue(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            many = [asyncio.create_task(thinkers.think(task())) for _ in range(20)]
            other = asyncio.create_task(thinkers.think(task(table="b")))
            os.kill(pid, signal.SIGKILL)
            assert [await one for one in many].count(None) == 20 - module.WAITING_OF_TABLE
            assert await other == FIRST.option
            assert await thought is None
        await pipe.ended()

    run(scenario)


def test_who_has_waited_long_enough_goes_without(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", patience=0.2) as thinkers:
            thinkers.patience = LONG
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            await pipe.begun()
            thinkers.patience = 0.2
            assert await thinkers.think(task()) is None
            assert not thought.done()
            assert thinkers.waiting == 0
        await pipe.ended()

    run(scenario)


def test_who_no_longer_wants_to_know_does_not_take_up_room(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", waiting=1) as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            for _ in range(3):
                gone = asyncio.create_task(thinkers.think(task()))
                await asyncio.wait([gone], timeout=0.01)
                assert thinkers.waiting == 1
                gone.cancel()
                await asyncio.wait([gone])
            thought.cancel()  # in the middle: what comes of it is nobody's business
            os.kill(pid, signal.SIGKILL)
            assert await thinkers.think(task()) == FIRST.option
        await pipe.ended()

    run(scenario)


def test_as_many_think_at_once_as_there_are_processes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    pipes = [Pipe(folder) for folder in folders]

    async def scenario() -> None:
        async with Thinkers(2, think="odd_thoughts:sleeps", patience=LONG) as thinkers:
            thoughts = [asyncio.create_task(thinkers.think(task(one.name))) for one in pipes]
            pids = [await one.begun() for one in pipes]
            assert sorted(pids) == thinkers.pids
        assert [await one for one in thoughts] == [None, None]
        for one in pipes:
            await one.ended()

    run(scenario)


def test_a_core_is_left_for_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, number in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert Thinkers().number == number
