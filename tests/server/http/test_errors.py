"""Errors over HTTP: one sentence in the client’s language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from support.socket_players import FAIRY, problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


def test_every_error_is_a_sentence_in_the_clients_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as client:
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


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"{", b'{"name":"\xff"}', b'{"name":"Ann","seats":"4"}',
     b'{"name":"Ann","seats":4.5}', b'{"name":"Ann","options":' + b"[" * 5000,
     b'{"name":"Ann","nmae":"Bob"}'],
    ids=lambda body: body[:30].decode("latin-1"),
)  # fmt: skip
def test_a_body_that_does_not_fit_the_schema_is_a_bad_request(body: bytes, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            problem(await client.post("/api/tables", content=body), 400, "bad_request")
            assert server.services.registry.tables == 0

    run(scenario)


def test_an_internal_error_is_one_sentence_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            monkeypatch.setattr(type(server.services.registry), "tables", property(lambda _: 1 / 0))
            answer = await client.get("/api/health")
            problem(answer, 500, "failed")
            assert "ZeroDivision" not in answer.text
            monkeypatch.undo()

    run(scenario)
    assert '"fault": "ZeroDivisionError"' in capsys.readouterr().err


def test_health_is_always_served_and_metrics_only_if_they_are_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "a") as server, server.client() as watcher:
            assert (await watcher.get("/api/health")).json()["status"] == "ok"
            problem(await watcher.get("/api/metrics"), 404, "no_page")
        async with serving(tmp_path / "b", metrics=True) as server, server.client() as watcher:
            ann = await server.opened()
            async with ann.connected():
                text = (await watcher.get("/api/metrics")).text
            assert "\nstablehand_tables 1\n" in text
            assert "\nstablehand_connections 1\n" in text

    run(scenario)
