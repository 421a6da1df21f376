"""The files of the built client, and the paths at which they are served."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from stablehand.server.http.static import PLACE, handlers
from support.socket_players import problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>the table</title>")
    (tmp_path / "assets" / "adult-1a2b.txt").write_text("drawings")
    (tmp_path / "assets" / "index-1a2b.js").write_text("script")
    return tmp_path


def test_the_index_page_is_served_for_all_routes_of_the_client(folder: Path) -> None:
    with TestClient(Litestar(handlers(folder))) as client:
        for path in ("/", "/t/bcdfghjk", "/cards", "/rules", "/replay/bcdfghjk/1", "/tutorial"):
            assert "the table" in client.get(path).text
        assert client.get("/assets/index-1a2b.js").headers["cache-control"].endswith("immutable")


def test_pictures_of_adult_decks_are_served_only_if_the_decks_are_on(folder: Path) -> None:
    with TestClient(Litestar(handlers(folder, has_adult=True))) as client:
        assert client.get("/assets/adult-1a2b.txt").text == "drawings"
    with TestClient(Litestar(handlers(folder, has_adult=False))) as client:
        assert client.get("/assets/adult-1a2b.txt").text != "drawings"
        assert client.get("/assets/index-1a2b.js").text == "script"


def test_a_missing_page_is_html_for_browsers_and_json_for_programs(folder: Path) -> None:
    people = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with TestClient(Litestar(handlers(folder))) as client:
        for path in ("/nothing", "/nothing/at/all", "/index.html"):
            answer = client.get(path, headers=people)
            assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-cache")
            assert "the table" in answer.text
            assert "the table" not in client.get(path).text
        for path in ("/api/nothing", "/assets/nothing.js"):
            assert "the table" not in client.get(path, headers=people).text


def test_without_a_built_client_an_unknown_path_is_not_the_index_page(tmp_path: Path) -> None:
    with TestClient(Litestar(handlers(tmp_path))) as client:
        answer = client.get("/nothing", headers={"Accept": "text/html"})
        assert "browser client" not in answer.text


def test_the_built_client_is_served_with_its_routes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>the client")
    (built / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setenv(PLACE, str(built))

    async def scenario() -> None:
        async with serving(tmp_path / "data") as server, server.client() as browser:
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
        async with serving(tmp_path / "data") as server, server.client() as browser:
            assert "the browser client is not built" in (await browser.get("/t/abc")).text

    run(scenario)


def test_files_are_sent_compressed_to_those_who_read_that(folder: Path) -> None:
    script = "export const words = ['neigh', 'stable'];\n" * 200
    (folder / "assets" / "big-1a2b.js").write_text(script)
    (folder / "icon.png").write_bytes(bytes(range(256)) * 8)
    with TestClient(Litestar(handlers(folder))) as client:
        packed = client.get("/assets/big-1a2b.js", headers={"Accept-Encoding": "br, gzip"})
        assert (packed.text, packed.headers["content-encoding"]) == (script, "gzip")
        assert int(packed.headers["content-length"]) < len(script) / 4
        assert packed.headers["vary"] == "Accept-Encoding"
        plain = client.get("/assets/big-1a2b.js", headers={"Accept-Encoding": "identity"})
        assert (plain.text, plain.headers.get("content-encoding")) == (script, None)
        assert int(plain.headers["content-length"]) == len(script)
        assert "content-encoding" not in client.get("/icon.png").headers


def test_a_file_that_the_browser_has_is_not_sent_again(folder: Path) -> None:
    with TestClient(Litestar(handlers(folder))) as client:
        first = client.get("/")
        again = client.get("/", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "no-cache"
        (folder / "index.html").write_text("<title>another table</title>")
    with TestClient(Litestar(handlers(folder))) as client:
        fresh = client.get("/", headers={"If-None-Match": first.headers["etag"]})
        assert (fresh.status_code, fresh.text) == (200, "<title>another table</title>")
