"""Events tell what a watcher could not see otherwise: that a “may” was declined, whose card is answered."""

from __future__ import annotations

import pytest

from stablehand import Recorder
from stablehand.bots.random import RandomBot
from stablehand.core.contract import Kind
from stablehand.core.driver import decide
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state.state import NO


@pytest.mark.parametrize("deck", DECKS)
def test_every_refusal_of_a_may_is_seen_by_everybody(deck: str) -> None:
    recorder = Recorder()
    state = GAME.start(4, 3, {"deck": deck}, recorder=recorder)
    bots = [RandomBot(3, seat) for seat in range(4)]
    refused, forced = 0, 0
    while decisions := GAME.pending(state):
        decision, known = decisions[0], len(recorder.events)
        asking = str(GAME.view(state, None)["asking"])
        answer = decide(GAME, state, decision, bots[decision.seat])
        GAME.answer(state, decision.seat, answer, recorder=recorder)
        told = [event for event in recorder.events[known:] if event.what == "declined"]
        if decision.kind is not Kind.YES_NO or answer != NO:
            assert not told
            continue
        refused += 1
        forced += len(decision.options) == 1
        # Even a spectator saw who was asked about which card, so nobody learns more than that.
        card = asking.partition("/")[0]
        seen = {"what": "declined", "rules": ["UU-EFF-2"], "seat": decision.seat, "cards": [card]}
        assert [event.seen_by(None) for event in told] == [seen]
        assert [event.seen_by(decision.seat) for event in told] == [seen]
    assert refused > forced


@pytest.mark.parametrize("window", ["collect", "race", "seat_order"])
def test_a_response_tells_whose_card_it_answers(window: str) -> None:
    answered = set()
    for seed in range(6):
        recorder = Recorder()
        state = GAME.start(4, seed, {"deck": "base_1e", "window": window}, recorder=recorder)
        bots = [RandomBot(seed, seat) for seat in range(4)]
        owners: list[tuple[str, int]] = []
        """The cards of the pile, the lowest first."""
        told = 0
        while decisions := GAME.pending(state):
            decision = decisions[0]
            answer = decide(GAME, state, decision, bots[decision.seat])
            GAME.answer(state, decision.seat, answer, recorder=recorder)
            for event in recorder.events[told:]:
                if event.what not in {"announced", "responded"}:
                    continue
                seen = event.seen_by(None)
                if event.what == "responded":
                    assert (seen["to"], seen["whose"]) == owners[-1]
                    answered.add(seen["to"])
                else:
                    owners.clear()
                owners.append((str(event.open["cards"][0]), int(str(seen["seat"]))))  # type: ignore[index]
            told = len(recorder.events)
    assert "neigh" in answered
    assert len(answered) > 3
