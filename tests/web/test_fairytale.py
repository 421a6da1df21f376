"""Fairy Tale in a real browser: what is in sight, the sealed pick, the stages of a reveal, score sheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from support.web_frames import Stage
from support.web_players import (
    LONG,
    Wire,
    await_question,
    begin,
    by_first,
    open_table,
    quicken,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARD: Final = (Path(__file__).parent / "tale.js").read_text("utf-8").rstrip().rstrip(";")
SIZES: Final = ((390, 664), (390, 844), (1280, 800), (1920, 1080))
PAINTED: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
CALM: Final = {"reduced_motion": "reduce"}

CUT: Final = """async languages => {
    const tile = document.querySelector('.tableau .tile');
    const [card, name] = [tile.querySelector('.card'), tile.querySelector('.name')];
    const cut = [];
    for (const language of languages) {
        const cards = await (await fetch(`/api/cards/fairytale/fairy_tale?lang=${language}`)).json();
        for (const one of cards) {
            name.textContent = one.name;
            const tableau = tile.closest('.tableau');
            tableau.classList.toggle('tall', one.name.length > 30);
            for (const isDense of [false, one.name.length <= 24]) {
                tableau.classList.toggle('dense', isDense);
                const [words, frame] = [name.getBoundingClientRect(), card.getBoundingClientRect()];
                if (words.bottom > frame.bottom - 1 || words.right > frame.right + 1) cut.push(one.name);
            }
        }
    }
    return cut;
}"""
"""Give a tile the name of every card in turn; return the names that do not fit."""


def look(page: Page) -> list[str]:
    """Return what is wrong with the board at each of the four sizes."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        page.evaluate(PAINTED)
        found += [f"{width}×{height}: {fault}" for fault in page.evaluate(BOARD)]  # noqa: RUF001 - meant
    return found


def moment(table: dict[str, Any]) -> str:
    """Return a name for moments of a game that look different."""
    view = table["view"]
    return f"{view['phase']} {len(view['zones']['seats'][0]['table']['cards']) // 3}"


@pytest.mark.slow("plays a whole game at a table of each size")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("visitor", [CALM], indirect=True, ids=["calm"])
def test_a_whole_game_in_sight_and_a_score_sheet_that_adds_up(page: Page, seats: int) -> None:
    wire = Wire(page)
    begin(page, "Fairy Tale", seats)
    seen: set[str] = set()
    found: list[str] = []
    asked = await_question(page)
    while asked:
        table = wire.asking(asked)
        if moment(table) not in seen:
            seen.add(moment(table))
            found += [f"{moment(table)}, {fault}" for fault in look(page)]
        by_first(page)
        asked = await_question(page, asked)
    assert not found, "\n".join(dict.fromkeys(found))

    view = wire.until(lambda table: table["stage"] == "over")["view"]
    expect(page.locator(".sheets > .seat")).to_have_count(seats)
    sheets = {sheet.get_attribute("aria-label"): sheet for sheet in page.locator(".sheets > .seat").all()}
    names = [table_seat["name"] for table_seat in wire.tables[-1]["seats"]]
    for name, points in zip(names, view["points"], strict=True):
        sheet = sheets[name]
        earned = [int(text) for text in sheet.locator("tbody tr[data-line] > td").all_inner_texts()]
        assert sum(earned) == points, name
        assert sheet.locator("tfoot td").inner_text() == str(points)
        assert sheet.locator("header strong").inner_text() == str(points)
    best = page.locator(".sheets > .seat.won").first
    expect(best.locator("header strong")).to_have_text(str(max(view["points"])))


@pytest.mark.parametrize("visitor", [CALM], indirect=True, ids=["calm"])
def test_the_stages_of_a_reveal_are_shown_in_order_with_what_each_turned_over(page: Page) -> None:
    wire = Wire(page)
    begin(page, "Fairy Tale", 4)
    asked = await_question(page)
    turned = 0
    while asked and turned < 2:
        table = wire.asking(asked)
        if table["view"]["phase"] == "play":
            page.locator(".stages").or_(page.locator(".tableau .empty")).first.wait_for()
        if page.locator(".stages").count():
            stages = page.locator(".stages > li")
            named = [one.get_attribute("data-stage") for one in stages.all()]
            assert named == ["play", *table["view"]["stages"]]
            events = [line["event"] for line in wire.lines]
            last = max(at for at, event in enumerate(events) if event["what"] == "played")
            after = [event for event in events[last + 1 :] if "stage" in event]
            for stage in table["view"]["stages"]:
                shown = page.locator(f".stages > [data-stage={stage}] ul li").count()
                assert shown == len([event for event in after if event["stage"] == stage]), stage
            if after and not turned:
                assert not (found := look(page)), "\n".join(found)
            turned += len(after) > 0
        by_first(page)
        asked = await_question(page, asked)
    assert turned, "no card was ever turned over"


@pytest.mark.slow("draws every card in every language")
@pytest.mark.parametrize("visitor", [CALM], indirect=True, ids=["calm"])
def test_no_name_of_a_card_is_cut_on_a_tile_in_any_language(page: Page) -> None:
    begin(page, "Fairy Tale", 2)
    asked = await_question(page)
    while page.locator(".tableau .tile").count() == 0:
        by_first(page)
        asked = await_question(page, asked)
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        found += [f"{width}: {name}" for name in page.evaluate(CUT, list(LANGUAGES))]
    assert found == []


