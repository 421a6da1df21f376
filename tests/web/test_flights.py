"""The card that moved flies: the right copy, from where it was to where it goes, over nobody’s name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from support.web_frames import Stage
from support.web_happenings import BABIES, COPY, PHONE, POISONED, STOLEN, set_pace, two_copies

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

STANDING: Final = """
window.standings = [];
new MutationObserver(() => {
    const horns = [...document.querySelectorAll('.seat .pips')]
        .map(one => one.querySelectorAll('.full').length);
    const turn = document.querySelector('.seat.active')?.dataset.seat;
    const now = [document.querySelector('.moment')?.textContent.trim(), turn, ...horns].join();
    if (now === window.standings.at(-1)?.now) return;
    const flying = document.querySelectorAll('.flight').length;
    window.standings.push({ now, flown: window.flights.length, flying });
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""
"""Keeps what heading, turn and horns showed, with the cards that had flown and that were flying then."""
COVERED: Final = """() => {
    const flight = document.querySelector('.flight');
    for (const one of flight.getAnimations()) { one.pause(); one.currentTime = 0; }
    flight.closest('[inert]').inert = false;  // only what is not inert can be hit
    return [...document.querySelectorAll('.seat h2')].filter(name => {
        const { x, y, height } = name.getBoundingClientRect();
        for (const one of [flight.parentElement, flight, name.closest('.who')])
            one.style.pointerEvents = 'auto';
        Object.assign(flight.style, { left: `${x - 10}px`, top: `${y - 20}px`, visibility: 'visible' });
        const hits = document.elementsFromPoint(x + 8, y + height / 2);
        const [at, above] = [flight, name].map(one => hits.findIndex(hit => one.contains(hit)));
        return at < 0 || above < 0 || at < above;
    }).map(name => name.textContent);
}"""
"""Stops a card that flies over the name of each seat; returns the names that it covers."""


def box_of(page: Page, place: str, option: int) -> FloatRect:
    """Return where a numbered card lies."""
    box = page.locator(f'[data-place="{place}"][data-option="{option}"]').bounding_box()
    assert box is not None
    return box


def lies_over(page: Page) -> list[str]:
    """Return the cards of one's hand that a card in the air covers."""
    found: list[str] = page.evaluate("""() => {
        const air = [...document.querySelectorAll('.flight')]
            .filter(one => getComputedStyle(one).visibility === 'visible')
            .map(one => one.getBoundingClientRect());
        return [...document.querySelectorAll('[data-place="hand 0"]')].filter(card => {
            const { left, right, top, bottom } = card.getBoundingClientRect();
            return air.some(one => Math.min(one.right, right) - Math.max(one.left, left) > 8
                && Math.min(one.bottom, bottom) - Math.max(one.top, top) > 8);
        }).map(card => card.dataset.card);
    }""")
    return found


def test_the_copy_that_was_destroyed_flies_to_the_discard_pile(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    first, second = box_of(page, "stable 0", 40), box_of(page, "stable 0", 41)
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY)], his)
    stage.show(stage.next(dict(POISONED), view=view))
    page.wait_for_function("() => window.flights.length > 0")
    (flight,) = page.evaluate("window.flights")
    assert (flight["copy"], flight["from"], flight["to"]) == ("41", "stable 0", "discard")
    assert flight["kind"] == "hit"
    assert abs(flight["x"] - second["x"]) < 2
    assert abs(flight["x"] - first["x"]) > 10
    page.wait_for_function("() => document.querySelector('.flight') === null")
    assert page.locator('[data-option="40"]').is_visible()


@pytest.mark.slow("waits for cards that fly")
def test_a_stolen_copy_flies_into_the_stable_of_the_thief(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    second = box_of(page, "stable 0", 41)
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY), (41, COPY)], his)
    stage.show(stage.next(dict(STOLEN), view=view))
    page.wait_for_function("() => window.flights.length > 0")
    (flight,) = page.evaluate("window.flights")
    assert (flight["kind"], flight["copy"], flight["to"]) == ("theft", "41", "stable 1")
    assert abs(flight["x"] - second["x"]) < 2
    page.wait_for_function("() => document.querySelector('.flight') === null")
    expect(page.locator('[data-place="stable 1"][data-option="41"]')).to_be_visible()


