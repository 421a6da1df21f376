"""A bad network and a bad machine, in one process and without real time.

The server’s own hall, keeper and socket serve one table to clients who behave as real ones do. Everything
between them is made up: a loop whose clock jumps to whatever comes next, lines that drop, double, delay and
swap messages or break, a disk that takes its time, and a machine that stops at any moment. All of it follows
from one seed.
"""

from __future__ import annotations

import asyncio
import selectors
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, TypeVarTuple, Unpack, cast

from stablehand.server.connection import Connection
from stablehand.server.hall import Hall, hashed
from stablehand.server.keeper import Asleep
from stablehand.server.rate import Rate
from stablehand.server.socket import serve
from stablehand.server.store import Conflict, Unavailable
from stablehand.table import facts as f
from stablehand.table import protocol as p
from stablehand.table.lobby import Policy
from table_clients import Client, Ending, Game, Heard, Shown, ending, heard, play
from table_club import BEGAN, NAMES, luck

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.server.keeper import Keeper
    from stablehand.server.store import FactRow, Store, TableRecord, Writer
    from stablehand.table.table import Table

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

REPAIR = 0.1
"""Seconds until a machine that stopped runs again."""
MESSAGES = (20, 40)
"""Messages a second and at once, as the server allows by default."""


# ---- time


class _Clock(selectors.SelectSelector):
    """Waits for nothing: if there is nothing to do now, it is later."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for somebody else"
        self.passed += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """A loop in which hours pass in no time, and always the same way."""

    def __init__(self) -> None:
        self._clock = _Clock()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.passed

    def run_in_executor(self, _: object, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> asyncio.Future[T]:
        """Run it now: there are no threads here."""
        done: asyncio.Future[T] = self.create_future()
        done.set_result(func(*args))
        return done


def simulated(story: Coroutine[Any, Any, T]) -> T:
    """Run a story to its end, without waiting."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(story)


# ---- what goes wrong


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


# ---- the machine


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


# ---- the network


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


# ---- all together


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
