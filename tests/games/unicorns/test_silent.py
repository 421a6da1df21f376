"""The option `silent`: the engine answers forced decisions itself; the games are the same."""

from __future__ import annotations

import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.conformance import check
from stablehand.core.driver import play
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("window", ["collect", "race", "seat_order"])
def test_the_same_bots_play_the_same_game(deck: str, window: str) -> None:
    outcomes = []
    for silent in (False, True):
        bots = [RandomBot(5, seat) for seat in range(3)]
        outcomes.append(play(GAME, 3, 5, bots, {"deck": deck, "window": window, "silent": silent}))
    asked_all, silent_ = outcomes
    assert silent_.scores == asked_all.scores
    assert silent_.decisions == asked_all.decisions
    assert silent_.answers == silent_.decisions < asked_all.answers


@pytest.mark.parametrize("ruleset", ["first", "first-nsfw", "second"])
def test_decisions_with_one_option_are_not_asked(ruleset: str) -> None:
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
