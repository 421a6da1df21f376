"""Whatever becomes of a process that thinks, whoever asked goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from server.thinkers.scenes import FIRST, LONG, Pipe, is_gone, odd, task
from server_guests import run
from stablehand.server.thinker import PROGRAM
from stablehand.server.thinkers import Thinkers


@pytest.mark.parametrize("way", ["sleeps", "spins", "ignores_all"])
def test_one_that_thinks_for_ever_is_killed_and_the_next_task_goes_on(way: str, pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd(way) as thinkers:
            assert await thinkers.think(task()) == FIRST.option
            thought = asyncio.create_task(thinkers.think(task(pipe.name, seconds=1.5)))
            pid = await pipe.begun()
            following = asyncio.create_task(thinkers.think(task()))
            assert await thought is None
            await pipe.ended()
            assert await following == FIRST.option
            assert is_gone(pid)
            assert pid not in thinkers.pids

    run(scenario)


def test_one_that_is_killed_in_the_middle_is_replaced(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            os.kill(await pipe.begun(), signal.SIGKILL)
            assert await thought is None
            assert await thinkers.think(task()) == FIRST.option
            await pipe.ended()

    run(scenario)


def test_one_that_is_killed_while_idle_costs_no_more_than_one_answer() -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            await thinkers.think(task())
            os.kill(thinkers.pids[0], signal.SIGKILL)
            await thinkers.think(task())
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize("way", ["raises", "exits", "breaks_pipe"])
def test_one_that_fails_has_no_answer_and_the_next_has(way: str) -> None:
    async def scenario() -> None:
        async with odd(way) as thinkers:
            assert await thinkers.think(task("now", seconds=1.0)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


def test_one_that_says_what_went_wrong_is_kept() -> None:
    async def scenario() -> None:
        async with odd("raises") as thinkers:
            await thinkers.think(task())
            before = thinkers.pids
            assert await thinkers.think(task("now")) is None
            assert await thinkers.think(task()) == FIRST.option
            assert thinkers.pids == before

    run(scenario)


def test_of_a_fault_only_its_kind_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with odd("raises") as thinkers:
            await thinkers.think(task("now"))

    run(scenario)
    said = "".join(capfd.readouterr())
    assert "thought_failed" in said
    assert "RuntimeError" in said
    assert "secret word" not in said


@pytest.mark.parametrize("what", ["nothing", "word", "unoffered", "no number", "odd opinions", "endless"])
def test_nonsense_is_no_answer(what: str) -> None:
    async def scenario() -> None:
        async with odd("nonsense") as thinkers:
            assert await thinkers.think(task(what)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize(
    "garbage", ["7fffffff", "00000002" + b"{]".hex(), "00000000", "00000004" + b"null".hex()]
)
def test_what_is_no_message_is_no_answer(garbage: str) -> None:
    async def scenario() -> None:
        async with odd("garbles_pipe") as thinkers:
            assert await thinkers.think(task(garbage)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


def test_what_a_bot_prints_is_neither_a_reply_nor_shown(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with odd("chatters") as thinkers:
            assert await thinkers.think(task("greedy:1")) is not None

    run(scenario)
    assert capfd.readouterr() == ("", "")


def test_a_process_that_cannot_start_leaves_nobody_waiting() -> None:
    async def scenario() -> None:
        async with Thinkers(1, think="no_such_module:think", patience=0.5) as thinkers:
            assert await thinkers.think(task()) is None

    run(scenario)


def test_why_a_process_cannot_start_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "no_such_module:think"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no_such_module" in done.stderr


def test_a_machine_that_has_no_room_for_a_process_leaves_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def scenario() -> None:
        async with Thinkers(1, patience=0.3) as thinkers:
            assert await thinkers.think(task()) is None
            assert thinkers.pids == []

    run(scenario)
