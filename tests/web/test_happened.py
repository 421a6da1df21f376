"""What happened is seen: the card that moved flies, the ticker tells the cause, the log the rule."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_players import begin

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

BABIES: Final = ([(1, "baby_unicorn_red")], [(2, "baby_unicorn_blue")], [(3, "baby_unicorn_green")])
COPY: Final = "narwhal"
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
POISONED: Final = {
    "text": "Hazel’s Unicorn Poison destroys your Narwhal.", "what": "destroy", "rules": ["UU-KEY-destroy"],
    "seat": 0, "cards": [COPY], "options": [41], "goes": "discard",
    "cause": "unicorn_poison", "cause_owner": 1,
}  # fmt: skip
STOLEN: Final = {
    "text": "Hazel steals Narwhal from your stable.", "what": "steal", "rules": ["UU-KEY-steal"],
    "seat": 1, "cards": [COPY], "options": [41], "origin": "stable 0",
}  # fmt: skip


STANDING: Final = """
window.standings = [];
new MutationObserver(() => {
    const horns = [...document.querySelectorAll('.seat .pips')]
        .map(one => one.querySelectorAll('.full').length);
    const turn = document.querySelector('.seat.active')?.dataset.seat;
    const now = [document.querySelector('.moment')?.textContent.trim(), turn, ...horns].join();
    if (now === window.standings.at(-1)?.now) return;
    const flying = document.querySelectorAll('.flight').length;
    window.standings.push({ now, flown: window.flights.length, flying });
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""
"""Keeps what heading, turn and horns showed, with the cards that had flown and that were flying then."""


def set_pace(page: Page, pace: str, **more: Any) -> None:  # noqa: ANN401 - preferences
    """Choose a pace before the page is opened."""
    kept = json.dumps({"pace": pace, **more})
    page.add_init_script(f"localStorage.setItem('stablehand', {kept!r})")


def box_of(page: Page, place: str, option: int) -> FloatRect:
    """Return where a numbered card lies."""
    box = page.locator(f'[data-place="{place}"][data-option="{option}"]').bounding_box()
    assert box is not None
    return box


def two_copies(stage: Stage) -> None:
    """Lay two copies of a card into one's own stable, and a third into the next."""
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY), (41, COPY)], [*hers, (42, COPY)], his)
    stage.show(stage.next(view=view))
    stage.page.locator('[data-option="42"]').wait_for()


def test_the_copy_that_was_destroyed_flies_to_the_discard_pile(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    first, second = box_of(page, "stable 0", 40), box_of(page, "stable 0", 41)
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY)], his)
    stage.show(stage.next(dict(POISONED), view=view))
    page.wait_for_function("() => window.flights.length > 0")
    (flight,) = page.evaluate("window.flights")
    assert (flight["copy"], flight["from"], flight["to"]) == ("41", "stable 0", "discard")
    assert flight["kind"] == "hit"
    assert abs(flight["x"] - second["x"]) < 2
    assert abs(flight["x"] - first["x"]) > 10
    page.wait_for_function("() => document.querySelector('.flight') === null")
    assert page.locator('[data-option="40"]').is_visible()


@pytest.mark.slow("waits for cards that fly")
def test_a_stolen_copy_flies_into_the_stable_of_the_thief(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    second = box_of(page, "stable 0", 41)
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY), (41, COPY)], his)
    stage.show(stage.next(dict(STOLEN), view=view))
    page.wait_for_function("() => window.flights.length > 0")
    (flight,) = page.evaluate("window.flights")
    assert (flight["kind"], flight["copy"], flight["to"]) == ("theft", "41", "stable 1")
    assert abs(flight["x"] - second["x"]) < 2
    page.wait_for_function("() => document.querySelector('.flight') === null")
    expect(page.locator('[data-place="stable 1"][data-option="41"]')).to_be_visible()


