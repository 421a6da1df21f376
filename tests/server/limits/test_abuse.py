"""Bad clients against a real server: they are disconnected, and the table goes on (product, promise 7)."""

from __future__ import annotations

import asyncio
import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path
from socket import IPPROTO_TCP, SO_SNDBUF, SOL_SOCKET, TCP_NODELAY
from typing import TYPE_CHECKING

import httpx
import pytest

import support.attackers as bad
from stablehand.server import run as running
from stablehand.server.http import errors
from stablehand.server.limits import addresses, transport
from stablehand.server.settings import Limits
from support.socket_players import RunningServer, SocketPlayer, run, together

if TYPE_CHECKING:
    from socket import socket

    from websockets.frames import Frame

    from stablehand.server.settings import Settings

ATTACKERS = Path(bad.__file__)
STRICT = Limits(messages_per_second=1)
FREE = Limits(messages_per_second=10_000, burst=10_000)


def port_of(server: RunningServer) -> int:
    return int(server.url.rpartition(":")[2])


async def talk(ann: SocketPlayer, bob: SocketPlayer, times: int = 10) -> None:
    """Let one player chat and the other receive it: the table goes on."""
    for _ in range(times):
        text = f"Neigh {ann.commands}"
        assert (await ann.send("chat", text=text))["type"] == "accepted"
        while not any(said["text"] == text for said in (await bob.receive()).get("chat", ())):
            pass


def test_a_client_that_sends_200_messages_at_once_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=STRICT) as (server, ann, bob):
            flooder = await bad.at_table(port_of(server), ann.code)
            await flooder.send(bad.READY * 200)
            heard: list[bytes] = []
            while not any(b'"too_fast"' in frame for frame in heard) or len(heard) <= STRICT.burst:
                heard += await flooder.frames(1)
            assert sum(b'"spectator"' in frame for frame in heard) < 2 * STRICT.burst
            await talk(ann, bob)
            flooder.end()

    run(scenario)


@pytest.mark.slow("waits for a full buffer")
def test_a_client_that_never_reads_is_disconnected_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = running.listen

    def small(settings: Settings) -> socket:
        taken = listen(settings)
        taken.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)
        return taken

    monkeypatch.setattr(running, "listen", small)
    monkeypatch.setattr(transport, "LINGER", 0.2)
    lost = asyncio.Event()
    forget = transport.LimitedWebSocket.connection_lost

    def connection_lost(self: transport.LimitedWebSocket, error: Exception | None) -> None:
        forget(self, error)
        lost.set()

    monkeypatch.setattr(transport.LimitedWebSocket, "connection_lost", connection_lost)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            slow = await bad.at_table(port_of(server), ann.code, buffer=4096)
            await ann.until(lambda table: table["watching"] == 1)
            said = 0
            while ann.table["watching"]:
                await talk(ann, bob, 1)
                said += 1
                assert said < 1000
            assert said > FREE.send_queue // 2
            await talk(ann, bob)
            await lost.wait()  # the connection is aborted although the client has not read everything
            slow.end()

    run(scenario)


