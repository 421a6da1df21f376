"""Heavy work in its own process: the same as here, cached, bounded, and replaced when it fails."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand.server.errands import kinds, pool
from stablehand.server.errands.pool import MOST_OF_CLIENT, ErrandPool
from stablehand.server.http import library as pages
from stablehand.server.http.compression import PublicBody
from stablehand.server.learn import journals, library
from stablehand.server.learn.lessons import LessonRun
from stablehand.server.learn.replays import Replay
from stablehand.server.learn.trials import Trial
from stablehand.server.live import services
from stablehand.table.refusal import Refusal
from support.socket_players import run, serving, together

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.table.state.state import TableState

WORDS: dict[str, Any] = {"game": "fairytale", "answers": (), "lang": "en", "layer": ""}


def test_a_process_answers_as_this_one_would() -> None:
    async def scenario() -> None:
        async with ErrandPool() as errands:
            assert await errands.run("lesson", "ann", **WORDS) == kinds.lesson(**WORDS)
            words = {"lang": "ru", "has_adult": False}
            assert await errands.run("words", "ann", **words) == library.words_json("ru", has_adult=False)
            with pytest.raises(Refusal) as refused:
                await errands.run("lesson", "ann", **WORDS | {"answers": (99,)})
            assert refused.value.reason == "not_offered"

    run(scenario)


def test_nothing_is_worked_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def lesson(**_: object) -> bytes:
        done.append("lesson")
        return b"{}"

    monkeypatch.setattr(kinds, "KINDS", {"lesson": lesson})

    async def scenario() -> None:
        async with ErrandPool(0) as errands:
            for _ in range(3):
                assert await errands.run("lesson", "ann", **WORDS) == b"{}"
            await errands.run("lesson", "ann", **WORDS | {"lang": "pl"})

    run(scenario)
    assert done == ["lesson"] * 2


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CACHED_BYTES", 40)
    monkeypatch.setattr(kinds, "KINDS", {"lesson": lambda **_: b"x" * 10})

    async def scenario() -> None:
        async with ErrandPool(0) as errands:
            for number in range(20):
                await errands.run("lesson", "ann", game=str(number))
            assert errands._cached_bytes == sum(map(len, errands._cached.values())) <= 40

    run(scenario)


def test_a_client_may_have_few_errands_waiting_and_takes_turns_with_others() -> None:
    async def scenario() -> None:
        async with ErrandPool() as errands:
            many = [
                asyncio.create_task(errands.run("lesson", "ann", **WORDS | {"layer": str(number)}))
                for number in range(2 * MOST_OF_CLIENT)
            ]
            same = [asyncio.create_task(errands.run("lesson", "bob", **WORDS)) for _ in range(50)]
            done = await asyncio.gather(*many, *same, return_exceptions=True)
        refused = [one for one in done[: len(many)] if isinstance(one, Refusal)]
        assert {one.reason for one in refused} == {"too_often"}
        assert len(refused) >= MOST_OF_CLIENT - 1
        assert not any(isinstance(one, BaseException) for one in done[len(many) :])

    run(scenario)


def test_all_clients_together_may_have_so_many_errands_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 3)

    async def scenario() -> None:
        async with ErrandPool() as errands:
            asked = [
                asyncio.create_task(
                    errands.run("lesson", f"client {number}", **WORDS | {"layer": str(number)})
                )
                for number in range(8)
            ]
            done = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in done if isinstance(one, Refusal)]
        assert {one.reason for one in refused} == {"too_often"}
        assert len(refused) == 5, "none of them was begun before all had asked"

    run(scenario)


def test_a_process_that_dies_is_replaced() -> None:
    async def scenario() -> None:
        async with ErrandPool() as errands:
            await errands.run("lesson", "ann", **WORDS)
            (process,) = errands.slots.pids
            os.kill(process, signal.SIGKILL)
            body = b""
            while not body:  # an errand that the dead process had begun is lost
                with suppress(Refusal):
                    body = await errands.run("lesson", "ann", **WORDS | {"lang": "it"})
            assert msgspec.json.decode(body)["table"]["language"] == "it"
            assert errands.slots.pids != [process]

    run(scenario)


SPIN = "while True: pass"
WAIT = "from threading import Event; Event().wait(0.5)"


@pytest.mark.parametrize(("does", "ends_with"), [(SPIN, -signal.SIGPROF), (WAIT, 0)], ids=["works", "waits"])
def test_only_the_work_of_an_errand_counts_on_a_busy_machine(does: str, ends_with: int) -> None:
    within = "from stablehand.server.botpool.child import time_limit\nwith time_limit(0.1, is_work=True):"
    done = subprocess.run([sys.executable, "-c", f"{within}\n    {does}"], check=False)
    assert done.returncode == ends_with


def test_a_fault_is_reported_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "KINDS", {})

    async def scenario() -> None:
        async with ErrandPool(0) as errands:
            with pytest.raises(Refusal) as refused:
                await errands.run("lesson", "ann", **WORDS)
            assert refused.value.reason == "failed"

    run(scenario)


def test_nothing_heavy_is_worked_out_where_tables_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("every table waits for this")

    case = "fairytale/end-tie-is-shared"

    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as reader:
            ann = await server.opened()
            async with ann.connected():
                await ann.send("start")
                await ann.play()
            for name in kinds.KINDS:
                monkeypatch.setattr(kinds, name, fail)
            for made in (Replay, LessonRun):
                monkeypatch.setattr(made, "of", fail)
            monkeypatch.setattr(Trial, "advance", fail)
            monkeypatch.setattr(kinds, "KINDS", {})
            replays = f"/api/tables/{ann.code}/replays/1"
            seen = (await reader.get(replays)).json()
            assert seen["steps"] > 10
            step = (await reader.get(f"{replays}/{seen['steps']}?seat=all")).json()
            assert step["step"] == seen["steps"]
            assert (await reader.get(f"{replays}/curve")).json()["steps"] == seen["steps"]
            answer = await reader.post(f"{replays}/3", json={"name": "Zoe", "seat": 0})
            assert answer.status_code == 201, answer.text
            assert (await reader.post("/api/lessons/fairytale", json={})).json()["note"]
            assert (await reader.post(f"/api/cases/{case}", json={"seat": 0})).status_code == 200
            for path in (f"/api/cases/{case}", "/api/rules/fairytale/cases", "/api/rules/fairytale"):
                assert (await reader.get(path)).status_code == 200, path
            assert (await reader.get("/api/rules/fairytale/cases/FT-END-2")).json()
            assert (await reader.get("/api/games")).status_code == 200
            assert (await reader.get("/api/cards/fairytale/fairy_tale")).status_code == 200
            assert (await reader.get("/api/words")).headers["content-encoding"] == "gzip"

    run(scenario)


def test_a_journal_is_written_once_and_a_page_compressed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    written, packed = journals.journal, PublicBody.of

    def writes(state: TableState, number: int) -> bytes | None:
        done.append("journal")
        return written(state, number)

    def packs(body: bytes, kind: str) -> PublicBody:
        done.append("page")
        return packed(body, kind)

    async def scenario() -> None:
        async with together(tmp_path, 2) as (server, ann, bob), server.client() as reader:
            await bob.send("ready")
            await ann.send("start")
            await asyncio.gather(ann.play(), bob.play())
            monkeypatch.setattr(services, "journal", writes)
            monkeypatch.setattr(pages, "_packed", {})
            monkeypatch.setattr(PublicBody, "of", packs)
            for _ in range(3):
                for path in ("journals/1", "replays/1", "replays/1/curve"):
                    assert (await reader.get(f"/api/tables/{ann.code}/{path}")).status_code == 200
                assert (await reader.get("/api/words")).status_code == 200

    run(scenario)
    assert sorted(done) == ["journal", "page"]
