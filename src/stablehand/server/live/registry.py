"""All tables of a server, by invite code.

A table without connections is unloaded after a while, and loaded from the store when it is asked for again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from stablehand.server.live.actor import SNAPSHOT_EVERY, TableActor, wall_clock
from stablehand.server.log import logger
from stablehand.server.store.records import TableRecord
from stablehand.table.commands.lobby import Permissions
from stablehand.table.quota import Quota
from stablehand.table.refusal import Refusal
from stablehand.table.state import facts
from stablehand.table.state.snapshot import read_snapshot
from stablehand.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stablehand.server.botpool.pool import BotPool
    from stablehand.server.store.store import Store
    from stablehand.server.store.writer import Writer
    from stablehand.table.protocol import House
    from stablehand.table.state.state import TableState

ALPHABET: Final = "bcdfghjkmnpqrstvwxz23456789"
"""The characters of an invite code: none looks like another, and without vowels they form no words."""
CODE: Final = 8
OWNER: Final = 8
"""Digits of the hash of the address that opened a table: enough to count by, too few to reveal it."""
UNLOAD_INTERVAL: Final = 60.0
"""Seconds between two searches for idle tables."""
UNLOAD_AFTER: Final = 10 * 60_000
"""Milliseconds after the last fact until a table without connections is unloaded."""

_log = logger("registry")


class TableRegistry:
    """The loaded tables by invite code, each with its actor."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        pool: BotPool | None,
        permissions: Permissions | None = None,
        *,
        most: int = 500,
        bytes_per_client: int = 500_000_000,
        now: Callable[[], int] | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.permissions = permissions or Permissions()
        self.now = now or wall_clock()
        self._store = store
        self._writer = writer
        self._pool = pool
        self._most = most
        self._bytes_per_client = bytes_per_client
        self._entropy = entropy
        self._quotas: WeakValueDictionary[str, Quota] = WeakValueDictionary()
        """The quota of each owner (`owner_of`), kept as long as one of its tables is loaded."""
        self._actors: dict[str, TableActor] = {}
        self._loaded_by: dict[str, str] = {}
        """The client for whom each table was loaded, in the order of loading."""
        self._locks: dict[str, asyncio.Lock] = {}
        """A lock for each table that is being loaded or unloaded, by code."""
        self._loading_lock = asyncio.Lock()
        """Held to make room and to load: one table at a time."""
        self._opening = 0
        """Tables that have room but no actor yet."""
        self._unloader: asyncio.Task[None] | None = None

    @property
    def pool(self) -> BotPool | None:
        """The processes that choose answers for bots and hints; None in tests without bots."""
        return self._pool

    async def open(
        self,
        game: str,
        seats: int,
        options: Mapping[str, object],
        house: House,
        client: str = "",
        lang: str = "en",
    ) -> TableActor:
        """Open a new table for a client, store it and return its actor; bots get names in `lang`.

        Raise Refusal if the options do not fit or the server has no room.
        """
        async with self._loading_lock:
            await self._make_room(client)
            self._opening += 1
        try:
            return await self._open(game, seats, options, house, client, lang)
        finally:
            self._opening -= 1

    async def _open(
        self, game: str, seats: int, options: Mapping[str, object], house: House, client: str, lang: str
    ) -> TableActor:
        owner = owner_of(client)
        quota = await self._quota(owner)
        if quota is not None and quota.is_used_up:
            raise Refusal("too_much_stored")
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
            lang,
        )
        table = Table.open(opened, self.permissions, self._entropy)
        table.quota = quota
        record = TableRecord(opened.table, opened.code, game, house.public, now, now, None, owner)
        await self._writer.open(record, [body for body, _ in table.take_unstored()])
        return self._start_actor(table, client)

    async def actor(self, code: str, client: str = "") -> TableActor | None:
        """Return the actor of a table, loaded from the store if necessary; None if there is no such table.

        A table that is loaded is charged to that client when room is made. Raise Refusal if there is none.
        """
        try:
            async with self._locks.setdefault(code, asyncio.Lock()):
                return self._running(code) or await self._load(code, client)
        finally:
            self._forget_lock(code)

    def _running(self, code: str) -> TableActor | None:
        actor = self._actors.get(code)
        return None if actor is None or actor.is_stopped else actor

    async def _load(self, code: str, client: str) -> TableActor | None:
        record = await asyncio.to_thread(self._store.find, code)
        if record is None:
            return None
        async with self._loading_lock:  # one at a time: the others' tables go on meanwhile
            if (running := self._running(code)) is not None:
                return running
            await self._make_room(client)
            try:
                table = await asyncio.to_thread(self._restore, record.id)
                table.quota = await self._quota(record.owner)
            except Refusal:
                raise
            except Exception as error:
                _log.error("table_damaged", table=record.id, exc_info=error)
                raise
            _log.info("table_restored", table=record.id, count=table.state.fact_count)
            return self._start_actor(table, client)

    async def _quota(self, owner: str) -> Quota | None:
        """Return the quota of the address that opened a table; None if the address is not known."""
        if not owner:
            return None
        used = await asyncio.to_thread(self._store.bytes_of, owner)
        quota = self._quotas.setdefault(owner, Quota(self._bytes_per_client))
        quota.used = used
        return quota

    def _restore(self, table_id: str) -> Table:
        """Return a table from its last snapshot and the facts since, or from all its facts.

        It runs in a worker thread. The facts are read and checked in any case.
        """
        bodies = self._store.facts(table_id)
        snapshot = self._store.snapshot(table_id) if len(bodies) >= SNAPSHOT_EVERY else None
        state = read_snapshot(snapshot.body) if snapshot is not None else None
        if snapshot is not None and state is not None and state.fact_count == snapshot.number:
            rest = [facts.read(body) for body in bodies[snapshot.number :]]
            table = Table.restore_from_snapshot(state, rest, self.permissions, self._entropy)
        else:
            history = [facts.read(body) for body in bodies]
            table = Table.restore(history, self.permissions, self._entropy)
        table.bytes = sum(map(len, bodies))
        return table

    def _start_actor(self, table: Table, client: str) -> TableActor:
        actor = TableActor(table, self._writer, self._pool, self.now)
        code = table.state.code
        self._actors[code] = actor
        self._loaded_by.pop(code, None)
        self._loaded_by[code] = client
        if self._pool is not None:
            self._pool.clients[table.state.id] = client
        actor.start()
        return actor

    async def check_store(self) -> None:
        """Write to the store; raise StoreError if that fails."""
        await asyncio.to_thread(self._store.check)

    async def bodies(self, table_id: str) -> list[bytes]:
        """Return the stored facts of a table."""
        return await asyncio.to_thread(self._store.facts, table_id)

    def public(self) -> list[TableState]:
        """Return the states of the loaded public tables that are not closed."""
        return [
            actor.table.state
            for actor in self._actors.values()
            if actor.table.state.house.public and not actor.is_stopped and not actor.table.state.is_closed
        ]

    @property
    def tables(self) -> int:
        """The number of loaded tables."""
        return len(self._actors)

    def ids(self) -> list[str]:
        """Return the ids of the loaded tables."""
        return [actor.table.state.id for actor in self._actors.values()]

    @property
    def connections(self) -> int:
        """The number of connections to all tables."""
        return sum(actor.connections for actor in self._actors.values())

    def _new_code(self) -> str:
        # 256 is not a multiple of 27: bytes above the last whole multiple would favour some letters.
        letters: list[str] = []
        whole = 256 - 256 % len(ALPHABET)
        while len(letters) < CODE:
            letters += [ALPHABET[byte % len(ALPHABET)] for byte in self._entropy(CODE) if byte < whole]
        return "".join(letters[:CODE])

    # ---- room

    async def _make_room(self, client: str) -> None:
        """Unload a table without connections if there are too many; raise Refusal if all are in use.

        The client's own tables go first, then those of whoever has the most of them, the first loaded first.
        """
        while len(self._actors) + self._opening >= self._most:
            idle = [code for code in self._loaded_by if self._may_unload(code)]
            if not idle:
                raise Refusal("server_full")
            loaded = Counter(self._loaded_by[code] for code in idle)
            own = [code for code in idle if self._loaded_by[code] == client and client]
            most = max(loaded.values())
            code = next(iter(own), None) or next(
                code for code in idle if loaded[self._loaded_by[code]] == most
            )
            async with self._locks.setdefault(code, asyncio.Lock()):
                await self._unload(code)
            self._forget_lock(code)

    def _forget_lock(self, code: str) -> None:
        """Forget the lock of a table that is not loaded, unless somebody loads it right now."""
        lock = self._locks.get(code)
        if lock is not None and not lock.locked() and code not in self._actors:
            del self._locks[code]

    def _may_unload(self, code: str) -> bool:
        lock = self._locks.get(code)
        return not self._actors[code].connections and (lock is None or not lock.locked())

    async def _unload(self, code: str) -> None:
        """Stop the actor of a table, which stays stored. The caller holds the table's lock."""
        actor = self._actors[code]
        await actor.stop()
        if self._actors.get(code) is actor:
            del self._actors[code]
            del self._loaded_by[code]
            if self._pool is not None:
                self._pool.clients.pop(actor.table.state.id, None)

    # ---- unloading

    async def start(self) -> None:
        """Load the public tables, so that they are listed, and start unloading idle tables."""
        for record in await asyncio.to_thread(self._store.open_tables):
            if record.is_public and len(self._actors) < self._most:
                try:
                    await self.actor(record.code)
                except Refusal as refusal:  # of older rules: it stays stored, and is not listed
                    _log.warning("table_refused", table=record.id, reason=refusal.reason)
        self._unloader = asyncio.create_task(self._unload_idle())

    async def _unload_idle(self) -> None:
        while True:
            await asyncio.sleep(UNLOAD_INTERVAL)
            await self.tidy()

    async def tidy(self) -> None:
        """Unload idle tables without connections. `Retention` closes tables that stay unused."""
        now = self.now()
        for code, actor in list(self._actors.items()):
            idle = now - actor.table.state.touched
            if actor.connections or idle < UNLOAD_AFTER:
                continue
            async with self._locks.setdefault(
                code, asyncio.Lock()
            ):  # it is not loaded again before it is stopped
                await self._unload(code)
            self._forget_lock(code)

    async def close(self) -> None:
        """Finish the pending work of every table and stop all actors."""
        if self._unloader is not None:
            self._unloader.cancel()
            await asyncio.wait([self._unloader])
        await asyncio.gather(*(actor.stop() for actor in self._actors.values()))
        self._actors.clear()
        self._loaded_by.clear()


def owner_of(client: str) -> str:
    """Return the owner of tables that a client opens: the hash of its address, "" if it is not known."""
    return sha256(f"stablehand owner {client}".encode()).hexdigest()[:OWNER] if client else ""


def new_token() -> str:
    """Return a new secret that proves a seat."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """Return the hash of a token, as it is stored."""
    return sha256(token.encode()).hexdigest()
