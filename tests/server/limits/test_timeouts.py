"""The server does not wait forever: pings, frames, close handshakes, requests, empty tables."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import support.attackers as bad
from stablehand.server import run as running
from stablehand.server.limits import transport
from stablehand.server.limits.budgets import TokenBucket
from stablehand.server.live import registry
from stablehand.server.ws import session
from stablehand.server.ws.outbox import Connection
from support.socket_players import RunningServer, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SOON = 0.2
"""A timeout in seconds. Only clients that never respond reach it, so a slow machine changes nothing."""
HALF_A_REQUEST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"


def port_of(server: RunningServer) -> int:
    return int(server.url.rpartition(":")[2])


def test_a_client_that_answers_no_ping_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PING", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            silent = await bad.at_table(port_of(server), (await server.opened()).code)
            await silent.rest()
            silent.end()

    run(scenario)


class Stuck:
    """A client that receives nothing and sends nothing."""

    connection_state = "receive"

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def send(self, _: bytes) -> None:
        await asyncio.Event().wait()

    async def close(self, *_: object) -> None:
        await asyncio.Event().wait()


def test_a_client_that_receives_no_frame_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "STALLED", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            actor = await server.services.registry.actor((await server.opened()).code)
            assert actor is not None
            await session.serve(Stuck(), Connection(None, "en", "", 64), actor, None, TokenBucket(1, 1))
            assert actor.connections == 0

    run(scenario)


def test_a_client_that_does_not_answer_the_close_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CLOSING", SOON)

    async def scenario() -> None:
        await session.LitestarChannel(cast("session.AnySocket", Stuck())).close(1008)

    run(scenario)


def test_a_table_without_connections_is_unloaded_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "UNLOAD_INTERVAL", SOON)
    monkeypatch.setattr(registry, "UNLOAD_AFTER", 1)

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            tables, tidied = server.services.registry, asyncio.Event()
            tidy = tables.tidy

            async def noted() -> None:
                await tidy()
                tidied.set()

            await server.opened()
            monkeypatch.setattr(tables, "tidy", noted)
            while tables.tables:
                tidied.clear()
                await tidied.wait()

    run(scenario)


def test_a_server_that_stops_does_not_wait_for_an_unfinished_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "STOP_TIMEOUT", 1)
    monkeypatch.setattr(transport, "REQUEST_TIMEOUT", 1e6)

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            slow = await bad.line(port_of(server))
            await slow.send(HALF_A_REQUEST)
            assert (await server.opened()).seat == 0  # so the other request has started
            stopping = asyncio.create_task(slow.rest())
        await stopping
        slow.end()

    run(scenario)
