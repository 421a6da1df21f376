"""Players in a browser: they open tables, read the page and answer with mouse, touch or keyboard.

They use what a person sees, such as highlighted cards and button labels. The prompt carries the id of its
question, so tests wait for the next question and not for a time.
"""

from __future__ import annotations

import json
import re
import time
from random import Random
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from support.sizes import sized

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

LONG: Final = 120_000
"""Milliseconds that a step may take on a busy machine."""
MOST: Final = 1500
"""Answers after which a game should have ended."""
TABLES: Final = re.compile(r"/api/tables\?")
QUICK: Final = {"pace": 0, "window": 0, "stand_in": "easy"}
"""House rules: bots answer at once, and windows wait for people."""
SHORT: Final[dict[str, Any]] = sized(quick={"unicorns_to_win": 4}, full={}, release={})
"""Options for a short game."""
ENDED: Final = re.compile(r"\bwins?\b|share the victory|Everybody loses")
"""What the heading of a finished game says."""

ASKED: Final = "() => document.querySelector('.prompt.mine')?.dataset.decision ?? ''"
MOVED: Final = """before => {
    if (document.querySelector('.result')) return true;
    const prompt = document.querySelector('.prompt.mine');
    return prompt !== null && (prompt.dataset.decision ?? '') !== before;
}"""
WAYS: Final = ".prompt .options:not(.list) > button, button.card.can, .pile.can"
"""Every element of the table that answers, or that opens a dialog that does.

A card that is only a picture, because a finger could not tell it from its neighbours, is in the prompt too.
"""
MARKS: Final = (
    "button.card.can:not(.marked), .pile.can, .prompt .options:not(.list) > .mark[aria-pressed=false]"
)
"""For questions of several cards: every element that marks one more, or that opens a dialog that does."""


def quicken(page: Page, options: dict[str, Any] | None = None, **house: Any) -> None:  # noqa: ANN401 - JSON
    """Make the tables that this page opens run quickly, with house rules that the page does not offer."""

    def change(route: Route) -> None:
        wanted = route.request.post_data_json if route.request.method == "POST" else None
        if isinstance(wanted, dict):
            wanted["house"] = {**wanted.get("house", {}), **QUICK, **house}
            wanted["options"] = {**wanted.get("options", {}), **(options or {})}
            route.continue_(post_data=json.dumps(wanted))
        else:
            route.continue_()

    page.route(TABLES, change)


def open_table(page: Page, game: str = "Unstable Unicorns", seats: int = 2, name: str = "Ada") -> str:
    """Open a table with the form of the start page; return its code."""
    page.goto("/new")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=game).check()
    page.get_by_role("group", name="Seats").get_by_role("radio", name=str(seats), exact=True).check()
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible(timeout=LONG)
    return page.url.rsplit("/", 1)[1]


def start(page: Page) -> None:
    """Start the game as the host."""
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".prompt")).to_be_visible(timeout=LONG)


def begin(page: Page, game: str = "Unstable Unicorns", seats: int = 2) -> str:
    """Open a table with bots and start the game; return the table's code."""
    quicken(page, SHORT if game == "Unstable Unicorns" else None)
    code = open_table(page, game, seats)
    start(page)
    return code


def is_over(page: Page) -> bool:
    """Return whether the page shows the result of the game."""
    return page.locator(".result").count() > 0


def await_question(page: Page, before: str = "") -> str:
    """Wait for a question other than `before`; return its id, or an empty string if the game is over."""
    page.wait_for_function(MOVED, arg=before, timeout=LONG)
    return "" if is_over(page) else page.evaluate(ASKED)


def play_out(page: Page, answer: Callable[[Page, Random], None], seed: int = 1) -> int:
    """Answer until the game is over; return the number of answers."""
    chance = Random(seed)  # noqa: S311 - the same game every time
    asked, count = await_question(page), 0
    while asked:
        assert count < MOST, "this game does not end"
        answer(page, chance)
        count += 1
        asked = await_question(page, asked)
    return count


def takes_several(page: Page) -> bool:
    """Return whether the question asks for several cards at once."""
    return page.locator(".prompt .send").count() > 0


