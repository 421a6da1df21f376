"""Two browsers at one table: a Neigh battle, a lost connection, a server restart, a player who leaves."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from support.web_players import ASKED, LONG, Wire, by_first, is_over, open_table, quicken, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, WebSocketRoute

    from support.web_host import Host

SOCKET: Final = re.compile(r"/api/tables/\w+/socket")
GAMES: Final = 4
"""How many games to play at most until a Neigh is answered with a Neigh."""
LEAVE: Final = """code => new Promise(left => {
    const socket = new WebSocket(`/api/tables/${code}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({ do: "leave", id: "bye" }));
    socket.onmessage = ({ data }) => { if (JSON.parse(data).id === "bye") { socket.close(); left(); } };
})"""


class Person:
    """A player with a browser context of their own."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.wire = Wire(page)
        self.is_online = True
        self._answered = -1
        self._sockets: list[WebSocketRoute] = []
        self._chance = Random(name)  # noqa: S311 - the same person every time
        page.route_web_socket(SOCKET, self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if not self.is_online:
            line.close(code=3001)
            return
        self._sockets.append(line)
        line.connect_to_server()

    def disconnect(self) -> None:
        """Close the connection, and refuse new ones until `is_online` is set."""
        self.is_online = False
        for line in self._sockets:
            line.close(code=3001)
        self._sockets.clear()

    @property
    def question(self) -> dict[str, Any] | None:
        """The open question, or None unless page and socket agree about it and it is not answered yet."""
        mark = self.page.evaluate(ASKED)
        asked = self.wire.tables[-1]["decision"] if self.wire.tables else None
        is_open = mark and asked and str(asked["id"]) == mark and asked["id"] != self._answered
        return asked if is_open else None

    def answer(self, question: dict[str, Any]) -> None:
        """Answer with a key: play a Neigh on everything, and otherwise keep every Neigh."""
        self._answered = question["id"]
        if question["in_a_row"] > 1:
            by_first(self.page)
            return
        options = question["options"][:9]
        wanted = [at for at, one in enumerate(options) if is_neigh(one) == (question["kind"] == "respond")]
        self.page.keyboard.press(str(1 + self._chance.choice(wanted or range(len(options)))))


def is_neigh(option: dict[str, Any]) -> bool:
    return "neigh" in str(option["meaning"].get("card", ""))


@contextmanager
def two(browser: Browser, address: str) -> Iterator[tuple[Person, Person, str]]:
    """Seat two players, the second by the link that the first one sends."""
    usual: dict[str, Any] = {"locale": "en-GB", "base_url": address, "reduced_motion": "reduce"}
    first, second = browser.new_context(**usual), browser.new_context(**usual)
    for context in (first, second):
        context.set_default_timeout(LONG)
    try:
        ada, bea = Person(first.new_page(), "Ada"), Person(second.new_page(), "Bea")
        quicken(ada.page)
        code = open_table(ada.page, name="Ada")
        bea.page.goto(ada.page.get_by_label("Link", exact=True).input_value())
        expect(bea.page.get_by_text("Ada has kept you a seat")).to_be_visible(timeout=LONG)
        bea.page.get_by_label("Your name").fill("Bea")
        bea.page.get_by_role("button", name="Sit down").click()
        bea.page.get_by_role("button", name="I am ready").click()
        expect(ada.page.locator(".seats .ready.is")).to_be_visible(timeout=LONG)
        start(ada.page)
        expect(bea.page.locator(".prompt")).to_be_visible(timeout=LONG)
        yield ada, bea, code
    finally:
        first.close()
        second.close()


def play(people: tuple[Person, Person], is_enough: Callable[[], bool]) -> bool:
    """Answer for both players until `is_enough` or the game is over; return `is_enough()`."""
    until = time.monotonic() + 600
    for one in cycle(people):
        question = one.question
        if is_enough():  # looked at after the question, so that none is answered unseen
            return True
        assert time.monotonic() < until, "the game does not go on"
        if question:
            one.answer(question)
        elif all(is_over(one.page) for one in people):
            return is_enough()
    return False


def progress(person: Person) -> int:
    """Return the number of log lines so far."""
    return len(person.wire.lines)


@pytest.mark.slow("opens a second browser")
def test_a_neigh_is_answered_with_a_neigh(browser: Browser, server: str) -> None:
    def neighed() -> list[dict[str, Any]]:
        return [
            line
            for line in ada.wire.lines
            if line["event"]["what"] == "responded" and "neigh" in line["event"]["to"]
        ]

    with two(browser, server) as (ada, bea, _):
        for _game in range(GAMES):
            if play((ada, bea), lambda: bool(neighed())):
                break
            ada.page.get_by_role("button", name="Play again").click()
            start(ada.page)
        battle = neighed()
        assert battle, "nobody neighed at a Neigh"
        played = battle[0]["text"].partition(" plays ")[2] or battle[0]["text"].partition(" play ")[2]
        card = played.partition(" on ")[0]
        is_ada = battle[0]["event"]["seat"] == 0
        mine, theirs = (
            (f"You play {card}", f"Ada plays {card}") if is_ada else (f"Bea plays {card}", f"You play {card}")
        )
        expect(ada.page.locator(".wide .turns")).to_contain_text(
            re.compile(rf"{mine} on \S+ Neigh"), timeout=LONG
        )
        expect(bea.page.locator(".wide .turns")).to_contain_text(
            re.compile(rf"{theirs} on \S+ Neigh"), timeout=LONG
        )
        # Wait until neither page shows the battle. One page is not enough: a key pressed for the other
        # player may play the next card before the first page has shown the end.
        assert play((ada, bea), lambda: not any(one.page.locator(".playing").count() for one in (ada, bea)))


def test_a_lost_connection_is_restored_without_lost_or_repeated_answers(
    browser: Browser, server: str
) -> None:
    with two(browser, server) as (ada, bea, _):
        play((ada, bea), lambda: progress(ada) > 12)
        bea.disconnect()
        expect(bea.page.get_by_text("The connection is lost")).to_be_visible(timeout=LONG)
        expect(ada.page.locator(".seat", has_text="Bea")).to_contain_text("away", timeout=LONG)
        bea.is_online = True
        expect(bea.page.get_by_text("The connection is lost")).to_have_count(0, timeout=LONG)
        expect(ada.page.locator(".seat", has_text="Bea")).not_to_contain_text("away", timeout=LONG)
        before = progress(ada)
        assert play((ada, bea), lambda: progress(ada) > before + 6 or is_over(ada.page))
        numbers = [line["number"] for line in bea.wire.lines]
        assert numbers == sorted(set(numbers))


def _is_waited_for(person: Person) -> bool:
    """Return whether the table waits for this player without a time limit."""
    return person.question is not None and person.question["kind"] != "respond"


@pytest.mark.slow("two browsers play, one of them cut off")
def test_an_answer_given_while_offline_is_sent_after_reconnecting(browser: Browser, server: str) -> None:
    with two(browser, server) as (ada, bea, _):
        play((ada, bea), lambda: _is_waited_for(ada) and progress(ada) > 8)
        question = ada.question
        assert question
        ada.disconnect()
        expect(ada.page.get_by_text("The connection is lost")).to_be_visible(timeout=LONG)
        by_first(ada.page)
        ada.is_online = True
        expect(ada.page.get_by_text("The connection is lost")).to_have_count(0, timeout=LONG)
        ada.page.wait_for_function(f"before => ({ASKED})() !== before", arg=str(question["id"]), timeout=LONG)
        expect(ada.page.locator(".refused")).to_have_count(0)


def _is_past(player: Person, goal: int) -> bool:
    return progress(player) > goal


@pytest.mark.slow("two browsers play while a server is ended twice")
def test_a_game_goes_on_after_the_server_is_killed_and_restarted(browser: Browser, own_host: Host) -> None:
    with two(browser, own_host.address) as (ada, bea, _):
        for is_killed in (True, False):
            goal = progress(ada) + 8
            play((ada, bea), partial(_is_past, ada, goal))
            own_host.stop(is_killed=is_killed)
            for one in (ada, bea):
                expect(one.page.get_by_text("The connection is lost")).to_be_visible(timeout=LONG)
            own_host.start()
            for one in (ada, bea):
                expect(one.page.get_by_text("The connection is lost")).to_have_count(0, timeout=LONG)
        reached = progress(ada)
        play((ada, bea), lambda: progress(ada) > reached + 8)
        assert progress(ada) > reached


@pytest.mark.slow("two browsers play, one of them leaves")
def test_a_bot_plays_for_a_player_who_left_until_they_return(browser: Browser, server: str) -> None:
    with two(browser, server) as (ada, bea, code):
        play((ada, bea), lambda: progress(ada) > 8)
        bea.page.evaluate(LEAVE, code)
        expect(ada.page.locator(".seat", has_text="Bea").locator(".bot")).to_be_visible(timeout=LONG)
        reached = progress(ada)
        play((ada, ada), lambda: progress(ada) > reached + 6)
        back = bea.page.get_by_role("button", name="Take my seat back")
        back.click()
        expect(back).to_have_count(0, timeout=LONG)
        expect(ada.page.locator(".seat", has_text="Bea").locator(".bot")).to_have_count(0, timeout=LONG)
        play((ada, bea), lambda: bea.question is not None or is_over(bea.page))
