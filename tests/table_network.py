"""A bad network and a bad machine, in one process and without real time.

The server’s own hall, keeper and socket serve one table to clients who behave as real ones do. Everything
between them is made up: a loop whose clock jumps to whatever comes next (`table_time`), lines that drop,
double, delay and swap messages or break, a disk that takes its time, and a machine that stops at any moment
(`table_machine`). All of it follows from one seed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from stablehand.server.hall import hashed
from stablehand.table import protocol as p
from table_clients import Client, Ending, Game, Heard, Shown, ending, heard, play
from table_club import BEGAN, NAMES
from table_machine import CALM, MOMENTS, REPAIR, Disk, Faults, Machine
from table_time import simulated

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Seat
    from stablehand.table.table import Table


class Wire:
    """One line between a client and the server, with a delay for each message; both ends see its messages."""

    def __init__(self, world: World, machine: Machine) -> None:
        self.world = world
        self.machine = machine
        self.up: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.down: asyncio.Queue[Heard | None] = asyncio.Queue()
        self.is_closed = False
        self._arrival = {id(self.up): 0.0, id(self.down): 0.0}

    def close(self) -> None:
        """Break the line; either end finds out in its own time."""
        if not self.is_closed:
            self.is_closed = True
            self._later(self.up, None)
            self._later(self.down, None)

    def say(self, data: bytes) -> None:
        """Send something to the server."""
        self._carry(self.up, data)

    async def receive(self) -> bytes | None:
        """Wait for something from the client."""
        return await self.up.get()

    async def send(self, data: bytes) -> None:
        """Send something to the client; nothing may be told that is not on the disk."""
        if self.machine.is_dead:
            return
        frame = heard(data)
        self.world.check(frame)
        self._carry(self.down, frame)

    def _carry(self, queue: asyncio.Queue[Any], message: object) -> None:
        random, faults = self.world.random, self.world.faults
        if self.is_closed:
            return
        if random.random() < faults.cut:
            self.close()
        if random.random() < faults.drop:
            self.world.dropped += 1
            return
        self._later(queue, message)
        if random.random() < faults.twice:
            self._later(queue, message)

    def _later(self, queue: asyncio.Queue[Any], message: object) -> None:
        """Deliver a message after those before it, unless it is late: then others overtake it."""
        loop, random = asyncio.get_running_loop(), self.world.random
        if random.random() < self.world.faults.late:
            loop.call_later(random.uniform(0.01, 0.3), queue.put_nowait, message)
            return
        at = max(self._arrival[id(queue)], loop.time() + random.uniform(0.001, 0.01))
        self._arrival[id(queue)] = at + 1e-6
        loop.call_at(at, queue.put_nowait, message)


@dataclass
class World:
    """One table, its server and its clients."""

    game: Game
    seed: int
    faults: Faults
    disk: Disk = field(default_factory=Disk)
    complaints: list[str] = field(default_factory=list)
    plans: dict[int, str] = field(default_factory=dict)
    """When the machine stops, by the number of answers."""
    crashes: Counter[str] = field(default_factory=Counter)
    dropped: int = 0

    def __post_init__(self) -> None:
        self.random = Random(f"{self.game} {self.seed}")  # noqa: S311 - it is to be the same every time
        self.machine: Machine | None = None

    @staticmethod
    def now() -> int:
        return BEGAN + round(asyncio.get_running_loop().time() * 1000)

    def start(self) -> None:
        """Start the machine."""
        self.machine = Machine(self)

    def connect(self, token: str) -> Wire | None:
        """Connect a client; None: nobody answers."""
        machine = self.machine
        if machine is None or machine.is_dead:
            return None
        wire = Wire(self, machine)
        machine.connect(wire, token)
        return wire

    def plan(self, step: int) -> str:
        """Return at which moment of a step the machine stops, "" if it does not."""
        if step not in self.plans:
            is_crash = self.random.random() < self.faults.crash
            self.plans[step] = self.random.choice(MOMENTS) if is_crash else ""
        return self.plans[step]

    def check(self, frame: Heard) -> None:
        """See that what is told is on the disk."""
        state = frame.state if isinstance(frame, Shown | p.Accepted) else 0
        if state > len(self.disk.bodies):
            self.complaints.append(f"state {state} was told, {len(self.disk.bodies)} facts were stored")

    async def play(self) -> Ending:
        """Play until the agreed moment, and look at what has become of it."""
        self.start()
        assert self.machine is not None
        game = self.game
        house = p.House(window=0)
        keeper = await self.machine.hall.open(game.name, game.seats, dict(game.options), house)
        calm, self.faults = self.faults, CALM
        clients = [Client(self, seat, f"token {seat}") for seat in range(game.seats)]
        for client in clients:
            await keeper.do(_sit(client))
        self.faults = calm
        self.plans.clear()
        await play(self, clients)
        self.faults = CALM
        await asyncio.sleep(2 * REPAIR)  # it may have stopped just now
        await self.machine.close()
        return ending(self, clients, self.disk.bodies)


def _sit(client: Client) -> Callable[[Table, int], Seat]:
    return lambda table, now: table.sit(NAMES[client.seat], client.seat, hashed(client.token), now)


@lru_cache(maxsize=64)
def calmly(game: Game) -> Ending:
    """Play it where nothing goes wrong."""
    world = World(game, 0, CALM)
    ending = simulated(world.play())
    assert not world.complaints, world.complaints
    return ending


def badly(game: Game, seed: int, faults: Faults) -> World:
    """Play it where everything may go wrong, and see that nothing comes of that."""
    world = World(game, seed, faults)
    try:
        ending = simulated(world.play())
    except BaseException as error:
        error.add_note(f"{game}, seed {seed}, {faults}")
        raise
    assert not world.complaints, f"{game}, seed {seed}: {world.complaints}"
    assert ending == calmly(game), f"{game}, seed {seed}: it came out otherwise"
    return world