def mark(page: Page, chance: Random, do: Callable[[Locator], None]) -> None:
    """Mark as many cards as are asked for, then send them with one press."""
    for _ in range(MOST):
        send = page.locator("dialog[open] .send, .prompt .send").first
        if send.is_enabled():
            do(send)
            return
        marks = page.locator("dialog[open] .card.can:not(.marked)")
        if page.locator("dialog[open]").count() == 0:
            marks = page.locator(MARKS)
        elif marks.count() == 0:
            do(page.locator("dialog[open] header button"))
            continue
        if marks.count() == 0:
            marks = page.locator("button.card.can")  # a copy of a marked card
            marks.first.wait_for()
        do(marks.nth(chance.randrange(marks.count())))
    raise AssertionError("there is no end of marking")


def press(page: Page, chance: Random, do: Callable[[Locator], None]) -> None:
    """Press an element that answers; a pile, and a card to be played, open a dialog first."""
    if takes_several(page):
        mark(page, chance, do)
        return
    ways = page.locator(WAYS)
    ways.first.wait_for()  # the prompt shows what is out of sight a few frames after the question
    one = ways.nth(chance.randrange(ways.count()))
    is_pile = bool(one.evaluate("one => one.matches('.pile')"))
    do(one)
    if is_pile:
        cards = page.locator("dialog[open] .card.can")
        do(cards.nth(chance.randrange(cards.count())))
    if page.locator("dialog[open] .do").count():
        do(page.locator("dialog[open] .do"))


def by_mouse(page: Page, chance: Random) -> None:
    """Answer with the mouse."""
    press(page, chance, lambda one: one.click())


def by_touch(page: Page, chance: Random) -> None:
    """Answer by touch. A card to be played is sent after a moment, or by a press at once."""
    press(page, chance, lambda one: one.tap())
    now = page.locator(".prompt .foot:has(.time) .main")
    if now.count():
        now.tap()


def options(page: Page) -> int:
    """Return the number of answers: the buttons, and the answers on cards, which the prompt counts."""
    buttons = page.locator(".prompt .options:not(.list) > button").count()
    listed = page.locator(".prompt .more [aria-expanded]")
    found = re.search(r"\((\d+)\)", listed.inner_text()) if listed.count() else None
    return buttons + (int(found[1]) if found else 0)


def by_digit(page: Page, chance: Random) -> None:
    """Answer with a digit key; for several cards, mark with digit keys and send with D."""
    digits = range(1, min(9, options(page)) + 1)
    if not takes_several(page):
        page.keyboard.press(str(chance.choice(digits)))
        return
    send = page.locator(".prompt .send")
    for _ in range(MOST):
        if send.is_enabled():
            page.keyboard.press("d")
            return
        page.keyboard.press(str(chance.choice(digits)))
    raise AssertionError("there is no end of marking")


def by_first(page: Page) -> None:
    """Answer with the first option, or with the first options if several cards are asked for."""
    if not takes_several(page):
        page.keyboard.press("1")
        return
    for digit in range(1, 10):
        if page.locator(".prompt .send").is_disabled():
            page.keyboard.press(str(digit))
    page.keyboard.press("d")


def by_list(page: Page, chance: Random) -> None:
    """Answer with a button of the list of options, without the cards."""
    unfold = page.get_by_role("button", name="Show as list")
    if unfold.count():
        unfold.click()
    if takes_several(page):
        for button in page.locator(".prompt .options > .mark[aria-pressed=false]").all():
            if not page.locator(".prompt .send").is_enabled():
                button.click()
        page.locator(".prompt .send").click()
        return
    buttons = page.locator(".prompt .options > button")
    buttons.nth(chance.randrange(buttons.count())).click()


def tab_to(page: Page, selector: str, most: int = 150) -> None:
    """Move the focus to an element with the Tab key alone."""
    for _ in range(most):
        if page.evaluate("what => document.activeElement?.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {selector}")


class Wire:
    """The table frames that a page has received."""

    def __init__(self, page: Page) -> None:
        self.tables: list[dict[str, Any]] = []
        self._page = page
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "table":
            self.tables.append(frame)

    def until(self, is_there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a frame that satisfies `is_there` and return the last one.

        Playwright may report a frame a moment after the page shows it.
        """
        until = time.monotonic() + LONG / 1000
        while not (found := [table for table in self.tables if is_there(table)]):
            assert time.monotonic() < until, "no such frame arrived"
            self._page.evaluate("() => null")  # lets Playwright deliver its events
        return found[-1]

    def asking(self, mark: str) -> dict[str, Any]:
        """Return the frame with the question of this id."""
        return self.until(lambda table: str((table["decision"] or {}).get("id")) == mark)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log after all frames so far."""
        log: list[dict[str, Any]] = []
        for table in self.tables:
            log = [*log[: table["log_from"]], *table["log"]]
        return log
