"""How Fairy Tale stands: points on the table, and what the kept cards would add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.bots.judge import shares
from stablehand.fairytale.score import points, winners
from stablehand.fairytale.state import PLAYS

if TYPE_CHECKING:
    from stablehand.fairytale.state import State
    from stablehand.kernel.contract import Decision, Option
    from stablehand.kernel.rng import Rng

KEENNESS = 0.13
"""Eight points ahead is nearly three times the chance."""
PROMISE = 0.6
"""What a kept card counts of what it would earn: two of five are never played, some are closed."""


class FairyTaleJudge:
    """Judges a table of Fairy Tale."""

    def values(self, state: State) -> list[float]:
        """Return each seat's share of the victory."""
        seats = range(state.rules.seats)
        if state.is_over:
            won = winners(state)
            return [1.0 / len(won) if seat in won else 0.0 for seat in seats]
        return shares([self._strength(state, seat) for seat in seats], KEENNESS)

    def _strength(self, state: State, seat: int) -> float:
        earned = points(state, seat)
        kept = state.kept[seat]
        if not kept:
            return earned
        still = PLAYS - len(state.played[seat])
        if still <= 0:
            return earned
        table, down = state.table[seat], state.down[seat]
        state.table[seat] = [*table, *kept]  # as if all were played; put back at once
        promised = points(state, seat) - earned
        state.table[seat], state.down[seat] = table, down
        return earned + PROMISE * promised * min(1.0, still / len(kept))

    def is_settled(self, state: State) -> bool:
        """Whether everybody is about to choose."""
        return state.is_over or (state.stage == 0 and not any(state.sealed))

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Any card is as good as another to one who does not think."""
        del state
        return decision.options[rng.below(len(decision.options))]


JUDGE = FairyTaleJudge()
