"""How long the server waits for clients that do not do their part: never for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import server_attackers as bad
from server_guests import House, run, serving
from stablehand.server import hall, socket, wire
from stablehand.server import run as running
from stablehand.server.connection import Connection
from stablehand.server.rate import Rate

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SOON = 0.2
LATE = 20.0
"""Seconds that whoever waits for ever would need."""
HALF_A_WISH = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"


def port_of(house: House) -> int:
    return int(house.url.rpartition(":")[2])


def test_whoever_answers_no_ping_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PING", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened()
            silent = await bad.at_table(port_of(house), ann.code)
            async with ann.there(), asyncio.timeout(LATE):  # whose library answers
                await silent.rest()
                await ann.until(lambda table: table["watching"] == 0)
                assert (await ann.say("ready"))["type"] == "accepted"
            silent.end()

    run(scenario)


class Stuck:
    """A client that takes nothing and says nothing."""

    connection_state = "receive"

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def send(self, _: bytes) -> None:
        await asyncio.Event().wait()

    async def close(self, *_: object) -> None:
        await asyncio.Event().wait()


def test_whoever_takes_no_frame_for_long_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "STALLED", SOON)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            keeper = await house.office.hall.keeper((await house.opened()).code)
            assert keeper is not None
            async with asyncio.timeout(LATE):
                await socket.serve(Stuck(), Connection(None, "en", "", 64), keeper, None, Rate(1, 1))
            assert keeper.connections == 0

    run(scenario)


def test_whoever_does_not_take_the_last_word_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "FAREWELL", SOON)

    async def scenario() -> None:
        async with asyncio.timeout(LATE):
            await wire.SocketWire(cast("wire.AnySocket", Stuck())).close(1008)

    run(scenario)


def test_a_table_that_everybody_has_left_is_put_to_sleep_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SWEEP", SOON)
    monkeypatch.setattr(hall, "DROWSY", 1)

    async def scenario() -> None:
        async with serving(tmp_path) as house, asyncio.timeout(LATE):
            lobby, tidied = house.office.hall, asyncio.Event()
            tidy = lobby.tidy

            async def noted() -> None:
                await tidy()
                tidied.set()

            await house.opened()
            monkeypatch.setattr(lobby, "tidy", noted)
            await tidied.wait()
            assert lobby.tables == 0

    run(scenario)


def test_a_server_that_stops_does_not_wait_for_half_a_wish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FAREWELL", 1)

    async def scenario() -> None:
        async with asyncio.timeout(LATE / 2):  # less than a request may take
            async with serving(tmp_path) as house:
                slow = await bad.line(port_of(house))
                await slow.send(HALF_A_WISH)
                assert (await house.opened()).seat == 0  # so the other one is being served
            slow.end()

    run(scenario)
