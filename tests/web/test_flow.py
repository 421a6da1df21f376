"""Nobody stalls the table, nobody is asked without need, and the page says what became of an answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_host import Host
from support.web_people import Guest, play_until, table_of
from support.web_players import (
    LONG,
    Wire,
    await_question,
    begin,
    by_first,
    is_over,
    press,
    quicken,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

STILL = {"reduced_motion": "reduce"}
TOUCH = {**STILL, "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HURRIED = "localStorage.setItem('stablehand', JSON.stringify({ pace: 'none' }))"
"""A reader who does not want to see what happened one by one, nor to think a tap over."""
MOST_PRESSES = 1.3
"""Presses for an answer, on average over a game."""


@pytest.fixture(scope="module")
def hasty(built: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server for which a player is away after a moment."""
    host = Host(built, tmp_path_factory.mktemp("hasty"), is_hasty=True)
    yield host.start()
    host.stop()


def kind(guest: Guest) -> str:
    question = guest.question()
    return "" if question is None else str(question["kind"])


def can_answer(guest: Guest) -> bool:
    """Whether a player asked in a window holds a card to answer with."""
    question = guest.question()
    return question is not None and len(question["options"]) > 1


def seat_of(guest: Guest, other: Guest) -> dict[str, Any]:
    """Return the seat of another player as a player was last told."""
    return next(seat for seat in guest.wire.tables[-1]["seats"] if seat["name"] == other.name)


def steps(guest: Guest) -> int:
    return len(guest.wire.lines)


# ---- a player closes the tab


def leave_and_return(guests: list[Guest], gone: Guest) -> None:
    """Close the tab of a player; let a bot play on, open the tab again, and play on with everybody."""
    address = gone.page.url
    rest = [guest for guest in guests if guest is not gone]
    gone.page.close()
    for guest in rest:
        expect(guest.page.get_by_text(f"{gone.name} is away.")).to_be_visible()
    rest[-1].page.get_by_role("button", name="Let a bot play on").click()
    expect(rest[0].page.get_by_text(f"{gone.name} is away.")).to_have_count(0)
    assert rest[0].wire.until(lambda _: seat_of(rest[0], gone)["is_bot"])
    reached = steps(rest[0])
    play_until(rest, lambda: steps(rest[0]) > reached + 4)

    gone.open()
    gone.page.goto(address)
    expect(gone.page.locator(".prompt")).to_be_visible()
    rest[0].wire.until(lambda _: not seat_of(rest[0], gone)["is_bot"])
    play_until(guests, lambda: gone.question() is not None)


@pytest.mark.slow("browsers of two players, one of them closed and opened again")
def test_a_tab_closed_in_a_response_window_does_not_stop_two_players(browser: Browser, hasty: str) -> None:
    with table_of(browser, hasty, 2) as guests:
        bea = guests[1]
        play_until(guests, lambda: kind(bea) == "respond")
        leave_and_return(guests, bea)


@pytest.mark.slow("browsers of two and four players, one of them closed")
@pytest.mark.parametrize("people", [2, 4])
def test_a_tab_closed_in_the_own_turn_does_not_stop_the_others(
    browser: Browser, hasty: str, people: int
) -> None:
    with table_of(browser, hasty, people) as guests:
        bea = guests[1]
        play_until(guests, lambda: kind(bea) == "action")
        leave_and_return(guests, bea)


@pytest.mark.slow("browsers of two and four players, one of them closed")
@pytest.mark.parametrize("people", [2, 4])
def test_a_tab_closed_in_the_draft_does_not_stop_the_others(
    browser: Browser, hasty: str, people: int
) -> None:
    with table_of(browser, hasty, people, "Fairy Tale") as guests:
        bea = guests[1]
        play_until(guests[:1], lambda: bea.question() is not None)
        leave_and_return(guests, bea)


@pytest.mark.slow("browsers of four players, one of them closed")
def test_a_tab_closed_in_a_response_window_does_not_stop_four_players(browser: Browser, hasty: str) -> None:
    with table_of(browser, hasty, 4) as guests:
        play_until(guests, lambda: kind(guests[1]) == "respond")
        leave_and_return(guests, guests[1])


