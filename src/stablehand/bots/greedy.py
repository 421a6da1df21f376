"""A bot that looks one step ahead: it tries each option in a few possible truths and takes the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.bots.evaluation import Evaluation
from stablehand.bots.judge import judge_for, settle
from stablehand.core.registry import load
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View

SAMPLES = 6
"""Possible truths that are sampled for each decision."""


class GreedyBot:
    """Takes the option with the best value for its seat once what is happening has settled."""

    is_blind = False

    def __init__(self, game: str, seed: int, seat: int = 0, samples: int = SAMPLES) -> None:
        self.game = load(game)
        self.judge = judge_for(game)
        self.rng = Rng.from_seed(seed, f"greedy bot {seat}")
        self.samples = samples
        self.evaluations: list[Evaluation] = []
        """The ratings of the options of the last decision, in their order."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the option with the best mean value; the first of equals."""
        del view
        outlooks = [0.0] * len(decision.options)
        for _ in range(self.samples):
            truth = sampler(self.rng.word())
            luck = self.rng.word()
            for at, option in enumerate(decision.options):
                state = self.game.clone(truth)
                self.game.answer(state, decision.seat, option)
                # The same random numbers for every option, so that only the options differ.
                values = settle(self.game, self.judge, state, Rng.from_seed(luck, "settling"))
                outlooks[at] += values[decision.seat]
        self.evaluations = [
            Evaluation(option, self.samples, outlook / self.samples)
            for option, outlook in zip(decision.options, outlooks, strict=True)
        ]
        return max(self.evaluations, key=lambda evaluation: evaluation.value).option
