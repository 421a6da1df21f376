"""Bad clients over raw sockets, which break the rules that libraries would keep.

    python tests/support/attackers.py PORT CODE

attacks a table: a line of its input is an `Order` in JSON, which names the ways (`flood`, `fragments`), each
from several connections at once, until an empty line; then it prints what came of it, a `Report` in JSON.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import sys
from collections import Counter, defaultdict
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count, product
from typing import TYPE_CHECKING

from websockets.frames import Frame, Opcode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

HOME: ContextVar[str] = ContextVar("HOME", default="127.0.0.1")
"""The address of a bad client."""
MIB = 1 << 20
EIGHT_MIB = 8 * MIB
HEADER = b"\x81\xff" + EIGHT_MIB.to_bytes(8, "big") + bytes(4)
"""The header of a text message of 8 MiB, with a mask of zeros."""
PIECE = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
READY = Frame(Opcode.TEXT, b'{"do":"ready","id":"1"}').serialize(mask=True)


@dataclass
class Line:
    """A raw connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send bytes; raise ConnectionError after a disconnect."""
        self.writer.write(data)
        await self.writer.drain()

    async def rest(self) -> bytes:
        """Return the last bytes until the server closes the connection."""
        got = b""
        with suppress(ConnectionError):
            while data := await self.reader.read(1 << 16):
                got = (got + data)[-(1 << 16) :]
        return got

    async def frames(self, most: int) -> list[bytes]:
        """Return up to `most` messages, fewer if the server closes the connection."""
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
        """Abort the connection."""
        transport: asyncio.WriteTransport = self.writer.transport
        transport.abort()


async def line(port: int, source: str = "", *, buffer: int = 0) -> Line:
    """Connect from an address; a small buffer makes the connection stall when nothing is read."""
    made = socket.socket()
    made.setblocking(False)
    if buffer:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.bind((source or HOME.get(), 0))
    try:
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port))
    except OSError:
        made.close()
        raise
    limit = buffer or 1 << 16
    return Line(*await asyncio.open_connection(sock=made, limit=limit))


async def at_table(port: int, code: str, *, buffer: int = 0, player: str = "", token: str = "") -> Line:
    """Open a WebSocket by hand; with `player`, as a proxy for that address; with `token`, on its seat."""
    one = await line(port, buffer=buffer)
    whom = f"X-Forwarded-For: {player}\r\n" if player else ""
    whom += f"Authorization: Bearer {token}\r\n" if token else ""
    key = base64.b64encode(bytes(16)).decode()
    await one.send(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{whom}"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert (await one.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return one


@asynccontextmanager
async def watching(port: int, code: str, *, buffer: int = 0) -> AsyncIterator[Line]:
    """Open a WebSocket during the block."""
    one = await at_table(port, code, buffer=buffer)
    try:
        yield one
    finally:
        one.end()


async def flood(port: int, code: str) -> None:
    """Send messages until disconnected."""
    async with watching(port, code) as one:
        ended = asyncio.create_task(one.rest())
        while not ended.done():
            await one.send(READY * 50)


async def never_read(port: int, code: str) -> None:
    """Send commands and never read the replies."""
    async with watching(port, code, buffer=4096) as one:
        await one.send(READY * 60)
        await one.writer.wait_closed()


async def eight_mib(port: int, code: str) -> bytes:
    """Send a message of 8 MiB, until disconnected."""
    async with watching(port, code) as one:
        answer = asyncio.create_task(one.frames(10))
        with suppress(ConnectionError):
            await one.send(HEADER)
            for _ in range(128):
                await one.send(b" " * (EIGHT_MIB // 128))
        return b"".join((await answer)[-1:])


async def fragments(port: int, code: str) -> bytes:
    """Send a message of endless empty frames."""
    async with watching(port, code) as one:
        answer = asyncio.create_task(one.frames(10))
        with suppress(ConnectionError):
            await one.send(Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True))
            while not answer.done():
                await one.send(PIECE * 50)
        return b"".join((await answer)[-1:])


async def half_open(port: int, code: str) -> None:
    """Begin requests and never finish them."""
    lines = [await line(port) for _ in range(20)]
    try:
        for one in lines:
            await one.send(f"POST /api/tables/{code}/seats HTTP/1.1\r\nHost: localhost\r\nX-".encode())
        await asyncio.gather(*(one.rest() for one in lines))
    finally:
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


async def hammer(port: int, request: bytes, heard: Counter[str]) -> None:
    """Send the same request again and again on one connection, each after the answer to the one before."""
    one = await line(port)
    try:
        while True:
            await one.send(request)
            head = await one.reader.readuntil(b"\r\n\r\n")
            size = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            heard[head.split(maxsplit=2)[1].decode()] += 1
            await one.reader.readexactly(int(size))
    finally:
        one.end()


async def command(port: int, code: str, token: str, words: dict[str, object], heard: Counter[str]) -> None:
    """Send the same command again and again, as fast as one connection may."""
    one = await at_table(port, code, token=token)
    ended = asyncio.create_task(_listen(one, heard))
    try:
        for number in count():
            said = json.dumps(words | {"id": f"{id(one)}-{number}"}).encode()
            await one.send(Frame(Opcode.TEXT, said).serialize(mask=True))
            if (await asyncio.wait([ended], timeout=PAUSE))[0]:
                return
    finally:
        ended.cancel()
        one.end()


async def _listen(one: Line, heard: Counter[str]) -> None:
    """Count the replies on a connection until it ends: accepted, or the reason of a refusal."""
    while frames := await one.frames(1):
        if frames[0].startswith(b"closed"):
            heard[frames[0].decode()] += 1
            return
        if b'"refused"' in frames[0][:40] or b'"accepted"' in frames[0][:40]:
            reply = json.loads(frames[0])
            heard[reply.get("reason", reply["type"])] += 1


ATTACKS: dict[str, Callable[[int, str], Awaitable[object]]] = {
    way.__name__: way for way in (flood, never_read, eight_mib, fragments, half_open, huge_headers)
}
AT_ONCE = 3
"""Connections for each way."""
PAUSE = 0.05
"""Seconds between two commands on one connection: as many as the default limit allows."""
REQUEST = "request:"
COMMAND = "command:"
MANY = {REQUEST: 100, COMMAND: 36}
"""Connections for one route or one command: about as many as an address may have."""


@dataclass(frozen=True)
class Order:
    """What to attack, and from how many addresses and connections."""

    ways: tuple[str, ...]
    addresses: int = 1
    each: int = 0
    """Connections of each address for each way; 0: as many as an address may have."""


@dataclass
class Report:
    """What came of an attack."""

    begun: Counter[str] = field(default_factory=Counter)
    """How often each way was begun, by its name."""
    heard: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """The statuses of each route, and the replies to each command, by its name."""


async def attack(port: int, code: str, way: str, report: Report, home: str) -> None:
    """Attack in one way from an address, again and again, until cancelled.

    A way is a name of `ATTACKS`, or a request or a command with its words in base64.
    """
    HOME.set(home)
    kind, _, packed = way.partition(":")
    words = json.loads(base64.b64decode(packed)) if packed else {}
    name = words.get("name", kind)
    while True:
        report.begun[name] += 1
        with suppress(OSError, AssertionError, EOFError, ValueError):
            if kind + ":" == REQUEST:
                await hammer(port, words["raw"].encode(), report.heard[name])
            elif kind + ":" == COMMAND:
                await command(port, words["code"], words["token"], words["words"], report.heard[name])
            else:
                await ATTACKS[way](port, code)
        await asyncio.sleep(0.01)


def request_way(name: str, method: str, path: str, body: bytes) -> str:
    """Return an attack on a route."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    raw = head + body.decode()
    return REQUEST + base64.b64encode(json.dumps({"name": name, "raw": raw}).encode()).decode()


