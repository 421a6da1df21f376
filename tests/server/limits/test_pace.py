"""Many requests at once: one is begun in each round of the event loop, not too many in a second."""

from __future__ import annotations

import asyncio

from stablehand.server.limits.pace import Pace
from support.socket_players import run


async def round_of_the_loop() -> None:
    await asyncio.sleep(0)


def test_the_first_is_begun_at_once_and_one_more_in_each_round() -> None:
    async def scenario() -> None:
        pace, begun = Pace(1000, 10, lambda: 0.0), list[int]()
        for number in range(4):
            pace.call(lambda number=number: begun.append(number))  # type: ignore[misc]
        after = [len(begun)]
        for _ in range(5):
            await round_of_the_loop()
            after.append(len(begun))
        assert after == [1, 2, 3, 4, 4, 4]
        assert begun == [0, 1, 2, 3]
        pace.call(lambda: begun.append(4))
        assert begun[-1] == 4

    run(scenario)


def test_after_a_burst_the_others_wait_for_their_time_and_nothing_is_lost() -> None:
    async def scenario() -> None:
        now, begun, done = 0.0, list[int](), asyncio.Event()
        pace = Pace(1000, 3, lambda: now)
        for number in range(5):
            pace.call(lambda number=number: begun.append(number))  # type: ignore[misc]
        for _ in range(20):
            await round_of_the_loop()
        assert begun == [0, 1, 2]
        now = 1.0
        pace.call(done.set)
        await done.wait()
        assert begun == [0, 1, 2, 3, 4]

    run(scenario)
