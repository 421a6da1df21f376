"""Answers of several cards: a player marks them by touch and sends them with one press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from support.web_players import (
    ASKED,
    MOST,
    Wire,
    await_question,
    by_first,
    open_table,
    quicken,
    start,
    takes_several,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIMIT = 5
MANY = 3
"""How many answers of a turn can be taken back."""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


def await_hand_limit(page: Page, wire: Wire) -> dict[str, Any]:
    """Play until the hand limit makes the player discard several cards; return that question.

    A player who plays no cards and responds to none has two cards more at the end of each turn.
    """
    asked = await_question(page)
    for _ in range(MOST):
        if takes_several(page):
            table = wire.asking(asked)
            if table["view"]["decision"]["why"] == "hand_limit" and table["decision"]["in_a_row"] <= MANY:
                return dict(table["decision"])
        without_cards = page.locator(".prompt .options:not(.list) > button:not(.answer)")
        if without_cards.count():
            without_cards.last.tap()
        else:
            by_first(page)
        asked = await_question(page, asked)
        assert asked, "the game ended before a hand exceeded its limit"
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("visitor", [PHONE], indirect=True)
def test_cards_are_marked_in_any_order_and_sent_with_one_press(page: Page) -> None:
    wire = Wire(page)
    quicken(page, {"hand_limit": LIMIT})
    open_table(page)
    start(page)
    question = await_hand_limit(page, wire)
    count, before, frames = question["in_a_row"], len(wire.lines), len(wire.tables)
    send, cards = page.locator(".prompt .send"), page.locator(".hand .card")
    expect(send).to_be_disabled()
    expect(send).to_contain_text(f"0 of {count}")

    cards.last.tap()
    expect(cards.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".prompt .chip").tap()  # open the marked card and unmark it
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

    # Bots have drawn since then, so there may be nothing left that can be taken back.
    table = wire.asking(page.evaluate(ASKED))
    expect(page.get_by_role("button", name="Undo")).to_have_count(int(table["can_undo"]))
    expect(page.locator(".prompt .clock, .prompt .refused")).to_have_count(0)
