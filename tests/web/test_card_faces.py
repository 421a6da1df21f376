"""What a card tells where it is chosen: its text whole or not at all, and the large card beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from stablehand import names
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from support.web_frames import Stage
from support.web_players import begin
from support.web_tour import begin_unicorns

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DENSE: Final = 135
"""As in CardFace.svelte."""
SIZES: Final = ((4.5, 6.2), (5.4, 7), (6.4, 8), (7.4, 9.2), (8.6, 11), (11, 15))
"""Sizes of cards in a hand, in rem: on small and large phones, tablets and desktops."""
FIT: Final = """async ([cards, wide, high]) => {
    await document.fonts.load("400 12px 'Nunito Sans'", "ąя");
    await document.fonts.load("700 12px Alegreya", "ąя");
    const model = document.querySelector(".card.hand");
    const box = document.createElement("div");
    box.style.cssText = wide ? `position:absolute;top:0;left:0;--wide:${wide}rem;--high:${high}rem` : "";
    (wide ? document.querySelector("main") : model.parentElement).append(box);
    const faces = cards.map(({ lang, name, text, dense }) => {
        const face = model.cloneNode(true);
        face.lang = lang;
        face.querySelector(".picture").replaceChildren();
        face.querySelector(".name").textContent = name;
        face.querySelector(".text").textContent = text;
        face.querySelector(".text").classList.toggle("dense", dense);
        box.append(face);
        return face;
    });
    const found = faces.map((face) => {
        const [card, name, text] = [face, ...face.querySelectorAll(".name, .text")].map((one) =>
            one.getBoundingClientRect(),
        );
        const title = face.querySelector(".name");
        const isNameWhole = name.bottom <= card.bottom && title.scrollHeight < title.clientHeight + 6;
        const isNone = text.width === 0;
        const isBelow = text.top >= name.bottom - 1 && text.bottom <= card.bottom;
        const isIn = !isNone && isBelow && text.right <= card.right;
        const isOut = isNone || text.left >= card.right - 3;
        const isWide = [title, title.nextElementSibling].some((one) => one.scrollWidth > one.clientWidth);
        return isWide || !isNameWhole || isIn === isOut ? "cut" : isIn ? "shown" : "hidden";
    });
    const size = parseFloat(getComputedStyle(model.querySelector(".text")).fontSize);
    box.remove();
    return [found, size];
}"""


PEEK: Final = """async cards => {
    const sheet = document.querySelector("[popover]:popover-open");
    const [name, type, text] = ["name", "type", "text"].map((part) => sheet.querySelector(`.${part}`));
    return cards.filter((card) => {
        sheet.lang = card.lang;
        [name.textContent, type.textContent, text.textContent] = [card.name, card.type, card.whole];
        return sheet.scrollHeight > sheet.clientHeight || sheet.scrollWidth > sheet.clientWidth;
    }).map(({ lang, id }) => `${lang} ${id}`);
}"""
"""Show every card on the large card in turn; return those that are cut there."""


def all_cards() -> list[dict[str, Any]]:
    """Return name, short and whole text of every card of every deck in every language, each once."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for game in names():
        for lang in LANGUAGES:
            for deck in voices.decks(game):
                for card in voices.cards(game, deck.id, lang):
                    name, text = str(card["name"]), str(card.get("short", card["text"]))
                    row = {"lang": lang, "id": card["id"], "name": name, "text": text}
                    row |= {"whole": card["text"], "type": card["type_name"]}
                    found[lang, name, text] = {**row, "dense": len(text) > DENSE}
    return list(found.values())


def fit(page: Page, cards: list[dict[str, Any]], wide: float = 0, high: float = 0) -> dict[str, list[str]]:
    """Return which cards show their text, hide it wholly, or cut it, at a size or at that of the hand."""
    told, size = page.evaluate(FIT, [cards, wide, high])
    assert size >= 12
    found: dict[str, list[str]] = {"shown": [], "hidden": [], "cut": []}
    for card, how in zip(cards, told, strict=True):
        found[how].append(f"{card['lang']} {card['id']}")
    return found


