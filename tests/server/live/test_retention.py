"""What bounds the disk: tables are closed and deleted after a while of the server's own time, and by size."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from contextlib import closing
from typing import TYPE_CHECKING

from stablehand.server.live import actor as actors
from stablehand.server.live import registry as registries
from stablehand.server.live import retention
from stablehand.server.live.retention import DAY, HOUR, Retention
from stablehand.server.settings import Limits
from stablehand.server.store import Store, url_for
from stablehand.table.table import Table
from support.socket_players import FAIRY, problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from support.socket_players import RunningServer

TEN_DAYS = 10 * 24 * 3_600_000


def sweeper(server: RunningServer, hours: int = 72, days: int = 90) -> Retention:
    registry = server.services.registry
    return Retention(registry._store, registry.ids, registry.now, idle_hours=hours, keep_days=days)


async def unload_all(server: RunningServer) -> None:
    """Unload every table without connections."""
    registry = server.services.registry
    now = registry.now
    registry.now = lambda: now() + registries.UNLOAD_AFTER + 1
    await registry.tidy()
    registry.now = now
    assert registry.tables == 0


def stored(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "stablehand.db")) as database:
        return database.execute(query).fetchall()


def test_looking_at_an_old_lobby_neither_closes_it_nor_writes_anything(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as stranger:
            ann = await server.opened("unicorns")
            async with ann.connected():
                await ann.send("start")
            lobby = await server.opened()
            await unload_all(server)
            before = stored(tmp_path, "SELECT id, length, touched_at, closed_at FROM tables")
            registry = server.services.registry
            now = registry.now
            registry.now = lambda: now() + TEN_DAYS
            for code in (ann.code, lobby.code):
                for path in ("", "/yours", "/qr.svg", "/replays/1", "/journals/1"):
                    await stranger.get(f"/api/tables/{code}{path}")
            await registry.tidy()
            assert stored(tmp_path, "SELECT id, length, touched_at, closed_at FROM tables") == before
            async with lobby.connected():
                assert lobby.table["stage"] == "lobby"

    run(scenario)


def test_a_clock_that_jumps_ten_days_closes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, public_tables=True) as server, server.client() as client:
            ann = await server.opened(house={"public": True})
            await unload_all(server)  # one that is loaded is left alone anyway
            registry = server.services.registry
            now = registry.now
            registry.now = lambda: now() + TEN_DAYS
            await sweeper(server).sweep(10)
            await registry.tidy()
            assert (await client.get(f"/api/tables/{ann.code}")).json()["stage"] == "lobby"
        async with serving(tmp_path, public_tables=True) as server, server.client() as client:
            assert [one["code"] for one in (await client.get("/api/tables")).json()] == [ann.code]

    run(scenario)


def test_an_idle_table_is_closed_after_hours_and_deleted_after_days(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            ann, bob = await server.opened(), await server.opened(name="Bob")
            await unload_all(server)
            sweep = sweeper(server, hours=2, days=3).sweep
            await sweep(2 * HOUR - 1)
            async with bob.connected():
                await bob.send("rename", name="Bobby")  # a change makes it young again
            await unload_all(server)
            await sweep(1)
            assert (await client.get(f"/api/tables/{ann.code}")).json()["stage"] == "closed"
            assert (await client.get(f"/api/tables/{bob.code}")).json()["stage"] == "lobby"
            await unload_all(server)
            await sweep(3 * DAY - 1)
            assert (await client.get(f"/api/tables/{ann.code}")).status_code == 200
            await unload_all(server)
            await sweep(1)
            problem(await client.get(f"/api/tables/{ann.code}"), 404, "no_table")
            assert (await client.get(f"/api/tables/{bob.code}")).json()["stage"] == "closed"

    run(scenario)
    left = stored(tmp_path, "SELECT DISTINCT table_id FROM facts")
    assert len(left) == 1
    with Store(url_for(tmp_path, None)) as store:
        assert store.facts(str(left[0][0]))


def test_a_loaded_table_is_neither_closed_nor_deleted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            async with ann.connected():
                await sweeper(server, hours=1, days=1).sweep(100 * DAY)
                assert (await ann.send("rename", name="Anna"))["type"] == "accepted"

    run(scenario)


def test_the_memory_of_an_unloaded_table_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened("unicorns")
            async with ann.connected():
                await ann.send("start")
            actor = await server.services.registry.actor(ann.code)
            assert actor is not None
            table = weakref.ref(actor.table)
            del actor
            gc.disable()  # the server freezes what lives long, so a cycle would stay for hours
            try:
                await unload_all(server)
                await server.opened(name="Bob")  # whatever still held the last table is done with it
                assert table() is None
            finally:
                gc.enable()

    run(scenario)


def test_the_tables_of_one_address_are_bounded_in_bytes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(bytes_per_client=1_000)) as server, server.client() as ann:
            opened = 0
            while (answer := await ann.post("/api/tables", json=FAIRY)).status_code == 201:
                opened += 1
            assert 1 <= opened <= 4
            assert "storage" in problem(answer, 409, "too_much_stored")["text"]

    run(scenario)
    [(owner, size)] = stored(tmp_path, "SELECT DISTINCT owner, (SELECT SUM(bytes) FROM tables) FROM tables")
    assert "127" not in str(owner)
    [(facts,)] = stored(tmp_path, "SELECT SUM(LENGTH(body)) FROM facts")
    assert size == facts


def test_a_table_is_bounded_by_the_settings_also_after_it_has_slept(tmp_path: Path) -> None:
    async def scenario() -> None:
        for limits in (Limits(facts_per_table=6), Limits(bytes_per_table=700)):
            async with serving(tmp_path / repr(limits.facts_per_table), limits=limits) as server:
                ann = await server.opened()
                async with ann.connected():
                    said = [await ann.send("rename", name=f"Ann {number}") for number in range(8)]
                assert [reply["type"] for reply in (said[0], said[-1])] == ["accepted", "refused"]
                await unload_all(server)
                async with ann.connected():
                    assert (await ann.send("rename", name="Anna"))["reason"] == "table_full"

    run(scenario)


def test_a_server_sweeps_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        swept = asyncio.Event()

        async def sweep(_: Retention, __: float) -> None:
            swept.set()

        monkeypatch.setattr(retention, "SWEEP_MINUTES", 1e-6)
        monkeypatch.setattr(Retention, "sweep", sweep)
        async with serving(tmp_path):
            await swept.wait()

    run(scenario)


def test_a_long_table_is_restored_from_its_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actors, "SNAPSHOT_EVERY", 20)
    monkeypatch.setattr(registries, "SNAPSHOT_EVERY", 20)

    async def scenario() -> None:
        async with serving(tmp_path, 1) as server:
            ann = await server.opened(seats=3)
            async with ann.connected():
                await ann.send("start")
                await ann.play(12)
                await ann.asked()
                while ann.table["view"]["asked"] != [ann.seat]:  # the bots have not answered yet
                    await ann.receive()
                shown = ann.table
            await unload_all(server)
            replayed: list[int] = []
            fold = Table.restore_from_snapshot.__func__  # type: ignore[attr-defined]

            def counted(cls: object, state: object, rest: list[object], *more: object) -> object:
                replayed.append(len(rest))
                return fold(cls, state, rest, *more)

            monkeypatch.setattr(Table, "restore_from_snapshot", classmethod(counted))
            async with ann.connected():
                assert ann.table["view"] == shown["view"]
            assert replayed
            assert replayed[0] < 25

    run(scenario)
    [(count,)] = stored(tmp_path, "SELECT COUNT(*) FROM snapshots")
    assert count == 1
