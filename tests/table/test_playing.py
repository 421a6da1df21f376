from __future__ import annotations

from typing import Any

import pytest

from stablehand.kernel.contract import Kind
from stablehand.table import protocol as p
from stablehand.table.facts import Answered
from stablehand.table.pacing import MORE_TIMES
from table_club import Club, begun, refused


def at_window(players: int | list[int] = 3, seats: int = 3, who: int | None = None, **house: object) -> Club:
    """Play the unicorns until somebody, or a certain seat, may answer a card with an Instant."""
    club = begun(players, game="unicorns", seats=seats, house=p.House(**house))  # type: ignore[arg-type]
    assert club.table.match is not None
    for _ in range(2000):
        asked = club.table.match.asked
        if any(one.decision.kind is Kind.RESPOND for one in asked.values()) and who in {None, *asked}:
            return club
        seat = min(asked)
        if club.table.chairs[seat].level is None:
            verbs = {
                club.table.match.game.meaning(club.table.match.state, seat, o)["verb"]: o
                for o in club.options(seat)
            }
            club.answer(seat, verbs.get("play", club.options(seat)[0]))
        else:
            club.wait(1)
    raise AssertionError("no card was played")


def by_whom(club: Club) -> list[tuple[int, str]]:
    return [(fact.seat, fact.by) for fact in club.facts() if isinstance(fact, Answered)]


def test_an_answer_to_another_question_or_from_the_future_is_refused_and_changes_nothing() -> None:
    club = begun(3)
    assert club.table.match is not None
    before = club.table.match.game.digest(club.table.match.state)
    refused("stale", club.answer, 0, decision=0)
    refused("future", club.answer, 0, state=club.table.facts + 1)
    refused("not_offered", club.answer, 0, option=9999)
    assert club.table.match.game.digest(club.table.match.state) == before
    assert club.table.news[-1].at == club.now


def test_a_question_stays_the_same_while_others_answer_sealed() -> None:
    club = begun(3)
    seen = club.seen(2)
    assert seen.decision is not None
    club.answer(0)
    club.answer(1)
    club.answer(2, state=seen.state, decision=seen.decision.id)
    assert club.asked() == [0, 1, 2]


def test_a_sealed_answer_may_be_replaced_until_the_last_is_in() -> None:
    club = begun(3)
    club.answer(0, club.options(0)[0])
    seen = club.seen(0)
    assert seen.decision is not None
    assert seen.decision.is_revision
    club.answer(0, club.options(0)[1])
    club.answer(1)
    club.answer(2)
    refused("stale", club.answer, 0, decision=seen.decision.id)


def test_a_command_sent_twice_is_done_once() -> None:
    club = begun(3)
    seen = club.seen(0).decision
    assert seen is not None
    words: dict[str, Any] = {"state": club.table.facts, "decision": seen.id, "id": "same"}
    club.answer(0, **words)
    facts = club.table.facts
    club.answer(0, **words)
    assert club.table.facts == facts


def test_a_spectator_can_do_nothing() -> None:
    club = begun(3)
    refused("spectator", club.do, None, p.Pause, on=True)
    refused("spectator", club.do, None, p.Chat, text="hello")


def test_bots_answer_at_their_pace_whatever_they_hold() -> None:
    club = at_window([0], seats=4, pace=1.5)
    assert club.table.match is not None
    asked = dict(club.table.match.asked)
    bots = [seat for seat in asked if club.table.chairs[seat].level]
    assert bots
    club.now = asked[bots[0]].at
    club.think()
    club.wait(1.499)
    assert not any(fact.at > asked[bots[0]].at for fact in club.facts())
    club.wait(0.001)
    answered = {fact.seat for fact in club.facts() if isinstance(fact, Answered) and fact.by == "bot"}
    assert set(bots) <= answered


def test_a_bot_that_does_not_come_to_a_conclusion_in_a_window_passes_in_time() -> None:
    club = at_window([0], seats=2, who=1, pace=1.0)
    assert club.table.match is not None
    asked = club.table.match.asked[1]
    club.now = asked.at + 1000
    club.table.tick(club.now)
    last = club.facts()[-1]
    assert isinstance(last, Answered)
    assert (last.seat, last.by, last.at) == (1, "bot", asked.at + 1000)


def test_elsewhere_a_bot_is_waited_for_and_then_answered_for() -> None:
    club = begun([0], seats=2, house=p.House(pace=1.0))
    club.table.tick(club.now + 6_999)
    assert by_whom(club) == []
    club.table.tick(club.now + 7_000)
    assert by_whom(club) == [(1, "bot")]


