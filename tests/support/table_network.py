"""A simulated network and machine with faults, in one process and in simulated time.

The server’s own registry, actor and session serve one table to clients that behave like real ones. The rest
is simulated: an event loop whose clock jumps to the next timer (`table_time`), connections that drop, double,
delay and swap messages or break, a slow disk, and a machine that crashes at any moment (`table_machine`). One
seed determines all of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from stablehand.server.live.registry import hashed
from stablehand.table import protocol as p
from stablehand.table.commands.requests import Sit
from support.table_clients import Client, Ending, Game, Heard, Shown, ending, heard, play
from support.table_machine import MOMENTS, NO_FAULTS, REPAIR, Disk, Faults, Machine
from support.table_setup import BEGAN, NAMES
from support.table_time import simulated


class Wire:
    """A connection between a client and the server that delays each message. Both ends use this object."""

    def __init__(self, world: World, machine: Machine) -> None:
        self.world = world
        self.machine = machine
        self.up: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.down: asyncio.Queue[Heard | None] = asyncio.Queue()
        self.is_closed = False
        self._arrival = {id(self.up): 0.0, id(self.down): 0.0}

    def close(self) -> None:
        """Break the connection; each end notices after a delay of its own."""
        if not self.is_closed:
            self.is_closed = True
            self._later(self.up, None)
            self._later(self.down, None)

    def say(self, data: bytes) -> None:
        """Send a message to the server."""
        self._carry(self.up, data)

    async def receive(self) -> bytes | None:
        """Wait for a message of the client; None means that the connection is broken."""
        return await self.up.get()

    async def send(self, data: bytes) -> None:
        """Send a frame to the client, and check that its state is stored."""
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
        """Deliver a message after the earlier ones, unless it is late: then others overtake it."""
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
    """The moment of a crash by the number of answers; "" for none."""
    crashes: Counter[str] = field(default_factory=Counter)
    dropped: int = 0

    def __post_init__(self) -> None:
        self.random = Random(f"{self.game} {self.seed}")  # noqa: S311 - repeatable
        self.machine: Machine | None = None

    @staticmethod
    def now() -> int:
        return BEGAN + round(asyncio.get_running_loop().time() * 1000)

    def start(self) -> None:
        """Start the machine."""
        self.machine = Machine(self)

    def connect(self, token: str) -> Wire | None:
        """Connect a client; return None while the server is down."""
        machine = self.machine
        if machine is None or machine.is_dead:
            return None
        wire = Wire(self, machine)
        machine.connect(wire, token)
        return wire

    def plan(self, step: int) -> str:
        """Return the moment of a step at which the machine crashes; "" for none."""
        if step not in self.plans:
            is_crash = self.random.random() < self.faults.crash
            self.plans[step] = self.random.choice(MOMENTS) if is_crash else ""
        return self.plans[step]

    def check(self, frame: Heard) -> None:
        """Record a complaint if a frame shows a state that is not stored."""
        state = frame.state if isinstance(frame, Shown | p.Accepted) else 0
        if state > len(self.disk.bodies):
            self.complaints.append(f"state {state} was told, {len(self.disk.bodies)} facts were stored")

    async def play(self) -> Ending:
        """Play as far as the game says, and return how it ended."""
        self.start()
        assert self.machine is not None
        game = self.game
        house = p.House(window=0)
        actor = await self.machine.registry.open(game.name, game.seats, dict(game.options), house)
        wanted, self.faults = self.faults, NO_FAULTS
        clients = [Client(self, seat, f"token {seat}") for seat in range(game.seats)]
        for client in clients:
            await actor.admit(Sit(NAMES[client.seat], client.seat, hashed(client.token)))
        self.faults = wanted
        self.plans.clear()
        await play(self, clients)
        self.faults = NO_FAULTS
        await asyncio.sleep(2 * REPAIR)  # the machine may have crashed just now
        await self.machine.close()
        return ending(self, clients, self.disk.bodies)


@lru_cache(maxsize=64)
def played_without_faults(game: Game) -> Ending:
    """Play a game without faults and return how it ended."""
    world = World(game, 0, NO_FAULTS)
    ending = simulated(world.play())
    assert not world.complaints, world.complaints
    return ending


def played_with_faults(game: Game, seed: int, faults: Faults) -> World:
    """Play a game with faults, and check that it ends as without them."""
    world = World(game, seed, faults)
    try:
        ending = simulated(world.play())
    except BaseException as error:
        error.add_note(f"{game}, seed {seed}, {faults}")
        raise
    assert not world.complaints, f"{game}, seed {seed}: {world.complaints}"
    assert ending == played_without_faults(game), f"{game}, seed {seed}: the game ended differently"
    return world
