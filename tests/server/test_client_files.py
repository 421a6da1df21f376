"""The built client's files, and what of them is served where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from stablehand.server.client import handlers

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
