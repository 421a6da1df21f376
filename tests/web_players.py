"""People at a browser: they open tables, look at the page and answer by mouse, finger or keys.

They know what a person sees: what glows, what the buttons say. What is asked is known by the mark that the
prompt carries, so nobody waits by the clock.
"""

from __future__ import annotations

import json
import re
import time
from random import Random
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

LONG: Final = 60_000
"""Milliseconds that a step may take on a machine that is busy with other things."""
MOST: Final = 1500
"""Answers after which a game should have ended."""
TABLES: Final = re.compile(r"/api/tables\?")
QUICK: Final = {"pace": 0, "window": 0, "stand_in": "easy"}
"""Bots that answer at once, and windows that wait for people."""

ASKED: Final = "() => document.querySelector('.prompt.mine')?.dataset.decision ?? ''"
MOVED: Final = """before => {
    if (document.querySelector('.result')) return true;
    const prompt = document.querySelector('.prompt.mine');
    return prompt !== null && (prompt.dataset.decision ?? '') !== before;
}"""
WAYS: Final = ".prompt .options:not(.list) > button, .card.can, .seat .choose, .pile.can"
"""Everything on the table that answers, or leads to what does."""
MARKS: Final = ".card.can:not(.marked), .pile.can, .prompt .options:not(.list) > .mark[aria-pressed=false]"
"""Where several cards are asked for: everything that marks one more, or leads to what does."""


def quicken(page: Page, options: dict[str, Any] | None = None, **house: Any) -> None:  # noqa: ANN401 - JSON
    """Have the tables that this page opens run quickly, as no control of the page can say."""

    def change(route: Route) -> None:
        wanted = route.request.post_data_json if route.request.method == "POST" else None
        if isinstance(wanted, dict):
            wanted["house"] = {**wanted["house"], **QUICK, **house}
            wanted["options"] = {**wanted["options"], **(options or {})}
            route.continue_(post_data=json.dumps(wanted))
        else:
            route.continue_()

    page.route(TABLES, change)


def open_table(page: Page, game: str = "Unstable Unicorns", seats: int = 2, name: str = "Ada") -> str:
    """Open a table in the form of the first page; return its code."""
    page.goto("/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=game).check()
    page.get_by_role("group", name="Seats").get_by_text(str(seats), exact=True).click()
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible(timeout=LONG)
    return page.url.rsplit("/", 1)[1]


def start(page: Page) -> None:
    """Begin the game, as the host."""
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".prompt")).to_be_visible(timeout=LONG)


def begin(page: Page, game: str = "Unstable Unicorns", seats: int = 2) -> str:
    """Open a table of bots and begin; return its code."""
    quicken(page)
    code = open_table(page, game, seats)
    start(page)
    return code


def is_over(page: Page) -> bool:
    """Tell whether the page shows the end."""
    return page.locator(".result").count() > 0


def await_question(page: Page, before: str = "") -> str:
    """Wait for a question other than the last; return its mark, nothing if the game is over."""
    page.wait_for_function(MOVED, arg=before, timeout=LONG)
    return "" if is_over(page) else page.evaluate(ASKED)


def play_out(page: Page, answer: Callable[[Page, Random], None], seed: int = 1) -> int:
    """Answer until the game is over; return how often."""
    chance = Random(seed)  # noqa: S311 - a player who plays the same every time
    asked, count = await_question(page), 0
    while asked:
        assert count < MOST, "this game does not end"
        answer(page, chance)
        count += 1
        asked = await_question(page, asked)
    return count


def takes_several(page: Page) -> bool:
    """Tell whether several cards are asked for at once."""
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
            marks = page.locator(".card.can")  # a copy of what is marked
        do(marks.nth(chance.randrange(marks.count())))
    raise AssertionError("there is no end of marking")


def press(page: Page, chance: Random, do: Callable[[Locator], None]) -> None:
    """Press something that answers; a card shows itself first, a pile its cards."""
    if takes_several(page):
        mark(page, chance, do)
        return
    ways = page.locator(WAYS)
    one = ways.nth(chance.randrange(ways.count()))
    is_card = bool(one.evaluate("one => one.matches('.card, .pile')"))
    is_pile = is_card and bool(one.evaluate("one => one.matches('.pile')"))
    do(one)
    if is_pile:
        cards = page.locator("dialog[open] .card.can")
        do(cards.nth(chance.randrange(cards.count())))
    if is_card:
        do(page.locator("dialog[open] .do"))


def by_mouse(page: Page, chance: Random) -> None:
    """Answer with the mouse."""
    press(page, chance, lambda one: one.click())


def by_touch(page: Page, chance: Random) -> None:
    """Answer with a finger."""
    press(page, chance, lambda one: one.tap())


def options(page: Page) -> int:
    """Return how many answers the prompt has: those with a button, and those on cards, which it counts."""
    buttons = page.locator(".prompt .options:not(.list) > button").count()
    listed = page.locator(".prompt .more button").first
    found = re.search(r"\((\d+)\)", listed.inner_text()) if listed.count() else None
    return buttons + (int(found[1]) if found else 0)


def by_digit(page: Page, chance: Random) -> None:
    """Answer with a key; or mark with some and send with another."""
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
    """Answer with the first key, or as many as are asked for from the first on."""
    if not takes_several(page):
        page.keyboard.press("1")
        return
    for digit in range(1, 10):
        if page.locator(".prompt .send").is_disabled():
            page.keyboard.press(str(digit))
    page.keyboard.press("d")


def by_list(page: Page, chance: Random) -> None:
    """Answer with a button, without a look at the cards."""
    unfold = page.get_by_role("button", name="As a list")
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
    """Go to something by the Tab key alone."""
    for _ in range(most):
        if page.evaluate("what => document.activeElement?.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


class Wire:
    """What a page was told about its table, frame by frame."""

    def __init__(self, page: Page) -> None:
        self.tables: list[dict[str, Any]] = []
        self._page = page
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "table":
            self.tables.append(frame)

    def until(self, is_there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the last frame of a kind: what the page shows already we may hear of a moment later."""
        until = time.monotonic() + LONG / 1000
        while not (found := [table for table in self.tables if is_there(table)]):
            assert time.monotonic() < until, "nobody was told this"
            self._page.evaluate("() => null")  # meanwhile events come in
        return found[-1]

    def asking(self, mark: str) -> dict[str, Any]:
        """Return the frame with the question that carries a mark."""
        return self.until(lambda table: str((table["decision"] or {}).get("id")) == mark)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log as it stands after everything that came."""
        log: list[dict[str, Any]] = []
        for table in self.tables:
            log = [*log[: table["log_from"]], *table["log"]]
        return log
