"""The log, and what else can be read at any time: the rule of a line, the goal, a card, what people say."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_happenings import PHONE, POISONED, two_copies

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_log_groups_by_turn_links_cards_and_tells_the_rule(page: Page) -> None:
    stage = Stage(page)
    turn = {
        "text": "Turn 7: Hazel.",
        "what": "turn",
        "rules": ["UU-TURN-1"],
        "seat": 1,
        "cards": [],
        "number": 7,
    }
    frame = stage.next(turn, dict(POISONED))
    frame["log"][0]["is_news"] = False
    stage.show(frame)
    log = page.locator("aside.log")
    expect(log.get_by_role("heading", name="Turn 7: Hazel")).to_be_visible()
    line = log.locator("li", has_text="Unicorn Poison").last
    line.get_by_role("link", name="Which rule is that?").click()
    expect(line.locator(".rule")).to_contain_text("UU-KEY-destroy")
    expect(line.locator(".rule")).to_contain_text("discard pile")
    line.get_by_role("link", name="Unicorn Poison").click()
    expect(page.locator("dialog[open]")).to_contain_text("Unicorn Poison")
    assert "/t/" in page.url


def test_a_turn_has_no_heading_before_something_has_happened_in_it(page: Page) -> None:
    stage = Stage(page)
    turn = {"text": "Turn 70: Hazel.", "what": "turn", "rules": [], "seat": 1, "cards": [], "number": 70}
    frame = stage.next(turn)
    frame["log"][0]["is_news"] = False
    stage.show(stage.next(moment="it has come") | {"log": frame["log"], "log_from": frame["log_from"]})
    expect(page.locator(".moment")).to_contain_text("it has come")
    heading = page.locator("aside.log").get_by_role("heading", name="Turn 70: Hazel")
    expect(heading).to_have_count(0)
    stage.show(stage.next(dict(POISONED)))
    expect(heading).to_be_visible()


@pytest.mark.slow("plays until the log is long")
def test_no_line_of_the_log_is_cut_in_half(page: Page) -> None:
    stage = Stage(page)
    turns = [
        {"text": f"Turn {at}: Hazel.", "what": "turn", "rules": [], "seat": 1, "cards": [], "number": at}
        for at in range(50, 53)
    ]
    for turn in turns:
        stage.show(stage.next(turn, *[{**POISONED, "text": "A line. " * (1 + at % 7)} for at in range(15)]))
    page.wait_for_function("() => document.querySelectorAll('aside.log li').length > 40")
    cut = page.evaluate("""() => new Promise(done => requestAnimationFrame(() => {
        const list = document.querySelector('aside.log .turns');
        const top = list.getBoundingClientRect().top + list.querySelector('h3').offsetHeight;
        done([list.scrollTop > 0, [...list.querySelectorAll('li')]
            .map(one => one.getBoundingClientRect())
            .filter(one => one.top < top - 1.5 && one.bottom > top + 1.5).length]);
    }))""")
    assert cut == [True, 0]


ALONE: Final = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const list = document.querySelector("aside.log .turns");
    const top = list.getBoundingClientRect().top;
    done([...list.children].filter(turn => {
        const head = turn.querySelector("h3")?.getBoundingClientRect();
        if (!head || head.bottom < top + 2) return false;
        const lines = [...turn.querySelectorAll("li")].map(one => one.getBoundingClientRect());
        return lines.every(({ bottom }) => bottom < head.bottom + 1.5);
    }).map(turn => turn.textContent));
})))"""
"""The turns of which the log shows the heading and no line."""


def test_no_heading_of_the_log_is_left_without_its_lines(page: Page) -> None:
    stage = Stage(page)
    for at, count in ((50, 1), (51, 1), (52, 1), (53, 9)):
        turn = {"what": "turn", "rules": [], "seat": 1, "cards": [], "number": at}
        lines = [{**POISONED, "text": "A line. "} for _ in range(count)]
        stage.show(stage.next({**turn, "text": f"Turn {at}: Hazel."}, *lines))
    expect(page.locator("aside.log").get_by_role("heading", name="Turn 53: Hazel")).to_be_visible()
    found = []
    for height in range(560, 800, 8):
        page.set_viewport_size({"width": 1280, "height": height})
        found += [f"{height}: {turn}" for turn in page.evaluate(ALONE)]
    assert found == []


