"""Players of the real server who measure response windows, several tables side by side.

In each window to a card of its own a player measures the time from its answer to the first frame with the
window, the length of the window, the time of a `why` that was sent right behind the answer, and the time of a
hint at another table. The stored facts tell afterwards whether a bot could have done more than pass, and
whether one did.

Players answer at once. Few hints are asked for at a time, since hints share a process; a window that opens
meanwhile has no such measure.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehand.core.contract import Kind
from stablehand.games.unicorns.state.state import PASS
from stablehand.server.store import Store, url_for
from stablehand.table.state import facts, fold
from stablehand.table.state.state import TableState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from support.socket_players import RunningServer, SocketPlayer

MEASURES = ("frame", "length", "why", "hint")
SEATS = 3
"""Two bots: by the rules for two players a bot can nearly always respond, and of many bots one always can."""
HINTS = 3
"""Hints that are asked for at a time, each at a table of its own."""
FREE = (
    *("--limit", "tables_per_client_per_hour=1000000", "--limit", "connections_per_client=1000"),
    *("--limit", "messages_per_second=10000", "--limit", "burst=10000"),
    *("--limit", "work_per_client=1000000", "--limit", "work_in_all=1000000"),
)
"""Raised limits, since all players come from one address and none of them thinks."""

Sample = dict[str, Any]


class Cell(NamedTuple):
    """The level of the bots and the pace of the table."""

    level: str
    pace: float


@dataclass
class Tables:
    """Several tables at which windows are measured, and some that ask for hints."""

    server: RunningServer
    cell: Cell
    is_enough: Callable[[int], bool]
    """Takes the number of windows with all measures so far; returns whether these are enough."""
    measured: dict[str, dict[int, Sample]] = field(default_factory=lambda: defaultdict(dict))
    """What was measured, by the code of the table and the number of the state an answer was given in."""
    run: int = field(default_factory=time.time_ns)
    """Tells these windows from those of other servers."""
    _others: list[SocketPlayer] = field(default_factory=list)
    """Players who could ask for a hint now."""
    _hints: int = 0

    async def measure(self, tables: int) -> None:
        """Play games until there are enough windows."""
        async with AsyncExitStack() as stack:
            for _ in range(HINTS):
                other = await self.server.opened("unicorns", 2)
                await stack.enter_async_context(other.connected())
                await other.send("start")
                await other.asked()
                self._others.append(other)
            async with asyncio.TaskGroup() as group:
                for _ in range(tables):
                    group.create_task(self._play_games())

    async def _play_games(self) -> None:
        while not self.is_enough(self._hints):
            house = {"pace": self.cell.pace, "stand_in": self.cell.level}
            player = await self.server.opened("unicorns", SEATS, house=house)
            async with player.connected(), asyncio.TaskGroup() as hints:
                await player.send("start")
                await self._play(player, hints)

    async def _play(self, player: SocketPlayer, hints: asyncio.TaskGroup) -> None:
        """Play a game to its end, or until there are enough windows."""
        while (asked := await player.asked()) and not self.is_enough(self._hints):
            before, window = player.table["state"], OwnWindow(player, asked)
            await window.answer()
            while not window.is_over:
                if window.take(await player.receive(), time.perf_counter()):
                    self.measured[player.code][before] = window.sample
                    if self._others:
                        hints.create_task(self._time_hint(self._others.pop(0), window.sample))

    async def _time_hint(self, other: SocketPlayer, sample: Sample) -> None:
        """Measure how long a hint at another table takes."""
        began = time.perf_counter()
        await other.send("hint")
        sample["hint"] = time.perf_counter() - began
        self._others.append(other)
        self._hints += 1

    def samples(self, folder: Path) -> list[Sample]:
        """Return what was measured, with what the store in a folder tells about it."""
        found = []
        with Store(url_for(folder, None)) as store:
            for code, measured in self.measured.items():
                record = store.find(code)
                assert record is not None
                could = windows_of(facts.read(body) for body in store.facts(record.id))
                found += [
                    {**self.cell._asdict(), "run": self.run, "at": before, **could[before], **sample}
                    for before, sample in measured.items()
                    if "length" in sample
                ]
        return found


class OwnWindow:
    """An answer of a player, and what is measured of the window that it may open."""

    def __init__(self, player: SocketPlayer, asked: dict[str, Any]) -> None:
        self._player = player
        self._asked = asked
        self._began = self._opened = 0.0
        self._state = self._shown = player.table["state"]
        self._may_open = player.table["window"] is None
        player.commands += 1
        self._why = f"w{player.commands}"
        self.sample: Sample = {}

    async def answer(self) -> None:
        """Send the answer and, right behind it, a `why`."""
        option = self._asked["options"][0]["option"]
        words = {"state": self._state, "decision": self._asked["id"], "option": option}
        commands = [{"do": "answer", "id": f"a{self._player.commands}", **words}]
        if self._may_open:
            commands.append({"do": "why", "id": self._why, "card": "neigh"})
        messages = [json.dumps(command) for command in commands]
        self._began = time.perf_counter()
        for message in messages:
            await self._player.socket.send(message)

    def take(self, frame: dict[str, Any], now: float) -> bool:
        """Note what a frame tells; return whether it is the first one of the window."""
        if frame.get("id") == self._why:
            self.sample["why"] = now - self._began
        if frame["type"] != "table" or frame["state"] <= self._shown:
            return False
        is_first = self._shown == self._state
        self._shown = frame["state"]
        if is_first and self._may_open and frame["window"] is not None:
            self._opened, self.sample["frame"] = now, now - self._began
            return True
        if self._opened and "length" not in self.sample:
            # The bots have answered. What they have answered, everybody sees; so what follows tells nothing.
            self.sample["length"] = now - self._opened
        return False

    @property
    def is_over(self) -> bool:
        """Whether everything that can be measured was."""
        is_told = "why" in self.sample or not self._may_open
        is_closed = "length" in self.sample if self._opened else self._shown > self._state
        return is_told and is_closed


def windows_of(history: Iterable[facts.AnyFact]) -> dict[int, dict[str, bool]]:
    """Return whether a bot could do more than pass in each window, by the number of the fact before it.

    `did` says whether one did: then everybody sees that, and it takes another time to go on.
    """
    state, found = TableState(), dict[int, dict[str, bool]]()
    last = {"could": False, "did": False}
    for number, fact in enumerate(history):
        before = state.match.pending if state.match else {}
        fold.apply(state, fact)
        if not isinstance(fact, facts.Answered) or state.match is None or fact.seat not in before:
            continue
        if before[fact.seat].decision.kind is Kind.RESPOND:
            last["did"] |= fact.option != PASS
            continue
        asked = [one.decision for one in state.match.pending.values() if one.decision.kind is Kind.RESPOND]
        if any(decision.seat for decision in asked):
            could = any(not decision.is_forced for decision in asked if decision.seat)
            found[number] = last = {"could": could, "did": False}
    return found
