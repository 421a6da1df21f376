"""Whatever happens to a worker process, its caller goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from server.botpool.scenes import FIRST, LONG, Pipe, is_gone, misbehaving, task
from stablehand.server.botpool.pool import BotPool
from stablehand.server.botpool.worker import PROGRAM
from support.sizes import slow_after
from support.socket_players import run

STARTS = "starts worker processes for every way"


@pytest.mark.slow("waits for a time limit")
@pytest.mark.parametrize("way", slow_after(1, ["ignores_all", "sleeps", "spins"], STARTS))
def test_a_worker_that_exceeds_its_time_is_killed_and_the_next_task_goes_on(way: str, pipe: Pipe) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        async with misbehaving(way) as pool:
            assert await pool.choose(task()) == FIRST.option
            before = loop.time()
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            pid = await pipe.begun()
            deadline = next(iter(pool.slots.workers)).deadline
            due = deadline.when()
            assert due is not None
            assert before <= due - LONG - pool.grace <= loop.time()
            deadline.reschedule(loop.time())
            following = asyncio.create_task(pool.choose(task()))
            assert await choice is None
            await pipe.ended()
            assert await following == FIRST.option
            assert is_gone(pid)
            assert pid not in pool.slots.pids

    run(scenario)


def test_a_worker_that_is_killed_in_the_middle_of_a_job_is_replaced(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps") as pool:
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            os.kill(await pipe.begun(), signal.SIGKILL)
            assert await choice is None
            assert await pool.choose(task()) == FIRST.option
            await pipe.ended()

    run(scenario)


def test_a_worker_that_is_killed_while_idle_costs_at_most_one_choice() -> None:
    async def scenario() -> None:
        async with misbehaving("sleeps") as pool:
            await pool.choose(task())
            os.kill(pool.slots.pids[0], signal.SIGKILL)
            await pool.choose(task())
            assert await pool.choose(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize("way", slow_after(1, ["exits", "raises", "breaks_pipe"], STARTS))
def test_a_job_that_fails_has_no_choice_and_the_next_one_has(way: str) -> None:
    async def scenario() -> None:
        async with misbehaving(way) as pool:
            assert await pool.choose(task("now", seconds=1.0)) is None
            assert await pool.choose(task()) == FIRST.option

    run(scenario)


def test_a_worker_that_reports_a_fault_is_kept() -> None:
    async def scenario() -> None:
        async with misbehaving("raises") as pool:
            await pool.choose(task())
            before = pool.slots.pids
            assert await pool.choose(task("now")) is None
            assert await pool.choose(task()) == FIRST.option
            assert pool.slots.pids == before

    run(scenario)


def test_of_a_fault_only_its_class_is_logged(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with misbehaving("raises") as pool:
            await pool.choose(task("now"))

    run(scenario)
    said = "".join(capfd.readouterr())
    assert "bot_failed" in said
    assert "RuntimeError" in said
    assert "secret word" not in said


@pytest.mark.parametrize(
    "what",
    slow_after(2, ["unoffered", "endless", "nothing", "word", "no number", "odd evaluations"], STARTS),
)
def test_nonsense_is_no_choice(what: str) -> None:
    async def scenario() -> None:
        async with misbehaving("nonsense") as pool:
            assert await pool.choose(task(what)) is None
            assert await pool.choose(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize(
    "garbage",
    slow_after(1, ["00000002" + b"{]".hex(), "7fffffff", "00000000", "00000004" + b"null".hex()], STARTS),
)
def test_bytes_that_are_no_reply_are_no_choice(garbage: str) -> None:
    async def scenario() -> None:
        async with misbehaving("garbles_pipe") as pool:
            assert await pool.choose(task(garbage)) is None
            assert await pool.choose(task()) == FIRST.option

    run(scenario)


def test_what_a_bot_prints_is_neither_a_reply_nor_shown(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with misbehaving("chatters") as pool:
            assert await pool.choose(task("greedy:1")) is not None

    run(scenario)
    assert capfd.readouterr() == ("", "")


def test_a_worker_that_fails_to_import_leaves_no_task_waiting() -> None:
    async def scenario() -> None:
        async with BotPool(1, chooser="no_such_module:choose", patience=0.5) as pool:
            assert await pool.choose(task()) is None

    run(scenario)


def test_the_reason_why_a_worker_fails_to_import_is_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "no_such_module:choose"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no_such_module" in done.stderr


def test_a_process_that_cannot_be_started_leaves_no_task_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def scenario() -> None:
        async with BotPool(1, patience=0.3) as pool:
            assert await pool.choose(task()) is None
            assert pool.slots.pids == []

    run(scenario)
