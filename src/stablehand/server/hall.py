"""The hall: every table of this server. One that nobody is at sleeps in the store until it is asked for."""

from __future__ import annotations

import asyncio
import secrets
import time
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypeVar

from stablehand.server.keeper import Asleep, Keeper
from stablehand.server.log import logger
from stablehand.server.store.records import TableRecord
from stablehand.table import facts
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal
from stablehand.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stablehand.server.store.store import Store
    from stablehand.server.store.writer import Writer
    from stablehand.server.thinkers import Thinkers
    from stablehand.table.facts import AnyFact
    from stablehand.table.protocol import House

T = TypeVar("T")

ALPHABET: Final = "bcdfghjkmnpqrstvwxz23456789"
"""Letters and digits of an invite code: none looks like another, and no words come of them."""
CODE: Final = 8
SWEEP: Final = 60.0
"""Seconds between two looks for tables that may sleep."""
DROWSY: Final = 10 * 60_000
"""So many milliseconds after the last fact a table without connections goes to sleep."""

_log = logger("hall")


class Hall:
    """Tables by their invite codes."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        thinkers: Thinkers | None,
        policy: Policy | None = None,
        *,
        most: int = 500,
        idle_hours: float = 72,
        now: Callable[[], int] | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.policy = policy or Policy()
        self.now = now or _clock()
        self._store = store
        self._writer = writer
        self._thinkers = thinkers
        self._most = most
        self._idle = round(idle_hours * 3_600_000)
        self._entropy = entropy
        self._keepers: dict[str, Keeper] = {}
        self._waking: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def thinkers(self) -> Thinkers | None:
        """Who thinks for bots and gives advice."""
        return self._thinkers

    async def open(self, game: str, seats: int, options: Mapping[str, object], house: House) -> Keeper:
        """Make a new table; a Refusal says what does not fit."""
        if len(self._keepers) >= self._most:
            raise Refusal("hall_full")
        now = self.now()
        opened = facts.Opened(
            now,
            self._entropy(16).hex(),
            self._new_code(),
            game,
            seats,
            dict(options),
            house,
            self._entropy(32).hex(),
        )
        table = Table.open(opened, self.policy, self._entropy)
        record = TableRecord(table.id, table.code, game, house.public, now, now)
        await self._writer.open(record, [facts.write(fact) for fact in table.take_news()])
        return self._keep(table)

    async def keeper(self, code: str) -> Keeper | None:
        """Return who keeps a table, waking it if need be; None: there is no such table."""
        lock = self._waking.setdefault(code, asyncio.Lock())
        async with lock:
            keeper = self._keepers.get(code)
            if keeper is None or keeper.is_asleep:
                keeper = await self._wake(code)
        if keeper is None:
            self._waking.pop(code, None)
        return keeper

    async def _wake(self, code: str) -> Keeper | None:
        record = await asyncio.to_thread(self._store.find, code)
        if record is None:
            return None
        bodies = await asyncio.to_thread(self._store.facts, record.id)
        told = [facts.read(body) for body in bodies]
        table = Table.restore(told, self.policy, self._entropy, self.now())
        _log.info("table_restored", table=record.id, count=len(bodies))
        return self._keep(table, len(bodies))

    def _keep(self, table: Table, stored: int = 1) -> Keeper:
        keeper = Keeper(table, stored, self._writer, self._thinkers, self.now)
        self._keepers[table.code] = keeper
        keeper.start()
        return keeper

    async def read(self, table: Table, use: Callable[[list[AnyFact]], T]) -> T:
        """Read a table's facts again and make something of them, beside everything else that goes on."""

        def work() -> T:
            return use([facts.read(body) for body in self._store.facts(table.id)])

        return await asyncio.to_thread(work)

    def public(self) -> list[Table]:
        """Return the tables that everybody may know of and that are awake."""
        return [
            keeper.table
            for keeper in self._keepers.values()
            if keeper.table.house.public and not keeper.is_asleep and not keeper.table.is_closed
        ]

    @property
    def tables(self) -> int:
        """How many tables are awake."""
        return len(self._keepers)

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return sum(keeper.connections for keeper in self._keepers.values())

    def _new_code(self) -> str:
        # 256 is not a multiple of 27: of each byte only what is below the last whole multiple counts.
        letters: list[str] = []
        whole = 256 - 256 % len(ALPHABET)
        while len(letters) < CODE:
            letters += [ALPHABET[byte % len(ALPHABET)] for byte in self._entropy(CODE) if byte < whole]
        return "".join(letters[:CODE])

    # ---- sleep

    async def start(self) -> None:
        """Wake the public tables, for everybody to see; begin to look after tables that nobody is at."""
        for record in await asyncio.to_thread(self._store.open_tables):
            if record.is_public and len(self._keepers) < self._most:
                await self.keeper(record.code)
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.tidy()

    async def tidy(self) -> None:
        """Put tables to sleep that nobody is at; close those that nobody has been at for days."""
        now = self.now()
        for code, keeper in list(self._keepers.items()):
            idle = now - keeper.table.touched
            if keeper.connections or idle < DROWSY:
                continue
            async with self._waking.setdefault(code, asyncio.Lock()):  # nobody wakes it half asleep
                if idle >= self._idle and not keeper.table.is_closed:
                    await self._close_table(keeper)
                await keeper.stop()
                self._keepers.pop(code, None)

    async def _close_table(self, keeper: Keeper) -> None:
        try:
            await keeper.do(lambda table, now: table.happen(facts.Closed(now)))
        except Asleep:
            return
        await self._writer.close_table(keeper.table.id, self.now())

    async def close(self) -> None:
        """Finish what was asked for at every table, and stop."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.wait([self._sweeper])
        await asyncio.gather(*(keeper.stop() for keeper in self._keepers.values()))
        self._keepers.clear()


def new_token() -> str:
    """Return what proves that one is the player on a seat."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _clock() -> Callable[[], int]:
    """Return a clock in milliseconds since 1970 that never goes back."""
    began, base = time.time_ns() // 1_000_000, time.monotonic_ns()
    return lambda: began + (time.monotonic_ns() - base) // 1_000_000
