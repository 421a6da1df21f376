"""A bot that always answers: what goes wrong in the one it wraps is counted and does not stop the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, View
    from stablehand.kernel.driver import Policy


class Reliable:
    """Answers as another policy does; where that one fails or makes something up, by the first option.

    It adds no time of its own: how long a decision takes is bounded by the inner policy or not at all.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.is_blind = policy.is_blind
        self.failures = 0
        """How often the inner policy had no answer, or one that was not offered."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return an option that is offered, whatever happens."""
        try:
            answer = self.policy(view, decision, sampler)
            return decision.options[decision.options.index(answer)]
        except Exception:  # noqa: BLE001 - any fault of a bot is met the same way, and counted
            self.failures += 1
            return decision.options[0]
