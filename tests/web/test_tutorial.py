"""The tutorial with the keyboard alone, and a game of two players on one device."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from support.sizes import slow_after
from support.web_players import LONG, by_first, quicken

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CARDS: Final = "[data-card]"


def lesson_of(answer: Response) -> dict[str, Any]:
    seen: dict[str, Any] = answer.json()
    return seen


@pytest.mark.parametrize(
    "visitor", slow_after(1, [PHONE, {}], "plays every lesson"), indirect=True, ids=["phone", "big"]
)
@pytest.mark.parametrize("game", slow_after(1, ["unicorns", "fairytale"], "plays every lesson"))
def test_a_lesson_is_played_to_its_end_with_the_keyboard(page: Page, game: str) -> None:
    with page.expect_response(re.compile("/api/lessons/")) as answered:
        page.goto(f"/tutorial/{game}")
    seen = lesson_of(answered.value)
    titles = []
    while not seen["is_done"]:
        note = page.locator(".bubble h2")
        note.wait_for()
        titles.append(note.inner_text())
        options = [option["option"] for option in seen["table"]["decision"]["options"]]
        with page.expect_response(re.compile("/api/lessons/")) as answered:
            page.keyboard.press(str(options.index(seen["follow"]) + 1))
        seen = lesson_of(answered.value)
        decision = seen["table"]["decision"]
        if decision:
            expect(page.locator(".prompt .what")).to_contain_text(decision["prompt"])
        assert "{" not in page.locator(".bubble").inner_text()
    expect(page.get_by_role("heading", name="You know how to play")).to_be_visible()
    assert len(set(titles)) == len(titles) > 7


LOW: Final = {"viewport": {"width": 390, "height": 664}, "reduced_motion": "reduce"}
LOUD: Final = """() => [...document.querySelectorAll(".hand .card, .prompt .options button")]
.filter((one) => {
    const { outlineStyle, outlineWidth, backgroundColor, borderTopColor } = getComputedStyle(one);
    const isFramed = outlineStyle === "solid" && parseFloat(outlineWidth) >= 3;
    return one.matches(".card") ? isFramed : backgroundColor === borderTopColor;
}).map((one) => one.querySelector(".name")?.textContent ?? one.innerText)"""
"""What stands out among the answers: cards in a strong frame, buttons filled with colour."""


@pytest.mark.parametrize("visitor", [LOW], indirect=True, ids=["390x664"])
def test_in_a_lesson_only_the_answer_that_its_note_asks_for_stands_out(page: Page) -> None:
    page.goto("/tutorial/unicorns")
    expect(page.locator(".bubble")).to_contain_text("Choose “Narwhal”")
    expect(page.locator(".hand .card.can")).not_to_have_count(1)
    page.locator("[data-asked]").first.wait_for()
    assert page.evaluate(LOUD) == ["Narwhal"]
    assert page.locator(".hand .card .name").evaluate_all("all => all.every(one => one.offsetHeight > 10)")


OVERLAPS: Final = """() => {
    const box = (one) => one.getBoundingClientRect();
    const piles = [...document.querySelectorAll(".me .pile")].map(box);
    const range = document.createRange();
    return [...document.querySelectorAll(".me h2, .me p > *")].filter((one) => {
        range.selectNodeContents(one);
        const { right, top, bottom } = box(range);
        const isOn = (pile) => right > pile.left && top < pile.bottom && bottom > pile.top;
        return one.offsetWidth > 0 && piles.some(isOn);
    }).map((one) => one.innerText);
}"""
"""What is written in one's own place where a pile lies, or would be if it were not cut."""


@pytest.mark.parametrize("visitor", [LOW], indirect=True, ids=["390x664"])
def test_beside_four_piles_there_is_room_for_a_name_and_how_one_stands(page: Page) -> None:
    page.goto("/tutorial/unicorns")
    expect(page.locator(".me .pile")).to_have_count(4)
    page.locator(".hand .card.can").first.wait_for()
    assert page.evaluate(OVERLAPS) == []


def test_a_lesson_step_can_be_taken_back_and_shown_in_another_language(page: Page) -> None:
    page.goto("/tutorial")
    expect(page.locator(".bubble h2")).to_have_text("Your turn")
    page.keyboard.press("1")
    expect(page.locator(".bubble h2")).to_have_text("Somebody plays a card")
    page.get_by_label("Language").first.select_option("it")
    expect(page.locator(".bubble h2")).to_have_text("Qualcuno gioca una carta")
    page.keyboard.press("u")
    expect(page.locator(".bubble h2")).to_have_text("Tocca a te")


def test_the_lesson_ends_with_a_table_of_two_easy_bots(page: Page) -> None:
    page.route(
        re.compile("/api/lessons/"),
        lambda route: route.fulfill(json={**route.fetch().json(), "is_done": True, "note": "won"}),
    )
    page.goto("/tutorial")
    page.get_by_role("button", name="Play against two easy bots").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".prompt")).to_be_visible()
    seats = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Guest", "Ash", "Rowan"]


@pytest.mark.slow("plays a whole game with a curtain before every turn")
def test_two_players_on_one_device_see_only_their_own_cards(page: Page) -> None:
    quicken(page)
    page.goto("/new")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Fairy Tale").check()
    page.get_by_role("group", name="Seats").get_by_role("radio", name="2", exact=True).check()
    page.get_by_text("More choices").click()
    page.get_by_label("We share this device").check()
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    page.get_by_role("button", name="Open a table").click()
    page.locator(".lobby .now button").click(timeout=LONG)
    handed = 0
    for _ in range(200):
        page.locator(".curtain, .prompt.mine, .result").first.wait_for(timeout=LONG)
        if page.locator(".result").count():
            break
        if page.locator(".curtain").count():
            assert page.locator(CARDS).count() == 0
            who = str(page.locator(".curtain h1").inner_text()).removeprefix("Hand the device to ")
            if handed == 3:
                page.reload()  # after a reload either player may be holding the device
                page.locator(".curtain").wait_for()
                assert page.locator(CARDS).count() == 0
            page.keyboard.press("Enter")
            expect(page.locator(".seat.me")).to_contain_text(who)
            handed += 1
        else:
            mark = page.locator(".prompt.mine").get_attribute("data-decision")
            by_first(page)
            page.wait_for_function(
                """mark => document.querySelector('.curtain, .result')
                    || document.querySelector('.prompt.mine')?.dataset.decision !== mark""",
                arg=mark,
            )
    expect(page.locator(".result")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert handed > 20
