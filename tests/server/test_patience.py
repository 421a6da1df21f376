"""How long the server waits for clients that do not do their part: never for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import server_attackers as bad
from server_guests import House, run, serving
from stablehand.server import run as running
from stablehand.server import socket, wire
from stablehand.server.connection import Connection
from stablehand.server.rate import Rate

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SOON = 0.2
LATE = 20.0
"""Seconds that whoever waits for ever would need."""


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