@pytest.mark.slow("two browsers, one of them closed twice")
def test_who_waits_is_not_asked_again_until_the_player_has_been_back(browser: Browser, hasty: str) -> None:
    with table_of(browser, hasty, 2) as (ada, bea):
        address, away = bea.page.url, ada.page.get_by_text("Bea is away.")
        for _ in range(2):
            bea.page.close()
            expect(away).to_be_visible()
            ada.page.get_by_role("button", name="Wait").click()
            expect(away).to_have_count(0)
            assert seat_of(ada, bea)["is_away"]
            bea.open()
            bea.page.goto(address)
            ada.wire.until(lambda _: not seat_of(ada, bea)["is_away"])


# ---- windows


@pytest.mark.slow("opens a second browser")
def test_a_window_is_held_for_everybody(browser: Browser, server: str) -> None:
    with table_of(browser, server, 2, bots=1, window=100) as (ada, bea):
        play_until((ada, bea), lambda: kind(ada) == kind(bea) == "respond")
        for one in (ada, bea):
            expect(one.page.get_by_role("timer", name="Time to respond")).to_be_visible()
            expect(one.page.get_by_text("thinking…")).to_have_count(0)
        ada.page.get_by_role("button", name="Hold on").click()
        for one in (ada, bea):
            expect(one.page.get_by_text("Ada asked to hold on")).to_be_visible()
        held = bea.wire.until(lambda table: (table["window"] or {}).get("held_by") == [0])
        assert held["window"]["total"] == 115


def test_an_answer_can_be_changed_until_all_have_answered(browser: Browser, server: str) -> None:
    with table_of(browser, server, 2, bots=1) as (ada, bea):
        play_until((ada, bea), lambda: kind(ada) == kind(bea) == "respond" and can_answer(bea))
        prompt = bea.page.locator(".prompt")
        played = bea.wire.tables[-1]["view"]["zones"]["playing"]["cards"][-1]
        card = bea.page.locator(f".playing [data-card={played}]").last.get_attribute("aria-label")
        expect(bea.page.get_by_role("timer")).to_have_count(0)  # this window waits for everybody
        prompt.get_by_role("button", name="Pass", exact=True).click()
        expect(prompt.locator(".what")).to_have_text(f"You passed on {card}. Waiting for Ada.")
        expect(bea.page.locator(".card.can")).to_have_count(0)
        expect(prompt.get_by_role("button", name="Undo")).to_have_count(0)

        prompt.get_by_role("button", name="Change", exact=True).click()
        expect(prompt.locator("button", has_text="✓")).to_have_text("✓Pass")
        expect(prompt.locator(".what")).not_to_contain_text("You passed")
        prompt.get_by_role("button", name="Keep it").click()
        expect(prompt.locator(".what")).to_have_text(f"You passed on {card}. Waiting for Ada.")


def test_a_change_is_offered_only_where_there_is_something_to_change_to(page: Page) -> None:
    stage = Stage(page)
    answers = [
        {"option": 901, "label": "Pass", "meaning": {"verb": "pass"}},
        {"option": 902, "label": "Neigh", "meaning": {"verb": "respond", "card": "neigh"}},
    ]
    question = {
        "id": 999, "kind": "respond", "prompt": "Neigh it?", "least": 1, "most": 1, "picked": [], "group": [],
        "in_a_row": 1, "is_revision": True, "seconds": None, "answer": 901, "options": answers[:1],
    }  # fmt: skip
    change = page.get_by_role("button", name="Change", exact=True)
    stage.show(stage.next(decision=question, prompt="You passed on Narwhal."))
    expect(page.locator(".prompt .what")).to_contain_text("You passed on Narwhal.")
    expect(change).to_have_count(0)
    stage.show(stage.next(decision={**question, "options": answers}, prompt="You passed on Americorn."))
    expect(page.locator(".prompt .what")).to_contain_text("You passed on Americorn.")
    expect(change).to_be_visible()


