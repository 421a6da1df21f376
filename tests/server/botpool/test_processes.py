"""How worker processes start and end: none is left over."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from server.botpool.scenes import LONG, Pipe, is_gone, misbehaving, task
from support.socket_players import run

HERE = Path(__file__).parent


def test_closing_the_pool_ends_all_processes_and_finishes_all_tasks(pipe: Pipe) -> None:
    async def scenario() -> None:
        pool = misbehaving("ignores_all")
        choice = asyncio.create_task(pool.choose(task(pipe.name)))
        pid = await pipe.begun()
        waiting = asyncio.create_task(pool.choose(task()))
        await asyncio.wait([waiting], timeout=0.01)
        await pool.close()
        assert is_gone(pid)
        assert pool.slots.pids == []
        assert [await choice, await waiting, await pool.choose(task())] == [None, None, None]
        await pool.close()
        await pipe.ended()

    run(scenario)


def test_closing_while_processes_are_being_started_leaves_none() -> None:
    async def scenario() -> None:
        pool = misbehaving("sleeps")
        pool.slots.open()
        for _ in range(5):
            await asyncio.wait(pool.slots.tasks, timeout=0)
        pids = pool.slots.pids
        await pool.close()
        assert all(is_gone(pid) for pid in pids)

    run(scenario)


def test_closing_while_a_process_is_being_replaced_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[Process] = []
    communicate = Process.communicate

    async def scenario() -> None:
        being_killed = asyncio.Event()

        async def hold_the_first(process: Process, _: bytes | None = None) -> tuple[bytes, bytes]:
            if not held:
                held.append(process)
                being_killed.set()
                await asyncio.Event().wait()
            return await communicate(process)

        monkeypatch.setattr(Process, "communicate", hold_the_first)
        async with misbehaving("exits") as pool:
            choice = asyncio.create_task(pool.choose(task("now")))
            await being_killed.wait()
        assert await choice is None
        assert held[0].returncode is not None
        assert pool.slots.pids == []

    run(scenario)


PARENT = """
import asyncio, sys
from stablehand.server.botpool.pool import BotPool
sys.path.insert(0, sys.argv[1])
from server.botpool.scenes import task
print("main ran", flush=True)
async def main():
    async with BotPool(1, chooser="misbehaving:" + sys.argv[2], patience=60.0) as pool:
        await pool.choose(task(sys.argv[3]))
asyncio.run(main())
"""


@pytest.fixture
def parent(tmp_path: Path) -> list[str]:
    """A program without `if __name__ == "__main__"`, which `multiprocessing` would run again."""
    path = tmp_path / "parent.py"
    path.write_text(PARENT, "utf-8")
    return [sys.executable, str(path), str(HERE.parent.parent)]


@pytest.mark.parametrize("way", ["sleeps", "spins"])
def test_a_process_ends_with_its_parent_even_in_the_middle_of_a_job(
    way: str, parent: list[str], pipe: Pipe
) -> None:
    async def scenario() -> None:
        with subprocess.Popen([*parent, way, pipe.name], stdout=subprocess.DEVNULL) as started:  # noqa: ASYNC220 - to be killed
            await pipe.begun()
            started.kill()
        await pipe.ended()

    run(scenario)


def test_a_process_is_niced_limited_ignores_interrupts_and_runs_nothing_of_its_parent(
    parent: list[str], tmp_path: Path
) -> None:
    report = tmp_path / "report"
    environment = {**os.environ, "STABLEHAND_DATABASE": "postgresql://ada:secret@db/games"}
    done = subprocess.run(
        [*parent, "reports", str(report)], stdout=subprocess.PIPE, env=environment, check=True, timeout=LONG
    )
    assert done.stdout == b"main ran\n"
    assert report.read_text("utf-8") == f"{os.nice(0) + 10} True True none []"


def test_an_interrupt_does_not_disturb_a_job(pipe: Pipe) -> None:
    go = Path(pipe.name + ".go")
    os.mkfifo(go)

    async def scenario() -> None:
        async with misbehaving("interrupted") as pool:
            choice = asyncio.create_task(pool.choose(task(pipe.name)))
            pid = await pipe.begun()
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C does not even reach it
            await asyncio.to_thread(go.write_text, "go")
            assert await choice is not None
            assert pool.slots.pids == [pid]
        await pipe.ended()

    run(scenario)
