"""The built client's files, and what of them is served where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server_guests import problem, run, serving
from stablehand.server.client import PLACE, handlers

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>the table</title>")
    (tmp_path / "assets" / "adult-1a2b.txt").write_text("drawings")
    (tmp_path / "assets" / "index-1a2b.js").write_text("script")
    return tmp_path


def test_the_first_page_is_served_wherever_the_client_finds_its_own_way(folder: Path) -> None:
    with TestClient(Litestar(handlers(folder))) as client:
        for path in ("/", "/t/bcdfghjk", "/cards", "/rules", "/replay/bcdfghjk/1", "/tutorial"):
            assert "the table" in client.get(path).text
        assert client.get("/assets/index-1a2b.js").headers["cache-control"].endswith("immutable")


def test_drawings_for_adults_are_served_only_where_their_decks_are(folder: Path) -> None:
    with TestClient(Litestar(handlers(folder, has_adult=True))) as client:
        assert client.get("/assets/adult-1a2b.txt").text == "drawings"
    with TestClient(Litestar(handlers(folder, has_adult=False))) as client:
        assert client.get("/assets/adult-1a2b.txt").text != "drawings"
        assert client.get("/assets/index-1a2b.js").text == "script"


def test_people_are_told_by_a_page_that_there_is_nothing_and_programs_by_a_word(folder: Path) -> None:
    people = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with TestClient(Litestar(handlers(folder))) as client:
        for path in ("/nothing", "/nothing/at/all", "/index.html"):
            answer = client.get(path, headers=people)
            assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-cache")
            assert "the table" in answer.text
            assert "the table" not in client.get(path).text
        for path in ("/api/nothing", "/assets/nothing.js"):
            assert "the table" not in client.get(path, headers=people).text


def test_where_no_client_was_built_an_unknown_address_is_no_first_page(tmp_path: Path) -> None:
    with TestClient(Litestar(handlers(tmp_path))) as client:
        answer = client.get("/nothing", headers={"Accept": "text/html"})
        assert "browser client" not in answer.text


def test_the_built_client_is_served_and_finds_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>the client")
    (built / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setenv(PLACE, str(built))

    async def scenario() -> None:
        async with serving(tmp_path / "data") as house, house.client() as browser:
            for path in ("/", "/t/abc", "/cards", "/rules", "/replay/x/1"):
                answer = await browser.get(path)
                assert answer.text.endswith("the client")
                assert answer.headers["cache-control"] == "no-cache"
            script = await browser.get("/assets/a.js")
            assert "javascript" in script.headers["content-type"]
            assert "immutable" in script.headers["cache-control"]
            for path in (
                "/secret.txt",
                "/..%2fsecret.txt",
                "/assets/..%2f..%2fsecret.txt",
                "/api",
                "/assets",
            ):
                problem(await browser.get(path), 404, "no_page")

    run(scenario)


def test_without_a_built_client_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path))

    async def scenario() -> None:
        async with serving(tmp_path / "data") as house, house.client() as browser:
            assert "the browser client is not built" in (await browser.get("/t/abc")).text

    run(scenario)
