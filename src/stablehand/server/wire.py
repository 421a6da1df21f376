"""The WebSocket of a table: who is there, whether they may be, and then both halves of the talk.

What is wrong with the address is said by the code that the connection is closed with: 4403 this seat or this
table is not yours to see, 4404 no such table, 4408 too slow, 4429 too many connections or wrong codes; 1008
too much nonsense, 1012 come back, the server or the table begins anew.
"""

import asyncio
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from stablehand.server.connection import Connection
from stablehand.server.guard import has_bearer
from stablehand.server.hall import hashed
from stablehand.server.keeper import Asleep, Keeper
from stablehand.server.office import Office
from stablehand.server.own_seats import own_seats
from stablehand.server.problems import status_of
from stablehand.server.rate import Rate
from stablehand.server.socket import serve
from stablehand.server.speech import chosen_layer
from stablehand.table.refusal import Refusal

AnySocket = WebSocket[Any, Any, Any]

NONSENSE: Final = 1008
NOT_YOURS: Final = 4403
FAREWELL: Final = 2.0
"""Seconds in which a client must take the last word."""
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
AGAIN: Final = 1012
"""The table was put to sleep or the server stops: come back."""


class SocketWire:
    """Litestar's WebSocket as a wire."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket

    async def receive(self) -> bytes | None:
        """Return the next message, text or bytes; None: the client is gone."""
        try:
            event = await self._socket.receive()
        except WebSocketDisconnect:
            return None
        if event["type"] != "websocket.receive":
            return None
        data = event.get("bytes")
        return (event.get("text") or "").encode() if data is None else data

    async def send(self, data: bytes) -> None:
        """Send a message as text."""
        try:
            await self._socket.send_text(data)
        except WebSocketDisconnect as error:
            raise ConnectionError from error

    async def close(self, code: int, reason: str = "") -> None:
        """Say goodbye, if anybody is still there."""
        if self._socket.connection_state != "disconnect":
            try:
                async with asyncio.timeout(FAREWELL):
                    await self._socket.close(code, reason)
            except (WebSocketDisconnect, OSError, RuntimeError):
                return


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: AnySocket, code: FromPath[str], office: NamedDependency[Office]) -> None:
    """Speak with somebody at a table."""
    await socket.accept()
    wire = SocketWire(socket)
    with office.clients.connected(office.client(socket)) as may_connect:
        if not may_connect:
            await wire.close(TOO_MANY, "too_many")
            return
        try:
            keeper = await office.keeper(socket, code)
            connection, token = _connection(socket, keeper, office)
        except Refusal as refusal:
            await wire.close(4000 + status_of(refusal), refusal.reason)
            return
        limits = office.settings.limits
        rate = Rate(limits.messages_per_second, limits.burst)
        try:
            await serve(wire, connection, keeper, office.hall.thinkers, rate, token)
        except Asleep:
            await wire.close(AGAIN, "try_again")
            return
        await wire.close(_farewell(connection, keeper, token))


def _farewell(connection: Connection, keeper: Keeper, token: str) -> int:
    """Return the code that says why the server ends a connection."""
    if keeper.is_asleep:
        return AGAIN
    if connection.is_dropped:
        return TOO_SLOW
    return NOT_YOURS if token and keeper.table.seat_of(token) != connection.seat else NONSENSE


def _connection(socket: AnySocket, keeper: Keeper, office: Office) -> tuple[Connection, str]:
    """Return the connection of whoever asks, with the hash of their token; or refuse it.

    Those who share a device say which of their seats they mean; a token in the header proves but one.
    """
    table = keeper.table
    own = own_seats(socket, table)
    wanted = "" if has_bearer(socket) else socket.query_params.get("seat", "")
    seat = next((seat for seat in own if wanted in {"", str(seat)}), None)
    if seat is None and (wanted or has_bearer(socket)):
        raise Refusal("not_yours")
    if seat is None and not table.house.spectators:
        raise Refusal("no_spectators")
    layer = chosen_layer(socket.query_params.get("names", ""), office.settings)
    connection = Connection(seat, office.language(socket), layer, office.settings.limits.send_queue)
    return connection, "" if seat is None else hashed(own[seat])