def command_way(name: str, code: str, token: str, words: dict[str, object]) -> str:
    """Return an attack by a command."""
    packed = json.dumps({"name": name, "code": code, "token": token, "words": words}).encode()
    return COMMAND + base64.b64encode(packed).decode()


def homes(number: int) -> list[str]:
    """Return so many addresses of this machine; only Linux has more than one."""
    return [f"127.0.0.{2 + at}" for at in range(number)] if sys.platform == "linux" else [HOME.get()]


async def main(port: int, code: str) -> None:
    """Run the attacks that the input names, until it ends."""
    while said := (await asyncio.to_thread(sys.stdin.readline)).strip():
        order, report = Order(**json.loads(said)), Report()
        attacks = [
            asyncio.create_task(attack(port, code, way, report, home))
            for home, way in product(homes(order.addresses), order.ways)
            for _ in range(order.each or MANY.get(way.partition(":")[0] + ":", AT_ONCE))
        ]
        await asyncio.to_thread(sys.stdin.readline)
        for one in attacks:
            one.cancel()
        await asyncio.wait(attacks)
        print(json.dumps(vars(report)), flush=True)  # noqa: T201 - the result


def allow_connections() -> None:
    """Allow as many open files as the system lets this process have."""
    import resource  # noqa: PLC0415 - not on every system

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(19)  # the attackers must not take the processor from the server
    with suppress(ImportError, ValueError, OSError):
        allow_connections()
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
