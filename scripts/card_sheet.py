"""Draw contact sheets of all cards: `python scripts/card_sheet.py FOLDER [--only WORD ...]`.

It starts a server, collects the pictures of every deck from the page in Chromium, and writes them at the size
of a strip (64 pixels) and large, so that a person can check that cards are told apart. With `--only`, sheets
have only the cards whose id contains one of the words.
"""

from __future__ import annotations

import argparse
import html
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]
from playwright.sync_api import sync_playwright  # noqa: E402

import client  # noqa: E402
from support.web_host import Host  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SMALL: Final = 64
LARGE: Final = 230
A_SHEET: Final = 48
"""Large cards on one sheet."""
COLLECT: Final = """() => [...document.querySelectorAll(".page li[id]")].map(card => ({
    id: card.id,
    type: card.dataset.type,
    picture: card.querySelector(".picture svg").outerHTML,
}))"""
DRAWN: Final = """ids => {
    const cards = [...document.querySelectorAll(".page li[id]")];
    return cards.map(one => one.id).join() === ids.join()
        && cards.every(one => one.querySelector(".picture svg").childElementCount);
}"""
STYLE: Final = """
    body { margin: 8px; background: #f7f1e6; font: 10px/1.1 system-ui; }
    h2 { margin: 8px 0 4px; font-size: 15px; }
    main { display: flex; flex-wrap: wrap; gap: 5px; }
    figure { width: var(--size); margin: 0; }
    svg { display: block; width: 100%; aspect-ratio: 5 / 4; border-radius: 6px;
          stroke-linejoin: round; stroke-linecap: round; }
    figcaption { overflow: hidden; height: 22px; overflow-wrap: anywhere; }
"""


def collect(page: Page) -> dict[str, dict[str, str]]:
    """Return the pictures of all cards: by game and type, then by id."""
    page.goto("/")
    page.evaluate("sessionStorage.setItem('stablehand-18', 'yes')")
    page.goto("/cards")
    page.locator(".page li").first.wait_for()
    found: dict[str, dict[str, str]] = {}
    for deck in choices(page.get_by_label("Deck")):
        page.get_by_label("Deck").select_option(deck)
        packs = page.get_by_label("Expansion")
        for pack in choices(packs) if packs.count() else [""]:
            listed = page.request.get(f"/api/cards/{deck}{pack and '+'}{pack}").json()
            ids = [card["id"] for card in listed if not pack or pack in card["packs"]]
            if packs.count():  # a deck that is chosen keeps the expansion that was chosen before
                packs.select_option(pack)
            page.wait_for_function(DRAWN, arg=ids)
            for card in page.evaluate(COLLECT):
                found.setdefault(f"{deck.split('/')[0]}: {card['type']}", {})[card["id"]] = card["picture"]
    return found


def choices(select: Locator) -> list[str]:
    """Return the values that can be chosen."""
    values: list[str] = select.locator("option:enabled").evaluate_all("all => all.map(one => one.value)")
    return values


def sheet(title: str, cards: dict[str, str], size: int) -> str:
    """Return a part of a sheet as HTML: pictures with their ids."""
    figures = "".join(
        f"<figure>{picture}<figcaption>{html.escape(card.replace('_', ' '))}</figcaption></figure>"
        for card, picture in cards.items()
    )
    return f"<h2>{html.escape(title)}</h2><main style='--size: {size}px'>{figures}</main>"


def write(page: Page, path: Path, parts: list[str]) -> None:
    """Write a sheet as a picture."""
    page.set_content(f"<style>{STYLE}</style>{''.join(parts)}")
    page.screenshot(path=path, full_page=True)
    print(path)


def main() -> int:
    """Write the sheets; return 1 if the page could not be built."""
    parser = argparse.ArgumentParser(description="Draw contact sheets of all cards.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    built = client.ensure(ROOT)
    if built is None:
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        host = Host(built, Path(data))
        address = host.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            all_of = collect(browser.new_context(base_url=address, locale="en-GB").new_page())
            chosen = {
                title: {card: one for card, one in cards.items() if any(word in card for word in asked.only)}
                for title, cards in all_of.items()
            }
            page = browser.new_page(viewport={"width": 1000, "height": 800})
            write(page, asked.folder / "cards-64.png", [sheet(*part, SMALL) for part in chosen.items()])
            whole = {card: one for cards in chosen.values() for card, one in cards.items()}
            for number, first in enumerate(range(0, len(whole), A_SHEET), 1):
                some = dict(list(whole.items())[first : first + A_SHEET])
                write(page, asked.folder / f"cards-large-{number}.png", [sheet("", some, LARGE)])
        finally:
            browser.close()
            host.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
