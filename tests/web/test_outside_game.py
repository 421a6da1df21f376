"""A game from outside the package is played in the browser, on the generic board."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from support.paths import ROOT
from support.web_host import Host
from support.web_players import LONG, MOST, await_question, by_first, open_table, start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page


@pytest.fixture
def server(built: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a server that finds High Card by its entry point."""
    installed = tmp_path / "installed"
    metadata = installed / "highcard-1.0.dist-info"
    metadata.mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "highcard" / "highcard.py", installed)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: highcard\nVersion: 1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text("[stablehand.games]\nhighcard = highcard:MANIFEST\n", "utf-8")
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(installed), before])))
    host = Host(built, tmp_path / "data")
    yield host.start()
    host.stop()


@pytest.mark.slow("a server of its own, with a game installed beside it")
def test_a_game_without_a_board_of_its_own_is_played_to_the_end(page: Page) -> None:
    open_table(page, "High Card")
    start(page)
    asked = await_question(page)
    expect(page.locator(".seat")).to_have_count(2)
    assert page.locator(".prompt button, .card.can").count() > 0
    for _ in range(MOST):
        if not asked:
            break
        by_first(page)
        asked = await_question(page, asked)
    expect(page.locator(".result h2")).to_contain_text("won", timeout=LONG)
    page.get_by_role("link", name="Watch it again").click()
    expect(page.locator(".seat")).to_have_count(2, timeout=LONG)
