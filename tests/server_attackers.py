"""Bad clients, over sockets of their own: each keeps none of the rules that libraries would keep for it.

    python tests/server_attackers.py PORT CODE

attacks a table in one way after the other until its input ends, for measuring what others notice.
"""

from __future__ import annotations

import asyncio
import base64
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from websockets.frames import Frame, Opcode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MIB = 1 << 20
EIGHT_MIB = 8 * MIB
HEADER = b"\x81\xff" + EIGHT_MIB.to_bytes(8, "big") + bytes(4)
"""The beginning of a message of 8 MiB: text, masked with nothing."""
PIECE = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
READY = Frame(Opcode.TEXT, b'{"do":"ready","id":"1"}').serialize(mask=True)


@dataclass
class Line:
    """A connection as bytes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send bytes; whoever is cut off notices."""
        self.writer.write(data)
        await self.writer.drain()

    async def rest(self) -> bytes:
        """Return everything until the server ends the connection."""
        got = b""
        with suppress(ConnectionError):
            while data := await self.reader.read(1 << 16):
                got = (got + data)[-(1 << 16) :]
        return got

    async def frames(self, most: int) -> list[bytes]:
        """Return so many messages, or all until the server ends the connection."""
        found: list[bytes] = []
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while len(found) < most:
                first, length = await self.reader.readexactly(2)
                if length >= 126:
                    length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
                data = await self.reader.readexactly(length)
                if first & 15 == Opcode.CLOSE:
                    found.append(b"closed " + str(int.from_bytes(data[:2], "big")).encode())
                    break
                found.append(data)
        return found

    def end(self) -> None:
        """Be gone."""
        transport: asyncio.WriteTransport = self.writer.transport
        transport.abort()


async def line(port: int, source: str = "127.0.0.1", *, buffer: int = 0) -> Line:
    """Connect, from one's own address; with a small buffer for whoever does not mean to read."""
    made = socket.socket()
    made.setblocking(False)
    if buffer:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.bind((source, 0))
    try:
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port))
    except OSError:
        made.close()
        raise
    limit = buffer or 1 << 16
    return Line(*await asyncio.open_connection(sock=made, limit=limit))


async def at_table(port: int, code: str, *, buffer: int = 0, player: str = "") -> Line:
    """Come to a table by hand; as a proxy, for a player who has another address."""
    one = await line(port, buffer=buffer)
    whom = f"X-Forwarded-For: {player}\r\n" if player else ""
    key = base64.b64encode(bytes(16)).decode()
    await one.send(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{whom}"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert (await one.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return one


async def flood(port: int, code: str) -> None:
    """Say 200 things at once, and go when one is told to wait."""
    one = await at_table(port, code)
    await one.send(READY * 200)
    await one.frames(42)
    one.end()


async def never_read(port: int, code: str) -> None:
    """Listen to nothing of what one asked for."""
    one = await at_table(port, code, buffer=4096)
    await one.send(READY * 60)
    await asyncio.wait([asyncio.ensure_future(one.writer.wait_closed())], timeout=0.5)
    one.end()


async def eight_mib(port: int, code: str) -> bytes:
    """Send a message of 8 MiB, for as long as one is listened to."""
    one = await at_table(port, code)
    answer = asyncio.create_task(one.frames(10))
    with suppress(ConnectionError):
        await one.send(HEADER)
        for _ in range(128):
            await one.send(b" " * (EIGHT_MIB // 128))
    last = (await answer)[-1:]
    one.end()
    return b"".join(last)


async def fragments(port: int, code: str) -> bytes:
    """Send a message that does not end, in pieces that hold nothing."""
    one = await at_table(port, code)
    answer = asyncio.create_task(one.frames(10))
    with suppress(ConnectionError):
        await one.send(Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True))
        while not answer.done():
            await one.send(PIECE * 50)
    last = (await answer)[-1:]
    one.end()
    return b"".join(last)


async def half_open(port: int, code: str) -> None:
    """Begin requests and never end them."""
    lines = [await line(port) for _ in range(20)]
    for one in lines:
        with suppress(ConnectionError):
            await one.send(f"POST /api/tables/{code}/seats HTTP/1.1\r\nHost: localhost\r\nX-".encode())
    await asyncio.wait([asyncio.ensure_future(one.writer.wait_closed()) for one in lines], timeout=0.5)
    for one in lines:
        one.end()


async def huge_headers(port: int, code: str) -> bytes:
    """Send a megabyte of headers."""
    one = await line(port)
    answer = asyncio.create_task(one.rest())
    with suppress(ConnectionError):
        await one.send(f"GET /api/tables/{code} HTTP/1.1\r\nHost: localhost\r\n".encode())
        for _ in range(1024):
            await one.send(b"X-Long: " + b"x" * 1014 + b"\r\n")
        await one.send(b"Connection: close\r\n\r\n")
    got = await answer
    one.end()
    return got


ATTACKS: tuple[Callable[[int, str], Awaitable[object]], ...] = (
    flood,
    never_read,
    eight_mib,
    fragments,
    half_open,
    huge_headers,
)


async def main(port: int, code: str) -> None:
    """Attack until the input ends."""

    async def attack() -> None:
        for way in cycle(ATTACKS):
            with suppress(ConnectionError, AssertionError, asyncio.IncompleteReadError):
                await way(port, code)

    attacks = asyncio.create_task(attack())
    await asyncio.to_thread(sys.stdin.read)
    attacks.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
