"""Cases in the browser: opened from a rule, stepped through, tried on a board; and play on from a replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from stablehand.text.language import LANGUAGES, language
from support.web_players import LONG, begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASE = "/rules/cases/unicorns/cards/base_2e/unicorn_phoenix-saved-from-destruction"
STEP = ".told .steps p"


def test_a_rule_links_to_a_case_that_can_be_stepped_through(page: Page) -> None:
    page.goto("/rules#UU-KEY-destroy")
    rule = page.locator("#UU-KEY-destroy")
    expect(rule).to_be_in_viewport()
    rule.get_by_role("button", name=re.compile("cases")).click()
    rule.locator("li a").first.click()
    page.wait_for_url("**/rules/cases/**")
    expect(page.locator(STEP)).to_have_text(re.compile("^Step 0 of"))
    expect(page.locator(".board .card").first).to_be_visible()
    for _ in range(20):
        if page.locator(".told .steps .main").is_disabled():
            break
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Expected result")).to_be_visible()
    page.get_by_role("link", name="Back to the rules").click()
    expect(page.get_by_role("heading", name="The rules")).to_be_visible()


@pytest.mark.parametrize("code", LANGUAGES)
def test_titles_of_cases_are_marked_as_english_and_readers_of_others_are_told_so(
    page: Page, code: str
) -> None:
    page.add_init_script(f"localStorage.setItem('stablehand', JSON.stringify({{ language: '{code}' }}))")
    note = language(code).catalogue("web").say("case.english")
    page.goto("/rules#UU-KEY-destroy")
    expect(page.locator("html")).to_have_attribute("lang", code)
    rule = page.locator("#UU-KEY-destroy")
    rule.locator("button[aria-controls]").last.click()
    title = rule.locator("li a").first
    expect(title).to_have_attribute("lang", "en")
    expect(rule.get_by_text(note)).to_be_visible(visible=code != "en")
    title.click()
    expect(page.locator("h1")).to_have_attribute("lang", "en")
    expect(page.locator(".deck").get_by_text(note)).to_be_visible(visible=code != "en")


def test_a_case_can_be_tried_against_a_bot_or_for_all_seats(page: Page) -> None:
    page.goto(CASE)
    page.get_by_role("button", name="Try it").click()
    prompt = page.locator(".prompt.mine")
    expect(prompt).to_contain_text("Your action", timeout=LONG)
    page.locator(".hand .card.can").click()
    news = page.get_by_role("region", name="What has happened")
    expect(news).to_contain_text("You play Unicorn Poison.", timeout=LONG)
    expect(prompt).to_be_visible()
    page.keyboard.press("u")
    expect(news).to_contain_text("This is the board of the case.")
    page.get_by_label("You play").select_option("everybody")
    expect(news).to_contain_text("You answer for everybody")
    page.keyboard.press("1")
    expect(page.locator(".seat.me")).to_contain_text("Bob", timeout=LONG)  # Bob is asked whether he responds
    expect(news).to_contain_text("Ann plays Unicorn Poison.")


@pytest.mark.slow("plays a whole game, then plays on from its replay")
def test_playing_on_from_a_replay_opens_a_new_table(page: Page) -> None:
    code = begin(page, "Fairy Tale", 2)
    page.get_by_role("button", name="Leave").click()
    page.locator("dialog[open]").get_by_role("button", name="Leave the table").click()
    page.wait_for_url("**/")
    page.goto(f"/t/{code}")  # bots play to the end while a spectator is present
    page.locator(".result a").first.click(timeout=LONG)
    page.get_by_role("slider").fill("5")
    expect(page.locator(".told")).to_contain_text("Round 1")
    page.get_by_role("button", name="Play on from here").click()
    page.locator("dialog[open]").get_by_role("radio", name="Ash").check()
    page.get_by_role("button", name="Play on from step 5").click()
    page.wait_for_url(re.compile(rf"/t/(?!{code})"))
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=LONG)
    expect(page.locator(".seat.me")).to_contain_text("Ada")
