"""Health tells the truth: it writes to the store, and a damaged table is named in the log."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest

from stablehand.server.botpool.process import WorkerProcess
from stablehand.server.limits.origin import HSTS
from stablehand.server.live import registry, services
from stablehand.server.settings import SettingsError, read_settings
from stablehand.server.store import Store, Unavailable
from support.socket_players import problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


def database(folder: Path) -> Path:
    return next(path for path in folder.rglob("*") if path.read_bytes()[:6] == b"SQLite")


def test_health_writes_to_the_store_and_says_whether_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "CHECK_SECONDS", 0.0)
    tried: list[str] = []
    check = Store.check

    def counted(self: Store) -> None:
        tried.append("check")
        if len(tried) == 2:
            raise Unavailable("The disk is full.")
        check(self)

    monkeypatch.setattr(Store, "check", counted)

    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as monitor:
            seen = [await monitor.get("/api/health") for _ in range(3)]
        assert [answer.status_code for answer in seen] == [200, 503, 200]
        assert [answer.json()["store"] for answer in seen] == ["ok", "failing", "ok"]
        assert [answer.json()["status"] for answer in seen] == ["ok", "failing", "ok"]

    run(scenario)


def test_health_is_tried_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(services, "CHECK_SECONDS", 1e9)
    monkeypatch.setattr(Store, "check", lambda _: tried.append("check"))

    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as monitor:
            for _ in range(5):
                assert (await monitor.get("/api/health")).status_code == 200

    run(scenario)
    assert tried == ["check"]


def test_the_server_is_ready_once_it_can_store_and_bots_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "CHECK_SECONDS", 0.0)
    may_start = asyncio.Event()
    wait = WorkerProcess.wait_until_ready

    async def later(self: WorkerProcess) -> None:
        await may_start.wait()
        await wait(self)

    monkeypatch.setattr(WorkerProcess, "wait_until_ready", later)

    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as monitor:
            early = await monitor.get("/api/ready")
            assert early.status_code == 503
            assert early.json() == {"status": "waiting", "store": "ok", "bots": "starting"}
            assert (await monitor.get("/api/health")).status_code == 200
            may_start.set()
            while (answer := await monitor.get("/api/ready")).status_code == 503:
                pass
            assert answer.json() == {"status": "ready", "store": "ok", "bots": "ok"}
            with monkeypatch.context() as patch:
                patch.setattr(Store, "check", fail)
                failing = await monitor.get("/api/ready")
            assert failing.status_code == 503
            assert failing.json() == {"status": "waiting", "store": "failing", "bots": "ok"}

    run(scenario)


def fail(_: Store) -> None:
    raise Unavailable("The disk is full.")


def test_the_check_is_a_write(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'games.sqlite'}") as store:
        store.migrate()
        store.check()
        other = sqlite3.connect(tmp_path / "games.sqlite", timeout=0)
        before = other.execute("PRAGMA data_version").fetchone()
        store.check()
        assert other.execute("PRAGMA data_version").fetchone() != before
        other.close()


def test_a_damaged_table_is_named_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[tuple[str, object]] = []
    monkeypatch.setattr(
        registry._log, "error", lambda event, **words: logged.append((event, words["table"])), raising=False
    )

    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            host = await server.opened()
            actor = await server.services.registry.actor(host.code)
            assert actor is not None
            table = actor.table.state.id
            await server.services.registry._unload(host.code)
            base = sqlite3.connect(database(tmp_path))
            base.execute("UPDATE facts SET body = ? WHERE number = 0", (b"{}",))
            base.commit()
            base.close()
            problem(await ann.get(f"/api/tables/{host.code}"), 500, "failed")
            assert logged == [("table_damaged", table)]

    run(scenario)


def test_behind_tls_browsers_are_told_to_use_nothing_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        for folder, base_url in (("a", ""), ("b", "https://games.example")):
            async with serving(tmp_path / folder, base_url=base_url) as server, server.client() as ann:
                said = (await ann.get("/api/about")).headers.get("strict-transport-security")
                assert said == (HSTS if base_url else None)
        async with serving(tmp_path / "c", proxies=("127.0.0.0/8",)) as server, server.client() as ann:
            answer = await ann.get("/api/about", headers={"X-Forwarded-Proto": "https"})
            assert answer.headers["strict-transport-security"] == HSTS

    run(scenario)


def test_proxies_are_addresses_or_networks() -> None:
    for text, read in (("127.0.0.1,10.0.0.0/8", ("127.0.0.1", "10.0.0.0/8")), ("::1", ("::1",))):
        assert read_settings({"proxies": text}, {}).proxies == read
    for text in ("proxy.example", "10.0.0.1/8", "10.0.0.0/99"):
        with pytest.raises(
            SettingsError, match=r"--proxies must be .* an address or a network such as .*\.$"
        ):
            read_settings({"proxies": text}, {})
