"""Games at several tables of a real server, and a process of attackers beside them.

The attackers come from one address over several connections, to the table of a game in progress.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import support.attackers as bad

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Callable, Sequence

    from support.probed_server import Notes
    from support.socket_players import RunningServer, SocketPlayer

PACE = 0.06
"""Seconds between two answers of a player: decent clients keep to the limits."""
IN_TIME = frozenset({"stale", "not_asked"})
"""Reasons to refuse an answer that came while the other player's answer was processed."""

HELD_UP = 0.001
"""Seconds that the server may work while a command is being sent; else the client itself was held up."""
FAR = 1_000_000
"""So far from each other are the numbers of the commands of two players."""


class Games:
    """Games of two players at several tables, one after the other, and the time that each answer took."""

    def __init__(
        self,
        server: RunningServer,
        tables: int,
        clock: Callable[[], float] = time.monotonic,
        notes: Notes | None = None,
    ) -> None:
        self.server = server
        self._clock = clock
        self._notes = notes
        """When replies have left the server by its own clock; without them, when they are received counts."""
        self._players = count(1)
        self.code = ""
        """The invite code of the first table."""
        self._number = tables
        self._times: list[float] = []
        self._answered = asyncio.Event()
        self._tables: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play until the end of the block."""
        begun = [asyncio.Event() for _ in range(self._number)]
        self._tables = [asyncio.create_task(self._play_games(one)) for one in begun]
        await asyncio.gather(*(one.wait() for one in begun))
        try:
            yield
        finally:
            for table in self._tables:
                table.cancel()
            await asyncio.wait(self._tables)

    async def times(self, answers: int) -> list[float]:
        """Wait for this many more answers; return the seconds of each. Raise the error of a failed player."""
        self._times.clear()
        while len(self._times) < answers:
            self._answered.clear()
            answered = asyncio.create_task(self._answered.wait())
            done, _ = await asyncio.wait([answered, *self._tables], return_when=asyncio.FIRST_COMPLETED)
            for table in done - {answered}:
                table.result()
        return self._times[:answers]

    async def _play_games(self, begun: asyncio.Event) -> None:
        while True:
            ann = await self.server.opened("unicorns", 2, house={"window": 0})
            bob = await self.server.joined(ann.code)
            async with ann.connected(), bob.connected():
                await bob.send("ready")
                await ann.send("start")
                self.code = self.code or ann.code
                begun.set()
                async with asyncio.TaskGroup() as players:
                    for player in (ann, bob):
                        players.create_task(self._play(player))

    async def _play(self, player: SocketPlayer) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        player.commands = FAR * next(self._players)
        sent: list[float] = []
        player.when_sent = lambda: sent.append(self._clock())
        while asked := await player.asked():
            turn = asyncio.Event()
            due = max(due + PACE, loop.time())
            loop.call_at(due, turn.set)
            await turn.wait()
            began = self._clock()
            reply = await player.answer(asked)
            assert reply["type"] == "accepted" or reply["reason"] in IN_TIME, reply
            ended = self._notes.time_of(reply["id"]) if self._notes else self._clock()
            if self._notes is None or sent[-1] - began < HELD_UP:
                self._times.append(ended - began)
            self._answered.set()
            await player.moved(asked)


class Attackers:
    """A process that attacks in several ways."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def go(self, ways: Sequence[str], addresses: int = 1, each: int = 0) -> None:
        """Begin to attack in these ways, from so many addresses with so many connections for each way."""
        assert self._process.stdin is not None
        order = asdict(bad.Order(tuple(ways), addresses, each))
        self._process.stdin.write(f"{json.dumps(order)}\n".encode())
        await self._process.stdin.drain()

    async def stop(self) -> bad.Report:
        """Stop; return what came of it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        said = json.loads(await self._process.stdout.readline())
        heard = {name: Counter(counts) for name, counts in said["heard"].items()}
        return bad.Report(Counter(said["begun"]), heard)


@asynccontextmanager
async def attacking(server: RunningServer, code: str) -> AsyncIterator[Attackers]:
    """Start a process of attackers on a table, which waits for `go`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(bad.__file__)),
        server.url.rpartition(":")[2],
        code,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        limit=1 << 20,
    )
    assert process.stdin is not None
    yield Attackers(process)
    process.stdin.close()
    assert await process.wait() == 0
