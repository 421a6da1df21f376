"""Whole games in a real browser: with mouse, keyboard, touch, and from the log text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from support.web_players import (
    ENDED,
    LONG,
    MOVED,
    SHORT,
    Wire,
    await_question,
    begin,
    by_digit,
    by_first,
    by_list,
    by_mouse,
    by_touch,
    is_over,
    play_out,
    quicken,
    tab_to,
)

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page

READ_OR_MOVED: Final = f"before => document.querySelector('dialog[open] .do') || ({MOVED})(before)"
"""Whether the card that was pressed is open to be read, or the game has moved on."""
POINTED = """
window.pointed = 0;
for (const kind of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(kind, () => { window.pointed += 1; }, true);
"""
LISTENER = """
window.heard = [];
const listen = () => {
    const text = document.querySelector('[role="log"]')?.textContent ?? "";
    if (text && text !== window.heard.at(-1)) window.heard.push(text);
};
new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true });
"""


@pytest.mark.slow("plays a whole game by mouse")
def test_a_game_of_unicorns_is_played_with_the_mouse(page: Page) -> None:
    begin(page)
    play_out(page, by_mouse)
    expect(page.locator(".result h2")).to_have_text(ENDED)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".result")).to_have_count(0)
    assert await_question(page)


@pytest.mark.slow("plays a whole Fairy Tale by mouse")
def test_a_fairy_tale_is_played_with_the_mouse(page: Page) -> None:
    begin(page, "Fairy Tale", seats=3)
    play_out(page, by_mouse)
    expect(page.locator(".result h2")).to_have_text(ENDED)
    page.get_by_role("link", name="Watch it again").click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=LONG)


@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_a_game_is_played_with_the_keyboard_alone(page: Page) -> None:
    page.add_init_script(POINTED)
    quicken(page, SHORT)
    page.goto("/")
    tab_to(page, "a[href='/new']")
    page.keyboard.press("Enter")
    tab_to(page, "input[autocomplete=nickname]")
    page.keyboard.type("Ada")
    tab_to(page, "input[type=radio][value='4']")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")  # in the form, Enter opens the table
    expect(page.get_by_role("button", name="Start the game")).to_be_visible(timeout=LONG)
    tab_to(page, ".now button")
    page.keyboard.press("Enter")

    asked = await_question(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    while asked and not page.locator(".hand .card.can").count():
        by_first(page)
        asked = await_question(page, asked)
    tab_to(page, ".hand .card.can")
    page.keyboard.press("Enter")
    page.wait_for_function(READ_OR_MOVED, arg=asked, timeout=LONG)
    if page.locator("dialog[open]").count():  # a card to be played is read first
        tab_to(page, "dialog .do")
        page.keyboard.press("Enter")
    if await_question(page, asked):
        play_out(page, by_digit)
    assert is_over(page)
    assert page.evaluate("window.pointed") == 0


@pytest.mark.parametrize(
    "visitor",
    [
        {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "reduced_motion": "reduce",
        }
    ],
    indirect=True,
)
def test_a_game_is_played_on_a_phone(page: Page) -> None:
    begin(page)

    def answer(page: Page, chance: Random) -> None:
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390, (
            "the page is wider than the phone"
        )
        assert page.evaluate("document.getAnimations().length") == 0, "something moves despite reduced motion"
        by_touch(page, chance)

    play_out(page, answer)
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport()


def shown(line: dict[str, Any]) -> str:
    """Return a log line as the page shows it: the beginning of a turn is a heading, without a full stop."""
    text = " ".join(line["text"].split())
    return text.removesuffix(".") if line["event"]["what"] == "turn" else text


@pytest.mark.slow("plays a whole game by the list of answers")
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_a_game_is_played_from_the_text_alone(page: Page) -> None:
    page.add_init_script(LISTENER)
    wire = Wire(page)
    begin(page, seats=3)
    play_out(page, by_list, seed=2)
    page.get_by_role("button", name="Show all").first.click()
    told = page.locator("aside .turns").first.locator("h3, li > p:first-child").all_inner_texts()
    wire.until(lambda table: table["stage"] == "over")
    assert [" ".join(text.split()) for text in told] == [shown(line) for line in wire.lines]
    assert all(told), "a log line has no text"
    assert any(line.startswith("Turn 2:") for line in told)
    assert ENDED.search(told[-1] + page.locator(".result h2").inner_text())
    heard = " ".join(page.evaluate("window.heard"))
    news = [line["text"] for table in wire.tables[1:] for line in table["log"] if line["is_news"]]
    missed = [text for text in news if text not in heard]
    assert missed == [], "the live region did not announce these lines"
