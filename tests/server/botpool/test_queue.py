"""In which order and how long tasks wait for a worker."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from server.botpool.scenes import FIRST, LONG, Pipe, misbehaving, task
from stablehand.server.botpool import jobs
from stablehand.server.botpool.pool import BotPool
from stablehand.server.botpool.tasks import PLANNED_SHARE, Job, Reply
from stablehand.table.state.clock import PATIENCE, THINKING
from support.socket_players import run
from support.table_time import simulated

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.server.botpool.tasks import Task


def served(tables: str, **clients: str) -> str:
    """Return in which order one worker serves tables that all ask at once."""
    order: list[str] = []

    async def scenario() -> None:
        async def ask(table: str) -> None:
            assert await pool.choose(task(table=table)) == FIRST.option
            order.append(table)

        async with misbehaving("sleeps") as pool:
            pool.clients.update(clients)
            await asyncio.gather(*(ask(table) for table in tables))

    run(scenario)
    return "".join(order)


def test_tables_take_turns() -> None:
    assert served("aaaaaabcb") == "abcabaaaa"


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
            assert sorted(pids) == pool.slots.pids
        assert [await one for one in choices] == [None, None]
        for one in pipes:
            await one.ended()

    run(scenario)


def test_one_core_is_left_for_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, size in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert BotPool().size == size


# ---- fair to clients, and less thinking before anybody waits


def drained(queue: jobs.FairQueue[str]) -> str:
    async def take_all() -> str:
        return "".join([await queue.take() for _ in range(len(queue))])

    return asyncio.run(take_all())


def test_clients_take_turns_and_so_do_their_tables() -> None:
    queue: jobs.FairQueue[str] = jobs.FairQueue(100, 100)
    for table in "abcde":
        for _ in range(3):
            assert queue.put(table, "eve", table)
    for _ in range(2):
        assert queue.put("z", "ann", "z")
    assert drained(queue) == "azbzcdeabcdeabcde"


def test_tables_of_one_client_wait_for_those_of_another() -> None:
    assert served("abcz", a="eve", b="eve", c="eve", z="ann") == "azbc"


def test_one_client_cannot_fill_the_queue_with_many_tables() -> None:
    queue: jobs.FairQueue[str] = jobs.FairQueue(100, 10)
    assert sum(queue.put("e", "eve", str(number)) for number in range(50)) == 10
    assert queue.put("a", "ann", "a")


def test_a_job_gets_its_part_of_the_time_where_others_wait() -> None:
    async def shared(spec: str, tables: int, waited: float) -> tuple[str, float]:
        pending = jobs.PendingJob(Job(task(spec, seconds=1.7)), "ann", 100.0)
        given = pending.share(100.0 + waited, 1, tables).task
        return given.spec, round(given.seconds, 3)

    async def scenario() -> None:
        assert await shared("hard", 0, 0.0) == ("hard", 1.7)
        assert await shared("hard", 1, 0.0) == ("ismcts:680ms", 0.85)
        assert await shared("hard", 0, 1.2) == ("ismcts:400ms", 0.5)
        assert await shared("hard", 1000, 5.0) == ("ismcts:120ms", jobs.LEAST_SECONDS)
        assert await shared("normal", 1000, 5.0) == ("normal", jobs.LEAST_SECONDS)

    run(scenario)


class Thinker:
    """A worker in simulated time: it thinks as long as it may plan to, and ends early if it is hurried."""

    def __init__(self) -> None:
        self._hurried = asyncio.Event()

    async def do(self, job: Job, _: float) -> Reply:
        self._hurried.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PLANNED_SHARE * job.task.seconds):
                await self._hurried.wait()
        return Reply(FIRST)

    def hurry(self) -> None:
        self._hurried.set()


def hard(table: str) -> Task:
    """Return a task of one of two `hard` bots that think at once."""
    within = THINKING["hard"] / 1000
    return structs.replace(task("hard", seconds=within / 2, table=table), within=within)


@pytest.mark.parametrize(
    "others",
    [{f"e{number}": "eve" for number in range(50)}, {f"e{number}": f"e{number}" for number in range(12)}],
)
def test_bots_are_not_answered_for_however_many_tables_others_have(others: dict[str, str]) -> None:
    """Fifty tables of one visitor, or a dozen visitors with a table each, all with `hard` bots."""

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        pool = BotPool(0)
        pool.size = 1
        pool.clients.update({"a": "ann"} | others)

        async def play(table: str) -> None:
            while True:
                await asyncio.gather(pool.choose(hard(table)), pool.choose(hard(table)))
                await asyncio.sleep(0.01)  # simulated

        running = [loop.create_task(pool._work(Thinker()))]  # type: ignore[arg-type]
        running += [loop.create_task(play(table)) for table in others]
        for _ in range(20):
            await asyncio.sleep(1)  # simulated: Ann looks at her cards
            asked_at = loop.time()
            for choice in await asyncio.gather(pool.choose(hard("a")), pool.choose(hard("a"))):
                assert choice == FIRST.option
            assert 1000 * (loop.time() - asked_at) < PATIENCE, "the table would have answered meanwhile"
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    simulated(scenario())


def test_a_search_is_hurried_when_another_table_waits() -> None:
    async def scenario() -> None:
        async with BotPool(1, patience=LONG, grace=LONG) as pool:
            endless = task("ismcts:900000ms", seconds=1000 * LONG)
            slow = asyncio.create_task(pool.choose(endless))
            while not pool._busy:
                await asyncio.wait([slow], timeout=0.01)
            assert await pool.choose(task("easy", table="b")) is not None
            assert await slow is not None, "it answers with what it has found"

    run(scenario)