def test_the_ticker_tells_one_thing_after_another_with_its_cause(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    drew = {"text": "Hazel draws a card.", "what": "drew", "rules": ["UU-KEY-draw"], "seat": 1, "count": 1}
    stage.show(stage.next(dict(POISONED), dict(drew)))
    page.wait_for_function("() => window.told.at(-1) === 'Hazel draws a card.'")
    told = page.evaluate("window.told")
    assert told[-2:] == ["Hazel’s Unicorn Poison destroys your Narwhal.", "Hazel draws a card."]
    assert page.locator(".ticker").get_attribute("data-kind") == "draw"


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


QUESTION: Final = {
    "id": 997, "kind": "respond", "prompt": "Really?", "least": 1, "most": 1, "picked": [], "group": [],
    "in_a_row": 1, "is_revision": False, "seconds": None, "answer": None,
    "options": [{"option": 901, "label": "Pass", "meaning": {"verb": "pass"}}],
}  # fmt: skip
SHARK: Final = {
    "text": "Rowan plays Shark With a Horn.", "what": "announced", "rules": [], "seat": 2,
    "cards": ["shark_with_a_horn"],
}  # fmt: skip


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
    assert page.locator(".ticker strong").all_inner_texts() == ["Shark With a Horn"]
    expect(page.locator(".ticker")).to_have_text(
        re.compile(
            r"^Rowan plays Shark With a Horn\.\s+"
            r"Before that: Hazel’s Unicorn Poison destroys your Narwhal\.$"
        )
    )
    told = len(page.evaluate("window.told"))
    page.wait_for_timeout(2500)
    assert len(page.evaluate("window.told")) == told
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


def lies_over(page: Page) -> list[str]:
    """Return the cards of one's hand that a card in the air covers."""
    found: list[str] = page.evaluate("""() => {
        const air = [...document.querySelectorAll('.flight')]
            .filter(one => getComputedStyle(one).visibility === 'visible')
            .map(one => one.getBoundingClientRect());
        return [...document.querySelectorAll('[data-place="hand 0"]')].filter(card => {
            const { left, right, top, bottom } = card.getBoundingClientRect();
            return air.some(one => Math.min(one.right, right) - Math.max(one.left, left) > 8
                && Math.min(one.bottom, bottom) - Math.max(one.top, top) > 8);
        }).map(card => card.dataset.card);
    }""")
    return found


@pytest.mark.parametrize("visitor", [{}, PHONE], indirect=True, ids=["big", "phone"])
def test_a_card_that_waits_to_be_seen_leaving_hides_no_other_card_of_the_hand(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    view = json.loads(json.dumps(stage.frame["view"]))
    hand = view["zones"]["seats"][0]["hand"]
    hand["cards"] = ["americorn", "neigh", "rhinocorn", "unicorn_poison"]
    stage.show(stage.next(view=view))
    expect(page.locator('[data-place="hand 0"][data-card="neigh"]')).to_be_visible()
    hand["cards"] = ["americorn", "rhinocorn", "unicorn_poison"]
    neighed = {
        "text": "You play Neigh.", "what": "responded", "rules": [], "seat": 0, "cards": ["neigh"], "to": COPY
    }  # fmt: skip
    stage.show(stage.next(dict(POISONED), neighed, view=view))
    expect(page.locator(".ticker")).to_have_text("Hazel’s Unicorn Poison destroys your Narwhal.")
    assert page.locator('.flight[data-flying="neigh"]').count() == 1
    assert lies_over(page) == []
    expect(page.locator(".ticker")).to_have_text("You play Neigh.")
    page.wait_for_function("() => document.querySelector('.flight') === null")


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


@pytest.mark.slow("waits for cards that fly")
def test_heading_turn_and_horns_change_when_the_card_lands(page: Page) -> None:
    page.add_init_script(STANDING)
    stage = Stage(page)
    two_copies(stage)
    page.evaluate("() => { window.standings = []; window.flights.length = 0; }")
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY), (41, COPY)], his)
    view |= {"points": [2, 3, 1], "active": 1}
    stage.show(stage.next(dict(STOLEN), view=view, moment="Hazel has it"))
    expect(page.locator(".moment")).to_contain_text("Hazel has it")
    shown = page.evaluate("window.standings")
    assert shown[-1]["now"].endswith("Hazel has it,1,3,1,2")
    changed = [one for one in shown if "Hazel has it" in one["now"] or one["now"].endswith("3,1,2")]
    assert [(one["flown"], one["flying"]) for one in changed] == [(1, 0)] * len(changed)


