"""A bot that makes mistakes, for people who are new to a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View
    from stablehand.core.driver import Policy


class BlunderBot:
    """Answers at random one time in `one_in`, and otherwise as another bot does."""

    is_blind = False

    def __init__(self, policy: Policy, seed: int, seat: int = 0, one_in: int = 3) -> None:
        self.policy = policy
        self.rng = Rng.from_seed(seed, f"erring bot {seat}")
        self.one_in = one_in

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return an option: now and then any of them."""
        if not self.rng.below(self.one_in):
            return self.rng.choice(decision.options)
        return self.policy(view, decision, sampler)
