"""Every screen for everybody: axe finds nothing, nothing is cut off, nothing is too small for a finger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import axe_core_python  # type: ignore[import-untyped]  # it comes without types
import pytest

from web_tour import game, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

AXE: Final = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
RUN: Final = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 140)} ${any[0]?.message ?? ""}`)
))"""
LOOK: Final = (Path(__file__).parent / "look.js").read_text("utf-8").rstrip().rstrip(";")
MOVING: Final = "document.getAnimations().map(String)"
PHONE: Final = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
SCREENS: Final = ["pages", "unicorns", "fairytale"]


def faults(page: Page) -> list[str]:
    """Return what axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(RUN))


def walk(page: Page, screens: str, server: str) -> Iterator[str]:
    return pages(page, server) if screens == "pages" else game(page, screens)


@pytest.mark.parametrize("screens", SCREENS)
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True, ids=["big"])
def test_axe_finds_nothing_in_the_light_and_in_the_dark(page: Page, server: str, screens: str) -> None:
    found = []
    for name in walk(page, screens, server):
        found += [f"{name}: something moves for those who want less motion" for _ in page.evaluate(MOVING)]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{name}, {scheme}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screens", SCREENS)
@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["small"])
def test_small_screens_long_words_and_big_letters_fit(page: Page, server: str, screens: str) -> None:
    page.add_init_script("localStorage.setItem('stablehand', JSON.stringify({ language: 'xx', calm: true }))")
    found = []
    for name in walk(page, screens, server):
        found += [f"{name}: something moves at a calm table" for _ in page.evaluate(MOVING)]
        for size, width in (("100", 320), ("150", 320), ("100", 390)):
            page.set_viewport_size({"width": width, "height": width * 2})
            page.evaluate("size => { document.documentElement.dataset.size = size; }", size)
            found += [f"{name}, {width} px at {size} %: {problem}" for problem in page.evaluate(LOOK)]
        page.evaluate("document.documentElement.dataset.size = '100'")
        found += [f"{name}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)
