"""The inner way into any game and any judge, for a search that knows no other.

The games of the package bring both (`core.driver.Inner`, `bots.judge.InnerJudge`). For a game that does not,
they are made here of its contract and of its judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.bots.judge import InnerJudge, judge_for
from stablehand.core.driver import Inner, inner_of

if TYPE_CHECKING:
    from stablehand.bots.judge import Judge
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.registry import AnyGame
    from stablehand.core.rng import Rng

NOBODY: Final = -1


def way_into(game: AnyGame) -> Inner:
    """Return the inner way into a game."""
    return inner_of(game) or ByContract(game)


def inner_judge_for(game: str) -> InnerJudge:
    """Return the judge of a game, for loops in compiled code."""
    judge = judge_for(game)
    return judge if isinstance(judge, InnerJudge) else ByValues(judge)


class ByContract(Inner):
    """The way into a game by its contract. Ask for the seat first: what is pending is built only then."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.asked: Decision | None = None
        """The first open question of the state whose seat was asked for."""

    def seat(self, state: Any) -> int:  # noqa: ANN401 - any game's state
        """Return the seat that is asked first; -1 when the game is over."""
        asks = self.game.pending(state)
        self.asked = asks[0] if asks else None
        return asks[0].seat if asks else NOBODY

    def options(self, state: Any) -> tuple[Option, ...]:  # noqa: ANN401 - the same
        """Return the options of that seat."""
        return self.decision(state).options

    def answer(self, state: Any, option: Option) -> None:  # noqa: ANN401 - the same
        """Apply an answer of that seat."""
        self.game.answer(state, self.decision(state).seat, option)

    def decision(self, state: Any) -> Decision:  # noqa: ANN401 - the same
        """Return the question to that seat."""
        del state
        assert self.asked is not None, "nobody is asked"
        return self.asked

    def clock(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return how far the game has come."""
        return self.game.clock(state)

    def clone(self, state: Any) -> Any:  # noqa: ANN401 - the same
        """Copy a state."""
        return self.game.clone(state)

    def imagine(self, state: Any, seat: Seat | None, seed: int) -> Any:  # noqa: ANN401 - the same
        """Return a random state that fits all that a seat knows."""
        return self.game.determinise(state, seat, seed)


class ByValues(InnerJudge):
    """A judge of which only the methods of `Judge` are known."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - the same
        """Return a seat's share of the victory."""
        return self.judge.values(state)[seat]

    def is_settled(self, state: Any) -> bool:  # noqa: ANN401 - the same
        """Whether nothing is in the middle of happening."""
        return self.judge.is_settled(state)

    def horizon(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return until when, by the clock, a search plays on."""
        return self.judge.horizon(state)

    def reply(self, state: Any, decision: Decision, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return what somebody might well answer."""
        return self.judge.reply(state, decision, rng)
