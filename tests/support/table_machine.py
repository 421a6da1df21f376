"""A simulated machine that runs the server: its disk is slow, and it may crash at any moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, cast

from stablehand.server.limits.budgets import TokenBucket
from stablehand.server.live.actor import ActorStopped
from stablehand.server.live.registry import TableRegistry, hashed
from stablehand.server.store import Conflict, Unavailable
from stablehand.server.ws.outbox import Connection
from stablehand.server.ws.session import serve
from stablehand.table.commands.lobby import Permissions
from stablehand.table.state import facts as f
from support.table_setup import fixed_entropy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.server.live.actor import TableActor
    from stablehand.server.store import FactRow, Store, TableRecord, Writer
    from support.table_network import Wire, World

REPAIR = 0.1
"""Seconds from a crash to the restart."""
MESSAGES = (20, 40)
"""The default message rate of the server: a second, and in a burst."""


@dataclass(frozen=True)
class Faults:
    """The probability of each fault."""

    drop: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    """A message is so late that many others overtake it."""
    cut: float = 0.0
    """The connection breaks at a message."""
    crash: float = 0.0
    """The machine crashes at a step of the game: before the commit, after it, or while frames are sent."""
    fail: float = 0.0
    """A commit raises an error, before or after the data is stored."""


NO_FAULTS = Faults()
BAD = Faults(drop=0.1, twice=0.1, late=0.1, cut=0.01, crash=0.2, fail=0.005)
WORST = Faults(drop=0.1, twice=0.1, late=0.1, cut=0.01, crash=1.0)
"""The machine crashes at every step."""
MOMENTS = ("before", "after", "told")
"""The moments of a crash, relative to the commit."""


class Disk:
    """The storage, which survives a crash."""

    def __init__(self) -> None:
        self.record: TableRecord | None = None
        self.bodies: list[bytes] = []
        self.answers = 0

    async def open(self, record: TableRecord, bodies: Sequence[bytes]) -> None:
        self.record = record
        self.bodies += bodies

    def append(self, rows: Sequence[FactRow]) -> None:
        for row in rows:
            if row.number != len(self.bodies):
                raise Conflict(f"row {row.number} of {len(self.bodies)}")
            self.bodies.append(row.body)
            self.answers += isinstance(f.read(row.body), f.Answered)

    def find(self, code: str) -> TableRecord | None:
        return self.record if self.record is not None and self.record.code == code else None

    def facts(self, _: str) -> list[bytes]:
        return list(self.bodies)


class Machine:
    """The server process from a start to the next crash."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.disk = world.disk
        self.is_dead = False
        self.is_doomed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.wires: list[Wire] = []
        self.registry = TableRegistry(
            cast("Store", world.disk),
            cast("Writer", self),
            None,
            Permissions(adult="on"),
            now=world.now,
            entropy=fixed_entropy(f"{world.game.seed}"),
        )

    # The interface of the registry's writer.

    async def open(self, record: TableRecord, bodies: Sequence[bytes]) -> None:
        await self.disk.open(record, bodies)

    async def append(self, rows: Sequence[FactRow]) -> None:
        random = self.world.random
        step = self.disk.answers + sum(isinstance(f.read(row.body), f.Answered) for row in rows)
        if self.is_doomed:
            self.crash("told")
        await asyncio.sleep(random.uniform(0.0, 0.004))
        if self._crashes("before", step):
            self.crash("before")
        is_failing = random.random() < self.world.faults.fail
        if is_failing and random.random() < 0.5:
            raise Unavailable("before the commit")
        self.disk.append(rows)
        if is_failing:
            raise Unavailable("after the commit")
        if self._crashes("after", step):
            self.crash("after")
        await asyncio.sleep(random.uniform(0.0, 0.002))
        if self._crashes("told", step):
            self.is_doomed = True
            asyncio.get_running_loop().call_later(random.uniform(0.0, 0.004), self._stop, "told")

    def _crashes(self, moment: str, step: int) -> bool:
        """Return whether the machine crashes now; after the restart it does not crash here again."""
        if self.world.plan(step) != moment:
            return False
        self.world.plans[step] = ""
        return True

    def crash(self, moment: str) -> NoReturn:
        """Crash now, in the middle of an operation."""
        self._stop(moment)
        raise asyncio.CancelledError

    def _stop(self, moment: str) -> None:
        if self.is_dead:
            return
        self.is_dead = True
        self.world.crashes[moment] += 1
        for actor in self.registry._actors.values():
            if actor._task is not None:
                actor._task.cancel()
        for task in self.tasks:
            task.cancel()
        for wire in self.wires:
            wire.close()
        asyncio.get_running_loop().call_later(REPAIR, self.world.start)

    def connect(self, wire: Wire, token: str) -> None:
        """Serve a connection."""
        self.wires.append(wire)
        task = asyncio.create_task(self._serve(wire, token))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _serve(self, wire: Wire, token: str) -> None:
        try:
            actor = await self.actor()
            seat = actor.table.state.seat_of(hashed(token))
            if seat is None:
                self.world.complaints.append(f"the seat of {token} is lost")
                return
            rate = TokenBucket(*MESSAGES, asyncio.get_running_loop().time)
            with suppress(ActorStopped):
                await serve(wire, Connection(seat, "en", "", 64), actor, None, rate, hashed(token))
        finally:
            wire.close()
            self.wires.remove(wire)

    async def actor(self) -> TableActor:
        assert self.disk.record is not None
        actor = await self.registry.actor(self.disk.record.code)
        assert actor is not None
        return actor

    async def close(self) -> None:
        """Close all connections and stop regularly."""
        for wire in self.wires:
            wire.close()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await self.registry.close()
