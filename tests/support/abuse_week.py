"""A week of abuse on a simulated clock: visitors who do all that the limits allow, all the time.

Each visitor opens tables, sits down at them, presses ready and changes the options, chats, plays games to
their end and asks for replays, as often as the limits of an address allow. The registry, the actors, the
limits, the store and the retention are those of the server; only the clock is simulated, and the writer
writes at once instead of in a thread.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from stablehand.server.errands.pool import ErrandPool
from stablehand.server.learn.journals import journal
from stablehand.server.limits.addresses import AddressLimits
from stablehand.server.limits.budgets import WorkBudget
from stablehand.server.limits.costs import COMMANDS, HEAVY
from stablehand.server.live.mailbox import Receive
from stablehand.server.live.registry import TableRegistry, hashed, new_token
from stablehand.server.live.retention import Retention
from stablehand.server.store import Store, url_for
from stablehand.server.store.places import FILE
from stablehand.server.store.records import Append, Close, Open, Snapshot
from stablehand.server.ws.outbox import Connection
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.commands.requests import Sit
from stablehand.table.refusal import Refusal
from support.table_setup import BEGAN
from support.table_time import simulated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from stablehand.server.live.actor import TableActor
    from stablehand.server.settings import Settings
    from stablehand.server.store import FactRow, TableRecord, Writer

VISITED = 20
"""Tables that a visitor comes back to."""
FOR_EVER = float("inf")
TICK = 0.001
"""Seconds between two commands at least: a wait may be too short for the clock to advance."""
HOURS = 24
MINUTES = 60


class PromptWriter:
    """Writes to a store at once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, record: TableRecord, bodies: list[bytes]) -> None:
        self._store.write([Open(record, tuple(bodies))])

    async def append(self, rows: list[FactRow]) -> None:
        self._store.write([Append(tuple(rows))])

    async def close_table(self, table_id: str, at: int) -> None:
        self._store.write([Close(table_id, at)])

    async def keep_snapshot(self, table_id: str, number: int, body: bytes) -> None:
        self._store.write([Snapshot(table_id, number, body)])


@dataclass
class Day:
    """What there is at the end of a day."""

    disk: int
    """Bytes of the database's file."""
    stored: int
    """Bytes of facts, as quotas count them."""
    tables: int
    """Loaded tables."""
    kept: int
    """What the server keeps besides tables: locks, quotas, buckets, errands under way."""
    cached: int
    """Bytes of replays that it keeps."""
    objects: int
    """Objects that Python's garbage collector knows."""
    opened: int
    """Tables that were opened so far."""
    done: int
    """Commands that were accepted so far."""
    refused: int
    ended: int
    """Games that were played to their end so far."""


@dataclass
class Visitor:
    """One address that does what it may."""

    week: Week
    address: str
    codes: list[str] = field(default_factory=list)
    line: Connection | None = None
    token: str = ""
    actor: TableActor | None = None

    async def step(self, until: float) -> None:
        """Open and visit tables, then send commands as fast as the budget allows until a time."""
        with suppress(Refusal):
            while True:
                self.week.addresses.count("open", self.address)
                await self._open()
        await self._visit()
        number = 0
        while self.week.seconds() + (wait := await self._command(number)) < until:
            number += not wait  # the same command once more, or some kinds would never be sent
            await asyncio.sleep(max(wait, TICK))

    async def _open(self) -> None:
        """Open a table, sit down and go away."""
        if self.week.requests.spend(self.address, HEAVY):
            raise Refusal("too_often", n=1)
        actor = await self.week.registry.open("fairytale", 2, {}, p.House(window=0), self.address)
        self.token = new_token()
        await actor.admit(Sit("Eve", None, hashed(self.token), self.address))
        self.codes.append(actor.table.state.code)
        self.week.opened += 1

    async def _visit(self) -> None:
        """Wake some tables, connect to one of them, and leave the one before."""
        if self.actor is not None and self.line is not None:
            self.actor.part(self.line)
            self.actor = None
        self.codes.append(self.codes.pop(0))  # one after the other; some are deleted by now
        for code in self.codes[-3:]:
            with suppress(Refusal):
                found = await self.week.registry.actor(code, self.address)
                if found is not None and not found.table.state.is_closed:
                    self.actor = found
        if self.actor is not None:
            self.line = Connection(0, "en", "", 1_000)
            self.actor.join(self.line)
            await self.actor.read()

    async def _command(self, number: int) -> float:
        """Do something and return 0.0, or the seconds to wait until the budget allows it."""
        if self.actor is None or self.line is None or self.actor.is_stopped:
            return FOR_EVER
        command = self._next(number)
        if wait := self.week.commands.spend(self.address, COMMANDS[type(command)]):
            return wait
        before = self.actor.table.state.stage
        self.actor.post(Receive(self.line, command))
        await self.actor.read()
        while not self.line._waiting.empty():
            data = self.line._waiting.get_nowait()
            self.week.done += data is not None and b'"accepted"' in data[:40]
            self.week.refused += data is not None and b'"refused"' in data[:40]
        if self.actor.table.state.stage == "over":
            self.week.ended += before != "over"
            await self._replay(self.actor)
        return 0.0

    def _next(self, number: int) -> p.AnyCommand:
        assert self.actor is not None
        state, name = self.actor.table.state, f"{self.week.now()}-{number}"
        asked = state.match.pending.get(0) if state.match else None
        if asked is not None:
            option = asked.decision.options[-1]
            return p.Answer(id=name, state=state.fact_count, decision=asked.id, option=option)
        kinds: list[p.AnyCommand] = [
            p.Configure(id=name, house=p.House(window=number % 100 + 1)),
            p.Ready(id=name, on=number % 8 < 4),
            p.Chat(id=name, text="Neigh " * 40),
            p.Start(id=name) if number % 2 else p.Rename(id=name, name=f"Eve {number}"),
            p.Rematch(id=name) if state.stage == "over" else p.Kick(id=name, seat=1),
        ]
        return kinds[number % len(kinds)]

    async def _replay(self, actor: TableActor) -> None:
        if not self.week.requests.spend(self.address, HEAVY):
            state = actor.table.state
            written = journal(state, state.game_number)
            with suppress(Refusal):
                await self.week.errands.run(
                    "replay", self.address, written=written, names=["Eve", ""], lang="en"
                )


