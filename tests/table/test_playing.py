from __future__ import annotations

from typing import Any

import pytest

from stablehand.core.contract import Kind
from stablehand.table import protocol as p
from stablehand.table.commands.play import EXTENSIONS
from stablehand.table.state.facts import Answered
from support.table_setup import TableHarness, begun, refused


def at_window(
    players: int | list[int] = 3, seats: int = 3, who: int | None = None, **house: object
) -> TableHarness:
    """Play Unicorns until a response window is open, for seat `who` if given."""
    harness = begun(players, game="unicorns", seats=seats, house=p.House(**house))  # type: ignore[arg-type]
    assert harness.table.state.match is not None
    for _ in range(2000):
        asked = harness.table.state.match.pending
        if any(one.decision.kind is Kind.RESPOND for one in asked.values()) and who in {None, *asked}:
            return harness
        seat = min(asked)
        if harness.table.state.seats[seat].level is None:
            verbs = {
                harness.table.state.match.game.meaning(harness.table.state.match.state, seat, o)["verb"]: o
                for o in harness.options(seat)
            }
            harness.answer(seat, verbs.get("play", harness.options(seat)[0]))
        else:
            harness.wait(1)
    raise AssertionError("no card was played")


def by_whom(harness: TableHarness) -> list[tuple[int, str]]:
    return [(fact.seat, fact.by) for fact in harness.facts() if isinstance(fact, Answered)]


def test_an_answer_to_another_question_or_from_the_future_is_refused_and_changes_nothing() -> None:
    harness = begun(3)
    assert harness.table.state.match is not None
    before = harness.table.state.match.game.digest(harness.table.state.match.state)
    refused("stale", harness.answer, 0, decision=0)
    refused("future", harness.answer, 0, state=harness.table.state.fact_count + 1)
    refused("not_offered", harness.answer, 0, option=9999)
    assert harness.table.state.match.game.digest(harness.table.state.match.state) == before
    assert harness.table.unstored[-1].at == harness.now


def test_a_question_stays_the_same_while_others_answer_sealed() -> None:
    harness = begun(3)
    seen = harness.seen(2)
    assert seen.decision is not None
    harness.answer(0)
    harness.answer(1)
    harness.answer(2, state=seen.state, decision=seen.decision.id)
    assert harness.asked() == [0, 1, 2]


def test_a_sealed_answer_may_be_replaced_until_all_seats_have_answered() -> None:
    harness = begun(3)
    harness.answer(0, harness.options(0)[0])
    seen = harness.seen(0)
    assert seen.decision is not None
    assert seen.decision.is_revision
    harness.answer(0, harness.options(0)[1])
    harness.answer(1)
    harness.answer(2)
    refused("stale", harness.answer, 0, decision=seen.decision.id)


def test_a_command_sent_twice_is_applied_once() -> None:
    harness = begun(3)
    seen = harness.seen(0).decision
    assert seen is not None
    words: dict[str, Any] = {"state": harness.table.state.fact_count, "decision": seen.id, "id": "same"}
    harness.answer(0, **words)
    facts = harness.table.state.fact_count
    harness.answer(0, **words)
    assert harness.table.state.fact_count == facts


def test_a_spectator_can_do_nothing() -> None:
    harness = begun(3)
    refused("spectator", harness.do, None, p.Pause, on=True)
    refused("spectator", harness.do, None, p.Chat, text="hello")


def test_bots_answer_at_their_pace_with_any_hand() -> None:
    harness = at_window([0], seats=4, pace=1.5)
    assert harness.table.state.match is not None
    asked = dict(harness.table.state.match.pending)
    bots = [seat for seat in asked if harness.table.state.seats[seat].level]
    assert bots
    harness.now = asked[bots[0]].at
    harness.run_bots()
    harness.wait(1.499)
    assert not any(fact.at > asked[bots[0]].at for fact in harness.facts())
    harness.wait(0.001)
    answered = {fact.seat for fact in harness.facts() if isinstance(fact, Answered) and fact.by == "bot"}
    assert set(bots) <= answered


def test_a_bot_without_an_answer_passes_before_the_window_closes() -> None:
    harness = at_window([0], seats=2, who=1, pace=1.0)
    assert harness.table.state.match is not None
    asked = harness.table.state.match.pending[1]
    harness.now = asked.at + 1000
    harness.table.tick(harness.now)
    last = harness.facts()[-1]
    assert isinstance(last, Answered)
    assert (last.seat, last.by, last.at) == (1, "bot", asked.at + 1000)


def test_in_a_window_every_bot_is_asked_whatever_it_holds() -> None:
    harness = begun([0], game="unicorns", seats=4)
    match = harness.table.state.match
    assert match is not None
    can_only_pass, asked = set[bool](), set[int]()
    while not match.is_over:
        windows = {
            seat: one
            for seat, one in match.pending.items()
            if seat and one.decision.kind is Kind.RESPOND and one.id not in asked
        }
        tasks = harness.table.take_bot_tasks()
        if windows:
            asked |= {one.id for one in windows.values()}
            can_only_pass |= {one.decision.is_forced for one in windows.values()}
            assert {task.seat for task in tasks} == set(windows)
            assert len({(task.seconds, task.within) for task in tasks}) == 1
        harness.play_on(answers=1)
    assert can_only_pass == {True, False}, "there must be both, or nothing is shown"


