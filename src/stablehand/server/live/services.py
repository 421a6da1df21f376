"""The parts that requests share: settings, limits, store, writer, processes and table registry."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from stablehand.server.botpool.pool import BotPool
from stablehand.server.errands.pool import ErrandPool
from stablehand.server.http.locale import chosen_language
from stablehand.server.lan import hostname, is_loopback, lan_address, url
from stablehand.server.learn.journals import journal
from stablehand.server.limits.addresses import AddressLimits, client_of, too_often
from stablehand.server.limits.budgets import WorkBudget
from stablehand.server.limits.origin import tokens_of
from stablehand.server.live.actor import ActorStopped
from stablehand.server.live.auth import check_may_see, own_seats
from stablehand.server.live.gc import GarbageCollector
from stablehand.server.live.pairing import PairingCodes
from stablehand.server.live.registry import ALPHABET, CODE, TableRegistry
from stablehand.server.live.retention import Retention
from stablehand.server.log import logger
from stablehand.server.store import Store, StoreError, Writer, url_for
from stablehand.table.commands.lobby import Permissions
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from litestar.connection import ASGIConnection

    from stablehand.server.live.actor import TableActor
    from stablehand.server.settings import Settings
    from stablehand.table.commands.admission import Admission
    from stablehand.table.commands.requests import AnyRequest
    from stablehand.table.protocol import House
    from stablehand.table.table import Table

    AnyConnection = ASGIConnection[Any, Any, Any, Any]

TRIES: Final = 3
"""A table may be unloaded while a request waits for it; then it is loaded again, at most this often."""
JOURNALS: Final = 32
"""Journals of finished games that are kept in memory."""
CHECK_SECONDS: Final = 2.0
"""Seconds for which the result of a write to the store is kept, for health checks."""
CHECK_TIMEOUT: Final = 5.0
"""Seconds that such a try may take."""
HINT_PROCESSES: Final = 1
"""The number of processes that compute hints."""
_CODE: Final = re.compile(f"[{ALPHABET}]{{{CODE}}}")

_log = logger("services")


class Services:
    """What requests share. Create it first; the registry exists only inside `open`."""

    def __init__(self, settings: Settings, pool: int | None = None) -> None:
        self.settings = settings
        self.address_limits = AddressLimits(settings.limits)
        self.pairing_codes = PairingCodes()
        limits = settings.limits
        self.request_budget = WorkBudget(limits.work_per_client, limits.work_in_all)
        """What requests may cost; commands have a budget of their own."""
        self.command_budget = WorkBudget(limits.work_per_client, limits.work_in_all)
        self.hints: BotPool | None = None
        """The processes that compute hints, apart from those of the bots: neither waits for the other."""
        self._errands: ErrandPool | None = None
        self._journals: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self.opened_at = time.monotonic()
        self.failure = ""
        """Why `open` failed, as a sentence; "" if it did not."""
        self._pool = pool
        self._checking = asyncio.Lock()
        self._checked_at = -CHECK_SECONDS
        self._is_writable = True
        self._registry: TableRegistry | None = None

    @property
    def registry(self) -> TableRegistry:
        """The tables; only while the services are open."""
        assert self._registry is not None, "the services are closed"
        return self._registry

    @property
    def has_adult(self) -> bool:
        """Whether 18+ decks may be shown at all."""
        return self.settings.adult != "off" and not self.settings.family

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open store, writer, bot pool and registry; close them in reverse order, with pending work done."""
        settings = self.settings
        try:
            store = Store(url_for(*settings.place))
            with store:
                await asyncio.to_thread(store.claim)
                await asyncio.to_thread(store.migrate)
                async with (
                    Writer(store) as writer,
                    BotPool(self._pool) as pool,
                    BotPool(0 if self._pool == 0 else HINT_PROCESSES) as self.hints,
                    ErrandPool(0 if self._pool == 0 else 1) as self._errands,
                ):
                    limits = settings.limits
                    permissions = Permissions(
                        settings.adult,
                        settings.family,
                        settings.public_tables,
                        limits.seats_per_client,
                        limits.facts_per_table,
                        limits.bytes_per_table,
                    )
                    self.hints.clients = pool.clients
                    registry = TableRegistry(
                        store,
                        writer,
                        pool,
                        permissions,
                        most=limits.tables,
                        bytes_per_client=limits.bytes_per_client,
                    )
                    retention = Retention(
                        store,
                        registry.ids,
                        registry.now,
                        idle_hours=settings.idle_hours,
                        keep_days=settings.keep_days,
                    )
                    await registry.start()
                    self._registry = registry
                    collecting = asyncio.create_task(GarbageCollector(lambda: not registry.connections).run())
                    sweeping = asyncio.create_task(retention.run())
                    _log.info("services_opened", tables=registry.tables)
                    try:
                        yield
                    finally:
                        self._registry = None
                        await registry.close()
                        collecting.cancel()
                        sweeping.cancel()
                        await asyncio.wait([collecting, sweeping])
        except StoreError as error:
            self.failure = str(error)
            raise
        _log.info("services_closed")

    async def can_write(self) -> bool:
        """Return whether the store can be written; the result is cached for `CHECK_SECONDS`."""
        async with self._checking:
            now = time.monotonic()
            if now - self._checked_at >= CHECK_SECONDS:
                self._is_writable = await self._try_store()
                self._checked_at = time.monotonic()
            return self._is_writable

    async def _try_store(self) -> bool:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                await self.registry.check_store()
        except (StoreError, TimeoutError) as error:
            _log.error("store_failing", exc_info=error)
            return False
        return True

    # ---- the client of a request

    def client(self, connection: AnyConnection) -> str:
        """Return the address of a client, as rate limits count it."""
        address = connection.scope.get("client")
        return client_of((address[0], address[1]) if address else None)

    def language(self, connection: AnyConnection) -> str:
        """Return the language of the response, see `chosen_language`."""
        wanted = connection.query_params.get("lang", "")
        return chosen_language(wanted, connection.headers.get("accept-language", ""), self.settings)

    def link(self, connection: AnyConnection, code: str) -> str:
        """Return the URL of a table that others can open."""
        return f"{self._base(connection)}/t/{code}"

    def _base(self, connection: AnyConnection) -> str:
        settings = self.settings
        if settings.base_url:
            return settings.base_url
        host = connection.headers.get("host", "")
        server = connection.scope.get("server")
        if is_loopback(hostname(host)) and not is_loopback(settings.address) and server:
            # The request comes from the server's own machine; its host name means nothing on other devices.
            others = lan_address()
            if others:
                return url(others, server[1] or settings.port)
        return f"{connection.url.scheme.replace('ws', 'http')}://{host}"

    # ---- work

    async def errand(self, connection: AnyConnection, kind: str, **words: Any) -> bytes:  # noqa: ANN401 - of a kind
        """Run heavy work (`server.errands`) in another process; return a response body or raise Refusal."""
        assert self._errands is not None, "the services are closed"
        return await self._errands.run(kind, self.client(connection), **words)

    def spender(self, connection: AnyConnection) -> Callable[[float], Awaitable[float]]:
        """Return a function that charges the cost of a command to the client."""
        return partial(self.command_budget.spend_or_wait, self.client(connection))

    async def journal(self, connection: AnyConnection, code: str, number: int) -> tuple[bytes, list[str]]:
        """Return the journal of a finished game and the names of its players, or raise Refusal.

        A journal does not change any more, so it is written once.
        """
        state = (await self.table(connection, code)).state
        check_may_see(connection, state)
        key, names = (state.id, number), list(state.names())
        body = self._journals.get(key) or journal(state, number)
        if body is None:
            bodies = await self.registry.bodies(state.id)
            body = await self.errand(connection, "journal", bodies=bodies, number=number)
        self._journals[key] = body
        self._journals.move_to_end(key)
        while len(self._journals) > JOURNALS:
            self._journals.popitem(last=False)
        return body, names

    # ---- tables

    async def open_table(
        self,
        connection: AnyConnection,
        game: str,
        seats: int,
        options: Mapping[str, object],
        house: House,
        lang: str | None = None,
    ) -> TableActor:
        """Open a table for a client; raise Refusal if the options do not fit or there is no room.

        It does not count for `tables_per_client_per_hour`: each route that opens tables calls
        `address_limits.count("open", ...)` first. Without a language it is that of the response.
        """
        lang = self.language(connection) if lang is None else lang
        return await self.registry.open(game, seats, options, house, self.client(connection), lang)

    async def actor(self, connection: AnyConnection, code: str) -> TableActor:
        """Return the actor of a table; raise Refusal for a wrong code.

        After many wrong codes an address is blocked for a while: right codes are refused too, except for
        clients with a seat at the table.
        """
        client, code = self.client(connection), code.lower()
        blocked = self.address_limits.blocked_for(client)
        if blocked and not tokens_of(connection, code):
            raise too_often(blocked)
        actor = await self.registry.actor(code, client) if _CODE.fullmatch(code) else None
        if blocked and (actor is None or not own_seats(connection, actor.table.state)):
            raise too_often(blocked)
        if actor is None:
            self.address_limits.count_wrong_code(client)
            raise Refusal("no_table")
        return actor

    async def table(self, connection: AnyConnection, code: str) -> Table:
        """Return a table with nothing unstored in it, loaded if need be. Use it before the next `await`."""
        for _ in range(TRIES):
            actor = await self.actor(connection, code)
            try:
                return await actor.read()
            except ActorStopped:
                continue
        raise Refusal("try_again")

    async def admit(self, connection: AnyConnection, code: str, request: AnyRequest) -> Admission:
        """Give somebody a seat at a table, which is loaded if need be; return it after the commit."""
        for _ in range(TRIES):
            actor = await self.actor(connection, code)
            try:
                return await actor.admit(request)
            except ActorStopped:
                continue
        raise Refusal("try_again")
