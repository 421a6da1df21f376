"""The page of the rules: short chapters first, details with ids below them, links to a single rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from stablehand.text import voices
from support.web_players import LONG, begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = [{"viewport": {"width": 390, "height": 844}}, {"viewport": {"width": 1280, "height": 900}}]


@pytest.mark.parametrize("visitor", WIDTHS, indirect=True, ids=["phone", "desk"])
def test_the_short_rules_come_first_and_unfold_their_details(page: Page) -> None:
    page.goto("/rules?lang=en")
    turn = page.locator("section#turn")
    book = voices.book("unicorns", "en").under("second")
    chapter = next(one for one in book.chapters if one.id == "turn")
    expect(turn.get_by_role("heading", level=2)).to_have_text(chapter.title, timeout=LONG)
    expect(turn.locator("> p")).to_have_text(list(chapter.text))
    rule = page.locator("#UU-TURN-4")
    expect(rule).to_be_hidden()
    turn.get_by_text(re.compile("^Details: \\d+ rules")).click()
    expect(rule).to_be_visible()
    expect(rule).to_contain_text(book["UU-TURN-4"])
    ruling = page.locator("#RUL-04")
    expect(ruling.locator("strong")).to_have_text(book.question("RUL-04"))
    expect(page.locator("#UU-KEY-draw")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("rule", ["UU-KEY-destroy", "RUL-46", "FT-END-2"])
def test_a_link_to_a_rule_unfolds_its_chapter_and_shows_it(page: Page, rule: str) -> None:
    page.goto(f"/rules?lang=en#{rule}")
    expect(page.locator(f"#{rule}")).to_be_in_viewport(timeout=LONG)
    expect(page.locator(f"#{rule} dt")).to_have_text(rule)
    assert page.locator("section > details[open]").count() == 1


def test_another_rule_of_the_same_page_is_shown_when_the_address_changes(page: Page) -> None:
    page.goto("/rules?lang=en#UU-TURN-1")
    expect(page.locator("#UU-TURN-1")).to_be_in_viewport(timeout=LONG)
    page.evaluate("location.hash = 'UU-END-5'")
    expect(page.locator("#UU-END-5")).to_be_in_viewport()


def test_the_rules_are_those_of_the_edition_that_is_chosen(page: Page) -> None:
    """UU-TYPE-5."""
    page.goto("/rules?lang=en")
    cards = page.locator("section#types")
    expect(cards).to_contain_text("into your own stable only", timeout=LONG)
    page.get_by_label("Edition").select_option("first")
    expect(cards).to_contain_text("into any player’s stable.")
    page.goto("/rules?lang=en&ruleset=first")
    expect(page.get_by_label("Edition")).to_have_value("first", timeout=LONG)
    expect(cards).to_contain_text("into any player’s stable.")
    page.get_by_role("button", name="Fairy Tale").click()
    expect(page.locator("section#kinds")).to_contain_text("Doppelganger")
    expect(page.get_by_label("Edition")).to_have_count(0)


def test_a_search_finds_short_rules_and_details_unfolded(page: Page) -> None:
    page.goto("/rules?lang=en")
    page.get_by_label("Search the rules").fill("letters in the names")
    expect(page.locator("#UU-END-5")).to_be_visible(timeout=LONG)
    expect(page.locator("section#end > p")).to_contain_text("count the letters")
    expect(page.locator("section#setup")).to_have_count(0)


def test_a_line_of_the_log_links_to_the_rules_of_the_table(page: Page) -> None:
    begin(page)
    link = page.locator("a.why").first
    expect(link).to_have_attribute("href", re.compile(r"^/rules\?ruleset=second#(UU|RUL)-"), timeout=LONG)