LEAVES: Final = """() => [...document.querySelectorAll(".packet.small .tile")].filter(tile => {
    const [name, card] = [".name", ".card"].map(what => tile.querySelector(what).getBoundingClientRect());
    return name.bottom > card.bottom - 1 || name.right > card.right + 1;
}).map(tile => tile.textContent.trim())"""
"""The kept cards whose names do not fit their tiles."""


@pytest.mark.slow("draws every card in every language")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("visitor", [CALM], indirect=True, ids=["calm"])
def test_no_name_of_a_kept_card_is_cut(page: Page, language: str) -> None:
    page.route(
        re.compile("/api/cards/.*lang=en"),
        lambda route: route.continue_(url=route.request.url.replace("lang=en", f"lang={language}")),
    )
    stage = Stage(page, "Fairy Tale")
    decks = voices.decks("fairytale")
    cards = [str(card["id"]) for deck in decks for card in voices.cards("fairytale", deck.id, language)]
    found = []
    for kept in (cards[at : at + 4] for at in range(0, len(cards), 4)):
        view = stage.frame["view"]
        view["zones"]["seats"][view["seat"]]["kept"] = {"size": len(kept), "cards": kept}
        stage.show(stage.next(view=view))
        expect(page.locator(f'.packet.small [data-card="{kept[0]}"]')).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(PAINTED)
            found += [f"{width}: {name}" for name in page.evaluate(LEAVES)]
    assert found == []


TALES: Final = [
    "dragonvale_tale_1",
    "holy_empire_tale_1",
    "fairywood_tale_1",
    "dragonvale_tale_3",
    "mischievous_fairy",
]
UNREAD: Final = """() => {
    const box = (one) => one.getBoundingClientRect();
    const texts = [...document.querySelectorAll(".packet:not(.small) .text")].filter((one) => {
        const [card, text] = [box(one.closest(".card")), box(one)];
        return text.height < 12 || text.right > card.right || text.bottom > card.bottom + 2;
    });
    const close = [...document.querySelectorAll(".chips .times + b")].filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const times = box(one.previousElementSibling);
        return times.left < box(range).right + 3; // the points come first, as on one's own tiles
    });
    return [...texts, ...close].map((one) => one.closest(".card, li").textContent.trim());
}"""
"""Cards to choose from without their text, and chips whose two numbers can be read as one."""


@pytest.mark.parametrize(
    "visitor", [CALM | {"viewport": {"width": 390, "height": 664}}], indirect=True, ids=["390x664"]
)
def test_a_small_phone_shows_conditions_and_numbers_apart(page: Page) -> None:
    page.route(
        re.compile("/api/cards/.*lang=en"),
        lambda route: route.continue_(url=route.request.url.replace("lang=en", "lang=es")),
    )
    stage = Stage(page, "Fairy Tale", seats=5)
    view = stage.frame["view"]
    seats = view["zones"]["seats"]
    seats[view["seat"]]["hand"] = {"size": len(TALES), "cards": TALES}
    for seat in range(5):
        if seat != view["seat"]:
            seats[seat]["table"] = {"size": 2, "cards": TALES[:1] * 2}
    stage.show(stage.next(view=view))
    expect(page.locator(".chips .times")).to_have_count(4)
    expect(page.locator('.packet [data-card="dragonvale_tale_1"] .text')).to_contain_text(
        "si nadie tiene más"
    )
    page.evaluate(PAINTED)
    assert page.evaluate(UNREAD) == []


@pytest.mark.slow("plays several picks by mouse")
@pytest.mark.parametrize("visitor", [CALM], indirect=True, ids=["calm"])
def test_a_sealed_pick_is_marked_and_can_be_changed_until_all_have_picked(
    page: Page, browser: Browser, server: str
) -> None:
    quicken(page)
    code = open_table(page, "Fairy Tale", 2)
    other = browser.new_context(base_url=server, locale="en-GB", reduced_motion="reduce")
    other.set_default_timeout(LONG)
    bea = other.new_page()
    bea.goto(f"/t/{code}")
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit down").click()
    bea.get_by_role("button", name="I am ready").click()
    page.locator(".seats .ready.is").wait_for()
    page.get_by_role("button", name="Start the game").click()

    cards = page.locator(".packet .card")
    expect(page.locator(".packet .card.can")).to_have_count(5)
    for pick in (0, 3):
        cards.nth(pick).click()
        expect(cards.nth(pick).locator(".pick")).to_be_visible()
        expect(page.locator(".pick")).to_have_count(1)
        expect(page.locator(".packet .card.can")).to_have_count(0)
        if pick == 0:
            page.get_by_role("button", name="Change", exact=True).click()
            expect(page.locator(".packet .card.can")).to_have_count(5)
    kept = cards.nth(3).get_attribute("data-card")
    expect(bea.locator(".packet .card.can")).to_have_count(5)
    expect(bea.locator(".pick")).to_have_count(0)
    bea.locator(".packet .card.can").first.click()
    expect(page.locator(".packet.small .card")).to_have_attribute("data-card", str(kept))
    expect(page.locator(".pick")).to_have_count(0)
    other.close()


def test_settings_for_response_windows_are_offered_only_where_there_are_windows(page: Page) -> None:
    page.goto("/new")
    page.locator("form .more > summary").click()
    window = page.get_by_label("Time to Neigh")
    page.get_by_role("radio", name="Unstable Unicorns").check()
    expect(window.first).to_be_visible()
    page.get_by_role("radio", name="Fairy Tale").check()
    expect(window).to_have_count(0)
