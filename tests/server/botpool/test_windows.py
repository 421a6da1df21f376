"""In a response window bots think by the clock: no table learns what they hold from when they answer.

Time is simulated, except where a real bot is asked.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from server.botpool.scenes import FIRST, LONG, task
from stablehand import load
from stablehand.core.contract import Kind
from stablehand.server.botpool import jobs
from stablehand.server.botpool.pool import BotPool
from stablehand.server.botpool.tasks import Job, Reply, Task
from stablehand.server.botpool.worker import answer, choose
from support.table_time import simulated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ALONE, SEVERAL = 0.002, 0.13
"""Seconds that a bot thinks over one option and over several."""


class Thinker:
    """A worker in simulated time: each job takes as many seconds as its seed says, in thousandths."""

    def __init__(self) -> None:
        self._hurried = asyncio.Event()

    async def do(self, job: Job, _: float) -> Reply:
        self._hurried.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(job.task.seed / 1000):
                await self._hurried.wait()
        return Reply(FIRST)

    def hurry(self) -> None:
        self._hurried.set()


def in_window(seconds: float, table: str = "a") -> Task:
    """Return a task of one of two `hard` bots in a window at pace 0, which thinks so many seconds."""
    given = task("ismcts:144ms", seconds=0.18, table=table, seed=round(1000 * seconds))
    return structs.replace(given, within=0.4, hold=0.18)


def elsewhere(table: str = "b") -> Task:
    return task("easy", seconds=1, table=table, seed=10)


def with_one_worker(scenario: Callable[[BotPool], Awaitable[None]]) -> None:
    async def scene() -> None:
        pool = BotPool(0)
        pool.size = 1
        worker = asyncio.create_task(pool._work(Thinker()))  # type: ignore[arg-type]
        await scenario(pool)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)

    simulated(scene())


def ended(*tasks: Task, later: float = 0.0) -> list[float]:
    """Return when one worker has answered each of some tasks; the last is asked later than the others."""
    times: list[float] = []

    async def scenario(pool: BotPool) -> None:
        loop = asyncio.get_running_loop()

        async def ask(one: Task) -> float:
            await asyncio.sleep(later if one is tasks[-1] else 0)  # simulated
            assert await pool.choose(one) == FIRST.option
            return round(loop.time(), 4)

        times.extend(await asyncio.gather(*map(ask, tasks)))

    with_one_worker(scenario)
    return times


@pytest.mark.parametrize("later", [0.0, 0.01, 0.1, 0.19, 0.3])
def test_bots_elsewhere_wait_as_long_whatever_bots_hold_in_a_window(later: float) -> None:
    times = [
        ended(in_window(first), in_window(second), elsewhere(), later=later)
        for first in (ALONE, SEVERAL)
        for second in (ALONE, SEVERAL)
    ]
    assert times[0] == times[1] == times[2] == times[3]


def test_two_hard_bots_have_chosen_before_their_window_ends() -> None:
    assert ended(in_window(SEVERAL), in_window(SEVERAL)) == [0.18, 0.36]


def test_one_that_takes_longer_is_answered_at_a_tick_of_the_clock() -> None:
    assert {ended(in_window(seconds))[0] for seconds in (0.181, 0.2, 0.229)} == {0.23}


def test_outside_of_windows_a_worker_is_free_as_soon_as_there_is_a_choice() -> None:
    assert ended(structs.replace(in_window(0.01), hold=0.0), elsewhere()) == [0.01, 0.02]


def test_a_long_window_elsewhere_is_cut_short_alike_whatever_bots_hold() -> None:
    times = {
        tuple(ended(structs.replace(in_window(seconds), seconds=0.8, hold=0.8), elsewhere(), later=0.3))
        for seconds in (ALONE, 0.6)
    }
    assert times == {(0.3 + jobs.LAST_SECONDS, 0.3 + jobs.LAST_SECONDS + 0.01)}


def test_a_worker_ends_soon_what_nobody_waits_for() -> None:
    """The table has been stopped meanwhile."""

    async def scenario(pool: BotPool) -> None:
        loop = asyncio.get_running_loop()
        asked = [asyncio.create_task(pool.choose(in_window(SEVERAL))) for _ in range(4)]
        await asyncio.sleep(0.02)  # simulated
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert await pool.choose(elsewhere("a")) == FIRST.option
        assert loop.time() == pytest.approx(0.02 + jobs.LAST_SECONDS + 0.01)

    with_one_worker(scenario)


def test_a_bots_own_table_is_not_among_those_that_wait_for_it() -> None:
    """The time of a task is its part already, where several bots of a table think at once."""
    queue: jobs.FairQueue[str] = jobs.FairQueue(100, 100)
    for client, table in (("ann", "a"), ("ann", "b"), ("eve", "a"), ("ann", "a")):
        queue.put("job", client, table)
    assert queue.tables_besides("ann", "a") == 2
    assert queue.tables_besides("ann", "c") == 3


def test_a_bot_that_can_only_pass_thinks_as_one_that_can_respond() -> None:
    game = load("unicorns")
    state = game.start(3, 1)
    while (asked := game.pending(state)[0]).kind is not Kind.RESPOND or not asked.is_forced:
        game.answer(state, asked.seat, asked.options[0])
    dealt = game.encode(game.determinise(state, asked.seat, 1))
    given = Task("unicorns", dealt, asked.seat, "ismcts:30", 1, LONG)
    tries = []
    for one in (given, structs.replace(given, hold=0.18)):
        reply = answer(Job(one), choose)
        assert reply.choice is not None, reply.fault
        assert reply.choice.option == asked.options[0]
        tries.append(sum(evaluation.tries for evaluation in reply.choice.evaluations))
    assert tries == [0, 30]
