"""Information-set Monte Carlo tree search, for any game and any number of players.

One tree for one decision, of what the seat that decides may choose until things have settled. Every iteration
goes down it through a possible truth, in which the others answer as the judge expects of anybody, and the
seat itself does later on: a few hundred iterations are not enough to think for them, nor for times to come,
and choices tried at random there would only blur what the first one is worth. Only what a truth allows can be
tried, so each option counts how often it was there to be chosen, not how often its node was passed
(availability). Where options are many, few are tried at first and more as the node is passed more often; of
those of the decision itself fewer and fewer stay in question, until the best two have all the tries.
Everybody plays on until the horizon, which is the same for all options; the judge speaks each time the clock
moves on, and the mean counts: what is near is surer, what is far says more.

The n-th try of every option of the decision is in the same truth and with the same luck: they differ by what
they are alone, and far fewer tries tell them apart.
"""

from __future__ import annotations

from math import ceil, log, sqrt
from typing import TYPE_CHECKING, Any

from stablehand.bots.judge import SETTLING, judge_for
from stablehand.bots.patience import Patience
from stablehand.bots.thoughts import Opinion, ranked
from stablehand.kernel.rng import Rng
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, Seat, View

EXPLORATION = 0.06
"""How much it is worth to try an option of a later choice that was tried little."""
TRUTHS = 48
"""Possible truths drawn for a decision; each option goes through them in the same order."""
LUCK = 12
"""Bits of chance between one try and the next: more than any try needs."""
WIDE = 6
"""So many options are tried at once; of more, the others come with the square root of the visits."""
RIVALS = 2
"""So many options are compared until the end."""
WIDENING = 0.7
"""After the first choice, how much the square root of the visits adds to the one option that is likely."""


class Arm:
    """One option at a node."""

    __slots__ = ("available", "child", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        """What it came to."""
        self.child = Node()


class Node:
    """A point of the tree: what the seat may choose there, as far as it has been seen."""

    __slots__ = ("arms", "visits")

    def __init__(self) -> None:
        self.arms: dict[Option, Arm] = {}
        self.visits = 0

    def meet(self, decision: Decision) -> tuple[list[tuple[Option, Arm]], dict[Option, Arm]]:
        """Come by with a decision; return of its options those that were tried, and those that were not."""
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
    """Searches for so many iterations, or for so long."""

    is_blind = False

    def __init__(
        self, game: str, seed: int, seat: int = 0, iterations: int = 400, milliseconds: float = 0.0
    ) -> None:
        self.game = load(game)
        self.judge = judge_for(game)
        self.rng = Rng.from_seed(seed, f"ismcts bot {seat}")
        self.iterations = iterations
        self.milliseconds = milliseconds
        """A bound on the time; 0 is none, and the answer then depends on the seed alone."""
        self.thoughts: list[Opinion] = []
        self.searched = 0
        """Iterations of the last decision."""

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the option that promises most of those that were in question until the end."""
        del view
        with Patience(self.milliseconds) as patience:
            self.thoughts = self._search(decision, sampler, patience)
        return self.thoughts[0].option

    def _search(self, decision: Decision, sampler: Callable[[int], Any], patience: Patience) -> list[Opinion]:
        root = Node()
        truths = [sampler(self.rng.word())]
        luck = Rng.from_seed(self.rng.word(), "luck")
        for number in range(self.iterations):
            done = max(number / self.iterations, min(patience.spent, 1.0))
            option, arm = self._first(root, truths[0], decision, done)
            if arm.visits == len(truths) < TRUTHS:
                truths.append(sampler(self.rng.word()))
            state = self.game.clone(truths[arm.visits % TRUTHS])
            self._try(option, arm, decision.seat, state, Rng(luck.key, arm.visits << LUCK))
            self.searched = number + 1
            if not patience.lasts():
                break
        return ranked(
            [Opinion(option, arm.visits, arm.total / max(arm.visits, 1)) for option, arm in root.arms.items()]
        )

    def _try(self, option: Option, arm: Arm, seat: Seat, state: Any, rng: Rng) -> None:  # noqa: ANN401 - any game's
        """Try an option in a possible truth, and what the seat may choose after it."""
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
        if due <= until:  # it was over sooner: so it stays
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
        """Choose an option of the decision to be tried, when so much of the search is done.

        It is the least tried of those that are still in question: at first all, towards the end the best two
        (sequential halving). Who is the best matters, not who is the worst.
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
        """Choose what was not tried yet, the likely first, or what promises most (UCB1 with availability)."""
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
