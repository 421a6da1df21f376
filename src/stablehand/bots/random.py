"""A bot that answers at random, the same way every time for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View


class RandomBot:
    """Takes any option, each with the same probability."""

    is_blind = True

    def __init__(self, seed: int, seat: int = 0) -> None:
        self.rng = Rng.from_seed(seed, f"random bot {seat}")

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return an option."""
        del view, sampler
        options = decision.options
        return options[self.rng.below(len(options))]
