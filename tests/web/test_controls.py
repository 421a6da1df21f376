"""What is to be pressed or passed on is in sight, wholly, in any language, at any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from stablehand.text.language import LANGUAGES
from support.sizes import slow_except
from support.web_frames import Stage
from support.web_tour import begin_unicorns, open_lobby

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

SIZES: Final = [(390, 664), (390, 844), (1280, 800), (1920, 1080)]
CUT: Final = """() => {
    const clips = (one) => /auto|scroll|hidden|clip/.test(getComputedStyle(one).overflow);
    const isIn = (inner, outer) =>
        inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const isSign = (one) => getComputedStyle(one).clipPath !== "none";
    const found = [];
    const boxOf = (what) => document.querySelector(what).getBoundingClientRect();
    if (!isIn(boxOf(".seat.me"), boxOf(".area"))) found.push("one's own place is cut");
    for (const one of document.querySelectorAll(".asking button:not(.card)")) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        const name = `“${(one.ariaLabel || one.textContent).trim()}”`;
        const box = one.getBoundingClientRect();
        if (!isIn(box, screen)) found.push(`${name} leaves the screen`);
        for (let at = one.parentElement; at; at = at.parentElement)
            if (clips(at) && !isIn(box, at.getBoundingClientRect()))
                found.push(`${name} is cut by .${at.className}`);
        if (one.scrollWidth > one.clientWidth + 1) found.push(`the text of ${name} is cut`);
        const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            if (!text.data.trim() || isSign(text.parentElement)) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            if (!range.getClientRects().length) continue;
            if (!isIn(range.getBoundingClientRect(), box))
                found.push(`the text of ${name} leaves its button`);
            const { scrollWidth, clientWidth } = text.parentElement;
            if (clientWidth && scrollWidth > clientWidth + 1) found.push(`the text of ${name} is cut`);
        }
    }
    return found;
}"""
ORDERS: Final = {"until_turn": True, "threatened": True, "no_basics": True}
HELD: Final = ("neigh", "super_neigh")


def questions(stage: Stage) -> dict[str, dict[str, Any]]:
    """Return the changes of a frame that ask with as many controls as there can be."""
    me = stage.frame["view"]["seat"]
    answers = [
        {
            "option": 901 + at,
            "label": card,
            "meaning": {"verb": "play", "card": card, "zone": "hand", "owner": me},
        }
        for at, card in enumerate(HELD)
    ]
    respond = {
        **stage.asked, "id": 900, "kind": "respond", "seconds": None,
        "options": [*answers, {"option": 900, "label": "Passa", "meaning": {"verb": "pass"}}],
    }  # fmt: skip
    played = {**stage.frame["view"]}
    played["zones"] = {**played["zones"], "playing": {"size": 1, "cards": ["rhinocorn"]}}
    window = {"seconds": 20, "total": 20, "held_by": [], "can_hold": True}
    return {
        "a window": {"decision": respond, "window": window, "view": played},
        "an action": {"decision": {**stage.asked, "seconds": 60}},
        "an action with orders": {"decision": {**stage.asked, "id": 902}, "orders": ORDERS, "is_quiet": True},
        "nobody is asked": {"decision": None},
    }


@pytest.mark.parametrize(
    "visitor",
    slow_except(
        [{"locale": "it", "reduced_motion": "reduce"}],
        [{"locale": lang, "reduced_motion": "reduce"} for lang in LANGUAGES],
        "asks in every language",
    ),
    indirect=True,
    ids=LANGUAGES,
)
@pytest.mark.parametrize("seats", [8])
def test_no_control_of_a_prompt_is_cut(page: Page, seats: int) -> None:
    stage = Stage(page, seats=seats, begin=begin_unicorns)
    found = []
    for question, changes in questions(stage).items():
        stage.show({**stage.next(), "can_undo": True, **changes})
        page.wait_for_function("() => document.querySelector('.prompt .undo')")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            assert page.locator(".asking button:visible").count()
            found += [f"{width}x{height}, {question}: {one}" for one in page.evaluate(CUT)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "visitor",
    slow_except(
        [{"locale": "pl"}], [{"locale": lang} for lang in LANGUAGES], "opens a table in every language"
    ),
    indirect=True,
    ids=LANGUAGES,
)
def test_the_code_of_a_table_is_in_the_first_screen_of_its_lobby(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    code = open_lobby(page, "unicorns", 8)
    way = page.locator(".lobby .pass")
    expect(way).to_be_in_viewport(ratio=1)
    assert "".join(way.locator("strong").inner_text().split()).lower() == code
    way.click()
    expect(page.locator(".invite .code")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "visitor",
    slow_except(
        [{"locale": "pl"}], [{"locale": lang} for lang in LANGUAGES], "begins a game in every language"
    ),
    indirect=True,
    ids=LANGUAGES,
)
def test_the_settings_of_a_table_fit_a_screen(page: Page) -> None:
    begin_unicorns(page, "", 2)
    page.locator(".top .aside button").last.click()
    page.locator("dialog[open] .settings").wait_for()
    dialog = page.locator("dialog[open]")
    assert dialog.evaluate("one => one.scrollHeight - one.clientHeight") == 0


TOO_LONG: Final = """() => [...document.querySelectorAll("select")].filter(one => {
    const whole = one.cloneNode();
    whole.append(one.selectedOptions[0].cloneNode(true));
    Object.assign(whole.style, { position: "absolute", width: "max-content", maxWidth: "none" });
    one.after(whole);
    const isCut = whole.offsetWidth > one.offsetWidth;
    whole.remove();
    return isCut && one.checkVisibility();
}).map(one => one.selectedOptions[0].textContent)"""
"""What is chosen in a list that is too narrow for it."""


@pytest.mark.parametrize(
    "visitor",
    slow_except(
        [{"locale": "ru"}], [{"locale": lang} for lang in LANGUAGES], "looks at pages in every language"
    ),
    indirect=True,
    ids=LANGUAGES,
)
@pytest.mark.parametrize("where", ["/new", "/cards"])
def test_what_is_chosen_in_a_list_is_not_cut(page: Page, where: str) -> None:
    page.goto(where)
    page.locator("select option").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("main select:visible").count()
        found += [f"{width}x{height}: {one}" for one in page.evaluate(TOO_LONG)]
    assert not found, "\n".join(found)


def test_the_button_that_answers_has_words_before_the_cards_are_loaded(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/cards/**", lambda route: held.append(route))  # noqa: PLW0108 - not a method of C
    stage = Stage(page, seats=2, begin=begin_unicorns)
    stage.show({**stage.next(), **questions(stage)["a window"]})
    expect(page.locator(".prompt .answer")).to_have_text(list(HELD))
    page.unroute("**/api/cards/**")
    for route in held:
        route.continue_()
    expect(page.locator(".prompt .answer")).to_have_text(["Neigh!", "Super Neigh!"])