class Week:
    """A server's parts on a simulated clock, and those who abuse it."""

    def __init__(
        self, folder: Path, settings: Settings, visitors: int, *, minutes: int = 10, busy: float = 1.0
    ) -> None:
        self.minutes = minutes
        """The time between two sweeps."""
        self.busy = busy
        """The part of the time in which commands are sent; tables are opened all the time."""
        self.folder, self.settings, limits = folder, settings, settings.limits
        self.addresses = AddressLimits(limits, self.seconds)
        self.requests = WorkBudget(limits.work_per_client, limits.work_in_all, self.seconds)
        self.commands = WorkBudget(limits.work_per_client, limits.work_in_all, self.seconds)
        self.errands = ErrandPool(0)
        self.opened = self.done = self.refused = self.ended = 0
        self.visitors = [Visitor(self, f"192.0.2.{number}") for number in range(visitors)]
        self.registry = cast("TableRegistry", None)

    def seconds(self) -> float:
        """Return the simulated time."""
        return asyncio.get_running_loop().time()

    def now(self) -> int:
        """Return the simulated time in milliseconds since 1970."""
        return BEGAN + round(self.seconds() * 1000)

    async def pass_by(self, days: int, seen: Callable[[Day], None]) -> None:
        """Let days pass; `seen` is called at the end of each."""
        limits = self.settings.limits
        with Store(url_for(self.folder, None)) as store:
            store.migrate()
            permissions = Permissions(
                facts_per_table=limits.facts_per_table, bytes_per_table=limits.bytes_per_table
            )
            writer: Any = PromptWriter(store)
            self.registry = TableRegistry(
                store,
                cast("Writer", writer),
                None,
                permissions,
                most=limits.tables,
                bytes_per_client=limits.bytes_per_client,
                now=self.now,
            )
            retention = Retention(
                store,
                self.registry.ids,
                self.now,
                idle_hours=self.settings.idle_hours,
                keep_days=self.settings.keep_days,
            )
            for _ in range(days):
                for _ in range(HOURS * MINUTES // self.minutes):
                    began, step = self.seconds(), 60.0 * self.minutes
                    await asyncio.gather(*(one.step(began + self.busy * step) for one in self.visitors))
                    await asyncio.sleep(began + step - self.seconds())
                    await self.registry.tidy()
                    await retention.sweep(self.minutes)
                seen(self._day())
            await self.registry.close()

    def _day(self) -> Day:
        registry, errands = self.registry, self.errands
        gc.collect()
        buckets = (self.requests._clients, self.commands._clients, *self.addresses._actions.values())
        for visitor in self.visitors:
            del visitor.codes[:-VISITED]
        return Day(
            (self.folder / FILE).stat().st_size,
            _stored(self.folder),
            registry.tables,
            sum(len(one._buckets) for one in buckets)
            + len(registry._locks)
            + len(registry._quotas)
            + len(registry._loaded_by)
            + len(errands._running),
            errands._cached_bytes,
            len(gc.get_objects()),
            self.opened,
            self.done,
            self.refused,
            self.ended,
        )


def _stored(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as database:
        return int(database.execute("SELECT COALESCE(SUM(bytes), 0) FROM tables").fetchone()[0])


def abused(
    folder: Path,
    settings: Settings,
    visitors: int,
    days: int,
    seen: Callable[[Day], None],
    *,
    minutes: int = 10,
    busy: float = 1.0,
) -> None:
    """Let days of abuse pass; `seen` is called with what there is at the end of each."""

    async def scenario() -> None:
        await Week(folder, settings, visitors, minutes=minutes, busy=busy).pass_by(days, seen)

    simulated(scenario())