def test_a_message_of_8_mib_is_refused_and_not_kept_in_memory(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            port = port_of(server)
            assert await bad.eight_mib(port, ann.code) == b"closed 1009"
            tracemalloc.start()
            try:
                for _ in range(3):
                    await bad.eight_mib(port, ann.code)
                assert tracemalloc.get_traced_memory()[1] < bad.EIGHT_MIB // 4
            finally:
                tracemalloc.stop()
            await talk(ann, bob)

    run(scenario)


def test_a_message_of_endless_frames_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            assert await bad.fragments(port_of(server), ann.code) == b"closed 1008"
            await talk(ann, bob)

    run(scenario)


def messages_read(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """Return a list to which the server adds every message that it parses."""
    read: list[Frame] = []
    take = transport.LimitedWebSocket.handle_text

    def handle_text(self: transport.LimitedWebSocket, event: Frame) -> None:
        read.append(event)
        take(self, event)

    monkeypatch.setattr(transport.LimitedWebSocket, "handle_text", handle_text)
    return read


def test_what_a_client_sends_after_it_was_closed_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = messages_read(monkeypatch)
    monkeypatch.setattr(transport, "LINGER", 0.2)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            refused = await bad.at_table(port_of(server), "bcdfghjk")
            assert await refused.frames(1) == [b"closed 4404"]
            read.clear()
            with suppress(ConnectionError):
                for _ in range(200):
                    await refused.send(bad.READY * 500)
            await refused.rest()
            refused.end()
            assert len(read) <= transport.AFTER_CLOSE // len(bad.READY)
            await talk(ann, bob)

    run(scenario)


def test_a_client_that_sends_thousands_of_messages_at_once_is_disconnected_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = messages_read(monkeypatch)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            flooder = await bad.at_table(port_of(server), ann.code)
            await flooder.send(bad.READY * 5000)
            assert (await flooder.frames(10))[-1] == b"closed 1008"
            assert len(read) <= transport.MOST_UNREAD + 1 + transport.CHUNK // len(bad.READY) + 1
            flooder.end()
            await talk(ann, bob)

    run(scenario)


BEGUN = {
    "nothing": "",
    "half a line": "GET /api/he",
    "half the headers": "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Wait",
    "half a body": "POST /api/devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
}


@pytest.mark.slow("waits for a time limit")
def test_a_client_that_does_not_finish_a_request_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "REQUEST_TIMEOUT", 0.3)
    failed: list[str] = []
    monkeypatch.setattr(errors._log, "error", lambda event, **_: failed.append(event), raising=False)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            port = port_of(server)
            whole = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for begun in [*BEGUN.values(), *(whole + begun for begun in BEGUN.values())]:
                lines = [await bad.line(port) for _ in range(5)]
                for one in lines:
                    await one.send(begun.encode())
                for one in lines:
                    await one.rest()
                    one.end()
            # The timeout does not apply to a connection to a table.
            await talk(ann, bob)
            assert failed == []

    run(scenario)


def test_only_the_allowed_number_of_connections_of_one_address_stays_open(tmp_path: Path) -> None:
    limits = Limits(
        connections_per_client=20, new_connections_per_second=10_000, messages_per_second=10_000, burst=10_000
    )
    most = limits.sockets_per_client

    async def scenario() -> None:
        async with together(tmp_path, limits=limits) as (server, ann, bob):
            port = port_of(server)
            lines = [await bad.line(port) for _ in range(1000)]
            ends = [asyncio.create_task(one.rest()) for one in lines]
            while sum(end.done() for end in ends) < len(lines) - most:
                await asyncio.wait(
                    [end for end in ends if not end.done()], return_when=asyncio.FIRST_COMPLETED
                )
            await talk(ann, bob)
            if sys.platform == "linux":  # other systems have one loopback address only
                other = await bad.line(port, "127.0.0.2")
                await other.send(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert b'"status":"ok"' in await other.rest()
                other.end()
            assert sum(end.done() for end in ends) <= len(lines) - most + 10
            for one in lines:
                one.end()
            await asyncio.gather(*ends)
            # Closed connections no longer count.
            while True:
                async with httpx.AsyncClient(base_url=server.url) as client:
                    try:
                        assert (await client.get("/api/health")).status_code == 200
                        break
                    except httpx.TransportError:
                        continue

    run(scenario)


def test_wrong_codes_over_websockets_count_too(tmp_path: Path) -> None:
    async def closed(port: int, code: str) -> bytes:
        one = await bad.at_table(port, code)
        last = (await one.frames(10))[-1]
        one.end()
        return last

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            server.services.address_limits = addresses.AddressLimits(FREE, lambda: 0.0)
            port = port_of(server)
            answers = [await closed(port, f"bcdfghj{letter}") for letter in "bcdfghjkmnpqrstvwxz23456789"]
            assert answers[: addresses.WRONG_CODES] == [b"closed 4404"] * addresses.WRONG_CODES
            assert set(answers[addresses.WRONG_CODES + 1 :]) == {b"closed 4429"}
            assert (
                await closed(port, ann.code) == b"closed 4429"
            )  # a valid code gets the same response as a wrong one
            await talk(ann, bob)

    run(scenario)


def test_a_megabyte_of_headers_is_not_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (server, ann, bob):
            got = await bad.huge_headers(port_of(server), ann.code)
            assert got == b"" or got.startswith(b"HTTP/1.1 4")
            await talk(ann, bob)

    run(scenario)


def test_nagles_algorithm_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_: list[int] = []
    made = transport.LimitedHttp.connection_made

    def connection_made(self: transport.LimitedHttp, transport: asyncio.Transport) -> None:
        made(self, transport)
        set_.append(transport.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_NODELAY))

    monkeypatch.setattr(transport.LimitedHttp, "connection_made", connection_made)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (_, ann, bob):
            await talk(ann, bob, 1)
        assert set_
        assert all(set_), "each small message would wait 40 ms for a delayed ACK"

    run(scenario)
