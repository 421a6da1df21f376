"""The end of a game: the winner's cards, how it went, into the replay, and once more with the same people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_host import Host
from support.web_people import play_until, table_of
from support.web_players import (
    ENDED,
    LONG,
    SHORT,
    Wire,
    await_question,
    by_first,
    by_mouse,
    open_table,
    play_out,
    quicken,
    start,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.mark.slow("plays a whole game to its end")
def test_the_end_shows_the_winners_cards_and_turning_points_that_lead_into_the_replay(page: Page) -> None:
    wire = Wire(page)
    quicken(page, {"unicorns_to_win": 5, **SHORT})
    code = open_table(page, seats=3)
    start(page)
    play_out(page, by_mouse)
    view = wire.until(lambda table: table["stage"] == "over")["view"]
    (winner,) = view["winners"]
    cards = [card["card"] for card in view["zones"]["seats"][winner]["stable"]["cards"]]
    listed = page.request.get("/api/cards/unicorns/base_2e").json()
    unicorns = {card["id"] for card in listed if card["type"] in {"baby", "basic", "magical"}}
    shown = page.locator(".result .cards [data-card]")
    in_order = sorted(cards, key=lambda card: card not in unicorns)  # what has won comes first
    assert shown.evaluate_all("all => all.map(one => one.dataset.card)") == in_order
    expect(page.locator(".result .curve polyline")).to_have_count(3)
    told = page.request.get(f"/api/tables/{code}/replays/1/curve").json()
    turns = page.locator(".result .curve ol a")
    expect(turns).to_have_count(len(told["turning_points"]))
    assert told["turning_points"], "this game has no turning point"
    step = told["turning_points"][0]["step"]
    turns.first.click()
    page.wait_for_url(f"**/replay/{code}/1/{step}")
    expect(page.get_by_role("slider")).to_have_value(str(step), timeout=LONG)
    expect(page.locator(".told")).to_contain_text(told["turning_points"][0]["lines"][0])


def replay(page: Page, stage: Stage, view: dict[str, Any]) -> None:
    """Open the replay of a game in which this is seen."""
    names = [seat["name"] for seat in stage.frame["seats"]]
    told = {"game": "unicorns", "title": "A game", "seats": names, "options": stage.frame["options"]}
    told |= {"steps": 9, "chapters": [], "result": ""}
    shown = {"step": 5, "moment": "Now", "answered": "", "view": view, "lines": []}
    page.route(re.compile(r"/replays/1\?"), lambda route: route.fulfill(json=told))
    page.route(re.compile(r"/replays/1/\d"), lambda route: route.fulfill(json=shown))
    page.goto(page.url.replace("/t/", "/replay/") + "/1/5")


@pytest.mark.parametrize(
    "visitor",
    [{"viewport": {"width": 390, "height": 844}}, {}],
    indirect=True,
    ids=["phone", "big"],
)
def test_in_a_replay_the_card_being_played_is_in_sight_above_all_seats(page: Page) -> None:
    stage = Stage(page, seats=8)
    view = stage.frame["view"]
    view["zones"]["playing"] = {"size": 1, "cards": ["rhinocorn"]}
    replay(page, stage, view)
    expect(page.locator(".seat")).to_have_count(8)
    expect(page.locator(".playing .card")).to_be_in_viewport(ratio=1)


COLUMNS: Final = "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().x))).size"
"""The number of columns in which cards lie."""
MANY: Final = (
    "narwhal", "americorn", "rhinocorn", "llamacorn", "black_knight_unicorn", "chainsaw_unicorn",
    "classy_narwhal", "queen_bee_unicorn", "seductive_unicorn",
)  # fmt: skip


def test_in_a_replay_the_cards_of_four_seats_use_the_room_of_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    stage = Stage(page, seats=4)
    view = stage.stabled(*[list(enumerate(MANY[:7], 1000 + 10 * seat)) for seat in range(4)])
    view["zones"]["playing"] = {"size": 0, "cards": []}
    view["seat"] = None  # all four are beside each other
    replay(page, stage, view)
    expect(page.locator(".seat")).to_have_count(4)
    cards = page.locator(".seat").first.locator("[data-card]:visible")
    expect(cards.first).to_be_visible()
    assert cards.evaluate_all(COLUMNS) == 3


@pytest.mark.parametrize(
    "visitor", [{"viewport": {"width": 390, "height": 844}}], indirect=True, ids=["phone"]
)
def test_whose_cards_won_is_said_where_several_share_the_victory(page: Page) -> None:
    page.route("**/curve?*", lambda _: None)  # this game is not over
    stage = Stage(page, seats=2)
    view = stage.stabled(list(enumerate(MANY, 1000)), list(enumerate(MANY[:2], 1100)))
    view["winners"] = [0, 1]
    stage.show(stage.next(stage="over", view=view))
    shelves = page.locator(".result .cards")
    expect(shelves).to_have_count(2)
    said = shelves.evaluate_all("all => all.map(one => getComputedStyle(one, '::before').content)")
    assert all("attr" not in text and "cards" in text for text in said), said
    assert len(set(said)) == 2
    assert shelves.first.locator("[data-card]").evaluate_all(COLUMNS) == 3
    view["winners"] = [0]
    stage.show(stage.next(view=view))
    expect(shelves).to_have_count(1)
    assert shelves.evaluate("one => getComputedStyle(one, '::before').content") == "none"


@pytest.mark.slow("plays a whole game in two browsers")
def test_with_one_tap_of_the_host_the_same_people_play_again(
    page: Page, browser: Browser, server: str
) -> None:
    quicken(page, {"unicorns_to_win": 2})
    code = open_table(page, seats=3)
    with browser.new_context(base_url=server, locale="en-GB") as other:
        guest = other.new_page()
        guest.goto(f"/t/{code}")
        guest.get_by_label("Your name").fill("Bea")
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_role("button", name="I am ready").click()
        expect(page.locator(".seats li").nth(1)).to_contain_text("✓")
        start(page)
        while page.locator(".result").count() == 0:
            for one in (page, guest):
                if one.locator(".prompt.mine").count() and one.locator(".result").count() == 0:
                    before = one.locator(".prompt.mine").get_attribute("data-decision")
                    by_first(one)
                    one.wait_for_function(
                        """before => document.querySelector('.result')
                        || document.querySelector('.prompt.mine')?.dataset.decision !== before""",
                        arg=before,
                    )
        expect(guest.locator(".result h2")).to_have_text(ENDED, timeout=LONG)
        expect(guest.get_by_text("Ada can start another game with the same players.")).to_be_visible()
        guest.get_by_role("button", name="I’d like another game").click()
        expect(guest.get_by_text("You asked for another game.")).to_be_visible()
        expect(page.get_by_text("Bea would like another game.")).to_be_visible()
        page.get_by_role("button", name="Play again").click()
        for one in (page, guest):
            expect(one.locator(".result")).to_have_count(0)
            expect(one.locator(".prompt")).to_be_visible(timeout=LONG)
        seen = page.request.get(f"/api/tables/{code}").json()
        assert (seen["stage"], seen["game_number"]) == ("playing", 2)
        assert [seat["name"] for seat in seen["seats"][:2]] == ["Ada", "Bea"]
        assert await_question(page) or page.locator(".result").count()


@pytest.fixture
def hasty(built: str, tmp_path: Path) -> Iterator[str]:
    """Return the address of a server for which a player is away after a moment."""
    host = Host(built, tmp_path, is_hasty=True)
    yield host.start()
    host.stop()


@pytest.mark.slow("plays a game with two browsers, one of them closed")
def test_when_the_host_is_gone_another_starts_the_next_game_with_one_tap(
    browser: Browser, hasty: str
) -> None:
    with table_of(browser, hasty, 2, options={"unicorns_to_win": 2}) as (ada, bea):
        play_until((ada, bea), lambda: bea.wire.tables[-1]["stage"] == "over")
        expect(bea.page.get_by_role("button", name="I’d like another game")).to_be_visible()
        ada.page.close()
        bea.page.get_by_role("button", name="Play again").click()
        expect(bea.page.locator(".result")).to_have_count(0)
        expect(bea.page.locator(".prompt")).to_be_visible(timeout=LONG)
        assert bea.wire.until(lambda table: table["game_number"] == 2 and table["stage"] == "playing")
