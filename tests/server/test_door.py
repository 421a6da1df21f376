"""How fast new connections may come from one address: friends are let in, whoever keeps knocking is not."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import server_attackers as bad
from server_guests import Guest, House, run, serving
from stablehand.server.door import Door
from stablehand.server.settings import Limits

if TYPE_CHECKING:
    from pathlib import Path

SLOW = Limits(connections_per_client=3, new_connections_per_second=1)
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PHONES = 8
LINES_OF_A_BROWSER = 6
"""So many connections a browser opens to one host, besides a WebSocket."""


def port_of(house: House) -> int:
    return int(house.url.rpartition(":")[2])


async def asked(house: House, source: str = "") -> bool:
    """Connect, ask something, and be gone; return whether there was an answer."""
    one = await bad.line(port_of(house), source)
    try:
        await one.send(HEALTH)
        return b'"status":"ok"' in await one.rest()
    except ConnectionError:
        return False
    finally:
        one.end()


def test_as_many_as_may_be_inside_may_come_at_once_and_then_one_after_the_other() -> None:
    now = 0.0
    door = Door(2, 1, 4, lambda: now)
    assert [door.enter("a") for _ in range(3)] == [True, True, False]
    assert door.enter("b")
    for _ in range(2):
        door.leave("a")
    assert [door.enter("a"), door.enter("a")] == [True, True]  # whoever was turned away was not counted
    for _ in range(2):
        door.leave("a")
    assert not door.enter("a")
    now = 1.0
    assert [door.enter("a"), door.enter("a")] == [True, False]


def test_whoever_opens_one_connection_after_the_other_is_cut_off_and_others_are_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=SLOW) as house:
            answers = [await asked(house) for _ in range(3 * SLOW.connections_in_all)]
            assert all(answers[: SLOW.connections_in_all])
            assert sum(answers) < 2 * SLOW.connections_in_all
            if sys.platform == "linux":  # elsewhere this machine has but one address
                assert await asked(house, "127.0.0.2")

    run(scenario)


def test_whoever_has_left_a_table_is_not_counted_any_more(tmp_path: Path) -> None:
    limits = Limits(connections_per_client=1, new_connections_per_second=10_000)

    async def scenario() -> None:
        async with serving(tmp_path, limits=limits) as house:
            watcher = Guest(house, (await house.opened()).code)
            for _ in range(3 * limits.connections_in_all):
                async with watcher.there():
                    assert watcher.table["you"] is None

    run(scenario)


def test_behind_a_proxy_it_is_the_player_who_is_told_to_wait(tmp_path: Path) -> None:
    async def closed(house: House, code: str, player: str) -> bytes:
        """Connect to a table through the proxy, and return the first that is said."""
        one = await bad.at_table(port_of(house), code, player=player)
        first = (await one.frames(1))[0]
        one.end()
        return first

    async def scenario() -> None:
        async with serving(tmp_path, limits=SLOW, proxies=("127.0.0.1",)) as house:
            code = (await house.opened()).code
            said = [await closed(house, code, "192.0.2.1") for _ in range(3 * SLOW.connections_in_all)]
            assert said.count(b"closed 4429") > SLOW.connections_in_all
            assert b'"type":"table"' in await closed(house, code, "192.0.2.2")

    run(scenario)


def test_eight_phones_behind_one_address_reload_and_reconnect_at_once(tmp_path: Path) -> None:
    async def phone(house: House, code: str, inside: AsyncExitStack) -> None:
        """Load the page as a browser does, and watch the table."""
        lines = await asyncio.gather(*(bad.line(port_of(house)) for _ in range(LINES_OF_A_BROWSER)))
        for one in lines:
            inside.callback(one.end)
            await one.send(HEALTH.replace(b"close", b"keep-alive"))
            assert (await one.reader.readline()).startswith(b"HTTP/1.1 200")
        await inside.enter_async_context(Guest(house, code).there())

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            code = (await house.opened()).code
            for _ in range(2):
                async with AsyncExitStack() as inside:
                    await asyncio.gather(*(phone(house, code, inside) for _ in range(PHONES)))

    run(scenario)
