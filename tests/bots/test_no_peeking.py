"""Bots do not use hidden information: they choose the same when hidden cards are dealt again.

Two equal bots play one game in step. One gets the true state; for the other everything hidden from its seat
is dealt again before every decision. Their samples must be equal, and so must be their answers.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.bots.specs import make_bot
from stablehand.core.driver import decide
from support.sizes import SCALE, slow_except
from support.unicorn_packs import drawn, options_of, with_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View
    from stablehand.core.driver import Policy

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("fairytale", 2, {}),
    ("fairytale", 3, {}),
    ("unicorns", 2, {"deck": "base_1e"}),
    ("unicorns", 3, {"deck": "base_2e", "window": "race"}),
    ("unicorns", 4, {"deck": "nsfw_2e", "targets": "declare"}),
    ("unicorns", 2, options_of(*drawn(2, 2)[1])),
    ("unicorns", 3, with_all("base_2e")),
]
SPECS = ("random", "greedy:1", f"ismcts:{4 * SCALE}")
PLAYED = [*product(TABLES, SPECS), (TABLES[0], "easy"), (TABLES[3], "easy")]
QUICK = [(table, spec) for table, spec in PLAYED if table != TABLES[-1]]


def play_in_step(
    name: str, seats: int, options: dict[str, object], make: Callable[[int], Policy], seed: int = 4
) -> int:
    """Play one game, checking every decision; return the number of decisions."""
    game = load(name)
    state = game.start(seats, seed, options)
    pairs = [(make(seat), make(seat)) for seat in range(seats)]
    decisions = 0
    while asks := game.pending(state):
        decision = asks[0]
        option = decision.options[0]
        if not decision.is_forced:
            seat = decision.seat
            redealt = game.determinise(state, seat, seed + decisions)
            same = next(ask for ask in game.pending(redealt) if ask.seat == seat)
            assert same == decision
            true_bot, redealt_bot = pairs[seat]
            option = decide(game, state, decision, true_bot)
            assert decide(game, redealt, same, redealt_bot) == option, (
                f"the bot used hidden information: {decision}"
            )
            decisions += 1
        game.answer(state, decision.seat, option)
    return decisions


@pytest.mark.parametrize(
    ("table", "spec"), slow_except(QUICK, PLAYED, "deals hundreds of cards again before each answer")
)
def test_hidden_cards_do_not_change_the_choice_of_a_bot(
    table: tuple[str, int, dict[str, object]], spec: str
) -> None:
    bots: list[Any] = []

    def make(seat: int) -> Policy:
        bots.append(make_bot(spec, table[0], 7, seat))
        made: Policy = bots[-1]
        return made

    assert play_in_step(*table, make) > 20
    assert [one.failures for one in bots] == [0] * len(bots)


class Peeker:
    """A bot that takes the true state from its sampler and chooses by it."""

    is_blind = False

    def __init__(self, game: str) -> None:
        self.game = load(game)

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        del view
        assert isinstance(sampler, partial)
        state = sampler.args[0]  # an honest bot does not do this
        return decision.options[int(self.game.digest(state), 16) % len(decision.options)]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_a_bot_that_peeks_is_detected(game: str) -> None:
    with pytest.raises(AssertionError, match="the bot used hidden information"):
        play_in_step(game, 3, {}, lambda _: Peeker(game))
