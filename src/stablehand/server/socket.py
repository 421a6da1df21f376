"""A connection's two halves: what the client says goes to the keeper, what is waiting goes to the client.

It knows no web framework: whoever accepts the connection brings a way to receive and one to send.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

from stablehand.server.advice import advise
from stablehand.server.keeper import Asleep
from stablehand.table import protocol as p
from stablehand.table.frames import Cursor
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.server.connection import Connection
    from stablehand.server.keeper import Keeper
    from stablehand.server.rate import Rate
    from stablehand.server.thinkers import Thinkers
    from stablehand.table.table import Table

STALLED: Final = 20.0
"""A client that has not taken a frame for so many seconds is disconnected."""
MISTAKES: Final = 20
"""After so many messages that are no commands, a connection ends."""

_decoder: msgspec.json.Decoder[p.AnyCommand] = msgspec.json.Decoder(p.AnyCommand)


class Wire(Protocol):
    """The framework's side of a connection."""

    async def receive(self) -> bytes | None:
        """Return the next message; None: the client is gone."""
        ...

    async def send(self, data: bytes) -> None:
        """Send a message."""
        ...


async def serve(
    wire: Wire,
    connection: Connection,
    keeper: Keeper,
    thinkers: Thinkers | None,
    rate: Rate,
    token: str = "",
) -> None:
    """Speak with a client until it goes, is too slow, has lost its seat, or the table sleeps."""
    keeper.join(connection, token)
    sender = asyncio.create_task(_send(wire, connection))
    listener = asyncio.create_task(_listen(wire, connection, keeper, thinkers, rate))
    dropped = asyncio.create_task(connection.dropped.wait())  # what is being sent may never arrive
    tasks: list[asyncio.Task[None] | asyncio.Task[Literal[True]]] = [sender, listener, dropped]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        keeper.part(connection)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, OSError, TimeoutError, Asleep):
                await task


async def _send(wire: Wire, connection: Connection) -> None:
    while (data := await connection.next()) is not None:
        async with asyncio.timeout(STALLED):
            await wire.send(data)


async def _listen(
    wire: Wire, connection: Connection, keeper: Keeper, thinkers: Thinkers | None, rate: Rate
) -> None:
    mistakes = 0
    while (data := await wire.receive()) is not None:
        audience = keeper.audience(connection)
        if not rate.allows():
            connection.tell(audience.refused(_id_of(data), Refusal("too_fast")))
            await asyncio.sleep(rate.wait)
            continue
        try:
            command = read_command(data)
        except Refusal as refusal:
            mistakes += 1
            connection.tell(audience.refused("", refusal))
            if mistakes >= MISTAKES:
                connection.finish()
                return
            continue
        await _obey(command, connection, keeper, thinkers)


class _Named(msgspec.Struct):
    """As much of a command as is needed to say which one was not heard."""

    id: p.CommandId = ""


def _id_of(data: bytes) -> str:
    try:
        return msgspec.json.decode(data, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def read_command(data: bytes) -> p.AnyCommand:
    """Return what a client says; what is no command is a Refusal, whatever it is."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("unreadable", problem=_plain(error)) from error


def _plain(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)[:200] if isinstance(error, msgspec.DecodeError) else "it is not UTF-8"


async def _obey(
    command: p.AnyCommand, connection: Connection, keeper: Keeper, thinkers: Thinkers | None
) -> None:
    match command:
        case p.Speak():
            connection.lang = command.language
            connection.cursor, connection.is_behind = Cursor(), True
            keeper.wish(lambda *_: None, _reply(command, connection, keeper))
        case p.Why():
            audience = keeper.audience(connection)

            def explain(*_: object) -> p.Told:
                keeper.speaks_for(connection)
                return audience.why(command.id, command.card)

            def tell(told: p.Told, refusal: Refusal | None) -> None:
                connection.tell(told if refusal is None else audience.refused(command.id, refusal))

            keeper.wish(explain, tell)
        case p.Hint():
            await advise(command, connection, keeper, thinkers)
        case _:
            keeper.wish(
                lambda table, now: table.receive(keeper.speaks_for(connection), command, now),
                _reply(command, connection, keeper),
            )


def _reply(
    command: p.AnyCommand, connection: Connection, keeper: Keeper
) -> Callable[[object, Refusal | None], None]:
    def after(_: object, refusal: Refusal | None) -> None:
        table: Table = keeper.table
        if refusal is None:
            connection.tell(p.Accepted(command.id, table.facts))
        else:
            connection.tell(keeper.audience(connection).refused(command.id, refusal))

    return after
