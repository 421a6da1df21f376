"""A snapshot and the facts after it add up to the same table as all facts."""

from __future__ import annotations

import zlib

import msgspec
import pytest

from stablehand.table import protocol as p
from stablehand.table.state.snapshot import read_snapshot, write_snapshot
from stablehand.table.table import Table
from support.table_setup import TableHarness, begun, fixed_entropy, restored, seated


def resumed(harness: TableHarness, at: bytes, count: int) -> TableHarness:
    """Return the table from a snapshot that was taken after `count` facts, and the facts since."""
    state = read_snapshot(at)
    assert state is not None
    assert state.fact_count == count
    rest = harness.facts()[count:]
    table = Table.restore_from_snapshot(state, rest, harness.table.permissions, fixed_entropy("again"))
    return TableHarness(table, harness.now, list(harness.stored), harness.commands)


def seen(harness: TableHarness) -> list[object]:
    """Return what everybody sees of a table."""
    return [msgspec.to_builtins(harness.seen(seat)) for seat in (0, 1, 2, None)]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
@pytest.mark.parametrize("at", [0, 1, 17, 40, 63])
def test_a_table_from_a_snapshot_is_the_same_and_plays_on_the_same_way(game: str, at: int) -> None:
    harness = begun(3, game=game, house=p.House(clock="brisk"))
    harness.play_on(seed=4, answers=at)
    harness.do(1, p.Rename, name="Bo")
    taken, count = write_snapshot(harness.table.state), harness.table.state.fact_count
    harness.play_on(seed=5, answers=9)
    if harness.table.state.can_undo(0):
        harness.do(0, p.Undo)
    whole, short = restored(harness), resumed(harness, taken, count)
    assert seen(short) == seen(whole)
    for back in (whole, short):
        back.table.connect(0, back.now)
        back.play_on(seed=6)
    assert seen(short) == seen(whole)
    assert short.table.state.match is not None
    assert whole.table.state.match is not None
    assert short.table.state.match.journal == whole.table.state.match.journal


def test_kicks_locks_pauses_undos_and_done_commands_are_in_a_snapshot() -> None:
    harness = seated(3)
    harness.do(0, p.Kick, seat=2)
    harness.do(0, p.Lock)
    harness.do(1, p.Ready)
    harness.do(0, p.Start, id="start")
    harness.play_on(answers=3)
    harness.do(0, p.Pause, on=True)
    state = read_snapshot(write_snapshot(harness.table.state))
    assert state is not None
    for name in (
        "seats",
        "sent_away",
        "undos",
        "done",
        "is_locked",
        "is_paused",
        "paused_at",
        "key",
        "house",
    ):
        assert getattr(state, name) == getattr(harness.table.state, name), name


def test_a_damaged_snapshot_or_one_of_another_version_is_left_aside() -> None:
    harness = begun(3)
    harness.play_on(answers=20)
    body = write_snapshot(harness.table.state)
    content = msgspec.json.decode(zlib.decompress(body))

    def with_(**changed: object) -> bytes:
        return zlib.compress(msgspec.json.encode({**content, **changed}))

    match = content["match"]
    for wrong in (
        b"", body[:-9], b"x" + body, with_(version="0.0"), with_(format=0), with_(match={}), with_(seats=7),
        with_(match={**match, "digest": "0" * 64}), with_(match={**match, "state": "00"}), with_(house=[]),
    ):  # fmt: skip
        assert read_snapshot(wrong) is None
