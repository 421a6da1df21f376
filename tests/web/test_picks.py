"""Several cards as one gesture: they are marked by touch, and one press sends them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from web_players import ASKED, MOST, Wire, await_question, by_first, open_table, quicken, start, takes_several

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIMIT = 5
MANY = 3
"""So many answers can be taken back in a turn."""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


def await_row(page: Page, wire: Wire) -> dict[str, Any]:
    """Play until several cards must go down to the hand limit; return the question.

    Whoever answers nothing and plays nothing has two cards more at the end of each turn.
    """
    asked = await_question(page)
    for _ in range(MOST):
        if takes_several(page):
            table = wire.asking(asked)
            if table["view"]["decision"]["why"] == "hand_limit" and table["decision"]["in_a_row"] <= MANY:
                return dict(table["decision"])
        without_cards = page.locator(".prompt .options:not(.list) > .main")
        if without_cards.count():
            without_cards.last.tap()
        else:
            by_first(page)
        asked = await_question(page, asked)
        assert asked, "nobody has ever too many cards"
    raise AssertionError("this game does not end")


@pytest.mark.parametrize("visitor", [PHONE], indirect=True)
def test_cards_are_marked_in_any_order_and_sent_with_one_press(page: Page) -> None:
    wire = Wire(page)
    quicken(page, {"hand_limit": LIMIT})
    open_table(page)
    start(page)
    question = await_row(page, wire)
    count, before, frames = question["in_a_row"], len(wire.lines), len(wire.tables)
    send, cards = page.locator(".prompt .send"), page.locator(".hand .card")
    expect(send).to_be_disabled()
    expect(send).to_contain_text(f"0 of {count}")

    cards.last.tap()
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".prompt .chip").tap()  # to look at it once more, and to take it back
    page.locator("dialog[open] .do").tap()
    expect(cards.last).to_have_attribute("aria-pressed", "false")

    while send.is_disabled():
        left = page.locator(".hand .card[aria-pressed=false]")
        (left if left.count() else page.locator(".hand .card:has(.copies)")).last.tap()
    expect(send).to_contain_text(f"{count} of {count}")
    expect(page.locator(".hand .card.can[aria-pressed=false]")).to_have_count(0)
    chosen = [text.removeprefix("✓").strip() for text in page.locator(".prompt .chip").all_inner_texts()]
    send.tap()
    wire.asking(await_question(page, str(question["id"])))
    assert LIMIT in [table["view"]["zones"]["seats"][0]["hand"]["size"] for table in wire.tables[frames:]]
    told = " ".join(line["text"] for line in wire.lines[before:])
    assert len(chosen) == count
    assert [name for name in chosen if name not in told] == []

    page.get_by_role("button", name="Take back").tap()
    expect(send).to_contain_text(f"of {count}")
    expect(page.locator(".prompt .clock, .prompt .refused")).to_have_count(0)
    table = wire.asking(page.evaluate(ASKED))
    assert table["view"]["zones"]["seats"][0]["hand"]["size"] == LIMIT + count
