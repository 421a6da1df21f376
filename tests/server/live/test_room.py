"""Waking tables counts: whoever wakes many makes room with their own, and the house stays open for others."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.server.botpool.pool import BotPool
from stablehand.server.live.registry import TableRegistry
from stablehand.server.store import Store, Writer, url_for
from stablehand.server.ws.outbox import Connection
from stablehand.table.commands.admission import Admission
from stablehand.table.commands.requests import Sit
from stablehand.table.protocol import House
from stablehand.table.refusal import Refusal
from stablehand.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

MOST = 5


def registered(folder: Path, scenario: Callable[[TableRegistry], Awaitable[None]]) -> None:
    """Run a scenario with the registry of a store in a folder, with room for a few tables."""

    async def run() -> None:
        with Store(url_for(folder, None)) as store:
            store.migrate()
            async with Writer(store) as writer:
                registry = TableRegistry(store, writer, None, most=MOST)
                try:
                    await scenario(registry)
                finally:
                    await registry.close()

    asyncio.run(run())


async def opened(registry: TableRegistry, client: str) -> str:
    return (await registry.open("fairytale", 2, {}, House(), client)).table.state.code


def loaded(registry: TableRegistry) -> list[str]:
    return sorted(registry._loaded_by.values())


def test_waking_many_tables_never_fills_the_house(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        codes = [await opened(registry, "eve") for _ in range(4 * MOST)]
        assert registry.tables == MOST
        mine = await opened(registry, "ann")
        for code in codes:
            assert await registry.actor(code, "eve") is not None
            assert registry.tables <= MOST
        assert loaded(registry) == ["ann", *["eve"] * (MOST - 1)]
        assert mine in registry._actors
        for number in range(MOST):
            await opened(registry, f"guest {number}")

    registered(tmp_path, scenario)


def test_tables_of_whoever_has_the_most_go_first(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        for client in ("ann", "eve", "bob", "eve", "eve"):
            await opened(registry, client)
        await opened(registry, "cid")
        assert loaded(registry) == ["ann", "bob", "cid", "eve", "eve"]

    registered(tmp_path, scenario)


def test_whoever_wakes_a_table_makes_room_with_one_of_their_own(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        asleep = await opened(registry, "eve")
        await registry._unload(asleep)
        for client in ("ann", "eve", "ann", "eve", "ann"):
            await opened(registry, client)
        assert await registry.actor(asleep, "eve") is not None
        assert loaded(registry) == ["ann", "ann", "ann", "eve", "eve"], "Ann has the most, and keeps them"

    registered(tmp_path, scenario)


def test_a_table_with_a_connection_stays(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        codes = [await opened(registry, "eve") for _ in range(MOST)]
        for code in codes:
            actor = await registry.actor(code)
            assert actor is not None
            actor.join(Connection(None, "en", "", 10))
            await actor.read()
        with pytest.raises(Refusal) as refused:
            await opened(registry, "eve")
        assert refused.value.reason == "server_full"
        assert sorted(registry._actors) == sorted(codes)

    registered(tmp_path, scenario)


def test_many_who_wake_tables_at_once_do_not_exceed_the_limit(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        codes = [await opened(registry, "eve") for _ in range(3 * MOST)]
        actors = await asyncio.gather(*(registry.actor(code, "eve") for code in codes * 2))
        assert all(actor is not None for actor in actors)
        assert registry.tables <= MOST

    registered(tmp_path, scenario)


def test_the_pool_of_bots_knows_whose_a_table_is_as_long_as_it_is_loaded(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        registry._pool = pool = BotPool(0)
        codes = [await opened(registry, client) for client in ("eve", "eve", "ann")]
        assert [pool.clients[table] for table in registry.ids()] == ["eve", "eve", "ann"]
        await registry._unload(codes[0])
        assert sorted(pool.clients.values()) == ["ann", "eve"]
        await registry.actor(codes[0], "bob")
        assert sorted(pool.clients.values()) == ["ann", "bob", "eve"]

    registered(tmp_path, scenario)


def test_tables_go_on_while_another_one_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = asyncio.Event(), Event()

    async def scenario(registry: TableRegistry) -> None:
        loop = asyncio.get_running_loop()
        playing, asleep = await opened(registry, "ann"), await opened(registry, "eve")
        await registry._unload(asleep)
        restore = Table.restore

        def slow(*words: Any) -> Table:  # noqa: ANN401 - passed on
            loop.call_soon_threadsafe(begun.set)
            assert may_end.wait(60), "nobody else had a turn"
            return restore(*words)

        monkeypatch.setattr(Table, "restore", slow)
        waking = asyncio.create_task(registry.actor(asleep, "eve"))
        await begun.wait()
        actor = await registry.actor(playing, "ann")
        assert actor is not None
        assert await actor.admit(Sit("Ann", None, "token", "ann")) == Admission(0)
        may_end.set()
        assert await waking is not None

    registered(tmp_path, scenario)


def test_the_tables_of_an_address_share_a_quota_when_they_come_back_too(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        codes = [await opened(registry, client) for client in ("eve", "eve", "ann")]
        for code in codes:
            await registry._unload(code)
        first, second, other = [await registry.actor(code, "bob") for code in codes]
        assert first is not None
        assert second is not None
        assert other is not None
        quota = first.table.quota
        assert quota is not None
        assert quota is second.table.quota
        assert quota is not other.table.quota
        assert quota.used == first.table.bytes + second.table.bytes > 0

    registered(tmp_path, scenario)
