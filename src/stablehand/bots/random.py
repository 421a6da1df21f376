"""A bot that answers at random, the same way every time for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.driver import Blind
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from stablehand.core.contract import Option


class RandomBot(Blind):
    """Takes any option, each with the same probability."""

    def __init__(self, seed: int, seat: int = 0) -> None:
        self.rng = Rng.from_seed(seed, f"random bot {seat}")

    def pick(self, options: tuple[Option, ...]) -> Option:
        """Return an option."""
        return options[self.rng.below(len(options))]
