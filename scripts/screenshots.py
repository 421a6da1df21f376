"""Make the pictures in `docs/images`: `python scripts/screenshots.py [--all FOLDER]`.

It starts a server of its own, plays a little in a real browser and takes pictures where there is much to see.
With `--all` every screen is taken at 1280 and 390 pixels, light and dark, for those who want to see them all.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]
from playwright.sync_api import sync_playwright  # noqa: E402

import client  # noqa: E402
import png  # noqa: E402
import web_players as at_table  # noqa: E402
from web_host import Host  # noqa: E402
from web_tour import invitation  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

IMAGES: Final = ROOT / "docs" / "images"
TURN: Final = 9
"""So many turns make a table that is worth a look."""
CASE: Final = "/rules/cases/unicorns/cards/base_2e/unicorn_phoenix-saved-from-destruction"
HEIGHTS: Final = {1280: 800, 390: 844}
MOST_BYTES: Final = 250_000
KEPT: Final = frozenset(
    {
        "home-1280-light", "home-390-dark", "lobby-1280-light", "unicorns-1280-light", "unicorns-390-light",
        "window-1280-dark", "zoom-390-light", "fairytale-1280-light", "fairytale-390-dark",
        "result-1280-light", "cards-1280-light", "rules-390-light", "replay-1280-dark", "lobby-390-dark",
        "case-1280-light", "trial-390-dark", "picks-390-light",
    }
)  # fmt: skip
"""The pictures that are committed: each screen once, or twice if it is worth it."""
DRAWN: Final = """() =>
    [...document.querySelectorAll(".picture, .avatar")].every(one => one.querySelector("svg, img"))
    && [...document.images].every(one => one.complete)"""


class Camera:
    """Somebody who takes pictures of a page."""

    def __init__(self, page: Page, folder: Path, *, is_all: bool) -> None:
        self.page, self.folder, self.is_all = page, folder, is_all

    def take(self, name: str, *, ready: Callable[[], None] | None = None) -> None:
        """Take a screen in all its sizes and colours, or in those that are kept; first make it ready."""
        page = self.page
        page.wait_for_function(DRAWN)
        for width, height in HEIGHTS.items():
            for scheme in ("light", "dark"):
                title = f"{name}-{width}-{scheme}"
                if not self.is_all and title not in KEPT:
                    continue
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                if "/t/" in page.url and not page.locator("dialog[open]").count():
                    page.reload()  # as somebody with such a screen would see it
                    page.locator(".prompt, .lobby, .join form, .result").first.wait_for()
                    page.wait_for_function(DRAWN)
                if ready is not None:
                    ready()
                page.evaluate(
                    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
                )
                path = self.folder / f"{title}.png"
                path.write_bytes(png.few_colours(page.screenshot()))
                print(f"{path.name}: {path.stat().st_size // 1000} KB")
        page.set_viewport_size({"width": 1280, "height": 800})


def main() -> int:
    """Take the pictures; return 1 if one is too big."""
    parser = argparse.ArgumentParser(description="Make the pictures in docs/images.")
    parser.add_argument(
        "--all", type=Path, metavar="FOLDER", help="every screen, size and colour, into a folder"
    )
    asked = parser.parse_args()
    folder: Path = asked.all or IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    built = client.ensure(ROOT)
    if built is None:
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        host = Host(built, Path(data))
        address = host.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
            camera = Camera(context.new_page(), folder, is_all=asked.all is not None)
            walk(camera, address)
        finally:
            browser.close()
            host.stop()
    big = [path.name for path in folder.glob("*.png") if path.stat().st_size > MOST_BYTES]
    if big:
        print("Too big:", ", ".join(big))
    return 1 if big else 0


def walk(camera: Camera, address: str) -> None:
    """Go where it is nice."""
    page = camera.page
    at_table.quicken(page)
    page.goto("/")
    page.locator(".games label").first.wait_for()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").blur()
    camera.take("home")
    page.goto(f"/t/{invitation(address)}")
    page.locator(".join form").wait_for()
    camera.take("join")
    at_table.open_table(page, seats=4)
    camera.take("lobby")
    at_table.start(page)
    unicorns(camera)
    at_table.open_table(page, "Fairy Tale", seats=4)
    at_table.start(page)
    fairytale(camera)
    picks(camera)
    page.goto("/cards")
    page.locator(".page li").first.wait_for()
    camera.take("cards")
    page.goto("/rules")
    page.locator(".page dl").first.wait_for()
    camera.take("rules")
    case(camera)


def case(camera: Camera) -> None:
    """Look at a case in the middle, then try its board."""
    page = camera.page
    page.goto(CASE)
    page.locator(".board .card").first.wait_for()
    page.locator(".told .steps .main").click(click_count=2)
    camera.take("case")
    page.locator(".ways button").last.click()
    page.locator(".prompt.mine").wait_for()
    camera.take("trial")


def unicorns(camera: Camera) -> None:
    """Play until the table is full enough, then look at it."""
    page = camera.page
    wire = at_table.Wire(page)
    page.reload()
    asked = at_table.await_question(page)

    def is_kind(kind: str) -> bool:
        return bool(wire.tables) and (wire.tables[-1]["decision"] or {}).get("kind") == kind

    asked = go_on(page, asked, lambda: turn(wire) > TURN and page.locator(".hand .card.can").count() > 1)
    camera.take("unicorns")
    page.locator(".hand .card.can").first.click()
    camera.take("zoom")
    page.keyboard.press("Escape")
    asked = go_on(page, asked, lambda: is_kind("respond"))
    camera.take("window")
    go_on(page, asked, lambda: False)
    camera.take("result")
    page.locator(".result a").first.click()
    page.locator(".controls").wait_for()
    page.get_by_role("slider").fill("60")
    page.locator(".seat").first.wait_for()
    camera.take("replay")


def turn(wire: at_table.Wire) -> int:
    """Return the number of the turn, 0 before there is one."""
    return int(wire.tables[-1]["view"]["turn"]) if wire.tables else 0


def fairytale(camera: Camera) -> None:
    """Play to the draft of the third round."""
    page = camera.page
    wire = at_table.Wire(page)
    page.reload()

    def is_there() -> bool:
        view = wire.tables[-1]["view"] if wire.tables else {}
        return bool(view) and view["round"] == 3 and "draft" in view["pass"]

    go_on(page, at_table.await_question(page), is_there)
    camera.take("fairytale")


def picks(camera: Camera) -> None:
    """Hold few cards until several must go at once, and mark one of them."""
    page = camera.page
    at_table.quicken(page, {"hand_limit": 2})
    at_table.open_table(page, seats=4)
    at_table.start(page)
    wire = at_table.Wire(page)
    page.reload()

    def is_there() -> bool:
        return bool(wire.tables) and (wire.tables[-1]["decision"] or {}).get("in_a_row", 1) > 1

    go_on(page, at_table.await_question(page), is_there)
    camera.take("picks", ready=page.locator(".hand .card.can[aria-pressed=false]").last.click)


def go_on(page: Page, asked: str, is_there: Callable[[], bool]) -> str:
    """Answer by keys until something is there, or the game is over."""
    while asked and not is_there():
        at_table.by_first(page)
        asked = at_table.await_question(page, asked)
    return asked


if __name__ == "__main__":
    sys.exit(main())
