"""A bot that always answers: errors of the bot it wraps are counted and do not stop the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.bots.registry import described

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View


class FallbackBot:
    """Answers as another bot does, or with the first option where that one raises or answers something else.

    It sets no time limit: a decision takes as long as the wrapped bot takes.
    """

    def __init__(self, policy: Callable[[View, Decision, Callable[[int], Any]], Option]) -> None:
        self.policy = policy
        self.is_blind = bool(getattr(policy, "is_blind", False))
        self.failures = 0
        """How many decisions were answered with the first option instead."""
        self.first_error = ""
        """Why the first of them was, for a person to read."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return one of the decision's options, whatever happens; an interrupt is passed on."""
        try:
            answer = self.policy(view, decision, sampler)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            return self._fall_back(decision, described(error))
        try:
            return decision.options[decision.options.index(answer)]
        except Exception:  # noqa: BLE001 - also what an odd answer's own __eq__ raises
            return self._fall_back(decision, f"the answer {_shown(answer)} is not one of the options")

    def _fall_back(self, decision: Decision, error: str) -> Option:
        self.failures += 1
        self.first_error = self.first_error or error
        return decision.options[0]


def _shown(answer: object) -> str:
    try:
        return f"{answer!r:.60}"
    except Exception:  # noqa: BLE001 - the same
        return f"of type {type(answer).__name__}"
