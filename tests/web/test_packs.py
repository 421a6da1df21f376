"""Expansions on the page: chosen as pictures, told before joining, filtered in the list, gated for adults."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from stablehand.text import voices
from support.web_frames import Stage
from support.web_players import LONG, quicken, start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Request

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 664},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
SIZES: Final = [PHONE, {"reduced_motion": "reduce"}]
IDS: Final = ["phone", "big"]
PACKS: Final = {pack.id: pack for pack in voices.packs("unicorns")}
ADULT: Final = re.compile("18|adult", re.IGNORECASE)
SEEN: Final = """one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.bottom <= innerHeight && box.right <= innerWidth && one.contains(top);
}"""
"""Whether an element is wholly on the screen with nothing above it."""


def unfold(page: Page) -> Locator:
    """Open the choice of expansions at a new table; return it."""
    page.goto("/new")
    packs = page.locator("form .packs")
    packs.locator("summary").click()
    expect(packs.get_by_role("checkbox").first).to_be_visible()
    return packs


def say_yes(page: Page) -> None:
    """Confirm to be an adult."""
    page.get_by_role("button", name="Decks for adults…").click()
    page.get_by_role("button", name="Yes, I am 18 or older").click()


def open_with(page: Page, *names: str) -> str:
    """Open a table with expansions; return its address."""
    packs = unfold(page)
    for name in names:
        if PACKS[name].is_adult:
            say_yes(page)
        packs.locator(f"input[value={name}]").check()
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible(timeout=LONG)
    return page.url


@pytest.mark.parametrize("visitor", SIZES, indirect=True, ids=IDS)
def test_expansions_are_chosen_as_pictures_with_what_they_bring(page: Page) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    packs = unfold(page)
    harmless = [pack for pack in PACKS.values() if not pack.is_adult]
    expect(packs.get_by_role("checkbox")).to_have_count(len(harmless))
    for pack in harmless:
        box = packs.get_by_role("checkbox", name=pack.title, exact=True)
        expect(box).to_have_accessible_description(re.compile(re.escape(pack.text)))
        expect(box).to_have_accessible_description(re.compile(f"^{pack.cards} cards"))
        expect(packs.locator(f"label:has([value={pack.id}]) svg path").first).to_be_attached()
    assert not [url for url in asked if "/assets/adult-" in url], "pictures for adults before the question"
    packs.get_by_role("checkbox", name="Dragons").check()
    packs.locator("summary").click()
    expect(packs.locator("summary")).to_contain_text("Dragons")


def test_an_expansion_that_cannot_be_combined_says_why(page: Page) -> None:
    packs = unfold(page)
    assert not ADULT.search(packs.inner_text())
    say_yes(page)
    adult = packs.get_by_role("checkbox", name="18+ expansion")
    adult.check()
    packs.get_by_role("checkbox", name="Dragons").check()
    expect(packs.locator("summary")).to_contain_text("18+ expansion, Dragons")
    page.get_by_label("Deck", exact=True).select_option("nsfw_2e")
    expect(adult).to_be_disabled()
    expect(adult).to_have_accessible_description(re.compile("A deck for adults already has these cards"))
    expect(packs.locator("summary")).not_to_contain_text("18+")
    with page.expect_request(re.compile(r"/api/tables\?")) as sent:
        page.get_by_role("button", name="Open a table").click()
    assert json.loads(sent.value.post_data or "")["options"] == {"deck": "nsfw_2e", "expansions": ["dragons"]}
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("visitor", SIZES, indirect=True, ids=IDS)
def test_a_guest_sees_which_expansions_are_in_play_before_joining(page: Page, browser: Browser) -> None:
    quicken(page)
    address = open_with(page, "dragons")
    pack = PACKS["dragons"]
    expect(page.locator(".rules")).to_contain_text(pack.text)
    guest = browser.new_context(locale="en-GB")
    other = guest.new_page()
    other.goto(address)
    shown = other.locator(".join section section")
    expect(shown).to_contain_text(pack.title, timeout=LONG)
    expect(shown).to_contain_text(f"{pack.cards} cards")
    expect(shown).to_contain_text(pack.text)
    expect(shown.locator("svg path").first).to_be_attached()
    guest.close()
    start(page)
    page.get_by_role("button", name="Reference card").click()
    expect(page.locator("dialog[open]")).to_contain_text(pack.text)


def test_a_host_changes_the_expansions_in_the_lobby(page: Page) -> None:
    quicken(page)
    open_with(page, "dragons")
    page.get_by_role("button", name="Change the table").click()
    packs = page.locator("dialog[open] .packs")
    expect(packs.get_by_role("checkbox", name="Dragons")).to_be_checked()
    packs.get_by_role("checkbox", name="Dragons").uncheck()
    packs.get_by_role("checkbox", name="Rainbow Apocalypse", exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".rules")).to_contain_text(PACKS["rainbow_apocalypse_2e"].text)
    expect(page.locator(".rules")).not_to_contain_text("Dragons")


def test_a_table_with_the_expansion_for_adults_asks_a_guest_for_the_age(page: Page, browser: Browser) -> None:
    quicken(page)
    address = open_with(page, "nsfw_expansion")
    guest = browser.new_context(locale="en-GB")
    other = guest.new_page()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    other.on("request", note)
    other.goto(address)
    yes = other.get_by_role("button", name="Yes, I am 18 or older")
    expect(yes).to_be_visible(timeout=LONG)
    expect(other.locator(".join")).not_to_contain_text(PACKS["nsfw_expansion"].text)
    assert not [url for url in asked if re.search("/assets/adult-|/api/games|/api/cards", url)]
    yes.click()
    expect(other.locator(".join")).to_contain_text(PACKS["nsfw_expansion"].text)
    guest.close()


@pytest.mark.parametrize("visitor", SIZES, indirect=True, ids=IDS)
def test_the_list_of_cards_is_filtered_by_expansion(page: Page) -> None:
    page.goto("/cards")
    packs, cards = page.get_by_label("Expansion"), page.locator(".page li[id]")
    expect(packs.locator("option")).to_have_count(1 + sum(not pack.is_adult for pack in PACKS.values()))
    alone = len(voices.cards("unicorns", "base_2e", "en"))
    expect(cards).to_have_count(alone)
    packs.select_option("rainbow_apocalypse_2e")
    # Four of its titles are in the deck too; they are listed with those that it alone has.
    expect(cards).to_have_count(37)
    expect(page.locator("#llamacorn")).to_be_attached()
    expect(page.locator("#frenchiecorn .type")).to_contain_text("Rainbow Apocalypse")
    expect(page.get_by_role("status")).to_contain_text("37 cards")
    page.get_by_label("Type").select_option("instant")
    expect(cards).to_have_count(1)
    packs.select_option("")
    expect(cards).to_have_count(alone)
    say_yes(page)
    packs.select_option("nsfw_expansion")
    expect(page.locator("#dirty_mind")).to_be_attached()
    page.get_by_label("Deck").select_option("unicorns/nsfw_2e")
    expect(packs).to_have_value("")
    expect(packs.locator("option[value=nsfw_expansion]")).to_be_disabled()
    page.get_by_label("Deck").select_option("fairytale/fairy_tale")
    expect(packs).to_have_count(0)


@pytest.mark.parametrize("visitor", SIZES, indirect=True, ids=IDS)
def test_removed_cards_lie_beside_the_discard_pile_while_there_are_any(page: Page) -> None:
    stage = Stage(page, seats=4)
    view: dict[str, Any] = json.loads(json.dumps(stage.frame["view"]))
    piles = page.locator(".piles .pile")
    expect(piles).to_have_count(3)
    removed = ["narwhal", "unicorn_phoenix", "narwhal"]
    view["zones"]["removed"] = {"size": len(removed), "cards": removed}
    stage.show(stage.next(view=view))
    pile = page.get_by_role("button", name="Out of the game: 3 cards")
    expect(pile).to_be_visible()
    order = piles.evaluate_all("all => all.map(one => one.dataset.zone)")
    assert order == ["deck", "discard", "aside", "nursery"]
    assert all(piles.evaluate_all(f"all => all.map({SEEN})"))
    cut = piles.locator(".size").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1)"
    )
    assert cut == []
    pile.click()
    expect(page.locator("dialog[open] .card")).to_have_count(2)
    page.keyboard.press("Escape")
    del view["zones"]["removed"]
    stage.show(stage.next(view=view))
    expect(piles).to_have_count(3)


@pytest.mark.parametrize("visitor", SIZES, indirect=True, ids=IDS)
def test_a_nursery_of_all_expansions_can_be_chosen_from_in_rows(page: Page) -> None:
    every = sorted(name for name, pack in PACKS.items() if "base_2e" in pack.decks)
    quicken(page, {"deck": "base_2e", "expansions": every})
    page.goto("/new")
    page.get_by_role("button", name="Start with bots").click()
    cards = page.locator(".prompt .picker .card.can")
    cards.first.wait_for(timeout=LONG)
    babies = {
        card["id"]
        for card in voices.cards("unicorns", "+".join(["base_2e", *every]), "en")
        if card["type"] == "baby"
    }
    assert cards.count() >= len(babies) - 3  # the bots before have taken theirs
    boxes = cards.evaluate_all("all => all.map(one => [one.offsetLeft, one.offsetTop, one.offsetWidth])")
    assert max(left + width for left, _, width in boxes) <= page.evaluate("innerWidth"), "nothing to swipe"
    assert sum(bool(seen) for seen in cards.evaluate_all(f"all => all.map({SEEN})")) >= 4
    last = cards.last
    last.scroll_into_view_if_needed()
    assert last.evaluate(SEEN)
    assert page.locator(".prompt .words").evaluate(SEEN), "the question stays in sight"
    name = last.get_attribute("data-card")
    last.click()
    page.locator("dialog[open] .do, .prompt .foot .main").or_(
        page.locator(f".me [data-card={name}]")
    ).first.wait_for()
