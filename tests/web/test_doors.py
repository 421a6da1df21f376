"""The ways into a game: at once against bots, with friends, by an invitation; and names that come later."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from support.web_host import Host
from support.web_players import LONG, Wire, open_table, quicken, start

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

PHONE: Final = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
QUESTION: Final = ".prompt.mine[data-decision]"
TAPS: Final = """
addEventListener("pointerdown", () => { sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true);
"""


@pytest.mark.parametrize("visitor", [PHONE | {"locale": "ru-RU"}], indirect=True, ids=["phone"])
def test_from_a_cold_start_the_first_decision_is_at_most_two_taps_away(page: Page) -> None:
    page.add_init_script(TAPS)
    page.goto("/")
    expect(page.get_by_role("dialog")).to_have_count(0)
    button = page.get_by_role("button", name="Играть")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
    expect(page.locator(QUESTION)).to_be_visible(timeout=LONG)
    assert int(page.evaluate("sessionStorage.taps")) <= 2
    expect(page.locator(".seat")).to_have_count(4)
    seats = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["seats"]
    assert [seat["name"] for seat in seats if not seat["is_bot"]] == ["Гость"]


@pytest.mark.parametrize("visitor", [PHONE, {}], indirect=True, ids=["phone", "big"])
def test_the_first_screen_has_all_ways_to_play_in_view(page: Page) -> None:
    page.goto("/")
    for way in (
        page.get_by_role("button", name="Play now"),
        page.get_by_role("link", name="Play with friends"),
        page.get_by_role("main").get_by_role("link", name="Learn to play"),
    ):
        expect(way).to_be_in_viewport(ratio=1)


def test_play_now_uses_the_settings_of_the_last_table(page: Page) -> None:
    quicken(page)
    open_table(page, "Fairy Tale", 3)
    page.goto("/")
    button = page.get_by_role("button", name="Play now")
    expect(button).to_contain_text("Fairy Tale: you and 2 bots")
    button.click()
    expect(page.locator(QUESTION)).to_be_visible(timeout=LONG)
    seen = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert (seen["game"], len(seen["seats"])) == ("fairytale", 3)


def test_settings_that_the_server_refuses_give_way_to_the_base_game(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.evaluate("""() => localStorage.setItem("stablehand-last", JSON.stringify({
        isAdult: false, table: { game: "gone", seats: 3, options: {} },
    }))""")
    page.reload()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(QUESTION)).to_be_visible(timeout=LONG)
    seen = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert (seen["game"], len(seen["seats"])) == ("unicorns", 4)


@pytest.mark.slow("opens a second browser")
def test_names_come_later_and_bots_give_theirs_away(page: Page, browser: Browser, server: str) -> None:
    quicken(page)
    wire = Wire(page)
    code = open_table(page, seats=4, name="")
    own = page.locator(".seats input.name")
    expect(own).to_have_value("Guest")
    own.fill("Hazel")
    own.blur()
    wire.until(lambda table: table["seats"][0]["name"] == "Hazel")
    with browser.new_context(base_url=server, locale="en-GB") as other:
        guest = other.new_page()
        guest.goto(f"/t/{code}")
        expect(guest.get_by_text("Hazel has kept you a seat")).to_be_visible(timeout=LONG)
        guest.get_by_role("button", name="Sit down").click()
        expect(guest.locator(".seats input.name")).to_have_value("Guest", timeout=LONG)
        expect(page.locator(".seats li").nth(1)).to_contain_text("Guest")
        guest.get_by_role("button", name="I am ready").click()
        expect(page.locator(".seats li").nth(1)).to_contain_text("✓")
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator(".prompt")).to_be_visible(timeout=LONG)
        guest.get_by_role("button", name="Menu and settings").click()
        guest.get_by_label("Your name").fill("Rowan")
        table = wire.until(lambda table: table["seats"][1]["name"] == "Rowan")
    assert [seat["name"] for seat in table["seats"]] == ["Hazel", "Rowan", "Willow", "Ash"]


@pytest.mark.slow("opens a second browser")
def test_a_host_locks_the_table_and_opens_it_again(page: Page, browser: Browser, server: str) -> None:
    quicken(page)
    code = open_table(page, seats=4)
    with browser.new_context(base_url=server, locale="en-GB") as other:
        stranger = other.new_page()
        sit = stranger.get_by_role("button", name="Sit down")
        stranger.goto(f"/t/{code}")
        expect(sit).to_be_visible(timeout=LONG)

        page.get_by_role("button", name="Lock the table").click()
        expect(page.locator(".seats")).to_contain_text("The table is locked")
        sit.click()  # on a page that does not know it yet
        expect(stranger.get_by_role("alert")).to_contain_text("locked", timeout=LONG)
        stranger.reload()
        expect(stranger.get_by_text("The table is locked: nobody else can sit down.")).to_be_visible(
            timeout=LONG
        )
        expect(sit).to_have_count(0)

        page.get_by_role("button", name="Unlock the table").click()
        expect(page.locator(".seats")).not_to_contain_text("The table is locked")
        stranger.reload()
        sit.click()
        expect(stranger.get_by_role("button", name="I am ready")).to_be_visible(timeout=LONG)
        expect(stranger.get_by_role("button", name="Lock the table")).to_have_count(0)  # that is the host's


def test_during_a_game_a_stranger_knocks_and_the_host_lets_in(
    page: Page, browser: Browser, server: str
) -> None:
    quicken(page)
    wire = Wire(page)
    code = open_table(page, seats=3)
    start(page)
    knock = page.locator(".flag")
    with browser.new_context(base_url=server, locale="en-GB") as other:
        stranger = other.new_page()
        stranger.goto(f"/t/{code}")
        stranger.get_by_label("Your name").fill("Zoe")
        stranger.get_by_role("button", name="Sit down").click()
        expect(stranger.get_by_role("status")).to_have_text(
            "You have asked to join. The players will decide.", timeout=LONG
        )
        expect(knock).to_contain_text("Zoe wants to join, in seat 2.")
        expect(stranger.locator(".hand")).to_have_count(0)
        knock.get_by_role("button", name="No").click()
        expect(knock).to_have_count(0)
        expect(stranger.get_by_role("alert")).to_contain_text("You were not let in.", timeout=LONG)

        stranger.get_by_role("button", name="Sit down").click()
        knock.get_by_role("button", name="Let in").click()
        expect(knock).to_have_count(0)
        expect(stranger.locator(".hand .card").first).to_be_visible(timeout=LONG)
    seated = wire.until(lambda table: table["seats"][1]["name"] == "Zoe")
    assert not seated["seats"][1]["is_bot"]


@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])
def test_the_form_is_at_most_three_screens_of_a_phone_with_more_choices_open(page: Page) -> None:
    page.goto("/new")
    for game in ("Unstable Unicorns", "Fairy Tale"):
        page.get_by_role("radio", name=game).check()
        if page.get_by_text("All rules, one by one").count() == 0:
            page.get_by_text("More choices").click()
        page.get_by_text("All rules, one by one").wait_for()
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= 3 * page.evaluate("innerHeight"), game


def test_rules_are_chosen_by_name_and_shown_before_joining(page: Page) -> None:
    page.goto("/new")
    rules = page.get_by_label("Rules", exact=True)
    expect(rules).to_have_value("second")
    rules.select_option("By the book, first edition")
    expect(page.get_by_text("Unicorns may go into any stable")).to_be_visible()
    page.get_by_text("More choices").click()
    page.get_by_text("All rules, one by one").click()
    page.get_by_label("How many Unicorns in a stable win the game.").select_option("6")
    expect(rules.locator("option:checked")).to_have_text("Your own mix")
    rules.select_option("A short game")
    page.get_by_role("button", name="Open a table").click()
    expect(page.locator(".rules")).to_contain_text(
        "How many Unicorns in a stable win the game.", timeout=LONG
    )
    expect(page.locator(".rules dd")).to_have_text(["5"])


def test_settings_without_a_meaning_in_a_game_are_not_offered(page: Page) -> None:
    page.goto("/new")
    page.get_by_text("More choices").click()
    page.get_by_text("All rules, one by one").wait_for()
    window = page.get_by_label("Time to Neigh")
    expect(window.locator("option:checked")).to_have_text("3 seconds")
    page.get_by_role("radio", name="Fairy Tale").check()
    expect(window).to_have_count(0)


def test_an_invitation_that_phones_cannot_open_says_so_and_shows_no_qr_code(page: Page) -> None:
    code = open_table(page)
    expect(page.get_by_text("Phones and other computers cannot reach this table")).to_be_visible()
    expect(page.get_by_text("play.py --lan")).to_be_visible()
    expect(page.locator("img[src$='qr.svg']")).to_have_count(0)
    page.get_by_role("button", name="Another device").click()
    device = page.locator("dialog[open]")
    expect(device).to_contain_text("cannot reach this table")
    expect(device).not_to_contain_text("127.0.0.1")
    device.get_by_role("button", name="Close").click()
    page.route(
        re.compile(rf"/api/tables/{code}\?"),
        lambda route: route.fulfill(json={**route.fetch().json(), "link": f"http://192.0.2.7:8400/t/{code}"}),
    )
    page.reload()
    expect(page.locator("img[src$='qr.svg']")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("cannot reach this table")).to_have_count(0)


def test_only_the_host_is_told_how_to_start_the_server_for_phones(
    page: Page, browser: Browser, server: str
) -> None:
    code = open_table(page, seats=3)
    command = page.get_by_text("play.py --lan")
    expect(command).to_be_visible()
    assert command.evaluate("code => code.getClientRects().length") == 1, "the command is broken"
    with browser.new_context(base_url=server, locale="en-GB") as other:
        guest = other.new_page()
        guest.goto(f"/t/{code}")
        guest.get_by_role("button", name="Sit down").click(timeout=LONG)
        expect(guest.get_by_text("cannot reach this table")).to_be_visible(timeout=LONG)
        expect(guest.get_by_role("button", name="I am ready")).to_be_visible()
        expect(guest.get_by_text("play.py --lan")).to_have_count(0)


@pytest.mark.parametrize(
    "visitor", [{"viewport": {"width": 390, "height": 664}}], indirect=True, ids=["390x664"]
)
def test_a_long_form_in_a_dialog_has_its_button_in_sight(page: Page) -> None:
    open_table(page)
    page.get_by_role("button", name="Change the table").click()
    form, save = page.locator("dialog[open]"), page.get_by_role("button", name="Save")
    form.locator("input, select").first.wait_for()
    assert form.evaluate("one => one.scrollHeight > one.clientHeight + 100")
    expect(save).to_be_in_viewport(ratio=1)
    form.get_by_text("More choices").click()
    form.get_by_text("All rules, one by one").scroll_into_view_if_needed()
    expect(save).to_be_in_viewport(ratio=1)


@pytest.mark.slow("starts a server with each setting")
def test_the_page_says_how_to_allow_decks_for_adults(built: str, tmp_path: Path, browser: Browser) -> None:
    host = Host(built, tmp_path, flags=())
    with browser.new_context(base_url=host.start(), locale="en-GB") as context:
        page = context.new_page()
        page.goto("/new")
        page.get_by_text("More choices").click()
        expect(page.get_by_text("play.py --adult private")).to_be_visible(timeout=LONG)
        expect(page.get_by_role("button", name="Decks for adults…")).to_have_count(0)
        expect(page.get_by_label("Deck", exact=True).locator("option")).to_have_count(2)
    host.stop()


def test_behind_the_question_for_the_age_the_whole_game_is_there(page: Page) -> None:
    quicken(page)
    page.goto("/new")
    page.get_by_role("button", name="Decks for adults…").click()
    with page.expect_response(re.compile("/assets/adult-")) as pictures:  # of the expansion for adults
        page.get_by_role("button", name="Yes, I am 18 or older").click()
    assert pictures.value.ok
    decks = page.get_by_label("Deck", exact=True)
    expect(decks.locator("option")).to_have_count(4)
    decks.select_option("nsfw_2e")
    page.get_by_text("More choices").click()
    expect(page.get_by_text("--adult")).to_have_count(0)
    page.get_by_text("All rules, one by one").click()
    expect(page.get_by_label("Which party rules hold (18+).")).to_be_visible()
    page.get_by_role("button", name="Start with bots").click()
    expect(page.locator(QUESTION)).to_be_visible(timeout=LONG)
    expect(page.locator(".hand .card svg").first).to_be_visible()
