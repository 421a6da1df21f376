"""In which order and how long tasks wait for a worker."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

from server.botpool.scenes import FIRST, LONG, Pipe, misbehaving, task
from stablehand.server.botpool import jobs
from stablehand.server.botpool.pool import BotPool
from support.socket_players import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_tables_take_turns() -> None:
    async def scenario() -> None:
        order: list[str] = []

        async def ask(table: str) -> None:
            assert await pool.choose(task(table=table)) == FIRST.option
            order.append(table)

        async with misbehaving("sleeps") as pool:
            await asyncio.gather(*(ask(table) for table in "aaaaaabcb"))
        assert "".join(order) == "abcabaaaa"

    run(scenario)


def test_a_task_that_finds_the_queue_full_has_no_choice_at_once(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps", waiting=2) as pool:
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            await pipe.begun()
            waiting = [asyncio.create_task(pool.choose(task(table=table))) for table in "bc"]
            while pool.waiting < 2:
                await asyncio.wait(waiting, timeout=0)
            assert await pool.choose(task(table="d")) is None
            assert pool.waiting == 2
            assert not any(one.done() for one in [choice, *waiting])
        await pipe.ended()

    run(scenario)


def test_one_table_cannot_fill_the_queue(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps") as pool:
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            pid = await pipe.begun()
            many = [asyncio.create_task(pool.choose(task())) for _ in range(20)]
            other = asyncio.create_task(pool.choose(task(table="b")))
            os.kill(pid, signal.SIGKILL)
            assert [await one for one in many].count(None) == 20 - jobs.MOST_OF_TABLE
            assert await other == FIRST.option
            assert await choice is None
        await pipe.ended()

    run(scenario)


def test_a_task_that_has_waited_too_long_has_no_choice(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps", patience=0.2) as pool:
            pool.patience = LONG
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            await pipe.begun()
            pool.patience = 0.2
            assert await pool.choose(task()) is None
            assert not choice.done()
            assert pool.waiting == 0
        await pipe.ended()

    run(scenario)


def test_a_cancelled_task_takes_no_room_in_the_queue(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps", waiting=1) as pool:
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            pid = await pipe.begun()
            for _ in range(3):
                gone = asyncio.create_task(pool.choose(task()))
                await asyncio.wait([gone], timeout=0.01)
                assert pool.waiting == 1
                gone.cancel()
                await asyncio.wait([gone])
            choice.cancel()  # in the middle of the job: its reply is ignored
            os.kill(pid, signal.SIGKILL)
            assert await pool.choose(task()) == FIRST.option
        await pipe.ended()

    run(scenario)


def test_as_many_jobs_run_at_once_as_there_are_processes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    pipes = [Pipe(folder) for folder in folders]

    async def scenario() -> None:
        async with BotPool(2, chooser="misbehaving:sleeps", patience=LONG) as pool:
            choices = [asyncio.create_task(pool.choose(task(one.name))) for one in pipes]
            pids = [await one.begun() for one in pipes]
            assert sorted(pids) == pool.pids
        assert [await one for one in choices] == [None, None]
        for one in pipes:
            await one.ended()

    run(scenario)


def test_one_core_is_left_for_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, size in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert BotPool().size == size
