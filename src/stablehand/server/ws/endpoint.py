"""The WebSocket of a table: check who connects, then pass commands and frames until the connection ends.

The close code says why a connection ended: 4403 the seat or table is not the client's, 4404 no such table,
4408 the client reads too slowly, 4429 too many connections or wrong codes, 1008 too many invalid messages,
1012 reconnect, because the table was unloaded or the server restarts.
"""

from typing import Final

from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from stablehand.server.http.errors import status_of
from stablehand.server.http.locale import chosen_layer
from stablehand.server.limits.budgets import TokenBucket
from stablehand.server.limits.costs import MEDIUM
from stablehand.server.limits.origin import has_bearer
from stablehand.server.live.actor import ActorStopped, TableActor
from stablehand.server.live.auth import own_seats
from stablehand.server.live.registry import hashed
from stablehand.server.live.services import Services
from stablehand.server.ws.outbox import Connection
from stablehand.server.ws.session import AnySocket, LitestarChannel, serve
from stablehand.table.refusal import Refusal

INVALID_MESSAGES: Final = 1008
NOT_YOURS: Final = 4403
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
RECONNECT: Final = 1012
"""The table was unloaded or the server stops; the client should reconnect."""


@websocket("/api/tables/{code:str}/socket", cost=MEDIUM)
async def table_socket(socket: AnySocket, code: FromPath[str], services: NamedDependency[Services]) -> None:
    """Serve one connection to a table."""
    await socket.accept()
    wire = LitestarChannel(socket)
    with services.address_limits.connection(services.client(socket)) as may_connect:
        if not may_connect:
            await wire.close(TOO_MANY, "too_many")
            return
        try:
            actor = await services.actor(socket, code)
            connection, token = _connection(socket, actor, services)
        except Refusal as refusal:
            await wire.close(4000 + status_of(refusal), refusal.reason)
            return
        if actor.is_full_for(connection.seat):
            await wire.close(TOO_MANY, "too_many")
            return
        limits = services.settings.limits
        rate = TokenBucket(limits.messages_per_second, limits.burst)
        try:
            spend = services.spender(socket)
            await serve(wire, connection, actor, services.hints, rate, token, spend)
        except ActorStopped:
            await wire.close(RECONNECT, "try_again")
            return
        await wire.close(_close_code(connection, actor, token))


def _close_code(connection: Connection, actor: TableActor, token: str) -> int:
    """Return the close code of a connection that the server ends."""
    if actor.is_stopped:
        return RECONNECT
    if connection.is_dropped:
        return TOO_SLOW
    return NOT_YOURS if token and actor.table.state.seat_of(token) != connection.seat else INVALID_MESSAGES


def _connection(socket: AnySocket, actor: TableActor, services: Services) -> tuple[Connection, str]:
    """Return the connection of whoever asks, with the hash of their token; or refuse it.

    Those who share a device say which of their seats they mean; a token in the header proves but one.
    """
    state = actor.table.state
    own = own_seats(socket, state)
    wanted = "" if has_bearer(socket) else socket.query_params.get("seat", "")
    seat = next((seat for seat in own if wanted in {"", str(seat)}), None)
    if seat is None and (wanted or has_bearer(socket)):
        raise Refusal("not_yours")
    if seat is None and not state.house.spectators:
        raise Refusal("no_spectators")
    layer = chosen_layer(socket.query_params.get("names", ""), services.settings)
    connection = Connection(seat, services.language(socket), layer, services.settings.limits.send_queue)
    return connection, "" if seat is None else hashed(own[seat])
