"""How the search distributes its tries over the options."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.bots.evaluation import Evaluation, ranked
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.tree import WIDE
from stablehand.core.driver import decide
from stablehand.core.registry import load

if TYPE_CHECKING:
    from stablehand.core.contract import Decision

TRIES = 120
BEGUN = 3
"""The turn or round from which options differ in value."""


def position(game: str, least: int) -> tuple[Any, Decision]:
    """Return a state of a random game from turn BEGUN on, and its decision with at least `least` options."""
    rules = load(game)
    for seed in range(20):
        state = rules.start(4, seed)
        bots = [RandomBot(seed, seat) for seat in range(4)]
        while asks := rules.pending(state):
            if rules.clock(state) >= BEGUN and len(asks[0].options) >= least:
                return state, asks[0]
            rules.answer(state, asks[0].seat, decide(rules, state, asks[0], bots[asks[0].seat]))
    raise AssertionError(f"no decision of {game} has {least} options")


def searched(game: str, least: int, tries: int = TRIES) -> tuple[int, list[Evaluation]]:
    """Return the answer of a search at such a position, and its evaluations of the options."""
    state, decision = position(game, least)
    bot = IsmctsBot(game, 1, decision.seat, iterations=tries)
    answer = bot({}, decision, partial(load(game).determinise, state, decision.seat))
    assert sum(one.tries for one in bot.evaluations) == tries
    return answer, bot.evaluations


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_most_tries_go_to_the_best_two_options(game: str) -> None:
    answer, evaluations = searched(game, 5)
    most = sorted((one.tries for one in evaluations), reverse=True)
    assert most[-1] >= 1, "every option is tried at least once"
    assert sum(most[:2]) > TRIES / 2
    assert most[1] > 2 * most[-1]
    finalists = [one for one in evaluations if one.tries >= most[1]]
    assert answer == max(finalists, key=lambda one: one.value).option


def test_a_short_search_tries_only_some_of_many_options() -> None:
    few = 20
    _, evaluations = searched("unicorns", 12, few)
    tried = sum(one.tries > 0 for one in evaluations)
    assert WIDE <= tried <= WIDE + sqrt(few) + 1


def test_options_with_similar_tries_are_ranked_by_value_and_others_by_tries() -> None:
    lucky, first, second, third = (
        Evaluation(1, 2, 0.9),
        Evaluation(2, 30, 0.3),
        Evaluation(3, 29, 0.4),
        Evaluation(4, 8, 0.1),
    )
    assert ranked([lucky, first, second, third]) == [second, first, third, lucky]
