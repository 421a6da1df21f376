"""One bad client hurts nobody (product, promise 7): games go on beside attackers as they do without them.

The server is the real command with its usual limits, in a process of its own; so are the attackers, who come
from one address over several connections, to the table of a game that is going on. How long it takes until an
answer is acknowledged is compared between moments with and without them, one after the other, many times: a
machine that is busy with something else is so in both.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

import server_attackers as bad
from server_guests import Guest, House
from server_process import served
from stablehand.server.office import Office
from stablehand.server.settings import Settings

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator

IS_RELEASE = os.environ.get("STABLEHAND_RELEASE") == "1"
TABLES = 8
PACE = 0.06
"""Seconds between two answers of a player: decent clients keep to the limits."""
ROUNDS, ANSWERS = (7, 600) if IS_RELEASE else (3, 120)
"""How often both are compared, and by how many answers each."""
ALL = "all at once"
MOST = 2.0 if IS_RELEASE else 4.0
"""Times as long may an answer take. Where other tests run beside this one, they share the processors: then
only the best of several comparisons says something, and roughly."""
LONG = 600.0 if IS_RELEASE else 120.0
"""Seconds that no test means to use up."""


class Evening:
    """Games at several tables, and how long answers take."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.code = ""
        self._took: list[float] = []
        self._answered = asyncio.Event()
        self._tables: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def begun(self) -> AsyncIterator[None]:
        """Have people play until the end of the block."""
        begun = [asyncio.Event() for _ in range(TABLES)]
        self._tables = [asyncio.create_task(self._games(one)) for one in begun]
        await asyncio.gather(*(one.wait() for one in begun))
        try:
            yield
        finally:
            for table in self._tables:
                table.cancel()
            await asyncio.wait(self._tables)

    async def p99(self, answers: int) -> float:
        """Play until there are so many answers; return the 99th percentile of how long they took, in ms."""
        self._took.clear()
        while len(self._took) < answers:
            self._answered.clear()
            told = asyncio.create_task(self._answered.wait())
            done, _ = await asyncio.wait([told, *self._tables], return_when=asyncio.FIRST_COMPLETED)
            for table in done - {told}:
                table.result()
        return 1000 * sorted(self._took)[answers * 99 // 100]

    async def _games(self, begun: asyncio.Event) -> None:
        while True:
            ann = await self.house.opened("unicorns", 2, house={"window": 0})
            bob = await self.house.joined(ann.code)
            async with ann.there(), bob.there():
                await bob.say("ready")
                await ann.say("start")
                self.code = self.code or ann.code
                begun.set()
                async with asyncio.TaskGroup() as players:
                    for guest in (ann, bob):
                        players.create_task(self._play(guest))

    async def _play(self, guest: Guest) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        while asked := await guest.asked():
            turn = asyncio.Event()
            due = max(due + PACE, loop.time())
            loop.call_at(due, turn.set)
            await turn.wait()
            began = loop.time()
            reply = await guest.answer(asked)
            assert reply["type"] == "accepted" or reply["reason"] in {"stale", "not_asked"}, reply
            self._took.append(loop.time() - began)
            self._answered.set()
            await guest.moved(asked)


class Attackers:
    """The process of those who attack."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def go(self, ways: tuple[str, ...]) -> None:
        """Begin."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{' '.join(ways)}\n".encode())
        await self._process.stdin.drain()

    async def stop(self) -> str:
        """End, and say how often."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        return (await self._process.stdout.readline()).decode().strip()


@asynccontextmanager
async def attacking(house: House, code: str) -> AsyncIterator[Attackers]:
    """Have attackers at hand."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(bad.__file__)),
        house.url.rpartition(":")[2],
        code,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    yield Attackers(process)
    process.stdin.close()
    assert await process.wait() == 0


@pytest.mark.parametrize("way", [*(bad.ATTACKS if IS_RELEASE else ()), ALL])
def test_games_go_on_beside_bad_clients_as_without_them(
    way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ways = tuple(bad.ATTACKS) if way == ALL else (way,)

    async def scenario(url: str) -> list[tuple[float, float]]:
        evening, pairs = Evening(House(url, Office(Settings(), 0))), []
        async with (
            asyncio.timeout(LONG),
            evening.begun(),
            attacking(evening.house, evening.code) as attackers,
        ):
            for _ in range(1 + ROUNDS):
                alone = await evening.p99(ANSWERS)
                await attackers.go(ways)
                pairs.append((alone, await evening.p99(ANSWERS)))
                assert await attackers.stop()
        return pairs[1:]  # in the first round, all connections that one may have come at once

    with served(tmp_path, "--limit", "tables_per_client_per_hour=10000") as url:
        pairs = asyncio.run(scenario(url))
    alone, beside = (median(side) for side in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\np99 of an answer: {alone:.1f} ms alone, {beside:.1f} ms beside {way}")  # noqa: T201 - a figure
    ratios = [beside / alone for alone, beside in pairs]
    assert (median(ratios) if IS_RELEASE else min(ratios)) < MOST, pairs
