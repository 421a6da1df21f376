"""The ticker tells what happened and its cause, and nothing older than the question."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_happenings import COPY, PHONE, POISONED, set_pace, two_copies
from support.web_players import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHARK: Final = {
    "text": "Rowan plays Shark With a Horn.", "what": "announced", "rules": [], "seat": 2,
    "cards": ["shark_with_a_horn"],
}  # fmt: skip
QUESTION: Final = {
    "id": 997, "kind": "respond", "prompt": "Really?", "least": 1, "most": 1, "picked": [], "group": [],
    "in_a_row": 1, "is_revision": False, "seconds": None, "answer": None,
    "options": [{"option": 901, "label": "Pass", "meaning": {"verb": "pass"}}],
}  # fmt: skip


def test_the_ticker_tells_one_thing_after_another_with_its_cause(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    drew = {"text": "Hazel draws a card.", "what": "drew", "rules": ["UU-KEY-draw"], "seat": 1, "count": 1}
    stage.show(stage.next(dict(POISONED), dict(drew)))
    page.wait_for_function("() => window.told.at(-1) === 'Hazel draws a card.'")
    told = page.evaluate("window.told")
    assert told[-2:] == ["Hazel’s Unicorn Poison destroys your Narwhal.", "Hazel draws a card."]
    assert page.locator(".ticker").get_attribute("data-kind") == "draw"


@pytest.mark.parametrize("visitor", [{}, PHONE], indirect=True, ids=["big", "phone"])
def test_the_ticker_tells_nothing_older_than_the_question(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    two_copies(stage)
    drew = {"text": "Hazel draws a card.", "what": "drew", "rules": [], "seat": 1, "count": 1}
    stage.show(stage.next(dict(drew), dict(POISONED)))
    expect(page.locator(".ticker")).to_have_text("Hazel draws a card.")
    stage.show(stage.next(dict(drew), dict(SHARK), decision=QUESTION, prompt="Really?"))
    expect(page.locator('.prompt[data-decision="997"]')).to_be_visible()
    told = " ".join(page.locator(".ticker").inner_text().split())
    assert told.startswith("Rowan plays Shark With a Horn.")
    expect(page.locator(".ticker strong")).to_have_text(["Shark With a Horn"])  # once its card is loaded
    expect(page.locator(".ticker")).to_have_text(
        "Rowan plays Shark With a Horn. Before that: Hazel’s Unicorn Poison destroys your Narwhal."
    )
    count = len(page.evaluate("window.told"))
    page.wait_for_timeout(2500)
    assert len(page.evaluate("window.told")) == count
    assert page.locator(".flight").count() == 0
    entered = {
        "text": "Shark enters.",
        "what": "enter",
        "rules": [],
        "seat": 2,
        "cards": ["shark_with_a_horn"],
    }
    stage.show(stage.next(entered, decision=None))
    expect(page.locator(".ticker")).to_have_text("Nobody responds to Shark With a Horn.")
    expect(page.locator(".ticker")).to_have_text("Shark enters.")


def test_that_nobody_responds_is_not_said_beside_the_next_card(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    announced = {"text": "Hazel plays Narwhal.", "what": "announced", "rules": [], "seat": 1, "cards": [COPY]}
    entered = {"text": "Narwhal enters.", "what": "enter", "rules": [], "seat": 1, "cards": [COPY]}
    stage.show(stage.next(announced))
    expect(page.locator(".ticker")).to_have_text("Hazel plays Narwhal.")
    stage.show(stage.next(entered))
    expect(page.locator(".ticker")).to_have_text("Nobody responds to Narwhal.")
    stage.show(stage.next(dict(SHARK), decision=QUESTION, prompt="Really?"))
    expect(page.locator(".ticker")).to_have_text("Rowan plays Shark With a Horn.")
    assert "Nobody responds" not in page.locator(".ticker").inner_text()


def test_the_ticker_says_that_nobody_responds_and_who_is_about_to_win(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    goal = stage.frame["view"]["goal"]
    view = json.loads(json.dumps(stage.frame["view"]))
    view["points"][1] = goal - 2
    stage.show(stage.next(view=view))
    announced = {"text": "Hazel plays Narwhal.", "what": "announced", "rules": [], "seat": 1, "cards": [COPY]}
    stage.show(stage.next(announced))
    page.wait_for_function("() => window.told.at(-1) === 'Hazel plays Narwhal.'")
    strip = page.locator('.strip[data-seat="1"]')
    expect(strip).not_to_have_class(re.compile("near"))
    view["points"][1] = goal - 1
    entered = {
        "text": "Narwhal enters.", "what": "enter", "rules": [], "seat": 1, "cards": [COPY], "options": [50],
        "origin": "playing",
    }  # fmt: skip
    stage.show(stage.next(entered, view=view))
    name = stage.frame["seats"][1]["name"]
    warning = f"{name} needs just one more Unicorn to win!"
    page.wait_for_function("text => window.told.at(-1) === text", arg=warning)
    assert page.evaluate("window.told.slice(-4)") == [
        "Hazel plays Narwhal.",
        "Nobody responds to Narwhal.",
        "Narwhal enters.",
        warning,
    ]
    expect(strip).to_have_class(re.compile("near"))
    expect(strip).to_contain_text("one to go")


def test_the_goal_is_said_before_anything_has_happened(page: Page) -> None:
    begin(page)
    page.reload()
    expect(page.locator(".ticker")).to_have_text(
        re.compile(r"^The first player with \d Unicorns in their stable wins\.$")
    )
    expect(page.locator(".pips").first).to_have_attribute("title", re.compile("win the game"))


@pytest.mark.slow("plays until something is taken back")
def test_what_was_taken_back_is_not_told_any_more(page: Page) -> None:
    stage = Stage(page)
    stage.show(stage.next(dict(POISONED)))
    expect(page.locator(".ticker")).to_have_text("Hazel’s Unicorn Poison destroys your Narwhal.")
    stage.show({**stage.frame, "log_from": stage.lines - 1, "log": []})
    expect(page.locator(".ticker")).to_have_text("")


@pytest.mark.slow("waits for cards that fly")
def test_neigh_and_win_look_like_nothing_else(page: Page) -> None:
    stage = Stage(page)
    kinds = []
    for event in (
        {"text": "a", "what": "responded", "rules": [], "seat": 1, "cards": ["neigh"], "to": COPY},
        {"text": "b", "what": "ended", "rules": ["UU-END-1"], "seat": 1, "cards": [], "winners": [1]},
    ):
        text = event["text"]
        stage.show(stage.next(event))
        expect(page.locator(".ticker")).to_have_text(str(text))
        kinds.append(page.locator(".ticker").get_attribute("data-kind"))
    assert kinds == ["neigh", "win"]
    expect(page.locator(".confetti i").first).to_be_attached()