def test_a_window_closes_by_itself_and_asks_everybody_alike() -> None:
    club = at_window(3, window=20)
    waiting = club.asked()
    assert len(waiting) == 2
    assert {club.seen(seat).decision.seconds for seat in waiting} == {20.0}  # type: ignore[union-attr]
    club.wait(19.9)
    assert club.asked() == waiting
    club.wait(0.1)
    closed = [seat for seat, by in by_whom(club) if by == "window"]
    assert closed == waiting


def test_whoever_needs_more_time_gets_some_but_not_for_ever() -> None:
    club = at_window(3, window=20)
    seat = club.asked()[0]
    for _ in range(MORE_TIMES):
        club.do(seat, p.MoreTime)
    refused("enough_time", club.do, seat, p.MoreTime)
    club.wait(79.9)
    assert seat in club.asked()
    club.wait(0.1)
    assert (seat, "window") in by_whom(club)


def test_whoever_does_not_want_to_be_asked_again_this_turn_passes_at_the_pace_of_a_bot() -> None:
    club = at_window(3, window=20, pace=1.0)
    first, second = club.asked()
    club.do(first, p.Quiet)
    assert club.seen(first).is_quiet
    assert not club.seen(second).is_quiet
    club.wait(1)
    assert (first, "quiet") in by_whom(club)
    assert (second, "window") not in by_whom(club)


def test_without_clocks_nobody_is_hurried_outside_windows() -> None:
    club = begun(3)
    assert club.table.wake_at() is None
    refused("no_hurry", club.do, 0, p.MoreTime)


def test_by_the_clock_the_table_answers_when_the_bank_is_empty_too() -> None:
    club = begun(2, seats=2, house=p.House(clock="blitz"))
    assert club.seen(0).decision.seconds == 70.0  # type: ignore[union-attr]
    club.wait(25)
    club.answer(1)
    assert club.table.chairs[1].bank == 45_000
    club.wait(44.9)
    assert club.asked() == [0]
    club.wait(0.1)
    assert by_whom(club) == [(1, "player"), (0, "clock")]
    assert club.table.chairs[0].bank == 0


def test_the_clock_waits_a_minute_for_somebody_whose_connection_is_lost() -> None:
    club = begun(2, seats=2, house=p.House(clock="blitz"))
    club.table.disconnect(0, club.now)
    club.table.disconnect(1, club.now)
    club.wait(129.9)
    assert by_whom(club) == []
    club.wait(0.1)
    assert sorted(by_whom(club)) == [(0, "clock"), (1, "clock")]


def test_a_pause_stops_clocks_and_bots_and_gives_everybody_their_time_again() -> None:
    club = begun([0], seats=2, house=p.House(clock="blitz"))
    club.wait(0.5)
    club.do(0, p.Pause, on=True)
    refused("paused", club.answer, 0)
    refused("pause_already", club.do, 0, p.Pause, on=True)
    assert club.table.wake_at() is None
    club.wait(1000)
    assert by_whom(club) == []
    club.do(0, p.Pause, on=False)
    assert club.seen(0).decision.seconds == 70.0  # type: ignore[union-attr]
    club.wait(1)
    assert by_whom(club) == [(1, "bot")]


def test_bots_do_not_play_on_alone_where_nobody_watches() -> None:
    club = begun([0], seats=3)
    club.do(0, p.Leave)
    club.table.disconnect(0, club.now)
    assert club.table.wake_at() is None
    club.table.connect(None)
    assert club.table.wake_at() is not None


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_a_game_among_bots_that_somebody_watches_ends(game: str) -> None:
    club = begun([0], game=game, seats=4, house=p.House(pace=0.0, window=5))
    club.do(0, p.Leave)
    for _ in range(5000):
        if club.table.stage == "over":
            break
        club.wait(0)
    assert club.table.stage == "over"
    assert sum(club.table.match.game.scores(club.table.match.state)) == pytest.approx(1)  # type: ignore[union-attr]


def test_every_default_is_an_answer_that_is_offered() -> None:
    club = begun(3, game="unicorns", house=p.House(clock="blitz", window=1))
    for _ in range(3000):
        if club.table.stage == "over":
            break
        club.wait(100)
    assert club.table.stage == "over"
    assert {by for _, by in by_whom(club)} <= {"clock", "window"}