def test_a_card_chosen_in_the_draft_is_marked_until_it_is_changed(browser: Browser, server: str) -> None:
    with table_of(browser, server, 2, "Fairy Tale") as (_, bea):
        glowing, chosen = bea.page.locator(".card.can"), bea.page.locator(".card:has(.pick)")
        glowing.first.click()
        expect(glowing).to_have_count(0)
        expect(chosen).to_have_count(1)
        expect(bea.page.locator(".prompt .what")).to_contain_text("Waiting for Ada.")
        before = chosen.get_attribute("data-card")
        bea.page.get_by_role("button", name="Change", exact=True).click()
        bea.page.locator(f".card.can:not([data-card={before}])").first.click()
        expect(glowing).to_have_count(0)
        expect(chosen).not_to_have_attribute("data-card", str(before))


@pytest.mark.slow("opens a second browser")
def test_a_request_to_take_back_is_seen_by_both_sides(browser: Browser, server: str) -> None:
    with table_of(browser, server, 2) as (ada, bea):
        play_until((ada, bea), lambda: bool(ada.wire.tables[-1]["can_undo"]) and kind(bea) == "action")
        ada.page.get_by_role("button", name="Undo: ").click()
        expect(ada.page.get_by_text("Waiting for Bea to agree.")).to_be_visible()
        expect(bea.page.locator(".flag")).to_contain_text("Ada would like to undo a move.")
        bea.page.get_by_role("button", name="I agree").click()
        for one in (ada, bea):
            expect(one.page.locator(".flag")).to_have_count(0)
        expect(ada.page.locator(".prompt.mine")).to_be_visible()


@pytest.mark.slow("two browsers play until an order has been given and ended")
def test_an_order_is_given_and_ended_with_one_press_each(browser: Browser, server: str) -> None:
    def answer(guest: Guest) -> None:
        """Answer, but not in windows of Bea, where the order must pass, nor in her turn, which ends it."""
        if guest is ada or kind(guest) not in {"respond", "action"}:
            guest.answer()

    with table_of(browser, server, 2) as (ada, bea):
        play_until((ada, bea), lambda: kind(bea) == "respond" and bea.wire.tables[-1]["view"]["active"] == 0)
        before = bea.wire.tables[-1]
        order = bea.page.get_by_role("button", name="until my turn")
        bea.page.get_by_role("button", name="Keep passing…").click()
        order.click()
        bea.wire.until(lambda table: table["state"] > before["state"])  # it has passed
        play_until((ada, bea), lambda: kind(bea) == "action", answer)
        expect(order).to_have_count(0)  # it ended with the own turn

        play_until((ada, bea), lambda: kind(bea) == "respond")
        order = bea.page.get_by_role("button", name="on Basic Unicorns")
        for is_on in ("true", "false"):
            bea.page.get_by_role("button", name="Keep passing…").click()
            order.click()
            expect(order).to_be_hidden()
            bea.page.get_by_role("button", name="Keep passing…").click()
            expect(order).to_have_attribute("aria-pressed", is_on)
            bea.page.keyboard.press("Escape")


@pytest.mark.parametrize("visitor", [TOUCH], indirect=True, ids=["phone"])
def test_on_a_phone_all_orders_are_in_a_sheet_one_press_away(page: Page) -> None:
    stage = Stage(page)
    asked: dict[str, Any] = {
        "id": 900, "kind": "respond", "prompt": "Ash plays Narwhal. Neigh it?", "least": 1, "most": 1,
        "picked": [], "group": [], "in_a_row": 1, "is_revision": False, "seconds": None, "answer": None,
        "options": [{"option": 901, "label": "Pass", "meaning": {"verb": "pass"}}],
    }  # fmt: skip
    window = {"seconds": 60, "total": 60, "held_by": [], "can_hold": True}
    stage.show(stage.next(decision=asked, window=window))
    more = page.get_by_role("button", name="Keep passing…")
    expect(more).to_be_in_viewport(ratio=1)
    sheet = page.locator(".choices button")
    expect(sheet.first).to_be_hidden()
    more.tap()
    expect(sheet).to_have_count(4)
    for one in sheet.all():
        expect(one).to_be_in_viewport(ratio=1)
    sheet.last.tap()
    expect(sheet.first).to_be_hidden()


# ---- presses


