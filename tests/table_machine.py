"""A bad machine: the server’s own hall and socket, on a slow disk, and it stops at any moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, cast

from stablehand.server.connection import Connection
from stablehand.server.hall import Hall, hashed
from stablehand.server.keeper import Asleep
from stablehand.server.rate import Rate
from stablehand.server.socket import serve
from stablehand.server.store import Conflict, Unavailable
from stablehand.table import facts as f
from stablehand.table.lobby import Policy
from table_club import luck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.server.keeper import Keeper
    from stablehand.server.store import FactRow, Store, TableRecord, Writer
    from table_network import Wire, World

REPAIR = 0.1
"""Seconds until a machine that stopped runs again."""
MESSAGES = (20, 40)
"""Messages a second and at once, as the server allows by default."""


@dataclass(frozen=True)
class Faults:
    """How often what goes wrong: each a probability."""

    drop: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    """A message takes so long that many others overtake it."""
    cut: float = 0.0
    """A line breaks with a message."""
    crash: float = 0.0
    """The machine stops at a step of the game: before the commit, after it, or while people are told."""
    fail: float = 0.0
    """A commit fails, and nobody knows on which side of it."""


CALM = Faults()
BAD = Faults(drop=0.1, twice=0.1, late=0.1, cut=0.01, crash=0.2, fail=0.005)
WORST = Faults(drop=0.1, twice=0.1, late=0.1, cut=0.01, crash=1.0)
"""The machine stops at every step."""
MOMENTS = ("before", "after", "told")
"""When the machine may stop, seen from the commit."""


class Disk:
    """What outlasts the machine."""

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
    """One life of the server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.disk = world.disk
        self.is_dead = False
        self.is_doomed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.wires: list[Wire] = []
        self.hall = Hall(
            cast("Store", world.disk),
            cast("Writer", self),
            None,
            Policy(adult="on"),
            now=world.now,
            entropy=luck(f"{world.game.seed}"),
        )

    # As the hall's writer.

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
        """Whether this is when the machine is to stop; the next one gets past it."""
        if self.world.plan(step) != moment:
            return False
        self.world.plans[step] = ""
        return True

    def crash(self, moment: str) -> NoReturn:
        """Stop, now and without a word, in the middle of something."""
        self._stop(moment)
        raise asyncio.CancelledError

    def _stop(self, moment: str) -> None:
        if self.is_dead:
            return
        self.is_dead = True
        self.world.crashes[moment] += 1
        for keeper in self.hall._keepers.values():
            if keeper._task is not None:
                keeper._task.cancel()
        for task in self.tasks:
            task.cancel()
        for wire in self.wires:
            wire.close()
        asyncio.get_running_loop().call_later(REPAIR, self.world.start)

    def connect(self, wire: Wire, token: str) -> None:
        """Let somebody in."""
        self.wires.append(wire)
        task = asyncio.create_task(self._attend(wire, token))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _attend(self, wire: Wire, token: str) -> None:
        try:
            keeper = await self.keeper()
            seat = keeper.table.seat_of(hashed(token))
            if seat is None:
                self.world.complaints.append(f"the seat of {token} is lost")
                return
            rate = Rate(*MESSAGES, asyncio.get_running_loop().time)
            with suppress(Asleep):
                await serve(wire, Connection(seat, "en", "", 64), keeper, None, rate, hashed(token))
        finally:
            wire.close()
            self.wires.remove(wire)

    async def keeper(self) -> Keeper:
        assert self.disk.record is not None
        keeper = await self.hall.keeper(self.disk.record.code)
        assert keeper is not None
        return keeper

    async def close(self) -> None:
        """Stop in peace."""
        for wire in self.wires:
            wire.close()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await self.hall.close()
