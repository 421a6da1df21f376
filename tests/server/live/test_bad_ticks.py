"""When time passes and something breaks, nobody is thrown out: it is logged and tried again, not at once."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from stablehand.server.live.actor import TICK_PAUSES, TableActor
from stablehand.server.live.mailbox import Receive
from stablehand.server.ws.outbox import Connection
from stablehand.table import protocol as p
from stablehand.table.commands import play
from stablehand.table.state import clock
from support.table_setup import BEGAN, TableHarness, begun
from support.table_time import simulated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.server.botpool.pool import BotPool
    from stablehand.server.store import FactRow, Writer
    from stablehand.table.table import Table

LONG = 3600.0
"""Simulated seconds: longer than any pause."""
MOST_CALLS = 10_000


class Disk:
    """A writer that stores at once."""

    def __init__(self) -> None:
        self.stored = 0

    async def append(self, rows: Sequence[FactRow]) -> None:
        self.stored += len(rows)


class Scene:
    """A player in a game with two bots, whom nobody asks: the table answers for them when time is up."""

    def __init__(self) -> None:
        harness: TableHarness = begun(1, game="unicorns", seats=3)
        harness.table.disconnect(0, BEGAN)
        harness.store_facts()
        self.table: Table = harness.table
        self.disk = Disk()
        self.commands = 0
        self.line = Connection(0, "en", "", 10_000)
        self.actor = TableActor(self.table, cast("Writer", self.disk), cast("BotPool", Silent()), self.now)

    def now(self) -> int:
        return BEGAN + round(asyncio.get_running_loop().time() * 1000)

    async def begin(self) -> None:
        """Connect the player, and let the bots' turn come."""
        self.actor.start()
        self.actor.join(self.line, "")
        await self.actor.read()
        while (asked := self.asked()) is not None:
            await self.do(p.Answer, state=self.table.state.fact_count, **asked)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Say something every second until a condition holds."""
        while not condition():
            assert await self.do(p.Chat, text="Is anybody there?") == "accepted"
            await asyncio.sleep(1)

    def asked(self) -> dict[str, int] | None:
        """Return what answers the player's open decision; None if there is none."""
        assert self.table.state.match is not None
        asked = self.table.state.match.pending.get(0)
        return None if asked is None else {"decision": asked.id, "option": asked.decision.options[-1]}

    async def do(self, kind: type[p.Command], **words: Any) -> str:  # noqa: ANN401 - parts of a command
        """Do a command; return the type of its reply."""
        self.commands += 1
        command = cast("p.AnyCommand", kind(id=f"c{self.commands}", **words))
        self.actor.post(Receive(self.line, command))
        while True:
            data = await self.line.next()
            assert data is not None, "the player was thrown out"
            frame = msgspec.json.decode(data)
            if frame.get("id") == command.id:
                return str(frame["type"])


class Silent:
    """Bots that never choose."""

    async def choose(self, _: object) -> None:
        await asyncio.Event().wait()


def failing(times: float, calls: list[int], real: Callable[..., Any], now: Callable[[], int]) -> Any:  # noqa: ANN401 - as the real one
    """Return a function that fails so many times when it is called, and notes when."""

    def changed(*args: Any) -> Any:  # noqa: ANN401 - as the real one
        found = real(*args)
        if found is not None and len(calls) < times:
            calls.append(now())
            raise ZeroDivisionError
        return found

    return changed


def bounded(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that may be called so often: a table that tries again at once would never end."""
    calls = 0

    def changed(*args: Any) -> Any:  # noqa: ANN401 - as the real one
        nonlocal calls
        calls += 1
        if calls > MOST_CALLS:
            pytest.fail("it is tried again at once")
        return real(*args)

    return changed


@pytest.mark.parametrize("where", ["tick", "wake_at"])
def test_a_bad_tick_throws_nobody_out_and_the_game_goes_on(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    async def scenario() -> None:
        scene = Scene()
        await scene.begin()
        monkeypatch.setattr(play, "wake_at", bounded(play.wake_at))
        monkeypatch.setattr(play, where, failing(3, calls, getattr(play, where), scene.now))
        await scene.until(lambda: len(calls) == 3)
        stored = scene.disk.stored
        await scene.until(lambda: scene.asked() is not None)  # the bots have had their turns
        assert scene.disk.stored > stored
        assert scene.actor.connections == 1
        await scene.actor.stop()

    simulated(scenario())
    logged = capsys.readouterr().err.count("tick_failed")
    assert 1 <= logged <= 3, "within a pause it is not logged again"


def test_what_always_fails_is_tried_again_after_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []

    async def scenario() -> None:
        scene = Scene()
        await scene.begin()
        monkeypatch.setattr(play, "tick", failing(float("inf"), calls, play.tick, scene.now))
        monkeypatch.setattr(play, "wake_at", bounded(play.wake_at))
        await asyncio.sleep(LONG)
        assert await scene.do(p.Chat, text="Still here") == "accepted"
        await scene.actor.stop()

    simulated(scenario())
    pauses = [after - before for before, after in pairwise(calls)]
    assert pauses[:3] == list(TICK_PAUSES[:3])
    assert set(pauses[3:]) == {TICK_PAUSES[-1]}


def test_bots_that_cannot_be_asked_are_answered_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    async def scenario() -> None:
        scene = Scene()
        monkeypatch.setattr(clock, "bot_task", fail)
        await scene.begin()
        await scene.until(lambda: scene.asked() is not None)
        assert scene.actor.connections == 1
        await scene.actor.stop()

    simulated(scenario())


def test_of_a_tick_that_breaks_nothing_stays_but_what_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = begun(1, game="unicorns", seats=3)
    while 0 in harness.asked():
        harness.answer(0)
    facts = len(harness.facts())
    state = harness.table.state.match
    assert state is not None
    answer = type(state.game).answer
    answers: list[int] = []

    def second_fails(*args: Any, **more: Any) -> None:  # noqa: ANN401 - passed on
        answer(*args, **more)
        answers.append(len(answers))
        if len(answers) == 2:
            raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(type(state.game), "answer", second_fails)
        with pytest.raises(ZeroDivisionError):
            harness.wait(3600)
    assert len(harness.facts()) == facts + 1
    harness.play_on()
    assert harness.table.state.stage == "over"
