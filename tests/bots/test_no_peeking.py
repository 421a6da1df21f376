"""Bots never peek: dealt anew, as far as their seat cannot see, they choose the same.

Two bots alike play one game in step. One sits at the true table; for the other all that its seat cannot see
is dealt again before every decision. Whatever they draw from their samplers must be equal, and so must be
what they choose.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from games import SCALE
from stablehand import load
from stablehand.bots.roster import bot
from stablehand.kernel.driver import decide

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, View
    from stablehand.kernel.driver import Policy

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("fairytale", 2, {}),
    ("fairytale", 3, {}),
    ("unicorns", 2, {"deck": "base_1e"}),
    ("unicorns", 3, {"deck": "base_2e", "window": "race"}),
    ("unicorns", 4, {"deck": "nsfw_2e", "targets": "declare"}),
]
SPECS = ("random", "greedy:1", f"ismcts:{4 * SCALE}")


def play_in_step(
    name: str, seats: int, options: dict[str, object], make: Callable[[int], Policy], seed: int = 4
) -> int:
    """Play one game, checking every decision; return how many there were."""
    game = load(name)
    state = game.start(seats, seed, options)
    pairs = [(make(seat), make(seat)) for seat in range(seats)]
    decisions = 0
    while asks := game.pending(state):
        decision = asks[0]
        option = decision.options[0]
        if not decision.is_forced:
            seat = decision.seat
            elsewhere = game.determinise(state, seat, seed + decisions)
            same = next(ask for ask in game.pending(elsewhere) if ask.seat == seat)
            assert same == decision
            at_table, dealt_anew = pairs[seat]
            option = decide(game, state, decision, at_table)
            assert decide(game, elsewhere, same, dealt_anew) == option, (
                f"it knew more than it saw: {decision}"
            )
            decisions += 1
        game.answer(state, decision.seat, option)
    return decisions


@pytest.mark.parametrize(
    ("table", "spec"), [*product(TABLES, SPECS), (TABLES[0], "easy"), (TABLES[3], "easy")]
)
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(
    table: tuple[str, int, dict[str, object]], spec: str
) -> None:
    bots: list[Any] = []

    def make(seat: int) -> Policy:
        bots.append(bot(spec, table[0], 7, seat))
        made: Policy = bots[-1]
        return made

    assert play_in_step(*table, make) > 20
    assert [one.failures for one in bots] == [0] * len(bots)


class Peeker:
    """Reaches through its sampler for the true state, and goes by what it finds."""

    is_blind = False

    def __init__(self, game: str) -> None:
        self.game = load(game)

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        del view
        assert isinstance(sampler, partial)
        state = sampler.args[0]  # what no honest bot does
        return decision.options[int(self.game.digest(state), 16) % len(decision.options)]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_the_test_itself_catches_a_bot_that_peeks(game: str) -> None:
    with pytest.raises(AssertionError, match="it knew more than it saw"):
        play_in_step(game, 3, {}, lambda _: Peeker(game))
