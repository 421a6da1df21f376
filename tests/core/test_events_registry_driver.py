"""Events, the registry of games and the play loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import stablehand
from stablehand import Event, IllegalAnswer, Journal, Recorder
from stablehand.bots.random import RandomBot
from stablehand.bots.specs import make_bot
from stablehand.core import driver
from stablehand.core.driver import EndlessGameError, decide, play
from stablehand.games.fairytale import GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, View


def test_a_secret_is_seen_by_its_audience_only() -> None:
    event = Event("kept", ("FT-DRAFT-1",), {"seat": 1}, {"card": "bard"}, (1,))
    everybody = {"what": "kept", "rules": ["FT-DRAFT-1"], "seat": 1}
    assert event.seen_by(0) == everybody
    assert event.seen_by(None) == everybody
    assert event.seen_by(1) == {**everybody, "card": "bard"}


def test_an_event_copies_its_values() -> None:
    seen: dict[str, Any] = {"seat": 1}
    event = Event("played", (), seen)
    seen["seat"] = 2
    event.seen_by(None)["seat"] = 3
    assert event.seen_by(None)["seat"] == 1


def test_events_are_equal_when_all_their_parts_are() -> None:
    event = Event("played", ("X",), {"seat": 1}, {"card": "a"}, (0,))
    assert event == Event("played", ("X",), {"seat": 1}, {"card": "a"}, (0,))
    others = [
        Event("kept", ("X",), {"seat": 1}, {"card": "a"}, (0,)),
        Event("played", (), {"seat": 1}, {"card": "a"}, (0,)),
        Event("played", ("X",), {"seat": 2}, {"card": "a"}, (0,)),
        Event("played", ("X",), {"seat": 1}, {"card": "b"}, (0,)),
        Event("played", ("X",), {"seat": 1}, {"card": "a"}, (1,)),
    ]
    assert all(event != other for other in others)
    assert event != "played"


def test_a_recorder_keeps_events_in_order() -> None:
    recorder = Recorder()
    recorder.note("first", (), {})
    recorder.note("second", (), {}, {"x": 1}, (0,))
    assert [event["what"] for event in recorder.seen_by(None)] == ["first", "second"]
    assert recorder.seen_by(0)[1]["x"] == 1


def test_games_are_found_by_name() -> None:
    assert "fairytale" in stablehand.names()
    assert stablehand.load("fairytale") is GAME
    with pytest.raises(ValueError, match=r"^Unknown game 'chess'; choose one of: .*fairytale.*\.$"):
        stablehand.load("chess")


class Watcher:
    """A policy that checks its view and sampler, and chooses the last option."""

    is_blind = False

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.asked = 0

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> int:
        self.asked += 1
        truth = sampler(5)
        assert len(decision.options) > 1
        assert view["seat"] == decision.seat == self.seat
        assert GAME.view(truth, self.seat) == view
        return decision.options[-1]


def test_a_policy_gets_its_view_and_a_sampler_and_only_real_choices() -> None:
    watchers = [Watcher(0), Watcher(1)]
    outcome = play(GAME, 2, 7, watchers)
    assert outcome.decisions == sum(watcher.asked for watcher in watchers) > 0
    assert outcome.answers > outcome.decisions
    assert sum(outcome.scores) == pytest.approx(1)


def test_a_blind_policy_gets_only_the_decision() -> None:
    class Blind(Watcher):
        is_blind = True

        def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> int:
            assert view == {}
            with pytest.raises(AssertionError, match="blind policy asked for a sample with seed 3"):
                sampler(3)
            return decision.options[0]

    state = GAME.start(2, 7)
    decision = GAME.pending(state)[1]
    assert decide(GAME, state, decision, Blind(1)) == decision.options[0]


def test_a_played_game_is_recorded_in_a_journal() -> None:
    journal = Journal.begin("fairytale", 3, 9)
    recorder = Recorder()
    outcome = play(GAME, 3, 9, [RandomBot(9, seat) for seat in range(3)], recorder=recorder, journal=journal)
    end = journal.replay()
    assert GAME.scores(end) == outcome.scores
    assert len(journal.answers()) == outcome.answers
    assert recorder.events[-1].what == "ended"


class Unoffered:
    """A policy that answers with something that nobody offers."""

    is_blind = True

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> int:
        del view, decision, sampler
        return 999


@pytest.mark.parametrize("name", stablehand.names())
def test_a_table_with_and_without_the_inner_way_in_plays_the_same_game(name: str) -> None:
    game = stablehand.load(name)
    outcomes = []
    for recorder in (None, Recorder()):  # with a recorder the contract is used
        bots = [make_bot(spec, name, 4, seat) for seat, spec in enumerate(("random", "greedy"))]
        outcomes.append(
            play(game, 4, 4, [*bots, *(RandomBot(4, seat) for seat in (2, 3))], recorder=recorder)
        )
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", stablehand.names())
def test_the_answer_of_a_policy_is_checked_whichever_way_it_takes(name: str) -> None:
    for recorder in (None, Recorder()):
        with pytest.raises(IllegalAnswer):
            play(stablehand.load(name), 2, 4, [RandomBot(4), Unoffered()], recorder=recorder)


def test_a_game_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "ANSWER_LIMIT", 10)
    with pytest.raises(EndlessGameError, match="with 2 seats and seed 7 does not end"):
        play(GAME, 2, 7, [RandomBot(7, 0), RandomBot(7, 1)])
