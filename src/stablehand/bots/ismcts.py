"""Information-set Monte Carlo tree search, for any game and any number of players.

A search grows one tree for one decision: the choices of the deciding seat until the position has settled.
Each iteration goes down the tree in one possible truth. The other seats answer as the judge expects, and so
does the deciding seat after that: a few hundred iterations are too few to search their choices too, and
random answers there would blur the value of the first choice. Only options that a truth offers can be tried,
so each option counts how often it was available, not how often its node was visited. Where options are many,
few are tried at first and more as a node is visited more often; of the options of the decision itself fewer
and fewer stay in the race, until the best two share all iterations (sequential halving). Each iteration is
played on to the horizon, which is the same for all options; the judge evaluates the state each time the clock
advances, and the mean counts: near values are surer, far values say more.

The n-th iteration of every option of the decision uses the same truth and the same random numbers. The
options then differ only by themselves, and far fewer iterations are needed to tell them apart.
"""

from __future__ import annotations

from math import ceil, log, sqrt
from typing import TYPE_CHECKING, Any, Final

from stablehand.bots.deadline import Deadline
from stablehand.bots.evaluation import Evaluation, ranked
from stablehand.bots.judge import SETTLING, judge_for
from stablehand.core.registry import load
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, Seat, View

EXPLORATION: Final = 0.06
"""The weight of the exploration term (UCB1) for choices after the first."""
TRUTHS: Final = 48
"""Possible truths sampled for a decision; each option goes through them in the same order."""
LUCK: Final = 12
"""log2 of the random numbers reserved for one iteration: more than any needs."""
WIDE: Final = 6
"""Options that are tried from the start; more are added with the square root of the visits."""
RIVALS: Final = 2
"""Options that are compared until the end."""
WIDENING: Final = 0.7
"""After the first choice: options added per square root of the visits, besides the likely one."""


class Arm:
    """One option at a node."""

    __slots__ = ("available", "child", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        """The sum of its values."""
        self.child = Node()


class Node:
    """A node of the tree: the options that the seat has been offered there."""

    __slots__ = ("arms", "visits")

    def __init__(self) -> None:
        self.arms: dict[Option, Arm] = {}
        self.visits = 0

    def meet(self, decision: Decision) -> tuple[list[tuple[Option, Arm]], dict[Option, Arm]]:
        """Count a visit; return the decision's options that were tried before, and those that were not."""
        self.visits += 1
        arms = self.arms
        here: list[tuple[Option, Arm]] = []
        fresh: dict[Option, Arm] = {}
        for option in decision.options:
            arm = arms.get(option)
            if arm is None:
                arm = arms[option] = Arm()
            arm.available += 1
            if arm.visits:
                here.append((option, arm))
            else:
                fresh[option] = arm
        return here, fresh


class IsmctsBot:
    """Searches a number of iterations, or until a time limit."""

    is_blind = False

    def __init__(
        self, game: str, seed: int, seat: int = 0, iterations: int = 400, milliseconds: float = 0.0
    ) -> None:
        self.game = load(game)
        self.judge = judge_for(game)
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
        root = Node()
        truths = [sampler(self.rng.word())]
        luck = Rng.from_seed(self.rng.word(), "luck")
        for number in range(self.iterations):
            done = max(number / self.iterations, min(deadline.spent, 1.0))
            option, arm = self._first(root, truths[0], decision, done)
            if arm.visits == len(truths) < TRUTHS:
                truths.append(sampler(self.rng.word()))
            state = self.game.clone(truths[arm.visits % TRUTHS])
            self._try(option, arm, decision.seat, state, Rng(luck.key, arm.visits << LUCK))
            self.searched = number + 1
            if not deadline.has_time():
                break
        return ranked(
            [
                Evaluation(option, arm.visits, arm.total / max(arm.visits, 1))
                for option, arm in root.arms.items()
            ]
        )

    def _try(self, option: Option, arm: Arm, seat: Seat, state: Any, rng: Rng) -> None:  # noqa: ANN401 - any game's
        """Run one iteration: answer with an option in a possible truth, play on, and add the value."""
        game, judge = self.game, self.judge
        began, until = game.clock(state), judge.horizon(state)
        due, total = began + 1, 0.0
        path = [arm]
        is_settled = False
        game.answer(state, seat, option)
        for _ in range(SETTLING):
            asks = game.pending(state)
            if not asks:
                break
            if judge.is_settled(state):
                is_settled = True
                if game.clock(state) >= due:
                    total += judge.values(state)[seat]
                    due += 1
                    if due > until:
                        break
            decision = asks[0]
            options = decision.options
            if len(options) == 1:
                option = options[0]
            elif decision.seat == seat and arm.visits and not is_settled:
                option, arm = self._later(arm.child, state, decision, rng)
                path.append(arm)
            else:
                option = judge.reply(state, decision, rng)
            game.answer(state, decision.seat, option)
        if due <= until:  # the game ended before the horizon: its value counts for the rest
            total += judge.values(state)[seat] * (until - due + 1)
        for arm in path:
            arm.visits += 1
            arm.total += total / (until - began)

    def _first(
        self,
        root: Node,
        state: Any,  # noqa: ANN401 - the same
        decision: Decision,
        done: float,
    ) -> tuple[Option, Arm]:
        """Return the option of the decision to try next; `done` is the part of the search that is over.

        It is the least tried of those still in the race: at first all, towards the end the best two
        (sequential halving). Only which option is best matters, not which is worst.
        """
        here, fresh = root.meet(decision)
        if fresh and (len(here) < WIDE + sqrt(root.visits) or not here):
            return self._fresh(fresh, state, decision, self.rng)
        here.sort(key=_promise, reverse=True)
        return min(here[: max(RIVALS, ceil(len(here) ** (1 - done)))], key=_tries)

    def _later(
        self,
        node: Node,
        state: Any,  # noqa: ANN401 - the same
        decision: Decision,
        rng: Rng,
    ) -> tuple[Option, Arm]:
        """Return an option not tried yet, the likely one first, or the best by UCB1 with availability."""
        here, fresh = node.meet(decision)
        if fresh and (len(here) < 1 + WIDENING * sqrt(node.visits - 1) or not here):
            return self._fresh(fresh, state, decision, rng)
        best, chosen = -1.0, here[0]
        for pair in here:
            arm = pair[1]
            promise = arm.total / arm.visits + EXPLORATION * sqrt(log(arm.available) / arm.visits)
            if promise > best:
                best, chosen = promise, pair
        return chosen

    def _fresh(
        self,
        fresh: dict[Option, Arm],
        state: Any,  # noqa: ANN401 - the same
        decision: Decision,
        rng: Rng,
    ) -> tuple[Option, Arm]:
        likely = self.judge.reply(state, decision, rng)
        option = likely if likely in fresh else rng.choice(list(fresh))
        return option, fresh[option]


def _promise(pair: tuple[Option, Arm]) -> float:
    return pair[1].total / pair[1].visits


def _tries(pair: tuple[Option, Arm]) -> int:
    return pair[1].visits
