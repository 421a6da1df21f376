"""Every screen is accessible: axe finds no violation, nothing is cut off or too small to tap."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import axe_core_python  # type: ignore[import-untyped]  # it comes without types
import pytest

from support.sizes import sized, slow_except
from support.web_tour import game, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]

AXE: Final = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
RUN: Final = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 140)} ${any[0]?.message ?? ""}`)
))"""
LAYOUT: Final = (Path(__file__).parent / "layout.js").read_text("utf-8").rstrip().rstrip(";")
MOVING: Final = "document.getAnimations().map(String)"
PHONE: Final = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
SCREENS: Final = ["pages", "unicorns", "fairytale"]
BOTH: Final[tuple[Scheme, ...]] = ("light", "dark")
THEMES: Final[dict[str, tuple[Scheme, ...]]] = sized(
    quick={"unicorns": ("light",)},
    full=dict.fromkeys(SCREENS, BOTH),
    release=dict.fromkeys(SCREENS, BOTH),
)
"""The colour schemes in which axe checks each set of screens."""


def faults(page: Page) -> list[str]:
    """Return the violations that axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(RUN))


def walk(page: Page, screens: str, server: str) -> Iterator[str]:
    return pages(page, server) if screens == "pages" else game(page, screens)


@pytest.mark.parametrize("screens", slow_except(THEMES, SCREENS, "runs axe on every screen"))
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True, ids=["big"])
def test_axe_finds_no_violation_in_either_colour_scheme(page: Page, server: str, screens: str) -> None:
    found = []
    for name in walk(page, screens, server):
        found += [f"{name}: something moves despite reduced motion" for _ in page.evaluate(MOVING)]
        for scheme in THEMES[screens]:
            page.emulate_media(color_scheme=scheme)
            found += [f"{name}, {scheme}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screens", slow_except(["fairytale"], SCREENS, "measures every screen"))
@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["small"])
def test_long_words_and_big_letters_fit_small_screens(page: Page, server: str, screens: str) -> None:
    page.add_init_script("localStorage.setItem('stablehand', JSON.stringify({ language: 'xx', calm: true }))")
    found = []
    for name in walk(page, screens, server):
        found += [f"{name}: something moves at a calm table" for _ in page.evaluate(MOVING)]
        for size, width in (("100", 320), ("150", 320), ("100", 390)):
            page.set_viewport_size({"width": width, "height": width * 2})
            page.evaluate("size => { document.documentElement.dataset.size = size; }", size)
            found += [f"{name}, {width} px at {size} %: {problem}" for problem in page.evaluate(LAYOUT)]
        page.evaluate("document.documentElement.dataset.size = '100'")
        found += [f"{name}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)
