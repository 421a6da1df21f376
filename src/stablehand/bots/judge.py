"""What a bot must know of a game besides its rules: who is ahead, when things have settled, what is likely.

A judge looks at whole states, but only at those a bot has imagined (`Sampler`): it can know no secret.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Final, Protocol

from stablehand.core.registry import load, manifest

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.driver import Inner
    from stablehand.core.registry import AnyGame
    from stablehand.core.rng import Rng

SETTLING: Final = 400
"""Answers after which a position is judged as it is."""


class Judge(Protocol):
    """Estimates for one game who is ahead, and what a player is likely to answer."""

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


class InnerJudge:
    """A judge for searches in compiled code: as `core.driver.Inner` is to a game.

    A judge of the package's own games derives from it and has the methods of `Judge` too; `bots.inner` makes
    one of every other.
    """

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - the same
        """Return a seat's share of the victory, one of `Judge.values`."""
        raise NotImplementedError

    def is_settled(self, state: Any) -> bool:  # noqa: ANN401 - the same
        """Whether nothing is in the middle of happening."""
        raise NotImplementedError

    def horizon(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return until when, by the clock, a search that starts here plays on before it judges."""
        raise NotImplementedError

    def reply(self, state: Any, decision: Decision, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return what somebody might well answer, without much thought."""
        raise NotImplementedError

    def answer(self, inner: Inner, state: Any, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return such an answer of the seat that is asked first."""
        return self.reply(state, inner.decision(state), rng)


def judge_for(game: str) -> Judge:
    """Return the judge of a game: its own, or one that plays every position to the end at random."""
    own: Judge | None = manifest(game).load("judge")
    return PlayoutJudge(load(game)) if own is None else own


class PlayoutJudge:
    """Judges a game that brings no judge: nothing is settled before the end, so bots play until then."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def values(self, state: Any) -> list[float]:  # noqa: ANN401 - the same
        """Return the scores of a game that is over, equal shares before."""
        scores = list(self.game.scores(state))
        return scores if any(scores) else [1 / len(scores)] * len(scores)

    def is_settled(self, state: Any) -> bool:  # noqa: ANN401 - the same
        """Return False: whoever asks plays on until nothing is pending."""
        del state
        return False

    def horizon(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return the next turn: the search judges once, and as nothing is settled that is at the end."""
        return self.game.clock(state) + 1

    def reply(self, state: Any, decision: Decision, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return an option at random."""
        del state
        return rng.choice(decision.options)


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


def shares(strengths: list[float], keenness: float) -> list[float]:
    """Turn strengths into shares of the victory; the keener, the more a small lead counts.

    >>> [round(share, 2) for share in shares([1.0, 1.0, 3.0], 1.0)]
    [0.11, 0.11, 0.79]
    """
    best = strengths[0]
    for strength in strengths:  # compiled, `max` and `sum` are slow calls
        if strength > best:  # noqa: PLR1730 - the same
            best = strength
    weights: list[float] = []
    total = 0.0
    for strength in strengths:
        weight = exp(keenness * (strength - best))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]
