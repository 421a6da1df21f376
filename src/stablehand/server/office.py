"""The office: what every request needs, from the settings to the hall, opened and closed in order."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stablehand.server.broom import Broom
from stablehand.server.clients import Clients, client_of, too_often
from stablehand.server.devices import Devices
from stablehand.server.guard import tokens_of
from stablehand.server.hall import ALPHABET, CODE, Hall
from stablehand.server.keeper import Asleep
from stablehand.server.lan import hostname, is_loopback, lan_address, url
from stablehand.server.log import logger
from stablehand.server.own_seats import own_seats
from stablehand.server.replays import Replays
from stablehand.server.speech import chosen_language
from stablehand.server.store import Store, StoreError, Writer, url_for
from stablehand.server.thinkers import Thinkers
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from litestar.connection import ASGIConnection

    from stablehand.server.keeper import Keeper
    from stablehand.server.settings import Settings
    from stablehand.table.table import Table

    AnyConnection = ASGIConnection[Any, Any, Any, Any]

T = TypeVar("T")

TRIES: Final = 3
"""A table may fall asleep while somebody asks for it; then it is woken again, so often."""
_CODE: Final = re.compile(f"[{ALPHABET}]{{{CODE}}}")

_log = logger("office")


class Office:
    """Everything behind the requests."""

    def __init__(self, settings: Settings, thinkers: int | None = None) -> None:
        self.settings = settings
        self.clients = Clients(settings.limits)
        self.devices = Devices()
        self.replays = Replays()
        self.opened_at = time.monotonic()
        self.failure = ""
        """Why it could not be opened, a sentence."""
        self._thinkers = thinkers
        self._hall: Hall | None = None

    @property
    def hall(self) -> Hall:
        """Every table; only while the office is open."""
        assert self._hall is not None, "the office is closed"
        return self._hall

    @property
    def has_adult(self) -> bool:
        """Whether anything of the 18+ decks may be shown."""
        return self.settings.adult != "off" and not self.settings.family

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open store, writer, bots and hall; close them in the other order, with what was asked for done."""
        settings = self.settings
        try:
            store = Store(url_for(*settings.place))
            with store:
                await asyncio.to_thread(store.claim)
                await asyncio.to_thread(store.migrate)
                async with Writer(store) as writer, Thinkers(self._thinkers) as thinkers:
                    policy = Policy(settings.adult, settings.family, settings.public_tables)
                    limits = settings.limits
                    hall = Hall(
                        store, writer, thinkers, policy, most=limits.tables, idle_hours=settings.idle_hours
                    )
                    await hall.start()
                    self._hall = hall
                    sweeping = asyncio.create_task(Broom(lambda: not hall.connections).run())
                    _log.info("office_opened", tables=hall.tables)
                    try:
                        yield
                    finally:
                        self._hall = None
                        await hall.close()
                        sweeping.cancel()
                        await asyncio.wait([sweeping])
        except StoreError as error:
            self.failure = str(error)
            raise
        _log.info("office_closed")

    # ---- who asks

    def client(self, connection: AnyConnection) -> str:
        """Return whose address a request comes from."""
        address = connection.scope.get("client")
        return client_of((address[0], address[1]) if address else None)

    def language(self, connection: AnyConnection) -> str:
        """Return the language to answer in."""
        wanted = connection.query_params.get("lang", "")
        return chosen_language(wanted, connection.headers.get("accept-language", ""), self.settings)

    def link(self, connection: AnyConnection, code: str) -> str:
        """Return the address that leads others to a table."""
        return f"{self._base(connection)}/t/{code}"

    def _base(self, connection: AnyConnection) -> str:
        settings = self.settings
        if settings.base_url:
            return settings.base_url
        host = connection.headers.get("host", "")
        server = connection.scope.get("server")
        if is_loopback(hostname(host)) and not is_loopback(settings.address) and server:
            # Whoever runs the server asks for it by a name that leads nobody else here.
            others = lan_address()
            if others:
                return url(others, server[1] or settings.port)
        return f"{connection.url.scheme.replace('ws', 'http')}://{host}"

    # ---- tables

    async def keeper(self, connection: AnyConnection, code: str) -> Keeper:
        """Return who keeps a table; a wrong code is refused, and after many of them so is a right one."""
        client, code = self.client(connection), code.lower()
        barred = self.clients.barred(client)
        if barred and not tokens_of(connection, code):
            raise too_often(barred)
        keeper = await self.hall.keeper(code) if _CODE.fullmatch(code) else None
        if barred and (keeper is None or not own_seats(connection, keeper.table)):
            raise too_often(barred)
        if keeper is None:
            self.clients.guess(client)
            raise Refusal("no_table")
        return keeper

    async def at(self, connection: AnyConnection, code: str, deed: Callable[[Table, int], T]) -> T:
        """Do something at a table, which is woken if need be; return what came of it, after the commit."""
        for _ in range(TRIES):
            keeper = await self.keeper(connection, code)
            try:
                return await keeper.do(deed)
            except Asleep:
                continue
        raise Refusal("try_again")
