"""The listening socket: connections that are too many end before anything is made for them."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

import support.attackers as bad
from stablehand.server.limits import listener, transport
from stablehand.server.settings import Limits
from support.socket_players import run, serving

if TYPE_CHECKING:
    import asyncio
    from pathlib import Path

FEW = Limits(connections_per_client=3, new_connections_per_second=1)


def listening(refused: set[int]) -> listener.Listener:
    """Return a listener that refuses connections by their number."""
    made = listener.Listener(socket.AF_INET, socket.SOCK_STREAM)
    made.bind(("127.0.0.1", 0))
    made.setblocking(False)
    made.listen(1)
    asked: list[Any] = []

    def refuses(address: tuple[Any, ...]) -> bool:
        asked.append(address)
        return len(asked) - 1 in refused

    made.refuses = refuses
    return made


def test_a_refused_connection_is_closed_and_the_next_one_accepted() -> None:
    with listening({0, 1}) as door, closing(socket.socket()) as late:
        early = [socket.create_connection(door.getsockname()) for _ in range(2)]
        late.connect(door.getsockname())
        made, address = door.accept()
        with made:
            assert address == late.getsockname()
        for one in early:
            with one:
                assert one.recv(1) == b""
        with pytest.raises(BlockingIOError):
            door.accept()


def test_after_some_refusals_others_have_their_turn() -> None:
    most = listener.REFUSED_AT_ONCE
    with listening(set(range(most))) as door:
        lines = [socket.create_connection(door.getsockname()) for _ in range(most + 1)]
        with pytest.raises(BlockingIOError):
            door.accept()
        made, address = door.accept()
        made.close()
        assert address == lines[-1].getsockname()
        for one in lines:
            one.close()


def test_the_line_before_the_door_is_long_however_few_are_accepted_at_once() -> None:
    with listening(set()) as door:
        lines = [socket.create_connection(door.getsockname(), timeout=20) for _ in range(50)]
        for one in lines:
            door.accept()[0].close()
            one.close()


def test_nothing_is_made_for_a_connection_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    make = transport.LimitedHttp.connection_made

    def connection_made(self: transport.LimitedHttp, transport: asyncio.Transport) -> None:
        made.append(transport)
        make(self, transport)

    monkeypatch.setattr(transport.LimitedHttp, "connection_made", connection_made)

    async def scenario() -> None:
        async with serving(tmp_path, limits=FEW) as server:
            port = int(server.url.rpartition(":")[2])
            kept = [await bad.line(port) for _ in range(FEW.sockets_per_client)]
            for _ in range(30):
                one = await bad.line(port)
                await one.rest()
                one.end()
            assert len(made) == FEW.sockets_per_client
            for one in kept:
                one.end()

    run(scenario)
