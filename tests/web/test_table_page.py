"""The pages around a game: the start page, a shared device, other card names, the reference card, motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from stablehand.text.language import LANGUAGES
from support.sizes import slow_after
from support.web_players import LONG, Wire, await_question, begin, by_first, open_table, quicken

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

MOVES: Final = """
window.moves = [];
const plain = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    const { card, flying, to } = this.dataset;
    window.moves.push(card ?? flying ?? (to ? "face down" : "something else"));
    return plain.apply(this, how);
};
"""
SPARE: Final = 20
"""Pixels that may be left below the log: its frame."""
ANSWERS: Final = 12
"""Answers after which cards have been drawn and played."""


@pytest.mark.parametrize(
    "visitor",
    slow_after(
        1,
        [{"viewport": {"width": 390, "height": 664}}, {"viewport": {"width": 1280, "height": 800}}],
        "opens every choice at every size",
    ),
    indirect=True,
    ids=["phone", "big"],
)
def test_the_button_that_opens_a_table_is_always_in_view(page: Page) -> None:
    page.goto("/new")
    button = page.get_by_role("button", name="Open a table")
    expect(button).to_be_enabled(timeout=LONG)
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_text("More choices").click()
    page.get_by_text("All rules, one by one").click()
    page.locator(".rules").wait_for()
    expect(button).to_be_in_viewport(ratio=1)


def test_before_the_cards_are_loaded_they_have_no_name_and_no_sign(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/cards/**", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    begin(page)
    await_question(page)
    names, signs = page.locator(".hand .card .name"), page.locator(".hand .card .type svg")
    expect(names.first).to_be_attached(timeout=LONG)
    assert {*names.all_inner_texts()} == {""}
    assert signs.count() == 0
    for route in held:
        route.continue_()
    expect(signs.first).to_be_visible(timeout=LONG)
    assert "" not in names.all_inner_texts()


def test_why_a_card_cannot_be_chosen_has_the_rule_one_tap_away(page: Page) -> None:
    begin(page)
    dialog, barred = page.locator("dialog[open]"), ".hand .card:not(.can)"
    asked = await_question(page)
    for _ in range(ANSWERS):  # at some question a card of the hand is not to be chosen
        if page.locator(barred).count():
            page.locator(barred).first.click()
            dialog.get_by_role("button", name="Why can’t I choose it?").click()
            expect(dialog.locator(".reason")).not_to_be_empty(timeout=LONG)
            if dialog.locator(".rule").count():
                break
            dialog.get_by_role("button", name="Close").click()
        by_first(page)
        asked = await_question(page, asked)
    rule = dialog.locator(".rule").first
    expect(rule.locator("p")).to_be_hidden()
    rule.locator("summary").click()
    expect(rule.locator("p")).to_contain_text(". ", timeout=LONG)
    assert "#" in str(rule.get_by_role("link").get_attribute("href"))


def test_a_second_player_joins_on_the_same_device_before_the_game(page: Page) -> None:
    quicken(page)
    code = open_table(page, "Fairy Tale", 2)
    page.get_by_role("button", name="Add a player on this device").click()
    page.get_by_label("Name of the player").fill("Bob")
    page.get_by_role("button", name="Add this player").click()
    expect(page.locator(".seats .ready.is")).to_have_count(1, timeout=LONG)
    expect(page.get_by_role("button", name="Add a player on this device")).to_have_count(0)
    page.get_by_role("button", name="Start the game").click()
    page.locator(".card.can").first.click(timeout=LONG)
    expect(page.get_by_role("heading", name="Hand the device to Bob")).to_be_visible(timeout=LONG)
    expect(page.locator(".card")).to_have_count(0)
    page.get_by_role("button", name="I am Bob").click()
    expect(page.locator(".card.can").first).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_url("**/")
    assert [seat["is_bot"] for seat in page.request.get(f"/api/tables/{code}").json()["seats"]] == [True] * 2


def test_another_layer_of_card_names_applies_at_once(page: Page) -> None:
    begin(page)
    page.get_by_role("button", name="Menu and settings").click()
    with (
        page.expect_request("**/api/cards/unicorns/*names=plain*"),
        page.expect_websocket(lambda line: "names=plain" in line.url) as called,
    ):
        page.get_by_label("Names of cards").select_option("plain")
    called.value.wait_for_event("framereceived")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .card").first).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Menu and settings").click()
    page.get_by_role("link", name="Cards", exact=True).click()
    expect(page.locator("#swift_flying_unicorn h2")).to_contain_text("Flying Instant-Fetcher", timeout=LONG)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_are_wholly_in_sight_in_every_language(page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('stablehand', JSON.stringify({{ language: '{language}' }}))")
    page.goto("/")
    page.locator("header .gear").click()
    expect(page.locator("dialog[open] .settings > p")).to_be_in_viewport(ratio=1)
    assert page.locator("dialog[open]").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_an_unknown_address_links_to_the_start_page(page: Page) -> None:
    page.goto("/rules")
    page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("Strayed from the herd")
    page.get_by_role("link", name="Back to the stable").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible(timeout=LONG)


def test_the_reference_card_is_one_tap_away_in_a_game(page: Page) -> None:
    """UU-SETUP-5."""
    begin(page)
    page.get_by_role("button", name="Reference card").click()
    card = page.get_by_role("dialog", name="Reference card")
    expect(card).to_contain_text("one action")
    expect(card.get_by_role("term")).not_to_have_count(0)


@pytest.mark.slow("plays until many kinds of cards have moved")
def test_the_log_has_all_the_room_of_its_column_and_of_its_dialog(page: Page) -> None:
    begin(page)
    await_question(page)
    rest = "log => log.getBoundingClientRect().bottom - log.lastElementChild.getBoundingClientRect().bottom"
    assert page.locator(".wide .log").evaluate(rest) < SPARE
    page.set_viewport_size({"width": 390, "height": 664})
    page.locator(".top .narrow").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".emotes button").last).to_be_in_viewport(ratio=1)
    assert dialog.evaluate("one => one.scrollHeight <= one.clientHeight")


def test_only_cards_that_the_log_names_are_animated(page: Page) -> None:
    page.add_init_script(MOVES)
    wire = Wire(page)
    begin(page)
    asked, count = await_question(page), 0
    while asked and count < ANSWERS:
        by_first(page)
        asked, count = await_question(page, asked), count + 1
    if asked:
        wire.asking(asked)
    else:
        wire.until(lambda table: bool(table["stage"] == "over"))
    moved = set(page.evaluate("moves"))
    named = {
        card
        for table in wire.tables
        for line in table["log"]
        for card in (*line["event"].get("cards", ()), line["event"].get("card"), line["event"].get("cause"))
    }
    assert moved & named
    assert moved <= named | {"face down"}


def test_cards_that_could_not_be_loaded_are_asked_for_again(context: BrowserContext) -> None:
    page = context.new_page()  # not the fixture, to which an answer of 503 is a fault
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, json={"reason": "busy", "text": "Busy."})

    page.route("**/api/cards/**", refuse_once)
    begin(page)
    await_question(page)
    assert refused
    expect(page.locator(".hand .card .name").first).not_to_be_empty(timeout=LONG)


def test_a_card_that_is_not_loaded_yet_has_a_label(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)  # Playwright marks the function it is given, which `held.append` does not allow

    page.route("**/api/cards/**", hold)
    begin(page)
    await_question(page)
    cards = page.locator(".hand .card")
    assert [cards.nth(at).get_attribute("aria-label") for at in range(cards.count())].count("") == 0
    assert held
    cards.first.click(button="right")
    expect(page.locator("#zoom-name")).to_have_text("a card", timeout=LONG)
    for route in held:
        route.continue_()
    expect(cards.locator(".name").first).not_to_be_empty(timeout=LONG)
