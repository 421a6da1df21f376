"""What bounds a table: facts, bytes, changes around the game, and the log of a first frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stablehand.table import frames
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.frames import Audience, Cursor
from stablehand.table.quota import Quota
from stablehand.table.state.facts import Configured, Readied
from stablehand.table.state.volatile import CHANGES, EACH_CHANGE
from support.table_setup import TableHarness, begun, refused, restored, seated

if TYPE_CHECKING:
    import pytest


def bounded(facts: int = 50_000, size: int = 16_000_000) -> Permissions:
    return Permissions(adult="on", facts_per_table=facts, bytes_per_table=size)


def is_full(harness: TableHarness) -> bool:
    return harness.table.is_full


# ---- changes around the game


def test_ready_marks_are_not_stored_and_the_game_has_their_nonces() -> None:
    harness = seated(2, seats=2)
    harness.store_facts()
    before = len(harness.stored)
    for number in range(CHANGES):
        harness.do(1, p.Ready, on=number % 2 == 1, nonce=f"{number:032x}")
        harness.wait(1)
    assert len(harness.facts()) == before
    assert harness.seen(0).seats[1].is_ready
    harness.do(0, p.Start)
    assert f"{CHANGES - 1:032x}" in harness.seen(0).proof.nonces
    assert not any(isinstance(fact, Readied) and fact.seat == 1 for fact in harness.facts())


def test_a_mark_that_an_earlier_version_stored_still_counts() -> None:
    harness = seated(2, seats=2)
    harness.table.apply(Readied(harness.now, 1, on=True, nonce="a" * 32))
    back = restored(harness)
    back.do(0, p.Start)
    assert "a" * 32 in back.seen(0).proof.nonces


def test_the_same_settings_again_are_not_stored() -> None:
    harness = seated(1)
    facts = len(harness.facts())
    for _ in range(5):
        harness.do(0, p.Configure, house=p.House(window=9))
    assert len(harness.facts()) == facts + 1


def test_changes_around_the_game_have_a_bounded_rate() -> None:
    harness = seated(2)
    stored = len(harness.facts())
    done = 0
    for number in range(3_600):
        for step in range(5):
            try:
                harness.do(0, p.Configure, house=p.House(window=(5 * number + step) % 100 + 1))
                done += 1
            except Exception as error:  # noqa: BLE001 - it is looked at
                assert str(error) == "too_fast"  # noqa: PT017 - both are expected
        harness.wait(EACH_CHANGE / 1000)
    assert CHANGES < done <= 3_600 + CHANGES + 2
    added = [fact for fact in harness.facts()[stored:] if isinstance(fact, Configured)]
    assert len(added) == done
    harness.do(1, p.Ready)  # another player is not concerned


# ---- facts and bytes


def test_a_full_table_starts_no_more_games_and_says_so() -> None:
    harness = seated(2, seats=2, permissions=bounded(facts=len(seated(2, seats=2).facts())))
    for command in (p.Start, p.Rematch, p.Ready):
        refused("table_full", harness.do, 0, command)
    refused("table_full", harness.sit, "Zoe", None, "x")
    assert "open a new one" in Audience(harness.table, 0, "en").say("refused.table_full")


def test_a_game_in_a_full_table_may_end_and_is_closed_if_it_does_not() -> None:
    harness = begun(2, seats=2, permissions=bounded(facts=20))
    harness.wait(0)
    harness.play_on(answers=16)
    assert is_full(harness)
    harness.table.tick(harness.now)
    assert harness.seen(0).stage == "playing"
    harness.play_on(answers=10)
    harness.table.tick(harness.now)
    assert harness.seen(0).stage == "closed"
    refused("closed", harness.answer, 0)


def test_bytes_are_bounded_like_facts_also_after_a_restart() -> None:
    harness = seated(2, permissions=bounded(size=500))
    assert not is_full(harness)
    harness.do(0, p.Configure, house=p.House(window=9))
    harness.store_facts()
    assert is_full(harness)
    assert harness.table.bytes == sum(map(len, harness.stored))


# ---- the log


def lines_of(harness: TableHarness, seat: int | None) -> list[p.Line]:
    """Return the whole log of a seat, page by page, as a client reads it."""
    audience = Audience(harness.table, seat, "en")
    first = msgspec.json.decode(audience.frame(harness.now), type=p.Table)
    lines, at = list(first.log), first.log_from
    assert len(lines) <= frames.LOG_LINES
    while at:
        page = msgspec.json.decode(msgspec.json.encode(audience.older("x", at)), type=p.Lines)
        assert 0 < len(page.log) <= frames.LOG_LINES
        lines[:0], at = page.log, page.log_from
    return lines


def long_game() -> TableHarness:
    harness = begun(4, game="unicorns", seats=4, options={"unicorns_to_win": 7})
    harness.play_on(seed=3)
    return harness


def test_a_long_log_is_paged_and_nothing_of_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LOG_LINES", 60)
    harness = long_game()
    match = harness.table.state.match
    assert match is not None
    assert len(match.events) > 3 * frames.LOG_LINES
    for seat in (0, None):
        lines = lines_of(harness, seat)
        assert [line.number for line in lines] == list(range(len(match.events)))
        assert [line.event for line in lines] == [
            msgspec.to_builtins(event.seen_by(seat)) for event in match.events
        ]


def test_whoever_has_the_first_lines_is_sent_only_new_ones() -> None:
    harness = begun(3, game="unicorns", seats=3)
    audience = Audience(harness.table, 0, "en")
    lines: list[p.Line] = []
    cursor = Cursor()
    for _ in range(400):
        harness.play_on(answers=1)
        frame = msgspec.json.decode(audience.frame(harness.now, cursor), type=p.Table)
        cursor = audience.cursor()
        lines[frame.log_from :] = frame.log
        if harness.table.state.stage == "over":
            break
    assert lines == lines_of(harness, 0)


def test_asking_beyond_the_log_gives_its_end() -> None:
    harness = begun(3)
    audience = Audience(harness.table, 0, "en")
    audience.frame(harness.now)
    assert audience.older("x", 1 << 40).log_from == 0
    assert audience.older("x", 0).log == ()


def test_all_tables_of_a_quota_are_full_together() -> None:
    quota = Quota(10_000)
    harnesses = [seated(2, seats=2) for _ in range(3)]
    for harness in harnesses:
        harness.store_facts()
        harness.table.quota = quota
    playing = harnesses[0]
    playing.do(1, p.Ready)
    playing.do(0, p.Start)
    playing.store_facts()
    for number in range(1_000):
        if quota.is_used_up:
            break
        harnesses[1].now += EACH_CHANGE
        harnesses[1].do(0, p.Rename, name=f"Ann {number}")
        harnesses[1].store_facts()
    assert quota.is_used_up
    for harness in harnesses:
        refused("table_full", harness.do, 0, p.Lock)
    playing.play_on()
    assert playing.seen(0).stage == "over", "a game that has begun may end"
    quota.used = 0  # old tables were deleted
    harnesses[2].do(0, p.Lock)
