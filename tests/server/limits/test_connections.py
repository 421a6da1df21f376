"""How fast one address may open new connections."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

import support.attackers as bad
from stablehand.server.limits import transport
from stablehand.server.limits.addresses import AddressLimits
from stablehand.server.limits.connections import ConnectionLimit
from stablehand.server.live import actor
from stablehand.server.settings import Limits
from support.socket_players import RunningServer, SocketPlayer, run, serving

if TYPE_CHECKING:
    from pathlib import Path

SLOW = Limits(connections_per_client=3, new_connections_per_second=1)
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PHONES = 8
CONNECTIONS_OF_A_BROWSER = 6
"""Connections that a browser opens to one host, besides a WebSocket."""


def port_of(server: RunningServer) -> int:
    return int(server.url.rpartition(":")[2])


async def asked(server: RunningServer, source: str = "") -> bool:
    """Connect, send a request and disconnect; return whether there was a response."""
    one = await bad.line(port_of(server), source)
    try:
        await one.send(HEALTH)
        return b'"status":"ok"' in await one.rest()
    except ConnectionError:
        return False
    finally:
        one.end()


def test_a_client_may_open_a_burst_of_connections_and_then_new_ones_slowly() -> None:
    now = 0.0
    limit = ConnectionLimit(2, 1, 4, lambda: now)
    assert [limit.acquire("a") for _ in range(3)] == [True, True, False]
    assert limit.acquire("b")
    for _ in range(2):
        limit.release("a")
    assert [limit.acquire("a"), limit.acquire("a")] == [
        True,
        True,
    ]  # the refused connection does not count
    for _ in range(2):
        limit.release("a")
    assert not limit.acquire("a")
    now = 1.0
    assert [limit.acquire("a"), limit.acquire("a")] == [True, False]


def test_an_address_that_keeps_opening_connections_is_cut_off_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "ConnectionLimit", partial(ConnectionLimit, clock=lambda: 0.0))

    async def scenario() -> None:
        async with serving(tmp_path, limits=SLOW) as server:
            answers = [await asked(server) for _ in range(3 * SLOW.sockets_per_client)]
            assert all(answers[: SLOW.sockets_per_client])
            assert not any(answers[SLOW.sockets_per_client :])
            if sys.platform == "linux":  # other systems have one loopback address only
                assert await asked(server, "127.0.0.2")

    run(scenario)


def test_a_closed_connection_no_longer_counts(tmp_path: Path) -> None:
    limits = Limits(connections_per_client=1, new_connections_per_second=10_000)

    async def scenario() -> None:
        async with serving(tmp_path, limits=limits) as server:
            watcher = SocketPlayer(server, (await server.opened()).code)
            for _ in range(3 * limits.sockets_per_client):
                async with watcher.connected():
                    assert watcher.table["you"] is None

    run(scenario)


@pytest.mark.parametrize("proxy", ["127.0.0.1", "127.0.0.0/8"])
def test_behind_a_proxy_the_players_address_is_limited(tmp_path: Path, proxy: str) -> None:
    async def closed(server: RunningServer, code: str, player: str) -> bytes:
        """Connect to a table through the proxy and return the first message."""
        one = await bad.at_table(port_of(server), code, player=player)
        first = (await one.frames(1))[0]
        one.end()
        return first

    async def scenario() -> None:
        async with serving(tmp_path, limits=SLOW, proxies=(proxy,)) as server:
            server.services.address_limits = AddressLimits(SLOW, lambda: 0.0)
            code = (await server.opened()).code
            said = [await closed(server, code, "192.0.2.1") for _ in range(3 * SLOW.sockets_per_client)]
            assert said.count(b"closed 4429") == 2 * SLOW.sockets_per_client
            assert b'"type":"table"' in await closed(server, code, "192.0.2.2")

    run(scenario)


def test_eight_phones_behind_one_address_reload_and_reconnect_at_once(tmp_path: Path) -> None:
    async def phone(server: RunningServer, code: str, inside: AsyncExitStack) -> None:
        """Load the page as a browser does and connect to the table."""
        lines = await asyncio.gather(*(bad.line(port_of(server)) for _ in range(CONNECTIONS_OF_A_BROWSER)))
        for one in lines:
            inside.callback(one.end)
            await one.send(HEALTH.replace(b"close", b"keep-alive"))
            assert (await one.reader.readline()).startswith(b"HTTP/1.1 200")
        await inside.enter_async_context(SocketPlayer(server, code).connected())

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            code = (await server.opened()).code
            for _ in range(2):
                async with AsyncExitStack() as inside:
                    await asyncio.gather(*(phone(server, code, inside) for _ in range(PHONES)))

    run(scenario)


def test_a_seat_and_the_spectators_of_a_table_have_so_many_connections_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actor, "MOST_SPECTATORS", 5)

    async def scenario() -> None:
        async with serving(tmp_path) as server, AsyncExitStack() as stack:
            ann = await server.opened()
            bob = await server.joined(ann.code)
            for token, most in ((ann.token, actor.MOST_PER_SEAT), ("", 5)):
                for _ in range(most):
                    one = SocketPlayer(server, ann.code, token=token)
                    await stack.enter_async_context(one.connected())
                late = await bad.at_table(port_of(server), ann.code, token=token)
                assert await late.frames(1) == [b"closed 4429"]
                late.end()
            await stack.enter_async_context(bob.connected())
            assert (await bob.send("ready"))["type"] == "accepted"

    run(scenario)