COVERED: Final = """() => {
    const flight = document.querySelector('.flight');
    for (const one of flight.getAnimations()) { one.pause(); one.currentTime = 0; }
    flight.closest('[inert]').inert = false;  // only what is not inert can be hit
    return [...document.querySelectorAll('.seat h2')].filter(name => {
        const { x, y, height } = name.getBoundingClientRect();
        for (const one of [flight.parentElement, flight, name.closest('.who')])
            one.style.pointerEvents = 'auto';
        Object.assign(flight.style, { left: `${x - 10}px`, top: `${y - 20}px`, visibility: 'visible' });
        const hits = document.elementsFromPoint(x + 8, y + height / 2);
        const [at, above] = [flight, name].map(one => hits.findIndex(hit => one.contains(hit)));
        return at < 0 || above < 0 || at < above;
    }).map(name => name.textContent);
}"""
"""Stops a card that flies over the name of each seat; returns the names that it covers."""


@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])
def test_a_card_that_flies_covers_no_name_and_a_known_one_tells_what_it_is(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    view = json.loads(json.dumps(stage.frame["view"]))
    view["zones"]["seats"][2]["hand"]["cards"] = ["neigh"]
    drew = {"text": "Hazel draws 2 cards.", "what": "drew", "rules": [], "seat": 1, "count": 2}
    stage.show(stage.next(drew, view=view))
    page.wait_for_function("() => document.querySelector('.flight') !== null")
    assert page.evaluate(COVERED) == []
    known = page.locator('[data-place="hand 2"][data-card="neigh"]')
    name = stage.frame["seats"][2]["name"]
    expect(known).to_have_attribute("title", f"Neigh: You know that {name} holds this card.")
    known.dispatch_event("click")
    expect(page.locator("dialog[open] .whose")).to_have_text(f"You know that {name} holds this card.")


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


def test_a_card_of_another_player_says_whom_it_means(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    name = stage.frame["seats"][1]["name"]
    page.locator('[data-place="stable 1"][data-option="42"]').click()
    expect(page.locator("dialog[open] .whose")).to_have_text(f"{name}’s card: “you” here is {name}.")
    page.keyboard.press("Escape")
    page.locator('[data-place="stable 0"][data-option="41"]').click()
    expect(page.locator("dialog[open] article")).to_be_visible()
    expect(page.locator("dialog[open] .whose")).to_have_count(0)


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


@pytest.mark.slow("plays until something is taken back")
def test_what_was_taken_back_is_not_told_any_more(page: Page) -> None:
    stage = Stage(page)
    stage.show(stage.next(dict(POISONED)))
    expect(page.locator(".ticker")).to_have_text("Hazel’s Unicorn Poison destroys your Narwhal.")
    stage.show({**stage.frame, "log_from": stage.lines - 1, "log": []})
    expect(page.locator(".ticker")).to_have_text("")


@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_with_reduced_motion_no_card_flies_and_the_ticker_stays(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    stage.show(stage.next(dict(POISONED)))
    page.wait_for_function("() => window.told.at(-1)?.startsWith('Hazel’s Unicorn Poison')")
    assert page.evaluate("window.flights") == []


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


@pytest.mark.slow("waits for cards that fly")
def test_in_fairy_tale_a_revealed_card_flies_to_its_tale(page: Page) -> None:
    stage = Stage(page, "Fairy Tale")
    view = json.loads(json.dumps(stage.frame["view"]))
    view["zones"]["seats"][1]["table"] = {"size": 1, "cards": ["bard"]}
    played = {
        "text": "Hazel plays Bard.",
        "what": "played",
        "rules": ["FT-PLAY-1"],
        "seat": 1,
        "card": "bard",
    }
    stage.show(stage.next(played, view=view))
    page.wait_for_function("() => window.flights.length > 0")
    flight = page.evaluate("window.flights.at(-1)")
    assert (flight["kind"], flight["flying"], flight["to"]) == ("play", "bard", "table 1")
    expect(page.locator(".ticker")).to_have_text("Hazel plays Bard.")
    page.wait_for_function("() => document.querySelector('.flight') === null")
    expect(page.locator('[data-place="table 1"][data-card="bard"]').first).to_be_visible()
