"""All connections together have a limit, and those that do not finish a request go first."""

from __future__ import annotations

import asyncio
import resource
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import support.attackers as bad
from stablehand.server.limits import transport
from stablehand.server.limits.crowd import FEWEST, HALF_OPEN_SHARE, RESERVED, Crowd, most_connections
from stablehand.server.settings import Limits
from support.socket_players import SocketPlayer, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


@dataclass(eq=False)
class Line:
    is_aborted: bool = False

    def abort(self) -> None:
        self.is_aborted = True


def test_of_too_many_that_do_not_finish_a_request_the_oldest_goes() -> None:
    crowd, lines = Crowd(40), [Line() for _ in range(30)]
    for line in lines:
        assert crowd.enter(line)
        crowd.wait_for(line)
    assert [line.is_aborted for line in lines] == [True] * 20 + [False] * 10
    assert len(crowd) == 10


def test_connections_that_play_stay_and_newcomers_are_let_in_for_half_open_ones() -> None:
    crowd, players = Crowd(20), [Line() for _ in range(16)]
    for player in players:
        crowd.enter(player)
        crowd.wait_for(player)
        crowd.has_finished(player)
    waiting = [Line() for _ in range(10)]
    for line in waiting:
        assert crowd.enter(line)
        crowd.wait_for(line)
    assert not any(player.is_aborted for player in players)
    assert sum(line.is_aborted for line in waiting) == 6
    for line in waiting:
        crowd.leave(line)
    assert all(crowd.enter(Line()) for _ in range(4))
    assert not crowd.enter(Line()), "all are in use"


def test_there_are_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[tuple[int, int]] = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: allowed[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: allowed.append(pair))
    assert most_connections(100) == 100
    assert most_connections(4000) == 1024 - RESERVED
    assert allowed[-1] == (1024, 1024)
    allowed.append((64, 64))
    assert most_connections(4000) == FEWEST


def test_half_open_requests_of_several_addresses_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "REQUEST_TIMEOUT", 1e6)
    limits = Limits(connections=40)
    most = round(HALF_OPEN_SHARE * limits.connections)

    async def scenario() -> None:
        async with serving(tmp_path, limits=limits) as server:
            port = int(server.url.rpartition(":")[2])
            ann = await server.opened()
            async with ann.connected():
                lines = [await bad.line(port, home) for home in bad.homes(9) for _ in range(12)]
                for one in lines:
                    with suppress(ConnectionError):
                        await one.send(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Wait")
                ends = [asyncio.create_task(one.rest()) for one in lines]
                while sum(end.done() for end in ends) < len(ends) - most:
                    waiting = [end for end in ends if not end.done()]
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                async with server.client() as guest:
                    assert (await guest.get("/api/health")).status_code == 200
                assert (await ann.send("rename", name="Anna"))["type"] == "accepted"
                for one in lines:
                    one.end()
                await asyncio.gather(*ends)

    run(scenario)


def test_when_all_connections_play_newcomers_wait_until_one_has_left(tmp_path: Path) -> None:
    async def is_answered(port: int) -> bool:
        one = await bad.line(port)
        with suppress(ConnectionError):
            await one.send(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        got = await one.rest()
        one.end()
        return got.startswith(b"HTTP/1.1 200")

    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(connections=FEWEST)) as server:
            port = int(server.url.rpartition(":")[2])
            code = (await server.opened()).code
            async with AsyncExitStack() as inside:
                async with SocketPlayer(server, code).connected():
                    for _ in range(FEWEST - 1):
                        await inside.enter_async_context(SocketPlayer(server, code).connected())
                    assert not await is_answered(port)
                while not await is_answered(port):
                    pass

    run(scenario)
