"""How the search spends its tries."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.bots.ismcts import WIDE, IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.thoughts import Opinion, ranked
from stablehand.kernel.driver import decide
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision

TRIES = 120
BEGUN = 3
"""Turns or rounds after which options are worth different things."""


def position(game: str, least: int) -> tuple[Any, Decision]:
    """Return a position well into a random game, and a decision there with so many options or more."""
    rules = load(game)
    for seed in range(20):
        state = rules.start(4, seed)
        bots = [RandomBot(seed, seat) for seat in range(4)]
        while asks := rules.pending(state):
            if rules.clock(state) >= BEGUN and len(asks[0].options) >= least:
                return state, asks[0]
            rules.answer(state, asks[0].seat, decide(rules, state, asks[0], bots[asks[0].seat]))
    raise AssertionError(f"nobody of {game} is asked to choose from {least}")


def searched(game: str, least: int, tries: int = TRIES) -> tuple[int, list[Opinion]]:
    """Return what a search answers there, and what it thinks of the options."""
    state, decision = position(game, least)
    bot = IsmctsBot(game, 1, decision.seat, iterations=tries)
    answer = bot({}, decision, partial(load(game).determinise, state, decision.seat))
    assert sum(one.tries for one in bot.thoughts) == tries
    return answer, bot.thoughts


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_in_the_end_only_the_best_two_are_tried(game: str) -> None:
    answer, thoughts = searched(game, 5)
    most = sorted((one.tries for one in thoughts), reverse=True)
    assert most[-1] >= 1, "each has its chance"
    assert sum(most[:2]) > TRIES / 2
    assert most[1] > 2 * most[-1]
    finalists = [one for one in thoughts if one.tries >= most[1]]
    assert answer == max(finalists, key=lambda one: one.value).option


def test_of_many_options_few_are_tried_at_first() -> None:
    few = 20
    _, thoughts = searched("unicorns", 12, few)
    tried = sum(one.tries > 0 for one in thoughts)
    assert WIDE <= tried <= WIDE + sqrt(few) + 1


def test_what_was_tried_as_often_is_ranked_by_its_value_and_the_rest_by_tries() -> None:
    lucky, first, second, third = (
        Opinion(1, 2, 0.9),
        Opinion(2, 30, 0.3),
        Opinion(3, 29, 0.4),
        Opinion(4, 8, 0.1),
    )
    assert ranked([lucky, first, second, third]) == [second, first, third, lucky]