def test_the_log_stays_at_its_end_when_its_lines_grow(page: Page) -> None:
    stage = Stage(page)
    stage.show(stage.next(*[{**POISONED, "text": f"Line {at}. " * 6} for at in range(30)]))
    last = page.locator("aside.log li").last
    expect(last).to_be_in_viewport(ratio=1)
    # As when a wider font has been loaded.
    page.locator("aside.log").evaluate("log => { log.style.letterSpacing = '0.2em'; }")
    expect(last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("visitor", [{}, PHONE], indirect=True, ids=["big", "phone"])
@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("Unstable Unicorns", r"The first player with \d Unicorns in their stable wins\."),
        ("Fairy Tale", r"The most points at the end win\."),
    ],
)
def test_how_to_win_can_be_read_as_long_as_the_game_lasts(page: Page, game: str, goal: str) -> None:
    stage = Stage(page, game)
    stage.show(stage.next(dict(POISONED) if game == "Unstable Unicorns" else {"text": "x", "what": "x"}))
    aims = page.locator(".aim", has_text=re.compile(goal))
    page.get_by_role("button", name="Reference card").click()
    expect(page.locator("dialog[open]").locator(aims)).to_be_visible()
    page.keyboard.press("Escape")
    opener = page.get_by_role("button", name="Log and chat")
    if opener.is_visible():
        opener.click()
    expect(aims.locator("visible=true")).to_have_count(1)
    if game == "Unstable Unicorns":
        expect(page.locator(".seat.me .count")).to_have_text(re.compile(r"^\d/\d$"))


@pytest.mark.slow("plays until a card is neighed")
def test_what_a_card_does_can_be_read_also_when_it_is_neighed(page: Page) -> None:
    stage = Stage(page)
    view = json.loads(json.dumps(stage.frame["view"]))
    pile = [("unicorn_poison", 1), ("neigh", 2), ("neigh", 0)]
    does = "Unicorn Poison: DESTROY a Unicorn card"
    for size in (1, 2, 3):
        cards = [card for card, _ in pile[:size]]
        view["zones"]["playing"] = {"size": size, "cards": cards}
        view["pile"] = [
            {"card": card, "owner": owner, "into": None, "cards": [], "players": []}
            for card, owner in pile[:size]
        ]
        stage.show(stage.next(view=view))
        page.wait_for_function("n => document.querySelectorAll('.playing li').length === n", arg=size)
        expect(page.locator(".prompt .note")).to_contain_text(does if size > 1 else does.partition(": ")[2])


def test_a_card_of_another_player_says_whom_it_means(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    name = stage.frame["seats"][1]["name"]
    page.locator('[data-place="stable 1"][data-option="42"]').click()
    expect(page.locator("dialog[open] .whose")).to_have_text(
        f"{name}’s card: what it says applies to {name}."
    )
    page.keyboard.press("Escape")
    page.locator('[data-place="stable 0"][data-option="41"]').click()
    expect(page.locator("dialog[open] article")).to_be_visible()
    expect(page.locator("dialog[open] .whose")).to_have_count(0)


@pytest.mark.slow("opens a second browser")
@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])
def test_on_a_phone_chat_and_emotes_are_bubbles_at_the_seat(page: Page) -> None:
    stage = Stage(page)
    said = {"number": 1000, "seat": 1, "text": "Hello there!", "emote": ""}
    stage.show(stage.next(chat=[said]))
    bubble = page.locator('.bubble[data-said-by="1"]')
    expect(bubble).to_contain_text("Hello there!")
    seat, box = page.locator('[data-seat="1"]').first.bounding_box(), bubble.bounding_box()
    assert seat
    assert box
    assert seat["y"] - 60 < box["y"] < seat["y"] + seat["height"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    stage.show(stage.next(chat=[{"number": 1001, "seat": 2, "text": "", "emote": "laugh"}]))
    expect(page.locator('.bubble[data-said-by="2"]')).to_contain_text("Laugh")
