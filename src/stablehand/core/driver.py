"""The loop that plays a game to its end, for simulations, tests and bots.

A policy never gets the state. It gets its seat's view, the decision, and a sampler that returns random states
which fit what the seat knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.core.contract import Decision, Option, Options, View
    from stablehand.core.events import Recorder
    from stablehand.core.journal import Journal
    from stablehand.core.registry import AnyGame

ANSWER_LIMIT = 200_000
"""Far more answers than any game needs; a game that reaches it is stuck."""


class Policy(Protocol):
    """Something that decides for a seat."""

    is_blind: bool
    """A blind policy uses the decision only and gets an empty view, which saves building one."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return one of the decision's options."""
        ...


@dataclass(slots=True)
class Outcome:
    """The result of a game."""

    scores: tuple[float, ...]
    answers: int
    """How many answers were given."""
    decisions: int
    """How many of them had two or more options."""


class EndlessGameError(Exception):
    """Raised for a game that does not end."""


def play(
    game: AnyGame,
    seats: int,
    seed: int,
    policies: Sequence[Policy],
    options: Options | None = None,
    recorder: Recorder | None = None,
    journal: Journal | None = None,
) -> Outcome:
    """Play a game to its end, seat n deciding by `policies[n]`."""
    state = game.start(seats, seed, options, recorder=recorder)
    pending, answer = game.pending, game.answer
    blind = [policy.is_blind for policy in policies]
    decisions = 0
    for answers in range(ANSWER_LIMIT + 1):
        asks: tuple[Decision, ...] = pending(state)
        if not asks:
            return Outcome(game.scores(state), answers, decisions)
        decision = asks[0]
        seat, choices = decision.seat, decision.options
        if len(choices) == 1:
            option = choices[0]
        else:
            policy = policies[seat]
            is_blind = blind[seat]
            option = (
                policy(NO_VIEW, decision, NO_SAMPLER) if is_blind else _choose(game, state, decision, policy)
            )
            decisions += 1
        answer(state, seat, option, recorder)
        if journal:
            journal.answer(seat, option)
    raise EndlessGameError(f"A game of {game.name} with {seats} seats and seed {seed} does not end.")


def decide(game: AnyGame, state: Any, decision: Decision, policy: Policy) -> Option:  # noqa: ANN401 - any game's state
    """Return a policy's answer to one decision; the policy is not called if there is one option only."""
    if len(decision.options) == 1:
        return decision.options[0]
    return _choose(game, state, decision, policy)


def _choose(game: AnyGame, state: Any, decision: Decision, policy: Policy) -> Option:  # noqa: ANN401 - the same
    if policy.is_blind:
        return policy(NO_VIEW, decision, NO_SAMPLER)
    seat = decision.seat
    return policy(game.view(state, seat), decision, partial(game.determinise, state, seat))


def _no_sampler(seed: int) -> Any:  # noqa: ANN401 - never returns
    raise AssertionError(f"a blind policy asked for a sample with seed {seed}")


NO_SAMPLER: Final = _no_sampler
NO_VIEW: Final[View] = {}
"""The view a blind policy gets."""
