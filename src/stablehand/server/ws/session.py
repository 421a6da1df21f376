"""A connection's two halves: what the client says goes to the actor, what is waiting goes to the client.

`serve` needs only a `Wire`, a way to receive and one to send; `LitestarChannel` is the one of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from stablehand.server.botpool.hints import send_hint
from stablehand.server.limits.costs import COMMANDS
from stablehand.server.live.actor import ActorStopped
from stablehand.server.live.mailbox import Receive
from stablehand.table import protocol as p
from stablehand.table.depth import DEEPEST, is_too_deep
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from stablehand.server.botpool.pool import BotPool
    from stablehand.server.limits.budgets import TokenBucket
    from stablehand.server.live.actor import TableActor
    from stablehand.server.ws.outbox import Connection

STALLED: Final = 20.0
"""A client that has not taken a frame for so many seconds is disconnected."""
CLOSING: Final = 2.0
"""Seconds in which a client must take the closing message."""
MISTAKES: Final = 20
"""After so many messages that are no commands, a connection ends."""

AnySocket = WebSocket[Any, Any, Any]
Spend = Callable[[float], Awaitable[float]]

_decoder: msgspec.json.Decoder[p.AnyCommand] = msgspec.json.Decoder(p.AnyCommand)


class Wire(Protocol):
    """The framework's side of a connection."""

    async def receive(self) -> bytes | None:
        """Return the next message; None: the client is gone."""
        ...

    async def send(self, data: bytes) -> None:
        """Send a message."""
        ...


class LitestarChannel:
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
        """Close the connection if it is still open."""
        if self._socket.connection_state != "disconnect":
            try:
                async with asyncio.timeout(CLOSING):
                    await self._socket.close(code, reason)
            except (WebSocketDisconnect, OSError, RuntimeError):
                return


async def serve(
    wire: Wire,
    connection: Connection,
    actor: TableActor,
    pool: BotPool | None,
    rate: TokenBucket,
    token: str = "",
    spend: Spend | None = None,
) -> None:
    """Serve a connection until the client leaves or reads too slowly, or seat or table are gone.

    `spend` counts what commands cost their client; it waits, and returns how long one should wait still.
    """
    actor.join(connection, token)
    sender = asyncio.create_task(_send(wire, connection))
    listener = asyncio.create_task(_listen(wire, connection, actor, pool, rate, spend))
    dropped = asyncio.create_task(connection.dropped.wait())  # what is being sent may never arrive
    tasks: list[asyncio.Task[None] | asyncio.Task[Literal[True]]] = [sender, listener, dropped]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        actor.part(connection)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, OSError, TimeoutError, ActorStopped):
                await task


async def _send(wire: Wire, connection: Connection) -> None:
    while (data := await connection.next()) is not None:
        async with asyncio.timeout(STALLED):
            await wire.send(data)


async def _listen(
    wire: Wire,
    connection: Connection,
    actor: TableActor,
    pool: BotPool | None,
    rate: TokenBucket,
    spend: Spend | None,
) -> None:
    mistakes = 0
    while (data := await wire.receive()) is not None:
        if not rate.allow():
            connection.tell(actor.audience(connection).refused(_id_of(data), Refusal("too_fast")))
            await asyncio.sleep(rate.wait)
            continue
        try:
            command = read_command(data)
        except Refusal as refusal:
            mistakes += 1
            connection.tell(actor.audience(connection).refused("", refusal))
            if mistakes >= MISTAKES:
                connection.finish()
                return
            continue
        if spend is not None and await spend(COMMANDS[type(command)]):
            connection.tell(actor.audience(connection).refused(command.id, Refusal("too_fast")))
            continue
        if isinstance(command, p.Hint):
            await send_hint(command, connection, actor, pool)
        else:
            actor.post(Receive(connection, command))


class _Named(msgspec.Struct):
    """The part of a command that a refusal needs: its id."""

    id: p.CommandId = ""


def _id_of(data: bytes) -> str:
    try:
        return msgspec.json.decode(data, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def read_command(data: bytes) -> p.AnyCommand:
    """Return what a client says; what is no command is a Refusal, whatever it is."""
    # Hardly any message has so many brackets that it could be.
    if data.count(b"[") + data.count(b"{") > DEEPEST and is_too_deep(data):
        raise Refusal("unreadable", problem="it is nested too deeply")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("unreadable", problem=_plain(error)) from error


def _plain(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)[:200] if isinstance(error, msgspec.DecodeError) else "it is not UTF-8"
