"""A bot that looks one step ahead: it tries each option in a few possible truths and takes the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.bots.judge import judge_for, settle
from stablehand.bots.thoughts import Opinion
from stablehand.kernel.rng import Rng
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, View

SAMPLES = 6
"""Possible truths looked at for each decision."""


class GreedyBot:
    """Takes what leaves its seat best off once the dust has settled."""

    is_blind = False

    def __init__(self, game: str, seed: int, seat: int = 0, samples: int = SAMPLES) -> None:
        self.game = load(game)
        self.judge = judge_for(game)
        self.rng = Rng.from_seed(seed, f"greedy bot {seat}")
        self.samples = samples
        self.thoughts: list[Opinion] = []
        """How it liked the options of the last decision."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the option with the best outlook; of equals, the first."""
        del view
        outlooks = [0.0] * len(decision.options)
        for _ in range(self.samples):
            truth = sampler(self.rng.word())
            luck = self.rng.word()
            for at, option in enumerate(decision.options):
                state = self.game.clone(truth)
                self.game.answer(state, decision.seat, option)
                # The same luck for every option: they differ by what they are alone.
                values = settle(self.game, self.judge, state, Rng.from_seed(luck, "settling"))
                outlooks[at] += values[decision.seat]
        self.thoughts = [
            Opinion(option, self.samples, outlook / self.samples)
            for option, outlook in zip(decision.options, outlooks, strict=True)
        ]
        return max(self.thoughts, key=lambda opinion: opinion.value).option
