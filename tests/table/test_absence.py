"""Nobody waits for somebody who is not there, and nobody wins time by leaving or by a lost connection."""

from __future__ import annotations

import pytest

from stablehand.table import protocol as p
from stablehand.table.state.facts import Resumed
from support.table_setup import TableHarness, begun, opened, refused, restored, seated

from .test_playing import at_window, by_whom


def restored_without_the_host(harness: TableHarness) -> TableHarness:
    """Restore a table, and let all players but the host come back."""
    back = restored(harness, harness.now + 3_600_000)
    for seat in (1, 2):
        back.table.connect(seat, back.now)
    return back


def test_after_a_restart_a_host_who_is_gone_on_their_turn_stops_nobody() -> None:
    harness = begun(3, game="unicorns", seats=3)
    while harness.asked() != [0]:
        harness.play_on(answers=1)
    back = restored_without_the_host(harness)
    back.wait(19.9)
    refused("seat_taken", back.do, 1, p.Bot, seat=0)
    refused("not_host", back.do, 1, p.Pause, on=True)
    back.wait(0.1)
    back.do(1, p.Pause, on=True)
    back.do(1, p.Pause, on=False)
    refused("not_host", back.do, 2, p.Pause, on=True)
    back.do(2, p.Bot, seat=0)
    facts = back.table.state.fact_count
    back.wait(30)
    assert back.table.state.fact_count > facts
    back.table.connect(0, back.now)
    assert back.table.state.seats[0].is_active
    assert [seat.is_host for seat in back.seen(None).seats] == [True, False, False]


def test_a_game_whose_host_paused_it_and_is_gone_goes_on() -> None:
    harness = begun(3)
    harness.do(0, p.Pause, on=True)
    back = restored_without_the_host(harness)
    back.wait(20)
    back.do(1, p.Pause, on=False)
    back.answer(1)


@pytest.mark.parametrize("is_restored", [False, True])
def test_before_and_after_a_game_hosting_passes_to_somebody_present(*, is_restored: bool) -> None:
    harness = seated(3)
    if is_restored:
        harness = restored_without_the_host(harness)
    else:
        harness.table.disconnect(0, harness.now)
    harness.wait(20)
    harness.do(2, p.Ready)
    harness.do(1, p.Start)
    assert harness.table.state.seats[0].stands_in
    harness.play_on()
    harness.do(1, p.Rematch)
    assert harness.table.state.stage == "lobby"


def test_a_host_who_opened_the_table_and_never_came_stops_nobody() -> None:
    harness = opened(seats=3)
    for seat, name in enumerate(("Ann", "Bob", "Cid")):
        harness.sit(name, seat, f"token {seat}")
    for seat in (1, 2):
        harness.table.connect(seat, harness.now)
    harness.do(2, p.Ready)
    harness.wait(19.9)
    refused("not_host", harness.do, 1, p.Start)
    harness.wait(0.1)
    harness.do(1, p.Start)
    assert harness.table.state.seats[0].stands_in


def test_a_start_waits_for_a_player_who_has_only_just_left() -> None:
    harness = seated(3)
    harness.table.disconnect(2, harness.now)
    harness.do(1, p.Ready)
    harness.wait(19.9)
    refused("not_ready", harness.do, 0, p.Start)


def test_a_sleeping_table_changes_nothing_until_a_player_comes() -> None:
    harness = begun(3, house=p.House(clock="blitz"))
    back = restored(harness, harness.now + 3_600_000)
    back.table.connect(None, back.now)
    back.wait(3600)
    assert back.table.wake_at() is None
    assert back.table.take_unstored() == []
    back.table.connect(1, back.now)
    assert [type(fact) for fact in back.table.unstored] == [Resumed]
    assert back.seen(1).decision.seconds == 70.0  # type: ignore[union-attr]
    back.wait(70)
    assert by_whom(back) == [(0, "clock"), (1, "clock"), (2, "clock")]


# ---- clocks


def test_leaving_and_returning_wins_no_time_of_the_clock() -> None:
    harness = begun(2, seats=2, house=p.House(clock="blitz", pace=5.0))
    for _ in range(23):
        harness.do(0, p.Leave)
        harness.wait(1)
        harness.do(0, p.Return)
        harness.wait(2)
    assert harness.seen(0).decision.seconds == 1.0  # type: ignore[union-attr]
    assert harness.seen(1).seats[0].bank == 1.0
    harness.wait(1)
    assert (0, "clock") in by_whom(harness)


def test_leaving_and_returning_wins_no_time_in_a_window() -> None:
    harness = at_window(3, window=5)
    seat = harness.asked()[0]
    for _ in range(4):
        harness.do(seat, p.Leave)
        harness.wait(0.5)
        harness.do(seat, p.Return)
        harness.wait(0.5)
    assert harness.seen(seat).window.seconds == 1.0  # type: ignore[union-attr]
    harness.wait(1)
    assert (seat, "window") in by_whom(harness)


@pytest.mark.parametrize("window", [5, 2])
def test_reconnecting_wins_no_time_in_a_window(window: int) -> None:
    harness = at_window(3, window=window)
    seat = harness.asked()[0]
    until = harness.now + window * 1000
    while harness.now < until:
        harness.table.disconnect(seat, harness.now)
        harness.table.connect(seat, harness.now)
        harness.table.disconnect(seat, harness.now)
        harness.wait(0.5)
        harness.table.connect(seat, harness.now)
    assert (seat, "window") in by_whom(harness)


def test_a_bot_that_takes_over_an_old_question_has_time_to_think() -> None:
    harness = begun(2, game="unicorns", seats=2, house=p.House(clock="relaxed"))
    harness.wait(60)
    seat = harness.asked()[0]
    harness.do(seat, p.Leave)
    harness.table.tick(harness.now)
    assert by_whom(harness) == []
    harness.wait(1)
    assert by_whom(harness)[0] == (seat, "bot")
