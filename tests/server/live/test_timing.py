"""When frames come tells nothing about hidden cards: bots think by the clock, after the frames have gone out.

Time is simulated, and the bots of these tests take the longer the more they may choose from. How it is on a
real machine, `bench/timing.py` measures.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from stablehand.core.contract import Kind
from stablehand.core.registry import load
from stablehand.server.live.actor import TableActor
from stablehand.server.live.mailbox import Receive
from stablehand.server.ws.outbox import Connection
from stablehand.table import protocol as p
from stablehand.table.commands import play
from stablehand.table.commands.lobby import Permissions
from stablehand.table.commands.requests import Sit
from stablehand.table.state import clock
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
        self.tasks: list[tuple[bool, bool, float, float]] = []
        """Of each task: whether it is a window, has one option only, how long it holds a worker, its time."""

    async def choose(self, task: Task) -> Option:
        game = load(task.game)
        state = game.decode(task.state)
        decision = next(one for one in game.pending(state) if one.seat == task.seat)
        is_window = decision.kind is Kind.RESPOND
        self.tasks.append((is_window, decision.is_forced, task.hold, round(task.seconds, 3)))
        await asyncio.sleep(0.02 * len(decision.options))
        return decision.options[0]


class SlowPool(Pool):
    """One worker, whose bots take longer together than a window at pace 0 is open."""

    def __init__(self, log: list[str]) -> None:
        super().__init__(log)
        self._worker = asyncio.Lock()

    async def choose(self, task: Task) -> Option:
        game = load(task.game)
        state = game.decode(task.state)
        decision = next(one for one in game.pending(state) if one.seat == task.seat)
        async with self._worker:
            await asyncio.sleep(0.27 if decision.kind is Kind.RESPOND else 0.02)
        return decision.options[0]


class NoPool(Pool):
    """A pool that has no room."""

    async def choose(self, task: Task) -> None:  # type: ignore[override]
        del task


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
    pool: type[Pool] = Pool
    options: dict[str, Any] = field(default_factory=dict)
    whats: set[str] = field(default_factory=set)
    """What the windows were about in which bots were asked."""
    log: list[str] = field(default_factory=list)
    first_frames: list[float] = field(default_factory=list)
    """Seconds from an answer of the player to the first frame after it."""
    whys: list[float] = field(default_factory=list)
    """Seconds from an answer to the reply to a `why` that was sent right behind it."""
    lengths: list[tuple[float, bool, int]] = field(default_factory=list)
    """Seconds that bots had in each window, whether one could do more than pass, and how many they were."""
    tasks: list[tuple[bool, bool, float, float]] = field(default_factory=list)
    """What the bots were asked, see `Pool`."""
    _open: dict[int, tuple[float, bool, int]] = field(default_factory=dict)

    def play(self) -> Windows:
        simulated(self._play())
        return self

    def now(self) -> int:
        return BEGAN + round(asyncio.get_running_loop().time() * 1000)

    async def _play(self) -> None:
        entropy = fixed_entropy(f"deal {self.deal}")
        house = p.House(pace=self.pace, stand_in=self.level)
        key = entropy(16).hex()
        opened = Opened(BEGAN, key, "bcdfghjk", "unicorns", 3, self.options, house, entropy(32).hex())
        table = Table.open(opened, Permissions(), entropy)
        pool = self.pool(self.log)
        self.tasks = pool.tasks
        actor: Any = TableActor(table, Disk(), pool, self.now)  # type: ignore[arg-type]
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
        windows: dict[int, tuple[bool, int]] = {}
        for one in asked.values():
            if one.decision.kind is Kind.RESPOND:
                could, bots = windows.get(one.id, (False, 0))
                windows[one.id] = could or not one.decision.is_forced, bots + 1
                self.whats.add(one.decision.why)
        for number in [number for number in self._open if number not in windows]:
            began, could, bots = self._open.pop(number)
            self.lengths.append((round(now - began, 3), could, bots))
        for number, window in windows.items():
            self._open.setdefault(number, (now, *window))


@cache
def windows_at(pace: float, level: p.Level) -> list[Windows]:
    """Play games; several tests look at the same ones."""
    return [Windows(deal, pace, level).play() for deal in range(DEALS)]


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
    played = windows_at(pace, level)
    lengths = [one for windows in played for one in windows.lengths]
    assert {could for _, could, _ in lengths} == {True, False}, "there must be both, or nothing is shown"
    assert {length for length, *_ in lengths} == {seconds}
    assert {first for windows in played for first in windows.first_frames} == {0.0}
    assert {why for windows in played for why in windows.whys} == {0.0}


@pytest.mark.parametrize(("pace", "seconds"), [(0, AT_ONCE["normal"] / 1000), (1, 1.0)])
def test_windows_about_losses_and_turns_are_open_as_long(pace: float, seconds: float) -> None:
    """Who holds a Net or a Flare Gun cannot be told by the time that a window takes (UU-INST-7)."""
    options = {"deck": "base_1e", "expansions": ["adventures_2e"]}
    played = [Windows(deal, pace, "normal", options=options).play() for deal in range(DEALS)]
    whats = {what for windows in played for what in windows.whats}
    assert whats >= {"window", "window.turn", "window.destroy", "window.sacrifice"}
    lengths = [one for windows in played for one in windows.lengths]
    assert {could for _, could, _ in lengths} == {True, False}, "there must be both, or nothing is shown"
    assert {length for length, *_ in lengths} == {seconds}
    assert {first for windows in played for first in windows.first_frames} == {0.0}


def test_no_bot_is_answered_for_in_a_window_that_is_too_short_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The window is open until all have chosen, those included that can only pass."""
    answered_for: set[int] = set()

    def default(game: Any, state: Any, decision: Any) -> Option:  # noqa: ANN401 - as the one it replaces
        answered_for.add(decision.seat)
        return clock.default(game, state, decision)

    monkeypatch.setattr(play, "default", default)
    played = [Windows(deal, 0, "hard", SlowPool).play() for deal in range(DEALS)]
    lengths = {one for windows in played for one in windows.lengths}
    assert lengths == {(0.4, True, 1), (0.4, False, 1), (0.54, True, 2), (0.54, False, 2)}
    assert answered_for <= {0}, "only Ann, who has no choice where she is alone with bots"


def test_without_anybody_who_thinks_a_window_is_as_long() -> None:
    played = [Windows(deal, 0, "hard", NoPool).play() for deal in range(DEALS)]
    assert {length for windows in played for length, *_ in windows.lengths} == {AT_ONCE["hard"] / 1000}


@pytest.mark.parametrize(
    ("pace", "level", "held"),
    [(0, "normal", {0.03}), (0, "hard", {0.18, 0.36}), (1, "normal", {0.03}), (1, "hard", {0.765, 1.53})],
)
def test_a_worker_is_held_for_a_window_whatever_the_bots_hold(
    pace: float, level: p.Level, held: set[float]
) -> None:
    """By the time for the window and by how many bots are asked, one or two, and by nothing else."""
    tasks = [one for windows in windows_at(pace, level) for one in windows.tasks]
    windows = {(is_forced, round(hold, 3)) for is_window, is_forced, hold, _ in tasks if is_window}
    assert windows == {(is_forced, hold) for is_forced in (True, False) for hold in held}
    assert all(hold <= seconds + 0.001 for _, _, hold, seconds in tasks)
    assert {hold for is_window, _, hold, _ in tasks if not is_window} == {0.0}


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
