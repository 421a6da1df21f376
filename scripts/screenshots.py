"""Make the pictures in `docs/images`.

    python scripts/screenshots.py [--all FOLDER [--lang CODE]] [--only WALK ...]

It starts its own server, plays in a real browser and takes a picture of each screen (see `screens.py`). With
`--all` it takes every screen in four sizes, light and dark, into another folder, also in another language.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]
from playwright.sync_api import sync_playwright  # noqa: E402

import client  # noqa: E402
import png  # noqa: E402
from screens import WALKS as AT_FOUR_SEATS  # noqa: E402
from seat_screens import WALKS as AT_OTHER_TABLES  # noqa: E402
from stablehand.core.manifest import LanguageCode  # noqa: E402
from support.web_host import Host  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator

IMAGES: Final = ROOT / "docs" / "images"
WALKS: Final = {**AT_FOUR_SEATS, **AT_OTHER_TABLES}
SIZES: Final = {"1920": (1920, 1080), "1280": (1280, 800), "390": (390, 844), "390x664": (390, 664)}
"""The sizes of screens, the widest first, by their name in the name of a picture."""
MOST_BYTES: Final = 250_000
PATIENCE: Final = 120_000
"""Milliseconds that a step may take on a busy machine."""
KEPT: Final = frozenset(
    {
        "home-1280-light", "home-390-dark", "lobby-1280-light", "unicorns-1280-light", "unicorns-390-light",
        "window-1280-dark", "zoom-390-light", "fairytale-1280-light", "fairytale-390-dark",
        "result-1280-light", "cards-1280-light", "rules-390-light", "replay-1280-dark", "lobby-390-dark",
        "case-1280-light", "trial-390-dark", "picks-390-light",
    }
)  # fmt: skip
"""The pictures that are committed: some screens, in one or two sizes and colours."""
TABLE_READY: Final = ".prompt, .lobby, .join form, .result, .curtain, #lost"
"""One of these elements is on a table's page when it has loaded."""
DRAWN: Final = """() =>
    [...document.querySelectorAll(".picture, .avatar")].every(one => one.querySelector("svg, img"))
    && [...document.querySelectorAll(".card > .name")].every(one => one.textContent)
    && [...document.images].every(one => one.complete)"""
PAINTED: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Camera:
    """A browser page with its own context, and methods that take pictures of it."""

    def __init__(self, browser: Browser, address: str, folder: Path, language: str, *, is_all: bool) -> None:
        self.browser, self.address, self.folder, self.is_all = browser, address, folder, is_all
        self.language = language
        with urllib.request.urlopen(f"{address}/api/words?lang={language}") as words:  # noqa: S310 - our own
            self._words: dict[str, Any] = json.load(words)
        locale = "en-GB" if language == "en" else language
        usual: dict[str, Any] = {"base_url": address, "locale": locale, "reduced_motion": "reduce"}
        context = browser.new_context(**usual)
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()

    def another(self) -> Camera:
        """Return a camera with a new browser context, for another player."""
        return Camera(self.browser, self.address, self.folder, self.language, is_all=self.is_all)

    def button(self, key: str) -> Locator:
        """Return the button that bears the message with this key, in the language of the page."""
        return self.page.get_by_role("button", name=self._words[key], exact=True)

    def take(self, name: str, *, ready: Callable[[], object] | None = None) -> None:
        """Take a screen in all sizes and colours, or in those of KEPT; call `ready` first in each size."""
        for size, (width, height) in SIZES.items():
            wanted = [
                scheme for scheme in ("light", "dark") if self.is_all or f"{name}-{size}-{scheme}" in KEPT
            ]
            if not wanted:
                continue
            self.page.set_viewport_size({"width": width, "height": height})
            if "/t/" in self.page.url and not self.page.locator("dialog[open]").count():
                self.page.reload()  # as a player with a screen of this size sees it
                self.page.locator(TABLE_READY).first.wait_for()
            if ready is not None:
                ready()
            for scheme in wanted:
                self._take(f"{name}-{size}-{scheme}", scheme)
        self.page.set_viewport_size({"width": 1280, "height": 800})

    def take_open(self, name: str) -> None:
        """Take an open dialog, then close it."""
        self.page.locator("dialog[open]").wait_for()
        self.take(name)
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")

    def _take(self, title: str, scheme: Any) -> None:  # noqa: ANN401 - a literal of Playwright
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self.page.wait_for_function(DRAWN)
        self.page.evaluate(PAINTED)
        path = self.folder / f"{title}.png"
        taken = self.page.screenshot()
        path.write_bytes(taken if self.is_all else png.few_colours(taken))
        print(f"{path.name}: {path.stat().st_size // 1000} KB")


def main() -> int:
    """Take the pictures; return 1 if one is too big or the client cannot be built."""
    parser = argparse.ArgumentParser(description="Make the pictures in docs/images.")
    parser.add_argument(
        "--all", type=Path, metavar="FOLDER", help="take every screen, size and colour into this folder"
    )
    parser.add_argument(
        "--lang", choices=get_args(LanguageCode), default="en", help="with --all: the language of the pages"
    )
    parser.add_argument("--only", nargs="+", default=[walk.__name__ for walk in WALKS], metavar="WALK")
    asked = parser.parse_args()
    if asked.lang != "en" and asked.all is None:
        parser.error("the pictures in docs/images are in English: give --all too")
    folder: Path = asked.all or IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    built = client.ensure(ROOT)
    if built is None:
        return 1
    kept = {title.rsplit("-", 2)[0] for title in KEPT}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        host = Host(built, Path(data))
        address = host.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for walk, screens in WALKS.items():
                if walk.__name__ in asked.only and (asked.all or kept.intersection(screens)):
                    walk(Camera(browser, address, folder, asked.lang, is_all=asked.all is not None))
                    for context in browser.contexts:
                        context.close()
        finally:
            browser.close()
            host.stop()
    big = [path.name for path in IMAGES.glob("*.png") if path.stat().st_size > MOST_BYTES]
    if big:
        print("Too big:", ", ".join(big))
    return 1 if big else 0


if __name__ == "__main__":
    sys.exit(main())
