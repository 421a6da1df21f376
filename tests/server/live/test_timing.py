"""When frames come tells nothing about hidden cards: bots think by the clock, after the frames have gone out.

Time is simulated, and the bots of these tests take the longer the more they may choose from. How it is on a
real machine, `bench/timing.py` measures.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from stablehand.core.contract import Kind
from stablehand.core.registry import load
from stablehand.server.live.actor import TableActor
from stablehand.server.live.mailbox import Receive
from stablehand.server.ws.outbox import Connection
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.commands.requests import Sit
from stablehand.table.state.clock import AT_ONCE, THINKING
from stablehand.table.state.facts import Opened
from stablehand.table.table import Table
from support.socket_players import run, serving
from support.table_setup import BEGAN, fixed_entropy
from support.table_time import simulated

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.core.contract import Option
    from stablehand.server.botpool.tasks import Task

DEALS: Final = 6
ANSWERS: Final = 30


class Pool:
    """Bots that take the longer the more options they have."""

    size = 1

    def __init__(self, log: list[str]) -> None:
        self.log = log

    async def choose(self, task: Task) -> Option:
        game = load(task.game)
        state = game.decode(task.state)
        decision = next(one for one in game.pending(state) if one.seat == task.seat)
        await asyncio.sleep(0.02 * len(decision.options))
        return decision.options[0]


class Disk:
    """A writer that stores nothing, at once."""

    async def append(self, _: object) -> None:
        """Store facts."""


@dataclass
class Windows:
    """One player against two bots: when each window was seen first and last, and who could respond."""

    deal: int
    pace: float
    level: p.Level
    log: list[str] = field(default_factory=list)
    first_frames: list[float] = field(default_factory=list)
    """Seconds from an answer of the player to the first frame after it."""
    whys: list[float] = field(default_factory=list)
    """Seconds from an answer to the reply to a `why` that was sent right behind it."""
    lengths: list[tuple[float, bool]] = field(default_factory=list)
    """Seconds that bots had in each window, and whether one of them could do more than pass."""
    _open: dict[int, tuple[float, bool]] = field(default_factory=dict)

    def play(self) -> Windows:
        simulated(self._play())
        return self

    def now(self) -> int:
        return BEGAN + round(asyncio.get_running_loop().time() * 1000)

    async def _play(self) -> None:
        entropy = fixed_entropy(f"deal {self.deal}")
        house = p.House(pace=self.pace, stand_in=self.level)
        opened = Opened(BEGAN, entropy(16).hex(), "bcdfghjk", "unicorns", 3, {}, house, entropy(32).hex())
        table = Table.open(opened, Permissions(), entropy)
        actor: Any = TableActor(table, Disk(), Pool(self.log), self.now)  # type: ignore[arg-type]
        player = Connection(0, "en", "", 10_000)
        self._watch(actor, player)
        actor.start()
        await actor.admit(Sit("Ann", 0, "token"))
        actor.join(player, "token")
        actor.post(Receive(player, p.Start(id="start")))
        answered, asked_at = 0, 0.0
        asked_in: int | None = None
        while answered < ANSWERS:
            data = await player.next()
            assert data is not None
            frame = msgspec.json.decode(data)
            self.log.append(f"sent {frame['type']}")
            if frame["type"] == "told":
                self.whys.append(asyncio.get_running_loop().time() - asked_at)
            if frame["type"] != "table":
                continue
            self._look(table)
            if asked_in is not None and frame["state"] > asked_in:
                self.first_frames.append(asyncio.get_running_loop().time() - asked_at)
                asked_in = None
            if frame["stage"] == "over":
                break
            asked = frame["decision"]
            if asked and not asked["is_revision"]:
                answered += 1
                asked_at, asked_in = asyncio.get_running_loop().time(), frame["state"]
                words = {"state": frame["state"], "decision": asked["id"]}
                option = asked["options"][0]["option"]
                actor.post(Receive(player, p.Answer(id=f"a{answered}", option=option, **words)))
                actor.post(Receive(player, p.Why(id=f"w{answered}", card="neigh")))
        await actor.stop()

    def _watch(self, actor: Any, player: Connection) -> None:  # noqa: ANN401 - a table actor
        take = actor.table.take_bot_tasks

        def noted() -> Any:  # noqa: ANN401 - tasks
            tasks = take()
            if tasks:
                self.log.append("thinks early" if player._waiting.qsize() else "thinks")
            return tasks

        actor.table.take_bot_tasks = noted

    def _look(self, table: Table) -> None:
        now, match = asyncio.get_running_loop().time(), table.state.match
        asked = {} if match is None else {seat: one for seat, one in match.pending.items() if seat}
        windows: dict[int, bool] = {}
        for one in asked.values():
            if one.decision.kind is Kind.RESPOND:
                windows[one.id] = windows.get(one.id, False) or not one.decision.is_forced
        for number in [number for number in self._open if number not in windows]:
            began, could = self._open.pop(number)
            self.lengths.append((round(now - began, 3), could))
        for number, could in windows.items():
            self._open.setdefault(number, (now, could))


@pytest.mark.parametrize(
    ("pace", "level", "seconds"),
    [
        (0, "normal", AT_ONCE["normal"] / 1000),
        (0, "hard", AT_ONCE["hard"] / 1000),
        (1, "normal", 1.0),
        (1, "hard", THINKING["hard"] / 1000),
    ],
)
def test_a_window_is_open_as_long_whatever_the_bots_hold(pace: float, level: p.Level, seconds: float) -> None:
    played = [Windows(deal, pace, level).play() for deal in range(DEALS)]
    lengths = [one for windows in played for one in windows.lengths]
    assert {could for _, could in lengths} == {True, False}, "there must be both, or nothing is shown"
    assert {length for length, _ in lengths} == {seconds}
    assert {first for windows in played for first in windows.first_frames} == {0.0}
    assert {why for windows in played for why in windows.whys} == {0.0}


def test_frames_go_out_before_bots_think() -> None:
    log = Windows(1, 0, "normal").play().log
    assert log.count("thinks") > 10
    assert "thinks early" not in log


def test_hints_are_given_by_other_processes_than_those_of_the_bots(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server:
            hints, bots = server.services.hints, server.services.registry.pool
            assert hints is not None
            assert bots is not None
            assert hints.slots is not bots.slots
            assert hints._queue is not bots._queue
            assert hints.size

    run(scenario)
