"""The actor of a table: it works in rounds, and sends nothing before it is stored."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from stablehand.server.live.actor import ActorStopped, TableActor
from stablehand.server.live.mailbox import Receive
from stablehand.server.store import Unavailable
from stablehand.server.ws.outbox import Connection
from stablehand.table import protocol as p
from stablehand.table import table as tables
from stablehand.table.commands import lobby
from stablehand.table.commands.requests import Pair, Sit
from stablehand.table.frames import Audience, Cursor
from stablehand.table.refusal import Refusal
from support.table_setup import BEGAN, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.server.store import FactRow, Writer


class SlowWriter:
    """A writer that commits when the test tells it to."""

    def __init__(self) -> None:
        self.may_commit = asyncio.Event()
        self.is_asked = asyncio.Event()
        self.stored = 0
        self.fault: Exception | None = None

    async def append(self, rows: Sequence[FactRow]) -> None:
        self.is_asked.set()
        await self.may_commit.wait()
        for _ in range(3):  # a commit takes a few turns of the loop, in which other tasks run
            await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault
        self.stored += len(rows)


class ActorFixture:
    """An actor with an empty table, and its writer."""

    def __init__(self) -> None:
        self.writer = SlowWriter()
        table = opened().table
        table.take_unstored()
        self.actor = TableActor(table, cast("Writer", self.writer), None, lambda: BEGAN)
        self.actor.start()


def heard(line: Connection) -> list[dict[str, Any]]:
    """Return everything that waits to be sent on a connection."""
    frames = []
    while not line._waiting.empty():
        data = line._waiting.get_nowait()
        assert data is not None
        frames.append(msgspec.json.decode(data))
    return frames


async def seated(scene: ActorFixture) -> Connection:
    """Seat and connect a player; all facts are stored and all frames taken."""
    scene.writer.may_commit.set()
    seat = (await scene.actor.admit(Sit("Ann", None, "token"))).seat
    line = Connection(seat, "en", "", 64)
    scene.actor.join(line, "token")
    await scene.actor.read()
    heard(line)
    scene.writer.may_commit.clear()
    scene.writer.is_asked.clear()
    return line


def test_a_reader_waits_for_the_commit_of_earlier_commands() -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        sitting = asyncio.create_task(scene.actor.admit(Sit("Ann", None, "token")))
        await scene.writer.is_asked.wait()
        reading = asyncio.create_task(scene.actor.read())
        await asyncio.sleep(0)
        assert scene.actor.table.state.seat_of("token") == 0, "the fact is applied and not stored"
        assert not sitting.done()
        assert not reading.done()
        scene.writer.may_commit.set()
        assert (await reading).state.seat_of("token") == 0
        assert scene.writer.stored == 1
        assert (await sitting).seat == 0
        await scene.actor.stop()

    asyncio.run(scenario())


def test_a_reader_sees_only_stored_facts_while_commands_keep_arriving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "CHANGES", 1 << 40)

    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.writer.may_commit.set()
        first = scene.actor.table.state.fact_count - scene.writer.stored
        chatter = asyncio.create_task(_keep_talking(scene, line))
        for _ in range(20):
            read, stored = await asyncio.create_task(_facts_read(scene))
            assert read == first + stored
        chatter.cancel()
        await scene.actor.stop()

    asyncio.run(scenario())


async def _keep_talking(scene: ActorFixture, line: Connection) -> None:
    """Post a command that is stored, at each turn of the loop."""
    for number in count():
        scene.actor.post(Receive(line, p.Rename(id=f"{number}", name=f"Ann {number}")))
        await asyncio.sleep(0)


async def _facts_read(scene: ActorFixture) -> tuple[int, int]:
    """Return the number of facts that a reader sees, and how many are stored at that moment."""
    table = await scene.actor.read()
    return table.state.fact_count, scene.writer.stored


def test_a_command_is_answered_after_its_commit_and_in_order() -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.actor.post(Receive(line, p.Rename(id="1", name="Anna")))
        scene.actor.post(Receive(line, p.Kick(id="2", seat=2)))
        scene.actor.post(Receive(line, p.Why(id="3", card="neigh")))
        await scene.writer.is_asked.wait()
        assert heard(line) == []
        scene.writer.may_commit.set()
        await scene.actor.read()
        frames = heard(line)
        assert [frame["type"] for frame in frames] == ["accepted", "refused", "told", "table"]
        assert frames[-1]["state"] == scene.actor.table.state.fact_count
        await scene.actor.stop()

    asyncio.run(scenario())


def test_a_table_with_unstored_facts_is_neither_sent_nor_read() -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.writer.fault = Unavailable("the disk is full")
        scene.actor.post(Receive(line, p.Rename(id="1", name="Anna")))
        await scene.writer.is_asked.wait()
        reading = asyncio.create_task(scene.actor.read())
        await asyncio.sleep(0)
        scene.writer.may_commit.set()
        with pytest.raises(ActorStopped):
            await reading
        assert await line.next() is None, "the connection ends without a frame"
        with pytest.raises(ActorStopped):
            scene.actor.post(Receive(line, p.Rename(id="2", name="Annie")))

    asyncio.run(scenario())


def test_a_refused_request_raises_in_its_caller() -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        with pytest.raises(Refusal, match="wrong_code"):
            await scene.actor.admit(Pair("no such token", "device"))
        await scene.actor.stop()

    asyncio.run(scenario())


def test_a_change_of_language_sends_the_whole_table_again() -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.actor.post(Receive(line, p.Speak(id="1", language="it")))
        await scene.actor.read()
        accepted, table = heard(line)
        assert (accepted["type"], table["language"]) == ("accepted", "it")
        await scene.actor.stop()

    asyncio.run(scenario())


def test_a_command_that_fails_unexpectedly_is_refused_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("nobody expects this")

    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.writer.may_commit.set()
        before = scene.actor.table.state.copy()
        with monkeypatch.context() as patch:
            patch.setattr(lobby, "check", fail)
            scene.actor.post(Receive(line, p.Configure(id="1", seats=4)))
            await scene.actor.read()
        [refused] = heard(line)
        assert (refused["type"], refused["id"], refused["reason"]) == ("refused", "1", "failed")
        assert scene.actor.table.state == before
        scene.actor.post(Receive(line, p.Configure(id="1", seats=4)))
        await scene.actor.read()
        assert [frame["type"] for frame in heard(line)] == ["accepted", "table"]
        assert not scene.actor.is_stopped
        await scene.actor.stop()

    asyncio.run(scenario())
    assert "command_failed" in capsys.readouterr().err


def test_a_frame_that_cannot_be_made_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        scene = ActorFixture()
        line = await seated(scene)
        scene.writer.may_commit.set()
        watching = Connection(None, "pl", "", 64)
        scene.actor.join(watching)
        await scene.actor.read()
        heard(line), heard(watching)
        frame = Audience.frame

        def fail(self: Audience, now: int, since: Cursor) -> bytes:
            if self.seat is None:
                raise KeyError("a word is missing")
            return frame(self, now, since)

        monkeypatch.setattr(Audience, "frame", fail)
        scene.actor.post(Receive(line, p.Rename(id="1", name="Anna")))
        await scene.actor.read()
        assert [one["type"] for one in heard(line)] == ["accepted", "table"]
        assert heard(watching) == []
        await scene.actor.stop()

    asyncio.run(scenario())
