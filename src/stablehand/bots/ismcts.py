"""Information-set Monte Carlo tree search, for any game and any number of players.

A search grows one tree for one decision: the choices of the deciding seat until the position has settled.
Each iteration goes down the tree in one possible truth. The other seats answer as the judge expects, and so
does the deciding seat after that: a few hundred iterations are too few to search their choices too, and
random answers there would blur the value of the first choice. `bots.tree` says which option is tried next.
Each iteration is played on to the horizon, which is the same for all options; the judge evaluates the state
each time the clock advances, and the mean counts: near values are surer, far values say more.

The n-th iteration of every option of the decision uses the same truth and the same random numbers. The
options then differ only by themselves, and far fewer iterations are needed to tell them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.bots.deadline import Deadline
from stablehand.bots.evaluation import Evaluation, ranked
from stablehand.bots.inner import inner_judge_for, way_into
from stablehand.bots.judge import SETTLING
from stablehand.bots.tree import Race, most_promising, untried
from stablehand.core.registry import load
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.bots.tree import Arm
    from stablehand.core.build import i64
    from stablehand.core.contract import Decision, Option, Seat, View

TRUTHS: Final = 48
"""Possible truths sampled for a decision; each option goes through them in the same order."""
LUCK: Final = 12
"""log2 of the random numbers reserved for one iteration: more than any needs."""


class IsmctsBot:
    """Searches a number of iterations, or until a time limit."""

    is_blind = False

    def __init__(
        self, game: str, seed: int, seat: int = 0, iterations: int = 400, milliseconds: float = 0.0
    ) -> None:
        self.game = load(game)
        self.inner = way_into(self.game)
        self.judge = inner_judge_for(game)
        self.rng = Rng.from_seed(seed, f"ismcts bot {seat}")
        self.iterations = iterations
        self.milliseconds = milliseconds
        """The time limit; 0 is none, and the answer then depends on the seed alone."""
        self.evaluations: list[Evaluation] = []
        self.searched = 0
        """Iterations of the last decision."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the best option of those that stayed in the race until the end."""
        del view
        with Deadline(self.milliseconds) as deadline:
            self.evaluations = self._search(decision, sampler, deadline)
        return self.evaluations[0].option

    def _search(
        self, decision: Decision, sampler: Callable[[int], Any], deadline: Deadline
    ) -> list[Evaluation]:
        race = Race(decision.options)
        truths = [self._truth(sampler)]
        luck = Rng.quick(self.rng.word())
        for number in range(self.iterations):
            done = number / self.iterations
            if self.milliseconds:
                done = max(done, min(deadline.spent, 1.0))
            if race.is_open():
                likely = self.judge.reply(truths[0], decision, self.rng)
                arm = _fresh(untried(race.arms), likely, self.rng)
                race.enter(arm)
            else:
                arm = race.next(done)
            if arm.visits == len(truths) < TRUTHS:
                truths.append(self._truth(sampler))
            luck.counter = arm.visits << LUCK
            self._try(arm, decision.seat, self.inner.clone(truths[arm.visits % TRUTHS]), luck)
            self.searched = number + 1
            if self.milliseconds and not deadline.has_time():
                break
        return ranked([Evaluation(int(arm.option), int(arm.visits), arm.mean) for arm in race.arms])

    def _truth(self, sampler: Callable[[int], Any]) -> Any:  # noqa: ANN401 - any game's state
        """Return another possible truth, in which nobody is asked where there is nothing to choose."""
        state = sampler(self.rng.word())
        self.inner.hasten(state)
        return state

    def _try(self, first: Arm, seat: Seat, state: Any, rng: Rng) -> None:  # noqa: ANN401 - any game's state
        """Run one iteration: answer with an option in a possible truth, play on, and add the value."""
        inner, judge = self.inner, self.judge
        began, until = inner.clock(state), judge.horizon(state)
        due, total = began + 1, 0.0
        path, arm = [first], first
        is_searching = first.visits > 0
        if inner.seat(state) == seat:
            inner.answer(state, int(first.option))
        else:  # several are asked at once
            self.game.answer(state, seat, int(first.option))
        for _ in range(SETTLING):
            asked = inner.seat(state)
            if asked < 0:
                break
            if judge.is_settled(state):
                is_searching = False
                if inner.clock(state) >= due:
                    total += judge.value(state, seat)
                    due += 1
                    if due > until:
                        break
            options = inner.options(state)
            if len(options) == 1:
                inner.answer(state, options[0])
            elif is_searching and asked == seat:
                arm = self._later(arm, options, state, rng)
                path.append(arm)
                is_searching = arm.visits > 0
                inner.answer(state, int(arm.option))
            else:
                inner.answer(state, judge.answer(inner, state, rng))
        if due <= until:  # the game ended before the horizon: its value counts for the rest
            total += judge.value(state, seat) * float(until - due + 1)
        value = total / float(until - began)
        for arm in path:
            arm.add(value)

    def _later(
        self,
        before: Arm,
        options: tuple[Option, ...],
        state: Any,  # noqa: ANN401 - the same
        rng: Rng,
    ) -> Arm:
        """Return the option to try next at a choice after the first."""
        node = before.after()
        here = node.meet(options)
        if node.is_wide_enough(here):
            return most_promising(here)
        return _fresh(untried(here), self.judge.answer(self.inner, state, rng), rng)


def _fresh(fresh: list[Arm], likely: i64, rng: Rng) -> Arm:
    """Return one of the options that were not tried yet: what is likely, or any other."""
    for arm in fresh:
        if arm.option == likely:
            return arm
    return fresh[rng.below(len(fresh))]
