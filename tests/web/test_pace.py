"""What happens is shown at the pace that the player chose; a question does not wait for it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_happenings import BABIES, COPY, POISONED, STOLEN, set_pace, two_copies
from support.web_players import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.slow("waits for a slow pace")
def test_frames_of_others_are_shown_one_after_another_but_a_question_at_once(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    asked = {**stage.frame["view"], "turn": 99}
    waiting = [stage.next(dict(POISONED), moment=f"moment {at}") for at in range(3)]
    stage.show(*waiting)
    expect(page.locator(".moment")).to_contain_text("moment 0")
    question = {
        "id": 999, "kind": "yes_no", "prompt": "Really?", "options": [], "least": 1, "most": 1, "picked": [],
        "group": [], "in_a_row": 1, "is_revision": False, "seconds": None,
    }  # fmt: skip
    stage.show(stage.next(dict(STOLEN), moment="now", view=asked, decision=question, prompt="Really?"))
    expect(page.locator('.prompt[data-decision="999"]')).to_be_visible()
    assert "now" in page.locator(".moment").inner_text()
    assert "moment 2" not in page.evaluate("document.body.innerText")


def test_a_question_does_not_wait_for_cards_that_fly(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    two_copies(stage)
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY), (41, COPY)], his)
    question = {
        "id": 998, "kind": "yes_no", "prompt": "Really?", "least": 1, "most": 1, "picked": [], "group": [],
        "in_a_row": 1, "is_revision": False, "seconds": None, "answer": None,
        "options": [
            {"option": 901, "label": "Yes", "meaning": {"verb": "accept"}},
            {"option": 902, "label": "No", "meaning": {"verb": "decline"}},
        ],
    }  # fmt: skip
    stage.show(stage.next(dict(STOLEN), view=view, moment="asked", decision=question, prompt="Really?"))
    expect(page.locator('.prompt[data-decision="998"]')).to_be_visible()
    assert "asked" in page.locator(".moment").inner_text()
    prompt = page.locator(".prompt")
    expect(prompt.get_by_role("button", name="Yes")).to_have_class(re.compile("main"))
    expect(prompt.get_by_role("button", name="No", exact=True)).not_to_have_class(re.compile("main"))


def test_without_a_pace_the_newest_is_there_at_once_and_nothing_flies(page: Page) -> None:
    set_pace(page, "none")
    stage = Stage(page)
    two_copies(stage)
    stage.show(*[stage.next(dict(POISONED), moment=f"moment {at}") for at in range(4)])
    expect(page.locator(".moment")).to_contain_text("moment 3")
    expect(page.locator(".ticker")).to_have_text("Hazel’s Unicorn Poison destroys your Narwhal.")
    assert page.evaluate("window.flights") == []


def test_the_pace_is_a_preference(page: Page) -> None:
    begin(page)
    page.locator("header .gear, .aside button").last.click()
    page.locator("dialog[open]").get_by_role("radio", name="slow", exact=True).check()
    assert json.loads(page.evaluate("localStorage.getItem('stablehand')"))["pace"] == "slow"