def test_no_text_of_any_card_in_any_language_is_cut(page: Page) -> None:
    begin(page)
    expect(page.locator(".hand .card.hand .text").first).to_be_attached()
    cards = all_cards()
    assert len(cards) > 250 * len(LANGUAGES)
    for wide, high in SIZES:
        found = fit(page, cards, wide, high)
        assert found["cut"] == [], (wide, high, len(found["cut"]))
        print(f"{wide} x {high} rem: {len(found['shown'])} of {len(cards)} show their text")  # noqa: T201
    for size in ({"width": 1280, "height": 800}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert {how: ids for how, ids in fit(page, cards).items() if how != "shown"} == {
            "hidden": [],
            "cut": [],
        }


NAMES: Final = """([cards, wide, high]) => {
    const model = document.querySelector(".card.hand");
    const box = document.createElement("div");
    box.style.cssText = `position:absolute;top:0;left:0;--wide:${wide}rem;--high:${high}rem`;
    document.querySelector("main").append(box);
    const faces = cards.map(({ lang, name }) => {
        const face = model.cloneNode(true);
        face.lang = lang;
        face.classList.replace("hand", "small");
        face.querySelector(".text").remove();
        face.querySelector(".name").textContent = name;
        box.append(face);
        return face;
    });
    const found = faces.filter((face) => {
        const name = face.querySelector(".name");
        const isCut = name.scrollHeight > name.clientHeight + 6 || name.scrollWidth > name.clientWidth;
        return name.clientHeight < 12 || isCut;
    });
    const names = found.map((face) => face.querySelector(".name").textContent);
    box.remove();
    return names;
}"""


@pytest.mark.slow("draws every card in every language")
def test_no_name_of_any_card_in_a_picker_is_cut(page: Page) -> None:
    begin(page)
    expect(page.locator(".hand .card.hand .text").first).to_be_attached()
    for wide, high in ((4.6, 5.75), (5.2, 6.4)):
        assert page.evaluate(NAMES, [all_cards(), wide, high]) == [], (wide, high)


BROKEN: Final = """() => [...document.querySelectorAll(".seat .card .name > span")].filter(word => {
    const name = word.parentElement;
    if (!word.checkVisibility() || name.clientWidth <= 1) return false;
    if (/^\\p{L}$/u.test(word.textContent)) return true;
    const style = getComputedStyle(name);
    const isBroken = word.offsetHeight > 1.5 * parseFloat(style.lineHeight);
    const room = name.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const whole = word.cloneNode();
    whole.textContent = word.textContent.replaceAll("\u00ad", "");
    whole.style.whiteSpace = "nowrap";
    whole.style.maxWidth = "none";
    name.append(whole);
    const isFitting = whole.offsetWidth <= room;
    whole.remove();
    return isBroken && isFitting;
}).map(word => word.parentElement.textContent)"""
"""The names in which a word is broken that fits a line by itself, or a word of one letter may end a line."""


@pytest.mark.slow("draws every card in every language")
@pytest.mark.parametrize(
    "visitor",
    [{"locale": language, "reduced_motion": "reduce"} for language in LANGUAGES],
    indirect=True,
    ids=LANGUAGES,
)
def test_names_break_between_words(page: Page, visitor: dict[str, Any]) -> None:
    stage = Stage(page, seats=2, begin=begin_unicorns)
    cards = [str(card["id"]) for card in voices.cards("unicorns", "base_2e", visitor["locale"])]
    found: list[str] = []
    shown = 0
    for size, count in (((390, 844), 3), ((1280, 800), 6)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for at in range(0, len(cards), 2 * count):
            some = list(enumerate(cards[at : at + 2 * count], 1000))
            stage.show(stage.next(view=stage.stabled(some[:count], some[count:])))
            page.locator(f'.seat [data-card="{some[0][1]}"]').first.wait_for()
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            shown += page.locator(".seat .card .name > span:visible").count()
            found += [f"{size[0]}: {name}" for name in page.evaluate(BROKEN)]
    assert shown > 2 * len(cards)
    assert found == []


def test_a_mouse_that_rests_on_a_card_sees_the_large_card(page: Page) -> None:
    begin(page)
    large = page.locator("[popover]:popover-open")
    page.locator(".hand .card").first.hover()
    expect(large).to_be_visible()
    expect(large.locator(".text")).not_to_be_empty()
    box, screen = large.bounding_box(), page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]
    page.mouse.move(5, 5)
    expect(large).to_have_count(0)


@pytest.mark.slow("draws every card in every language")
def test_the_large_card_shows_the_whole_text_of_every_card_in_every_language(page: Page) -> None:
    begin(page)
    page.locator(".hand .card").first.hover()
    expect(page.locator("[popover]:popover-open .text")).not_to_be_empty()
    for size in ({"width": 1280, "height": 720}, {"width": 768, "height": 600}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.locator(".hand .card").first.hover()
        expect(page.locator("[popover]:popover-open")).to_be_visible()
        assert page.evaluate(PEEK, all_cards()) == [], size


@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])
def test_a_long_press_opens_the_card_and_leaves_it_open(page: Page) -> None:
    begin(page)
    card = page.locator(".hand .card").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(dialog.locator("h2")).to_be_visible()
    expect(dialog.locator(".text")).not_to_be_empty()


def test_nothing_stays_highlighted_on_a_touch_screen(page: Page) -> None:
    """A touch screen keeps `:hover` on what was tapped last, so such styles are for mice only."""
    begin(page)
    found = page.evaluate(
        """() => {
            const found = { mice: [], all: [] };
            const look = (rules, where) => {
                for (const rule of rules) {
                    if (rule.selectorText?.includes(":hover")) found[where].push(rule.selectorText);
                    const isForMice = rule.media?.mediaText === "(hover: hover)";
                    if (rule.cssRules) look(rule.cssRules, isForMice ? "mice" : where);
                }
            };
            for (const sheet of document.styleSheets) look(sheet.cssRules, "all");
            return found;
        }"""
    )
    assert found["mice"]
    assert found["all"] == []
