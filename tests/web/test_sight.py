"""The whole table is in sight while a player decides, and so is everything that can be pressed.

The browser is asked what is drawn at points of the screen, at each question of a real game and at four sizes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from support.sizes import sized, slow_after, slow_except
from support.web_frames import Stage
from support.web_players import (
    Wire,
    await_question,
    begin,
    by_first,
    open_table,
    quicken,
    start,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIGHT: Final = (Path(__file__).parent / "sight.js").read_text("utf-8").rstrip().rstrip(";")
SETTLED: Final = """() => new Promise(done => {
    const places = () => [...document.querySelectorAll(".strip, .seat, .card, .prompt")]
        .map(one => Object.values(one.getBoundingClientRect().toJSON()).join()).join();
    let before = "", same = 0;
    const look = () => {
        const now = places();
        same = now === before ? same + 1 : 0;
        before = now;
        if (same === 8) done(); else requestAnimationFrame(look);
    };
    look();
})"""
"""Nothing has changed its place for some frames: what is shown depends on how much room is left."""
SIZES: Final = [(390, 664), (390, 844), (1280, 800), (1920, 1080)]
QUESTIONS: Final = sized(quick=8, full=40, release=120)
"""So many questions of a game are looked at."""
SEATS: Final = [2, 4, 6, 8]


def out_of_sight(page: Page, table: dict[str, Any]) -> list[str]:
    """Return what of a question cannot be seen, at each size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        options = table["decision"]["options"]
        missing = page.evaluate(SIGHT, options)
        found += [f"{width}x{height}, “{table['decision']['prompt']}”: {one}" for one in missing]
    return found


@pytest.mark.parametrize("seats", slow_except([4], SEATS, "looks at many questions of a game"))
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True, ids=["still"])
def test_the_whole_table_is_in_sight_at_every_question(page: Page, seats: int) -> None:
    wire = Wire(page)
    quicken(page)
    open_table(page, seats=seats)
    start(page)
    asked, count = await_question(page), 0
    while asked and count < QUESTIONS:
        found = out_of_sight(page, wire.asking(asked))
        assert not found, "\n".join(found)
        count += 1
        by_first(page)
        asked = await_question(page, asked)
    assert count


EMPTY: Final = """() => {
    const { top, bottom } = document.querySelector(".area").getBoundingClientRect();
    const used = [...document.querySelectorAll(".strip, .seat.me")].map(one => one.offsetHeight);
    return bottom - top - used.reduce((sum, one) => sum + one);
}"""
"""The height in which nothing lies, above the prompt."""


@pytest.mark.parametrize(
    "visitor",
    [{"reduced_motion": "reduce", "viewport": {"width": 390, "height": 844}}],
    indirect=True,
    ids=["390x844"],
)
def test_between_two_players_on_a_high_phone_little_room_is_empty(page: Page) -> None:
    begin(page, seats=2)
    await_question(page)
    page.evaluate(SETTLED)
    assert page.evaluate(EMPTY) < 844 / 8


SEARCHED: Final = (
    "basic_unicorn_blue", "basic_unicorn_green", "basic_unicorn_indigo", "basic_unicorn_orange", "narwhal",
    "alluring_narwhal", "americorn", "black_knight_unicorn", "chainsaw_unicorn", "classy_narwhal",
)  # fmt: skip
"""More cards than fit beside each other on a phone."""


def picks(zone: str) -> list[dict[str, Any]]:
    """Return an option for each of the cards, in a pile."""
    return [
        {"option": at, "label": f"Choose {card}", "meaning": {"verb": "choose", "card": card, "zone": zone}}
        for at, card in enumerate(SEARCHED)
    ]


