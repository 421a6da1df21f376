"""The attack suite: every route, every command and every way to break the protocol, beside games that go on.

The server is the real command with its default limits; the attackers are in their own process. The routes are
those of the API's description, the commands those of the protocol's types. Nothing here depends on how fast
the machine is: how much slower answers become is measured by `bench/doors.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

import support.attackers as bad
from stablehand.server.app import create_app
from stablehand.server.limits.budgets import BURST_SECONDS
from stablehand.server.limits.costs import COMMANDS, LIGHT
from stablehand.server.limits.doors import COST
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from stablehand.server.store import Store, url_for
from stablehand.table.state import facts
from support.attack_routes import commands, routes, target_of, ways_of
from support.attacked import PACE, attacking
from support.server_process import served
from support.sizes import sized
from support.socket_players import RunningServer, SocketPlayer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from support.attacked import Attackers

    Scenario = Callable[["Victims", Attackers, dict[str, str]], Awaitable[None]]

LONG = 900.0
"""Seconds after which a test gives up; a quiet machine needs a minute at most."""
ANSWERS = 15
"""Answers of the victims, who take their time, for which each single attack goes on."""
ADDRESSES = 10
REFUSED = frozenset({"429", "503", "too_fast", "closed 4429"})
"""Replies to what was not done."""


@dataclass
class Victims:
    """Two players who play games to their end, never connect again, and keep in mind what was accepted."""

    server: RunningServer
    accepted: dict[str, Counter[str]] = field(default_factory=dict)
    """The commands that were accepted, by the code of the table."""
    games: int = 0
    pace: float = 0.0
    """Seconds between two answers of a player."""
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def answers(self, number: int) -> None:
        """Wait for so many answers."""
        for _ in range(number):
            self._answered.clear()
            await self._answered.wait()

    async def play(self) -> None:
        """Play a game to its end."""
        ann = await self.server.opened(seats=2, house={"window": 0})
        bob = await self.server.joined(ann.code)
        self.accepted[ann.code] = Counter()
        async with ann.connected(), bob.connected():
            await bob.send("ready")
            await ann.send("start")
            async with asyncio.TaskGroup() as players:
                for player in (ann, bob):
                    players.create_task(self._answer(player))
        self.games += 1

    async def _answer(self, player: SocketPlayer) -> None:
        loop = asyncio.get_running_loop()
        while asked := await player.asked():
            turn = asyncio.Event()
            loop.call_later(self.pace, turn.set)
            await turn.wait()
            reply = await player.answer(asked)
            self._answered.set()
            if reply["type"] == "accepted":
                self.accepted[player.code][reply["id"]] += 1
            elif reply["reason"] == "too_fast":
                continue
            else:
                assert reply["reason"] in {"stale", "not_asked", "not_playing"}, reply
            await player.moved(asked)

    def check(self, folder: Path) -> None:
        """Check that what was accepted is stored, once each, and that every game has ended."""
        assert self.games == len(self.accepted) > 0
        with Store(url_for(folder, None)) as store:
            for code, accepted in self.accepted.items():
                record = store.find(code)
                assert record is not None
                history = [facts.read(body) for body in store.facts(record.id)]  # checks the hash chain
                answers = [one for one in history if isinstance(one, facts.Answered)]
                stored = Counter(one.command for one in answers if one.by == "player")
                assert stored == accepted
                assert set(accepted.values()) == {1}


def check(report: bad.Report, ways: Sequence[str]) -> None:
    """Check that every way was tried, and that nothing was answered by an error of the server."""
    assert [way for way in ways if not report.begun[way]] == []
    for name, replies in report.heard.items():
        wrong = [reply for reply in replies if reply == "failed" or (reply.isdigit() and is_error(reply))]
        assert wrong == [], (name, replies)


def costs() -> dict[str, float]:
    """Return what each route and each command costs, by the name of the attack on it."""
    found = {f"command {kind.__struct_config__.tag}": cost for kind, cost in COMMANDS.items()}
    for route in create_app(Settings(metrics=True)).routes:
        for handler in getattr(route, "route_handlers", ()):
            for method in handler.http_methods:
                found[f"{method} {route.path_format}"] = handler.opt.get(COST, LIGHT)
    return found


def check_budgets(report: bad.Report, seconds: float, addresses: int = 1) -> None:
    """Check that the attackers were given no more than their budgets allow; the rest waited or was refused.

    However slow the machine is, they are never given more.
    """
    cost, limits = costs(), Settings().limits
    allowed = addresses * limits.work_per_client * (seconds + BURST_SECONDS)
    given = {"command": 0.0, "request": 0.0}
    for name, replies in report.heard.items():
        kind = "command" if name.startswith("command ") else "request"
        for reply, number in replies.items():
            if reply in {"404", "405"}:
                given[kind] += number * LIGHT
            elif reply not in REFUSED:
                given[kind] += number * cost.get(name, LIGHT)
    assert max(given.values()) <= allowed, (given, allowed)


def is_error(status: str) -> bool:
    """Whether a status says that the server is at fault; 503 says when to try again."""
    return int(status) >= 500 and status != "503"


def attacked(folder: Path, scenario: Scenario) -> None:
    """Serve and attack, with victims; check that they have lost nothing."""

    async def run(url: str) -> Victims:
        server = RunningServer(url, Services(Settings(), 0))
        victims = Victims(server)
        async with asyncio.timeout(LONG), target_of(server) as target:
            ways = ways_of(target)
            watched = await server.opened()
            async with watched.connected(), attacking(server, watched.code) as attackers:
                await scenario(victims, attackers, ways)
                assert (await watched.send("rename", name="Anna"))["type"] == "accepted"
        return victims

    with served(folder, "--limit", "tables_per_client_per_hour=10000") as url:
        victims = asyncio.run(run(url))
    victims.check(folder)


def test_a_game_goes_on_to_its_end_beside_every_attack_there_is(tmp_path: Path) -> None:
    async def scenario(victims: Victims, attackers: Attackers, ways: dict[str, str]) -> None:
        assert len(ways) == len(routes()) + len(commands())
        victims.pace = PACE  # else the game is over before the attackers have begun
        began = time.monotonic()
        await attackers.go([*ways.values(), *bad.ATTACKS], each=1)
        for _ in range(sized(quick=1, full=3, release=20)):
            await victims.play()
        report = await attackers.stop()
        check(report, [*ways, *bad.ATTACKS])
        check_budgets(report, time.monotonic() - began)

    attacked(tmp_path, scenario)


@pytest.mark.slow("tries every route and command by itself, as hard as one address can")
def test_no_single_route_or_command_stops_a_game(tmp_path: Path) -> None:
    async def scenario(victims: Victims, attackers: Attackers, ways: dict[str, str]) -> None:
        victims.pace = PACE
        is_done = asyncio.Event()

        async def play() -> None:
            while not is_done.is_set():
                await victims.play()

        async with asyncio.TaskGroup() as group:
            group.create_task(play())
            for name, way in ways.items():
                began = time.monotonic()
                await attackers.go([way])
                await victims.answers(ANSWERS)
                report = await attackers.stop()
                check(report, [name])
                check_budgets(report, time.monotonic() - began)
            is_done.set()

    attacked(tmp_path, scenario)


@pytest.mark.slow("opens more than a thousand connections from ten addresses")
def test_games_go_on_beside_all_attacks_at_once_from_ten_addresses(tmp_path: Path) -> None:
    async def scenario(victims: Victims, attackers: Attackers, ways: dict[str, str]) -> None:
        victims.pace = PACE
        games, was_refused = sized(quick=1, full=2, release=20), False
        while not was_refused:  # on a busy machine the attackers need some games to use up their budgets
            began = time.monotonic()
            await attackers.go([*ways.values(), *bad.ATTACKS], ADDRESSES, 2)
            for _ in range(games):
                await victims.play()
            report = await attackers.stop()
            check(report, [*ways, *bad.ATTACKS])
            check_budgets(report, time.monotonic() - began, ADDRESSES)
            was_refused = any(replies["429"] + replies["closed 4429"] for replies in report.heard.values())
            games *= 2

    attacked(tmp_path, scenario)
