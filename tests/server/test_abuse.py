"""Bad clients against a real server: they are cut off, and nobody else notices (product, promise 7)."""

from __future__ import annotations

import asyncio
import os
import sys
import time
import tracemalloc
from pathlib import Path
from socket import IPPROTO_TCP, SO_SNDBUF, SOL_SOCKET, TCP_NODELAY
from typing import TYPE_CHECKING

import httpx

import server_attackers as bad
from server_guests import Guest, House, run, together
from stablehand.server import clients, problems, thrifty
from stablehand.server import run as running
from stablehand.server.settings import Limits

if TYPE_CHECKING:
    from socket import socket

    import pytest
    from websockets.frames import Frame

    from stablehand.server.settings import Settings

IS_RELEASE = os.environ.get("STABLEHAND_RELEASE") == "1"
ATTACKERS = Path(bad.__file__)
STRICT = Limits(messages_per_second=1)
"""So few that nothing is allowed again while a test runs."""
FREE = Limits(messages_per_second=10_000, burst=10_000)


def port_of(house: House) -> int:
    return int(house.url.rpartition(":")[2])


async def talk(ann: Guest, bob: Guest, times: int = 10) -> list[float]:
    """Let one say something and the other hear it; return how long each took, in milliseconds."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        text = f"Neigh {ann.commands}"
        assert (await ann.say("chat", text=text))["type"] == "accepted"
        while not any(said["text"] == text for said in (await bob.hear()).get("chat", ())):
            pass
        took.append(1000 * (time.perf_counter() - began))
    return took


def test_whoever_says_200_things_at_once_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=STRICT) as (house, ann, bob):
            flooder = await bad.at_table(port_of(house), ann.code)
            await flooder.send(bad.READY * 200)
            heard: list[bytes] = []
            while not any(b'"too_fast"' in frame for frame in heard) or len(heard) <= STRICT.burst:
                heard += await flooder.frames(1)
            assert sum(b'"spectator"' in frame for frame in heard) < 2 * STRICT.burst
            await talk(ann, bob)
            flooder.end()

    run(scenario)


def test_whoever_never_reads_is_dropped_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = running.listen

    def small(settings: Settings) -> socket:
        taken = listen(settings)
        taken.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)
        return taken

    monkeypatch.setattr(running, "listen", small)
    monkeypatch.setattr(thrifty, "LINGER", 0.2)
    lost = asyncio.Event()
    forget = thrifty.ThriftySocket.connection_lost

    def connection_lost(self: thrifty.ThriftySocket, error: Exception | None) -> None:
        forget(self, error)
        lost.set()

    monkeypatch.setattr(thrifty.ThriftySocket, "connection_lost", connection_lost)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            slow = await bad.at_table(port_of(house), ann.code, buffer=4096)
            await ann.until(lambda table: table["watching"] == 1)
            said = 0
            while ann.table["watching"]:
                await talk(ann, bob, 1)
                said += 1
                assert said < 1000
            assert said > FREE.send_queue // 2
            await talk(ann, bob)
            async with asyncio.timeout(20):  # what was not read by then is given up, with the connection
                await lost.wait()
            slow.end()

    run(scenario)


def test_a_message_of_8_mib_is_not_taken_and_not_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            port = port_of(house)
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


def test_a_message_in_endless_pieces_is_not_waited_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            assert await bad.fragments(port_of(house), ann.code) == b"closed 1008"
            await talk(ann, bob)

    run(scenario)


def test_thousands_of_messages_at_once_are_not_even_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Frame] = []
    take = thrifty.ThriftySocket.handle_text

    def handle_text(self: thrifty.ThriftySocket, event: Frame) -> None:
        read.append(event)
        take(self, event)

    monkeypatch.setattr(thrifty.ThriftySocket, "handle_text", handle_text)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            flooder = await bad.at_table(port_of(house), ann.code)
            await flooder.send(bad.READY * 5000)
            async with asyncio.timeout(20):
                assert (await flooder.frames(10))[-1] == b"closed 1008"
            assert len(read) <= thrifty.WAITING + 1 + thrifty.PART // len(bad.READY) + 1, (
                "before anybody spoke"
            )
            flooder.end()
            await talk(ann, bob)

    run(scenario)


BEGUN = {
    "nothing": "",
    "half a line": "GET /api/he",
    "half the headers": "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Wait",
    "half a body": "POST /api/devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
}


def test_whoever_begins_a_request_and_does_not_end_it_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thrifty, "REQUEST", 0.3)
    failed: list[str] = []
    monkeypatch.setattr(problems._log, "error", lambda event, **_: failed.append(event), raising=False)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            port = port_of(house)
            whole = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for begun in [*BEGUN.values(), *(whole + begun for begun in BEGUN.values())]:
                lines = [await bad.line(port) for _ in range(5)]
                for one in lines:
                    await one.send(begun.encode())
                for one in lines:
                    await one.rest()
                    one.end()
            # A connection to a table is no request that never ends.
            await talk(ann, bob)
            assert failed == []

    run(scenario)


def test_one_address_has_only_so_many_connections_of_a_thousand(tmp_path: Path) -> None:
    limits = Limits(
        connections_per_client=20, new_connections_per_second=10_000, messages_per_second=10_000, burst=10_000
    )
    most = limits.connections_in_all

    async def scenario() -> None:
        async with together(tmp_path, limits=limits) as (house, ann, bob):
            port = port_of(house)
            lines = [await bad.line(port) for _ in range(1000)]
            ends = [asyncio.create_task(one.rest()) for one in lines]
            while sum(end.done() for end in ends) < len(lines) - most:
                await asyncio.wait(
                    [end for end in ends if not end.done()], return_when=asyncio.FIRST_COMPLETED
                )
            await talk(ann, bob)
            if sys.platform == "linux":  # elsewhere this machine has but one address
                other = await bad.line(port, "127.0.0.2")
                await other.send(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert b'"status":"ok"' in await other.rest()
                other.end()
            assert sum(end.done() for end in ends) <= len(lines) - most + 10
            for one in lines:
                one.end()
            await asyncio.gather(*ends)
            # Whoever is gone is not counted any more.
            while True:
                async with httpx.AsyncClient(base_url=house.url) as client:
                    try:
                        assert (await client.get("/api/health")).status_code == 200
                        break
                    except httpx.TransportError:
                        continue

    run(scenario)


def test_whoever_guesses_at_codes_over_sockets_is_told_nothing_more(tmp_path: Path) -> None:
    async def closed(port: int, code: str) -> bytes:
        one = await bad.at_table(port, code)
        last = (await one.frames(10))[-1]
        one.end()
        return last

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            port = port_of(house)
            answers = [await closed(port, f"bcdfghj{letter}") for letter in "bcdfghjkmnpqrstvwxz23456789"]
            assert answers[: clients.GUESSES] == [b"closed 4404"] * clients.GUESSES
            assert set(answers[clients.GUESSES + 1 :]) == {b"closed 4429"}
            assert await closed(port, ann.code) == b"closed 4429"  # not even whether this one is right
            await talk(ann, bob)

    run(scenario)


def test_a_megabyte_of_headers_is_not_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (house, ann, bob):
            got = await bad.huge_headers(port_of(house), ann.code)
            assert got == b"" or got.startswith(b"HTTP/1.1 4")
            await talk(ann, bob)

    run(scenario)


def test_small_answers_go_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_: list[int] = []
    made = thrifty.ThriftyHttp.connection_made

    def connection_made(self: thrifty.ThriftyHttp, transport: asyncio.Transport) -> None:
        made(self, transport)
        set_.append(transport.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_NODELAY))

    monkeypatch.setattr(thrifty.ThriftyHttp, "connection_made", connection_made)

    async def scenario() -> None:
        async with together(tmp_path, limits=FREE) as (_, ann, bob):
            await talk(ann, bob, 1)
        assert set_
        assert all(set_), "each answer would wait for an ACK, which is delayed by 40 ms"

    run(scenario)
