"""What a bot must know of a game besides its rules: who is ahead, when things have settled, what is likely.

A judge looks at whole states, but only at those a bot has imagined (`Sampler`): it can know no secret.
"""

from __future__ import annotations

from importlib import import_module
from math import exp
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.kernel.contract import Decision, Option
    from stablehand.kernel.rng import Rng
    from stablehand.kernel.shelf import AnyGame

_ADDRESSES = {"unicorns": "stablehand.bots.unicorns", "fairytale": "stablehand.bots.fairytale"}
SETTLING = 400
"""Answers after which a position is judged as it is."""


class Judge(Protocol):
    """Judges one game."""

    def values(self, state: Any) -> list[float]:  # noqa: ANN401 - the state of whichever game it is
        """Return each seat's share of the victory, as far as one can tell: from 0 to 1, together 1."""
        ...

    def is_settled(self, state: Any) -> bool:  # noqa: ANN401 - the same
        """Whether nothing is in the middle of happening."""
        ...

    def horizon(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return until when, by the clock, a search that starts here plays on before it judges."""
        ...

    def reply(self, state: Any, decision: Decision, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return what somebody might well answer, without much thought."""
        ...


def judge_for(game: str) -> Judge:
    """Return the judge of a game."""
    if game not in _ADDRESSES:
        raise ValueError(f"No bot can judge {game!r}; it can only be played at random.")
    found: Judge = import_module(_ADDRESSES[game]).JUDGE
    return found


def settle(game: AnyGame, judge: Judge, state: Any, rng: Rng) -> list[float]:  # noqa: ANN401 - the same
    """Let what is happening come to its end, and say who is ahead then."""
    for _ in range(SETTLING):
        asks = game.pending(state)
        if not asks or judge.is_settled(state):
            break
        decision = asks[0]
        options = decision.options
        option = options[0] if len(options) == 1 else judge.reply(state, decision, rng)
        game.answer(state, decision.seat, option)
    return judge.values(state)


def shares(strengths: Sequence[float], keenness: float) -> list[float]:
    """Turn strengths into shares of the victory; the keener, the more a small lead counts.

    >>> [round(share, 2) for share in shares([1.0, 1.0, 3.0], 1.0)]
    [0.11, 0.11, 0.79]
    """
    best = max(strengths)
    weights = [exp(keenness * (strength - best)) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]