@pytest.mark.parametrize("visitor", [{}, PHONE], indirect=True, ids=["big", "phone"])
def test_a_card_that_waits_to_be_seen_leaving_hides_no_other_card_of_the_hand(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    view = json.loads(json.dumps(stage.frame["view"]))
    hand = view["zones"]["seats"][0]["hand"]
    hand["cards"] = ["americorn", "neigh", "rhinocorn", "unicorn_poison"]
    stage.show(stage.next(view=view))
    expect(page.locator('[data-place="hand 0"][data-card="neigh"]')).to_be_visible()
    hand["cards"] = ["americorn", "rhinocorn", "unicorn_poison"]
    neighed = {
        "text": "You play Neigh.", "what": "responded", "rules": [], "seat": 0, "cards": ["neigh"], "to": COPY
    }  # fmt: skip
    stage.show(stage.next(dict(POISONED), neighed, view=view))
    expect(page.locator(".ticker")).to_have_text("Hazel’s Unicorn Poison destroys your Narwhal.")
    assert page.locator('.flight[data-flying="neigh"]').count() == 1
    assert lies_over(page) == []
    expect(page.locator(".ticker")).to_have_text("You play Neigh.")
    page.wait_for_function("() => document.querySelector('.flight') === null")


@pytest.mark.slow("waits for cards that fly")
def test_heading_turn_and_horns_change_when_the_card_lands(page: Page) -> None:
    page.add_init_script(STANDING)
    stage = Stage(page)
    two_copies(stage)
    page.evaluate("() => { window.standings = []; window.flights.length = 0; }")
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY)], [*hers, (42, COPY), (41, COPY)], his)
    view |= {"points": [2, 3, 1], "active": 1}
    stage.show(stage.next(dict(STOLEN), view=view, moment="Hazel has it"))
    expect(page.locator(".moment")).to_contain_text("Hazel has it")
    shown = page.evaluate("window.standings")
    assert shown[-1]["now"].endswith("Hazel has it,1,3,1,2")
    changed = [one for one in shown if "Hazel has it" in one["now"] or one["now"].endswith("3,1,2")]
    assert [(one["flown"], one["flying"]) for one in changed] == [(1, 0)] * len(changed)


@pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])
def test_a_card_that_flies_covers_no_name_and_a_known_one_tells_what_it_is(page: Page) -> None:
    set_pace(page, "slow")
    stage = Stage(page)
    view = json.loads(json.dumps(stage.frame["view"]))
    view["zones"]["seats"][2]["hand"]["cards"] = ["neigh"]
    drew = {"text": "Hazel draws 2 cards.", "what": "drew", "rules": [], "seat": 1, "count": 2}
    stage.show(stage.next(drew, view=view))
    page.wait_for_function("() => document.querySelector('.flight') !== null")
    assert page.evaluate(COVERED) == []
    known = page.locator('[data-place="hand 2"][data-card="neigh"]')
    name = stage.frame["seats"][2]["name"]
    expect(known).to_have_attribute("title", f"Neigh: You know that {name} holds this card.")
    known.dispatch_event("click")
    expect(page.locator("dialog[open] .whose")).to_have_text(f"You know that {name} holds this card.")


@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_with_reduced_motion_no_card_flies_and_the_ticker_stays(page: Page) -> None:
    stage = Stage(page)
    two_copies(stage)
    stage.show(stage.next(dict(POISONED)))
    page.wait_for_function("() => window.told.at(-1)?.startsWith('Hazel’s Unicorn Poison')")
    assert page.evaluate("window.flights") == []


@pytest.mark.slow("waits for cards that fly")
def test_in_fairy_tale_a_revealed_card_flies_to_its_tale(page: Page) -> None:
    stage = Stage(page, "Fairy Tale")
    view = json.loads(json.dumps(stage.frame["view"]))
    view["zones"]["seats"][1]["table"] = {"size": 1, "cards": ["bard"]}
    played = {
        "text": "Hazel plays Bard.",
        "what": "played",
        "rules": ["FT-PLAY-1"],
        "seat": 1,
        "card": "bard",
    }
    stage.show(stage.next(played, view=view))
    page.wait_for_function("() => window.flights.length > 0")
    flight = page.evaluate("window.flights.at(-1)")
    assert (flight["kind"], flight["flying"], flight["to"]) == ("play", "bard", "table 1")
    expect(page.locator(".ticker")).to_have_text("Hazel plays Bard.")
    page.wait_for_function("() => document.querySelector('.flight') === null")
    expect(page.locator('[data-place="table 1"][data-card="bard"]').first).to_be_visible()