@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True, ids=["still"])
def test_of_all_cards_of_an_opponent_something_is_in_sight(page: Page) -> None:
    stage = Stage(page, seats=8)
    asked: dict[str, Any] = {"prompt": "Waiting for Ash.", "options": []}
    found = []
    for own, known in ((3, 1), (5, 2), (7, 1), (7, 6), (9, 8)):
        rows = [[(100 * seat + at, card) for at, card in enumerate(SEARCHED[:own])] for seat in range(8)]
        view = stage.stabled(*rows)
        me = view["seat"]
        view["zones"]["seats"][me] = stage.frame["view"]["zones"]["seats"][me]
        for seat in range(8):
            if seat != me:
                view["zones"]["seats"][seat]["hand"] = {"size": known, "cards": list(SEARCHED[:known])}
        stage.show(stage.next(prompt=asked["prompt"], view=view))
        found += [f"{own} and {known}: {one}" for one in out_of_sight(page, {"decision": asked})]
    assert not found, "\n".join(found)


BOXES: Final = """() => [".area", ".strip", ".seat.me", ".hand .card"].map(what => {
    const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
})"""
"""Where the table, another player, one's own place and the hand are."""


@pytest.mark.parametrize(
    "visitor",
    slow_after(
        1,
        [
            {"reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
            for width, height in SIZES[1:]
        ],
        "plays at every size",
    ),
    indirect=True,
    ids=[f"{width}x{height}" for width, height in SIZES[1:]],
)
def test_the_table_keeps_its_size_when_a_question_opens(page: Page) -> None:
    stage = Stage(page)
    asked: dict[str, Any] = {
        "id": 900, "kind": "yes_no", "prompt": "Rhinocorn: DESTROY a Unicorn card?", "least": 1, "most": 1,
        "picked": [], "group": [], "in_a_row": 1, "is_revision": False, "seconds": None, "answer": None,
        "options": [
            {"option": 901, "label": "Yes", "meaning": {"verb": "accept"}},
            {"option": 902, "label": "No", "meaning": {"verb": "decline"}},
        ],
    }  # fmt: skip
    window = {"seconds": 20, "total": 20, "held_by": [], "can_hold": True}
    played = {**stage.frame["view"]}
    played["zones"] = {**played["zones"], "playing": {"size": 1, "cards": ["rhinocorn"]}}
    respond = {**asked, "id": 903, "kind": "respond", "options": asked["options"][1:]}
    piled = {**stage.frame["view"]}
    piled["zones"] = {
        **piled["zones"],
        "deck": {"size": 40, "top": list(SEARCHED)},
        "discard": {"size": len(SEARCHED), "cards": list(SEARCHED)},
    }
    prompt = "Majestic Flying Unicorn: ADD a Unicorn card from the discard pile to your hand."
    search = {**asked, "id": 904, "kind": "card", "options": picks("deck")}
    search["options"].append({"option": 999, "label": "Done", "meaning": {"verb": "finish"}})
    take = {**asked, "id": 905, "kind": "card", "prompt": prompt, "options": picks("discard")}
    boxes = []
    for changes in (
        {"prompt": "Waiting for Ash."},
        {"decision": asked},
        {"decision": respond, "window": window, "view": played},
        {"decision": search, "view": piled},
        {"decision": take, "view": piled},
    ):
        stage.show({**stage.next(), **changes})
        page.evaluate(SETTLED)
        boxes.append(page.evaluate(BOXES))
    assert page.locator(".picker .card.can").count() == len(SEARCHED)
    assert boxes[1:] == boxes[:1] * 4
    # What lies in a pile is no choice: where none of it may be chosen, the prompt is as always.
    owner = stage.frame["view"]["seat"]
    card = stage.frame["view"]["zones"]["seats"][owner]["hand"]["cards"][0]
    meaning = {"verb": "play", "card": card, "zone": "hand", "owner": owner}
    act = {
        **asked,
        "id": 906,
        "kind": "action",
        "options": [{"option": 1, "label": "Play", "meaning": meaning}],
    }
    stage.show({**stage.next(), "decision": act, "view": piled})
    page.evaluate(SETTLED)
    assert page.locator(".prompt.mine").count() == 1
    assert page.locator(".prompt.picking").count() == 0
