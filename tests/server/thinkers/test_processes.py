"""How processes that think begin and end: nothing is left over."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.thinkers.scenes import LONG, Pipe, is_gone, odd, task
from server_guests import run
from stablehand.server.thinker import OVERTIME

HERE = Path(__file__).parent


def test_closing_leaves_no_process_and_nobody_waiting(pipe: Pipe) -> None:
    async def scenario() -> None:
        thinkers = odd("ignores_all")
        thought = asyncio.create_task(thinkers.think(task(pipe.name)))
        pid = await pipe.begun()
        waiting = asyncio.create_task(thinkers.think(task()))
        await asyncio.wait([waiting], timeout=0.01)
        await thinkers.close()
        assert is_gone(pid)
        assert thinkers.pids == []
        assert [await thought, await waiting, await thinkers.think(task())] == [None, None, None]
        await thinkers.close()
        await pipe.ended()

    run(scenario)


def test_closing_while_processes_are_being_started_leaves_none() -> None:
    async def scenario() -> None:
        thinkers = odd("sleeps")
        thinkers.start()
        for _ in range(5):
            await asyncio.wait(thinkers._keepers, timeout=0)
        pids = thinkers.pids
        await thinkers.close()
        assert all(is_gone(pid) for pid in pids)

    run(scenario)


PARENT = """
import asyncio, sys
from stablehand.server.thinkers import Thinkers
sys.path.insert(0, sys.argv[1])
from server.thinkers.scenes import task
print("main ran", flush=True)
async def main():
    async with Thinkers(1, think="odd_thoughts:" + sys.argv[2], patience=60.0) as thinkers:
        await thinkers.think(task(sys.argv[3]))
asyncio.run(main())
"""


@pytest.fixture
def parent(tmp_path: Path) -> list[str]:
    """A program that has no guard against being imported, as `multiprocessing` would do."""
    path = tmp_path / "parent.py"
    path.write_text(PARENT, "utf-8")
    return [sys.executable, str(path), str(HERE.parent.parent)]


@pytest.mark.parametrize("way", ["sleeps", "spins"])
def test_a_process_ends_with_its_parent_in_the_middle_of_a_thought(
    way: str, parent: list[str], pipe: Pipe
) -> None:
    async def scenario() -> None:
        with subprocess.Popen([*parent, way, pipe.name], stdout=subprocess.DEVNULL) as started:  # noqa: ASYNC220 - it is there to be killed
            await pipe.begun()
            started.kill()
        await pipe.ended()

    run(scenario)


def test_a_process_is_niced_bounded_deaf_to_interrupts_and_runs_nothing_of_its_parent(
    parent: list[str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    environment = {**os.environ, "STABLEHAND_DATABASE": "postgresql://ada:secret@db/games"}
    done = subprocess.run(
        [*parent, "tells", str(told)], stdout=subprocess.PIPE, env=environment, check=True, timeout=LONG
    )
    assert done.stdout == b"main ran\n"
    assert told.read_text("utf-8") == f"{os.nice(0) + 10} True {LONG + OVERTIME} none []"


def test_an_interrupt_does_not_disturb_a_thought(pipe: Pipe) -> None:
    go = Path(pipe.name + ".go")
    os.mkfifo(go)

    async def scenario() -> None:
        async with odd("interrupted") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C does not even reach it
            await asyncio.to_thread(go.write_text, "go")
            assert await thought is not None
            assert thinkers.pids == [pid]
        await pipe.ended()

    run(scenario)
