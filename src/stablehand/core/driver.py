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

    from stablehand.core.contract import Decision, Option, Options, Seat, View
    from stablehand.core.events import Recorder
    from stablehand.core.journal import Journal
    from stablehand.core.registry import AnyGame

ANSWER_LIMIT = 200_000
"""Far more answers than any game needs; a game that reaches it is stuck."""


class Inner:
    """A way into a game for loops in compiled code: nothing is built for others to see, nothing is checked.

    A game that has one offers it as its attribute `inner`. The loops below use it where no policy needs a
    `Decision`. It plays the same games as the contract: the first open question is answered, by one of its
    options, until there is none.
    """

    def seat(self, state: Any) -> int:  # noqa: ANN401 - the state of whichever game it is
        """Return the seat that is asked first; -1 when the game is over."""
        raise NotImplementedError

    def options(self, state: Any) -> tuple[Option, ...]:  # noqa: ANN401 - the same
        """Return the options of that seat; the game must not be over."""
        raise NotImplementedError

    def answer(self, state: Any, option: Option) -> None:  # noqa: ANN401 - the same
        """Apply an answer of that seat. An option that is not offered breaks the state."""
        raise NotImplementedError

    # For those who search.

    def decision(self, state: Any) -> Decision:  # noqa: ANN401 - the same
        """Return the question to that seat in full; the game must not be over."""
        raise NotImplementedError

    def clock(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return how far the game has come, as `Game.clock` does."""
        raise NotImplementedError

    def clone(self, state: Any) -> Any:  # noqa: ANN401 - the same
        """Copy a state."""
        raise NotImplementedError

    def imagine(self, state: Any, seat: Seat | None, seed: int) -> Any:  # noqa: ANN401 - the same
        """Return a random state that fits all that a seat knows, as `Game.determinise` does, but sooner.

        Its chance is quick (`Rng.quick`): fair, but to be guessed from what it has dealt. So no table plays
        on from such a state.
        """
        raise NotImplementedError

    def hasten(self, state: Any) -> None:  # noqa: ANN401 - the same
        """From now on, answer what has one option only, if the game can. It plays the same games."""


def inner_of(game: AnyGame) -> Inner | None:
    """Return the inner way into a game, if it offers one."""
    inner = getattr(game, "inner", None)
    return inner if isinstance(inner, Inner) else None


def sampler_of(game: AnyGame, state: Any, seat: Seat) -> Callable[[int], Any]:  # noqa: ANN401 - any game's state
    """Return what draws a possible truth for a seat by a seed: all that a policy gets of the state."""
    inner = inner_of(game)
    return partial(game.determinise if inner is None else inner.imagine, state, seat)


class Blind:
    """A policy that looks at nothing but the options."""

    is_blind = True

    def pick(self, options: tuple[Option, ...]) -> Option:
        """Return one of two or more options."""
        raise NotImplementedError

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return one of the decision's options."""
        del view, sampler
        return self.pick(decision.options)


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
    inner = inner_of(game)
    players = [policy for policy in policies if isinstance(policy, Blind)]
    if inner is not None and len(players) == seats and not recorder and not journal:
        answers, decisions = playout(inner, state, players)
        if answers <= ANSWER_LIMIT:
            return Outcome(game.scores(state), answers, decisions)
        raise EndlessGameError(_endless(game, seats, seed))
    if inner is not None and not recorder and not journal:
        return _play_within(game, inner, state, policies, _endless(game, seats, seed))
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
    raise EndlessGameError(_endless(game, seats, seed))


def _play_within(
    game: AnyGame,
    inner: Inner,
    state: Any,  # noqa: ANN401 - any game's state
    policies: Sequence[Policy],
    endless: str,
) -> Outcome:
    """Play on to the end by the inner way in; only policies that are not `Blind` get a `Decision`."""
    decisions = 0
    for answers in range(ANSWER_LIMIT + 1):
        seat = inner.seat(state)
        if seat < 0:
            return Outcome(game.scores(state), answers, decisions)
        options = inner.options(state)
        if len(options) == 1:
            inner.answer(state, options[0])
            continue
        decisions += 1
        policy = policies[seat]
        if isinstance(policy, Blind):
            inner.answer(state, policy.pick(options))
        else:
            decision = game.pending(state)[0]
            option = (
                policy(NO_VIEW, decision, NO_SAMPLER)
                if policy.is_blind
                else _choose(game, state, decision, policy)
            )
            game.answer(state, seat, option)  # which checks it
    raise EndlessGameError(endless)


def _endless(game: AnyGame, seats: int, seed: int) -> str:
    return f"A game of {game.name} with {seats} seats and seed {seed} does not end."


def playout(inner: Inner, state: Any, players: Sequence[Blind]) -> tuple[int, int]:  # noqa: ANN401 - any game's state
    """Play on to the end, or to one answer more than the limit; return how many answers and decisions."""
    answers = decisions = 0
    at_seat, limit = list(players), ANSWER_LIMIT  # compiled, looking these up takes longer than the loop
    while answers <= limit:
        seat = inner.seat(state)
        if seat < 0:
            break
        options = inner.options(state)
        if len(options) == 1:
            option = options[0]
        else:
            option = at_seat[seat].pick(options)
            decisions += 1
        inner.answer(state, option)
        answers += 1
    return answers, decisions


def decide(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - any game's state
    decision: Decision,
    policy: Policy,
    *,
    skips_forced: bool = True,
) -> Option:
    """Return a policy's answer to one decision; by default it is not called if there is one option only."""
    if skips_forced and len(decision.options) == 1:
        return decision.options[0]
    return _choose(game, state, decision, policy)


def _choose(game: AnyGame, state: Any, decision: Decision, policy: Policy) -> Option:  # noqa: ANN401 - the same
    if policy.is_blind:
        return policy(NO_VIEW, decision, NO_SAMPLER)
    seat = decision.seat
    return policy(game.view(state, seat), decision, sampler_of(game, state, seat))


def _no_sampler(seed: int) -> Any:  # noqa: ANN401 - never returns
    raise AssertionError(f"a blind policy asked for a sample with seed {seed}")


NO_SAMPLER: Final = _no_sampler
NO_VIEW: Final[View] = {}
"""The view a blind policy gets."""