def test_outside_a_window_the_table_answers_for_a_bot_after_a_wait() -> None:
    harness = begun([0], seats=2, house=p.House(pace=1.0))
    harness.table.tick(harness.now + 6_999)
    assert by_whom(harness) == []
    harness.table.tick(harness.now + 7_000)
    assert by_whom(harness) == [(1, "bot")]


def test_a_window_closes_by_itself_and_asks_all_seats() -> None:
    """UU-INST-7."""
    harness = at_window(3, window=20)
    waiting = harness.asked()
    assert len(waiting) == 2
    assert {harness.seen(seat).decision.seconds for seat in waiting} == {20.0}  # type: ignore[union-attr]
    harness.wait(19.9)
    assert harness.asked() == waiting
    harness.wait(0.1)
    closed = [seat for seat, by in by_whom(harness) if by == "window"]
    assert closed == waiting


def test_more_time_in_a_window_is_for_all_and_granted_a_limited_number_of_times() -> None:
    harness = at_window(3, window=20)
    seat = harness.asked()[0]
    for _ in range(EXTENSIONS):
        harness.do(seat, p.MoreTime)
    refused("enough_time", harness.do, seat, p.MoreTime)
    other = harness.asked()[1]
    harness.wait(20 + EXTENSIONS * 15 - 0.1)
    assert {seat, other} <= {*harness.asked()}
    harness.wait(0.1)
    assert {(seat, "window"), (other, "window")} <= {*by_whom(harness)}


def test_a_quiet_seat_passes_at_the_pace_of_a_bot() -> None:
    harness = at_window(3, window=20, pace=1.0)
    first, second = harness.asked()
    harness.do(first, p.Quiet)
    assert harness.seen(first).is_quiet
    assert not harness.seen(second).is_quiet
    harness.wait(1)
    assert (first, "quiet") in by_whom(harness)
    assert (second, "window") not in by_whom(harness)


def test_without_a_clock_there_is_no_time_limit_outside_windows() -> None:
    harness = begun(3)
    assert harness.table.wake_at() is None
    refused("no_hurry", harness.do, 0, p.MoreTime)


def test_the_table_answers_when_the_time_bank_is_empty() -> None:
    harness = begun(2, seats=2, house=p.House(clock="blitz"))
    assert harness.seen(0).decision.seconds == 70.0  # type: ignore[union-attr]
    harness.wait(25)
    harness.answer(1)
    assert harness.table.state.seats[1].bank == 45_000
    harness.wait(44.9)
    assert harness.asked() == [0]
    harness.wait(0.1)
    assert by_whom(harness) == [(1, "player"), (0, "clock")]
    assert harness.table.state.seats[0].bank == 0


def test_the_clock_runs_on_for_a_disconnected_player() -> None:
    harness = begun(2, seats=2, house=p.House(clock="blitz"))
    harness.table.disconnect(0, harness.now)
    harness.table.disconnect(1, harness.now)
    harness.wait(69.9)
    assert by_whom(harness) == []
    harness.wait(0.1)
    assert sorted(by_whom(harness)) == [(0, "clock"), (1, "clock")]


def test_a_pause_stops_clocks_and_bots_and_the_time_runs_on_after_it() -> None:
    harness = begun([0], seats=2, house=p.House(clock="blitz"))
    harness.wait(0.5)
    harness.do(0, p.Pause, on=True)
    refused("paused", harness.answer, 0)
    refused("pause_already", harness.do, 0, p.Pause, on=True)
    assert harness.table.wake_at() is None
    harness.wait(1000)
    assert by_whom(harness) == []
    harness.do(0, p.Pause, on=False)
    assert harness.seen(0).decision.seconds == 69.5  # type: ignore[union-attr]
    harness.wait(1)
    assert by_whom(harness) == [(1, "bot")]


def test_bots_stop_when_no_client_is_connected() -> None:
    harness = begun([0], seats=3)
    harness.do(0, p.Leave)
    harness.table.disconnect(0, harness.now)
    assert harness.table.wake_at() is None
    harness.table.connect(None, harness.now)
    assert harness.table.wake_at() is not None


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_a_game_of_bots_with_a_spectator_is_played_to_the_end(game: str) -> None:
    harness = begun([0], game=game, seats=4, house=p.House(pace=0.0, window=5))
    harness.do(0, p.Leave)
    for _ in range(5000):
        if harness.table.state.stage == "over":
            break
        harness.wait(0.15)  # as long as a bot has in a window at pace 0
    assert harness.table.state.stage == "over"
    assert sum(harness.table.state.match.game.scores(harness.table.state.match.state)) == pytest.approx(1)  # type: ignore[union-attr]


def test_every_default_answer_is_an_offered_option() -> None:
    harness = begun(3, game="unicorns", house=p.House(clock="blitz", window=1))
    for _ in range(3000):
        if harness.table.state.stage == "over":
            break
        harness.wait(100)
    assert harness.table.state.stage == "over"
    assert {by for _, by in by_whom(harness)} <= {"clock", "window"}
