"""The pictures of cards are told apart at the size of a strip, also without colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import card_sheet

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

LEAST: Final = 13
"""The least mean difference of two pictures in shades of grey, of 255."""
DIFFERENCES: Final = """async ([pictures, wide]) => {
    const high = Math.round(wide * 0.8);
    const greys = [];
    for (const picture of pictures) {
        const image = new Image();
        const size = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"`;
        image.src = `data:image/svg+xml,${encodeURIComponent(picture.replace("<svg", size))}`;
        await image.decode();
        const canvas = new OffscreenCanvas(wide, high).getContext("2d");
        canvas.drawImage(image, 0, 0);
        const { data } = canvas.getImageData(0, 0, wide, high);
        greys.push(Array.from({ length: wide * high }, (_, at) =>
            0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2]));
    }
    const found = [];
    for (let one = 0; one < greys.length; one++)
        for (let other = one + 1; other < greys.length; other++) {
            let sum = 0;
            for (let at = 0; at < greys[one].length; at++) sum += Math.abs(greys[one][at] - greys[other][at]);
            found.push([sum / greys[one].length, one, other]);
        }
    return found.sort((one, other) => one[0] - other[0]).slice(0, 10);
}"""


@pytest.mark.slow("draws every card of every deck and compares all pairs")
def test_any_two_pictures_differ_at_64_pixels_in_shades_of_grey(context: BrowserContext) -> None:
    pictures = {
        card: one for cards in card_sheet.collect(context.new_page()).values() for card, one in cards.items()
    }
    assert len(pictures) > 200
    blank = context.browser.new_page() if context.browser else context.new_page()
    found = blank.evaluate(DIFFERENCES, [list(pictures.values()), card_sheet.SMALL])
    blank.close()
    ids = list(pictures)
    alike = [(round(far, 1), ids[one], ids[other]) for far, one, other in found]
    print(alike[:3])  # noqa: T201 - a figure
    assert [pair for pair in alike if pair[0] < LEAST] == []
