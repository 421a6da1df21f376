"""A table that answers forced questions by itself: the same games, fewer questions."""

from __future__ import annotations

import pytest

from stablehand.bots.random import RandomBot
from stablehand.kernel.conformance import check
from stablehand.kernel.driver import play
from stablehand.kernel.rng import Rng
from stablehand.unicorns import GAME
from stablehand.unicorns.catalog import DECKS


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("window", ["collect", "race", "seat_order"])
def test_the_same_bots_play_the_same_game(deck: str, window: str) -> None:
    outcomes = []
    for silent in (False, True):
        bots = [RandomBot(5, seat) for seat in range(3)]
        outcomes.append(play(GAME, 3, 5, bots, {"deck": deck, "window": window, "silent": silent}))
    told, silent_ = outcomes
    assert silent_.scores == told.scores
    assert silent_.decisions == told.decisions
    assert silent_.answers == silent_.decisions < told.answers


@pytest.mark.parametrize("ruleset", ["first", "first-nsfw", "second"])
def test_nobody_is_asked_what_has_but_one_answer(ruleset: str) -> None:
    state = GAME.start(4, 11, {"ruleset": ruleset, "silent": True})
    rng = Rng.from_seed(11)
    asked = 0
    while asks := GAME.pending(state):
        assert all(len(decision.options) > 1 for decision in asks)
        asked += len(asks)
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options))
    assert asked


def test_a_silent_table_keeps_the_contract() -> None:
    check(GAME, 3, 2, {"silent": True}, every=9)
