"""A tour of every screen that uses selectors only, so it works in any language.

Each step yields the name of the screen that the page shows now; the caller inspects the page.
"""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any, Final

from support.web_players import LONG, MOST, SHORT, Wire, await_question, by_first, quicken

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from playwright.sync_api import Page

CLOSED: Final = "() => document.querySelector('dialog[open]') === null"
LISTED: Final = ".dock:has(.more [aria-expanded]) .hand .card.can:not([aria-pressed])"
"""A card in hand that can be chosen, where the answers can be had as a list."""
OTHER_CARD: Final = ".seat button.card:not(.can)"
"""A card of a seat that cannot be chosen: pressed, it is shown large."""
LIMIT: Final = 2
"""The hand limit: low enough that players sometimes discard several cards."""


def pages(page: Page, server: str) -> Iterator[str]:
    """Visit the screens that need no table."""
    page.goto("/")
    page.locator("button.now").wait_for()
    yield "home"
    page.goto("/new")
    page.locator(".games label").first.wait_for()
    yield "a new table"
    page.locator("form .packs summary").click()
    page.locator("form .packs input").first.check()
    page.locator("form .more > summary").click()
    page.locator("form .more details summary").first.click()
    page.locator(".rules").wait_for()
    yield "a new table with all that can be chosen"
    page.locator("form button.plain").first.click()
    yield from _closing(page, "the question for the age")
    page.locator("header .gear").click()
    page.locator("dialog[open] .settings").wait_for()
    yield from _closing(page, "settings")
    page.goto(f"/t/{invitation(server)}")
    page.locator(".join form").wait_for()
    yield "join"
    page.goto("/cards")
    page.locator(".page li").first.wait_for()
    yield "cards"
    page.goto("/rules#UU-KEY-destroy")
    page.locator("#UU-KEY-destroy button").click()
    page.locator("#UU-KEY-destroy li a").first.wait_for()
    yield "rules"
    page.locator("#UU-KEY-destroy li a").first.click()
    page.locator(".told + .board .card").first.wait_for(timeout=LONG)
    page.keyboard.press("ArrowRight")
    yield "a case"
    page.locator(".ways button").last.click()
    page.locator(".prompt.mine").wait_for(timeout=LONG)
    yield "a case that is tried"
    page.goto("/tutorial")
    page.locator(".speech h2").first.wait_for(timeout=LONG)
    yield "the tutorial"
    page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    page.locator("#lost").wait_for()
    yield "an address where nothing is"


def game(page: Page, kind: str, seats: int = 3) -> Iterator[str]:
    """Visit the screens of a game from the lobby to its replay."""
    quicken(page, {"hand_limit": LIMIT} if kind == "unicorns" else None)
    wire = Wire(page)
    open_lobby(page, kind, seats)
    yield f"{kind}: lobby"
    page.locator(".foot button").first.click()
    page.locator("dialog[open] .games").wait_for()
    yield from _closing(page, f"{kind}: changing the table")
    page.locator(".foot button").nth(1).click()
    yield from _closing(page, f"{kind}: joining on the same device")
    page.locator(".lobby .now button").click()
    asked = await_question(page)
    yield f"{kind}: the first question"
    if page.locator(".pile.can").count():
        page.locator(".pile.can").first.click()
        yield from _closing(page, f"{kind}: a pile")
    asked = _until(page, asked, lambda: page.locator(LISTED).count() > 0)
    page.locator(".hand .card.can").first.click(button="right")
    yield from _closing(page, f"{kind}: a card that can be chosen")
    if page.locator(OTHER_CARD).count():
        page.locator(OTHER_CARD).first.click()
        yield from _closing(page, f"{kind}: a card")
    if page.locator(".strip .open").count():
        page.locator(".strip .open").first.click(position={"x": 8, "y": 8})
        yield from _closing(page, f"{kind}: a strip that is open")
    page.locator(".prompt .more [aria-expanded]").click()
    yield f"{kind}: the list of answers"
    page.locator(".prompt .more [aria-expanded]").click()
    page.keyboard.press("?")
    yield from _closing(page, f"{kind}: keys")
    if page.locator(".top .narrow").is_visible():
        page.locator(".top .narrow").click()
        yield from _closing(page, f"{kind}: the log")
    if kind == "unicorns":
        asked = yield from _questions(page, wire, asked)
    _until(page, asked, lambda: False)
    yield f"{kind}: the end"
    page.locator(".result a").first.click()
    page.locator(".controls").wait_for(timeout=LONG)
    page.locator(".steps button").last.click()
    page.locator(".seat").first.wait_for()
    yield f"{kind}: the replay"
    page.locator(".steps button").first.click()
    page.locator(".controls > button.main").click()
    yield from _closing(page, f"{kind}: playing on")


def open_lobby(page: Page, kind: str, seats: int) -> str:
    """Open a table with the form of the start page; return its code."""
    page.goto("/new")
    page.locator("input[autocomplete=nickname]").fill("Ada")
    page.locator(f".games input[value={kind}]").check()
    page.locator(f"input[type=radio][value='{seats}']").check(force=True)
    page.locator("form button.main[type=submit]").click()
    page.locator(".lobby .now button").wait_for(timeout=LONG)
    return page.url.rsplit("/", 1)[1]


def start(page: Page) -> None:
    """Start the game as the host."""
    page.locator(".lobby .now button").click()
    page.locator(".prompt").wait_for(timeout=LONG)


def begin_unicorns(page: Page, _game: str, seats: int) -> None:
    """Open a table of the unicorns and start its game."""
    quicken(page, SHORT)
    open_lobby(page, "unicorns", seats)
    start(page)


def invitation(server: str) -> str:
    """Open a table with free seats through the HTTP API; return its code."""
    wanted = {"name": "Grace", "game": "unicorns", "seats": 4, "options": {"unicorns_to_win": 6}}
    request = urllib.request.Request(  # noqa: S310 - it is our own server
        f"{server}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - the same
        return str(json.load(answer)["code"])


def _closing(page: Page, name: str) -> Iterator[str]:
    """Yield the name of an open dialog, then close it with Escape."""
    page.locator("dialog[open]").wait_for()
    yield name
    page.keyboard.press("Escape")
    page.wait_for_function(CLOSED)


def _questions(page: Page, wire: Wire, asked: str) -> Generator[str, None, str]:
    """Play until each rare kind of question has been shown once; return the id of the last question."""
    wanted: dict[str, Callable[[dict[str, Any]], bool]] = {
        "a window": lambda question: question["kind"] == "respond",
        "several cards": lambda question: question["in_a_row"] > 1,
    }

    def fitting() -> list[str]:
        return [name for name, fits in wanted.items() if fits(wire.tables[-1]["decision"])]

    while wanted and (asked := _until(page, asked, lambda: bool(fitting()))):
        for name in fitting():
            marks = page.locator(".hand .card.can[aria-pressed=false]")
            if marks.count():
                marks.last.click()
            yield f"unicorns: {name}"
            del wanted[name]
    return asked


def _until(page: Page, asked: str, is_there: Callable[[], bool]) -> str:
    """Answer until `is_there` or the game is over; return the id of the open question."""
    for _ in range(MOST):
        if not asked or is_there():
            return asked
        by_first(page)
        asked = await_question(page, asked)
    raise AssertionError("the game does not end")
