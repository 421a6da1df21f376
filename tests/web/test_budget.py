"""The cost of the page: bytes of script for a table, and how many elements an update rebuilds.

How long an update takes is measured by `bench/page.py`.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from stablehand.server.http.compression import SMALLEST
from support.sizes import slow_after
from support.web_crowd import CARDS, FRAMES, HAND, UPDATE, crowd
from support.web_players import LONG, begin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request, Response

MOST_BYTES: Final = 75_000
MOST_AGAIN: Final = 20_000
"""Bytes of a second visit, besides the table itself."""


@pytest.mark.parametrize("game", ["Unstable Unicorns", "Fairy Tale"])
def test_the_script_of_a_table_stays_within_its_budget(
    page: Page, browser: Browser, server: str, built: str, game: str
) -> None:
    begin(page, game)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    visitor = browser.new_context(base_url=server)  # with nothing in its cache, as of somebody with a link
    other = visitor.new_page()
    other.on("request", note)
    other.goto(page.url)
    other.get_by_role("button", name="Watch").click()
    expect(other.locator(".prompt")).to_be_visible(timeout=LONG)
    visitor.close()
    files = {Path(built, "assets", url.rsplit("/", 1)[1]) for url in asked if "/assets/" in url}
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    script = {name: size for name, size in sizes.items() if name.endswith(".js")}
    assert script, "no script was loaded"
    rest = {name: size for name, size in sizes.items() if name not in script}
    print(f"script {sum(script.values())} bytes gzip {script}; besides {rest}")  # noqa: T201 - a figure
    assert sum(script.values()) <= MOST_BYTES
    assert not [name for name in rest if name.startswith(("adult-", "packs-"))], (
        "drawings that nobody asked for"
    )


@pytest.mark.parametrize(
    "visitor",
    slow_after(1, [{"viewport": {"width": 390, "height": 844}}, {}], "plays at every size"),
    indirect=True,
    ids=["phone", "big"],
)
def test_an_update_of_a_full_table_rebuilds_few_elements(page: Page) -> None:
    frames = crowd(page)
    assert page.locator(".card").count() >= CARDS - 2 * HAND
    whole = page.evaluate("document.querySelectorAll('main *').length")
    made = page.evaluate(UPDATE, [frames, 2 * FRAMES])
    print(f"{whole} elements, updates make {made}")  # noqa: T201 - a figure
    assert len(made) == 2 * FRAMES
    assert max(made) < whole / 4
    assert median(made) < whole / 20


def test_what_everybody_shares_is_compressed_and_loaded_once(page: Page) -> None:
    loaded: list[Response] = []

    def note(response: Response) -> None:
        loaded.append(response)

    page.on("response", note)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".prompt.mine[data-decision]").wait_for()
    shared = [one for one in loaded if re.search(r"/assets/.*(js|css|txt)|/api/(words|games|cards)", one.url)]
    plain = [one for one in shared if one.headers.get("content-encoding") != "gzip"]
    assert [one.url for one in plain if int(one.headers["content-length"]) >= SMALLEST] == []
    assert len([one for one in shared if "/api/cards/" in one.url]) == 1
    assert sum("/api/words" in one.url for one in shared) == 1
    page.reload()
    page.locator(".prompt").first.wait_for()
    sizes = "performance.getEntriesByType('resource').reduce((sum, one) => sum + one.transferSize, 0)"
    assert page.evaluate(sizes) < MOST_AGAIN


def test_something_is_painted_before_any_message_arrives(context: BrowserContext) -> None:
    page = context.new_page()
    page.route(re.compile("/api/words"), lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("Stablehand", exact=True)).to_be_visible()