@pytest.mark.slow("plays whole games by mouse and by touch")
@pytest.mark.parametrize("visitor", [STILL, TOUCH], indirect=True, ids=["mouse", "touch"])
def test_a_game_alone_needs_no_press_without_a_choice(page: Page, visitor: dict[str, Any]) -> None:
    page.add_init_script(HURRIED)
    wire, chance = Wire(page), Random(3)  # noqa: S311 - the same choices every time
    begin(page, seats=4)
    presses = answers = 0

    def click(one: Locator) -> None:
        nonlocal presses
        presses += 1
        if "has_touch" in visitor:
            one.tap()
        else:
            one.click()

    asked = await_question(page)
    while asked:
        question = wire.asking(asked)["decision"]
        assert len(question["options"]) > 1, question["prompt"]
        answers += question["in_a_row"]
        press(page, chance, click)
        asked = await_question(page, asked)
    assert is_over(page)
    print(f"{presses} presses for {answers} answers")  # noqa: T201 - a figure
    assert presses <= MOST_PRESSES * answers


@pytest.mark.parametrize("visitor", [TOUCH], indirect=True, ids=["touch"])
def test_a_card_that_was_tapped_can_be_withdrawn_for_a_moment(page: Page) -> None:
    page.add_init_script("localStorage.setItem('stablehand', '{\"pace\": \"slow\"}')")
    wire = Wire(page)
    begin(page)
    asked = await_question(page)
    while wire.asking(asked)["decision"]["kind"] != "action":
        by_first(page)
        asked = await_question(page, asked)
    card, prompt = page.locator(".hand .card.can").first, page.locator(".prompt")
    label = card.get_attribute("aria-label") or ""
    page.clock.install()
    card.tap()
    expect(prompt.locator(".what")).to_have_text(label)
    prompt.get_by_role("button", name="Don’t").tap()
    page.clock.run_for(60_000)
    expect(prompt).to_have_attribute("data-decision", asked)
    expect(page.locator("dialog[open]")).to_have_count(0)

    sent = len(wire.lines)
    card.tap()
    expect(prompt.locator(".what")).to_have_text(label)
    card.tap()
    wire.until(lambda _: len(wire.lines) > sent)
    assert wire.lines[sent]["event"]["what"] == "announced"


# ---- players who share a device


@pytest.mark.slow("plays a whole game on a shared device")
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_a_shared_device_is_handed_only_to_who_responds_or_has_a_turn(page: Page) -> None:
    page.add_init_script(HURRIED)
    wire = Wire(page)
    quicken(page, {"unicorns_to_win": 4}, window=20)
    page.goto("/new")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Unstable Unicorns").check()
    page.get_by_role("group", name="Seats").get_by_role("radio", name="2", exact=True).check()
    page.get_by_text("More choices").click()
    page.get_by_label("We share this device").check()
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    page.get_by_role("button", name="Open a table").click()
    page.locator(".lobby .now button").click(timeout=LONG)

    chance, handed, windows, is_claimed = Random(1), 0, 0, False  # noqa: S311 - the same choices every time
    while True:
        page.locator(".curtain, .ask, .prompt.mine, .result").first.wait_for()
        if is_over(page):
            break
        if page.locator(".curtain").count():
            assert page.locator(".card").count() == 0
            page.locator(".curtain button").click()
            handed += 1
        elif page.locator(".ask").count():
            assert page.locator(".hand").count() == 0
            expect(page.get_by_role("heading", name="respond?")).to_be_visible()
            windows += 1
            is_claimed = chance.random() < 0.2
            if is_claimed:
                page.locator(".ask .who button").first.click()
            else:
                page.get_by_role("button", name="Nobody").click()
            expect(page.locator(".ask")).to_have_count(0)
        else:
            mark = page.locator(".prompt.mine").get_attribute("data-decision") or ""
            if wire.asking(mark)["decision"]["kind"] == "respond":
                assert is_claimed, "a window was shown to a player who had not claimed the device"
                is_claimed = False
            by_first(page)
            page.wait_for_function(
                """mark => document.querySelector('.curtain, .ask, .result')
                    || document.querySelector('.prompt.mine')?.dataset.decision !== mark""",
                arg=mark,
            )
    print(f"{handed} hand-overs and {windows} open questions")  # noqa: T201 - a figure
    assert windows
