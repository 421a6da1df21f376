"""Several people at one table, each with a browser context of their own."""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from itertools import cycle
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from support.web_players import ASKED, LONG, Wire, by_first, is_over, open_table, quicken, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("Ada", "Bea", "Cyd", "Dan")


class Guest:
    """A player at the table; the page can be closed and opened again."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.context, self.name = context, name
        self.open()

    def open(self) -> None:
        """Open a page, without an address yet."""
        self.page: Page = self.context.new_page()
        self.wire = Wire(self.page)
        self.answered = ""

    def question(self) -> dict[str, Any] | None:
        """Return the question on the page; None if there is none, or its frame has not been reported yet."""
        mark = self.page.evaluate(ASKED)
        asked = self.wire.tables[-1]["decision"] if self.wire.tables else None
        is_open = asked is not None and mark == str(asked["id"]) != self.answered
        return asked if is_open else None

    def told(self) -> str:
        """Return what the page says to this player, for a test that fails."""
        return f"{self.name}: {' '.join(self.page.locator('.prompt').first.inner_text().split())}"

    def answer(self) -> None:
        """Answer the question on the page with its first option."""
        self.answered = self.page.evaluate(ASKED)
        by_first(self.page)


@contextmanager
def table_of(
    browser: Browser,
    address: str,
    people: int,
    game: str = "Unstable Unicorns",
    *,
    bots: int = 0,
    **house: Any,  # noqa: ANN401 - JSON
) -> Iterator[list[Guest]]:
    """Seat people and bots at a table and start the game."""
    with ExitStack() as stack:
        guests: list[Guest] = []
        for name in NAMES[:people]:
            context = browser.new_context(locale="en-GB", base_url=address, reduced_motion="reduce")
            context.set_default_timeout(LONG)
            stack.callback(context.close)
            guests.append(Guest(context, name))
        host = guests[0]
        quicken(host.page, **house)
        open_table(host.page, game, people + bots, name=host.name)
        link = host.page.get_by_label("Link", exact=True).input_value()
        for guest in guests[1:]:
            guest.page.goto(link)
            guest.page.get_by_label("Your name").fill(guest.name)
            guest.page.get_by_role("button", name="Sit down").click()
            guest.page.get_by_role("button", name="I am ready").click()
        expect(host.page.locator(".seats .ready.is")).to_have_count(people - 1)
        start(host.page)
        for guest in guests:
            expect(guest.page.locator(".prompt")).to_be_visible()
        yield guests


def play_until(
    guests: Sequence[Guest], is_enough: Callable[[], bool], answer: Callable[[Guest], None] = Guest.answer
) -> None:
    """Answer for these players until `is_enough`; fail if the game ends before or does not go on."""
    until = time.monotonic() + LONG / 1000
    for guest in cycle(guests):
        asked = guest.question()
        if is_enough():  # looked at after the question, so that none is answered unseen
            return
        assert time.monotonic() < until, f"the game does not go on: {[guest.told() for guest in guests]}"
        if all(is_over(guest.page) for guest in guests):
            assert is_enough(), "the game is over"  # it may have ended since this was asked
            return
        if asked:
            answer(guest)
