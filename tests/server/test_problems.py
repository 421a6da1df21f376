"""How the server fails: in one sentence, in the client’s language, whoever’s fault it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from server_guests import FAIRY, problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_error_is_a_sentence_in_the_clients_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as client:
            said = problem(await client.get("/api/tables/bcdfghjk?lang=ru"), 404, "no_table")
            assert re.search("[а-я]", said["text"])
            italian = {"Accept-Language": "it"}
            english = problem(await client.get("/api/nothing"), 404, "no_page")["text"]
            assert (
                problem(await client.get("/api/nothing", headers=italian), 404, "no_page")["text"] != english
            )
            problem(await client.get("/nothing/../../etc/passwd"), 404, "no_page")
            problem(await client.delete("/api/tables"), 405, "bad_method")
            problem(await client.post("/api/tables", content=b"{"), 400, "bad_request")
            problem(await client.post("/api/tables", content=b"\xff"), 400, "bad_request")
            problem(await client.post("/api/tables", content=b" " * 20_000), 413, "too_big")
            text = problem(await client.post("/api/tables", json=FAIRY | {"seats": "4"}), 400, "bad_request")
            assert "seats" in text["text"]
            body = FAIRY | {"seats": 7}
            assert (
                "2 to 5" in problem(await client.post("/api/tables", json=body), 409, "bad_options")["text"]
            )

    run(scenario)


def test_a_fault_of_ours_is_one_sentence_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as client:
            monkeypatch.setattr(type(house.office.hall), "tables", property(lambda _: 1 / 0))
            answer = await client.get("/api/health")
            problem(answer, 500, "failed")
            assert "ZeroDivision" not in answer.text
            monkeypatch.undo()

    run(scenario)
    assert '"fault": "ZeroDivisionError"' in capsys.readouterr().err


def test_health_is_told_and_figures_only_where_they_are_wanted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "a") as house, house.client() as watcher:
            assert (await watcher.get("/api/health")).json()["status"] == "ok"
            problem(await watcher.get("/api/metrics"), 404, "no_page")
        async with serving(tmp_path / "b", metrics=True) as house, house.client() as watcher:
            ann = await house.opened()
            async with ann.there():
                text = (await watcher.get("/api/metrics")).text
            assert "\nstablehand_tables 1\n" in text
            assert "\nstablehand_connections 1\n" in text

    run(scenario)
