"""Information-set Monte Carlo tree search, for any game and any number of players.

One tree for one decision, seen from the seat that decides. Every iteration descends through a possible truth:
only what that truth allows can be tried, so each option counts how often it was there to be chosen, not how
often its node was passed (availability). Whoever acts at a node wants the most for themselves. What others
choose unseen leads to one node whatever they chose: the tree must not know it. Where options are many, few
are tried at first and more as the node is passed more often. At the edge of the tree things are let settle
and judged.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from stablehand.bots.judge import judge_for, settle
from stablehand.bots.thoughts import Opinion, ranked
from stablehand.kernel.rng import Rng
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, Seat, View

EXPLORATION = 0.25
"""How much an option that was tried little is worth trying; values here differ by tenths."""
DEPTH = 24
"""Answers down the tree after which a position is judged."""
TRUTHS = 48
"""Possible truths drawn for a decision; iterations take turns with them."""
WIDE = 6
"""So many options are tried at once; of more, the others come with the square root of the visits."""


class Arm:
    """One option at a node."""

    __slots__ = ("available", "child", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        """What it came to for the one who chose it."""
        self.child: Node | None = None


class Node:
    """A point of the tree: what may be chosen there, as far as it has been seen."""

    __slots__ = ("arms", "unseen", "visits")

    def __init__(self) -> None:
        self.arms: dict[Option, Arm] = {}
        self.unseen: Node | None = None
        """Where it goes on after a choice that the deciding seat does not see."""
        self.visits = 0


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
        """Return the option that was tried most."""
        del view
        root = Node()
        truths: list[Any] = []
        began = now = perf_counter() if self.milliseconds else 0.0
        longest = 0.0
        for number in range(self.iterations):
            if len(truths) < TRUTHS:
                truths.append(sampler(self.rng.word()))
            self._iterate(root, decision, self.game.clone(truths[number % TRUTHS]))
            self.searched = number + 1
            if self.milliseconds:
                before, now = now, perf_counter()
                longest = max(longest, now - before)
                if now + longest > began + self.milliseconds / 1000:  # another might be over too late
                    break
        self.thoughts = ranked(
            [Opinion(option, arm.visits, arm.total / max(arm.visits, 1)) for option, arm in root.arms.items()]
        )
        return self.thoughts[0].option

    def _iterate(self, root: Node, decision: Decision, state: Any) -> None:  # noqa: ANN401 - any game's state
        game, seat = self.game, decision.seat
        node = root
        path: list[tuple[Arm, Seat]] = []
        for _ in range(DEPTH):
            options = decision.options
            if len(options) == 1:
                game.answer(state, decision.seat, options[0])
            else:
                option, arm = self._choose(node, options)
                path.append((arm, decision.seat))
                # Several who choose at once do so unseen.
                is_unseen = decision.seat != seat and len(game.pending(state)) > 1
                game.answer(state, decision.seat, option)
                if not arm.visits:
                    break
                node = self._next(node, arm, is_unseen=is_unseen)
            asks = game.pending(state)
            if not asks:
                break
            decision = asks[0]
        values = settle(game, self.judge, state, self.rng, whole_chapter=True)
        for arm, who in path:
            arm.visits += 1
            arm.total += values[who]

    def _next(self, node: Node, arm: Arm, *, is_unseen: bool) -> Node:
        if is_unseen:
            if node.unseen is None:
                node.unseen = Node()
            return node.unseen
        if arm.child is None:
            arm.child = Node()
        return arm.child

    def _choose(self, node: Node, options: tuple[Option, ...]) -> tuple[Option, Arm]:
        """Choose what has not been tried, or what promises most (UCB1 with availability)."""
        node.visits += 1
        arms = node.arms
        here: list[tuple[Option, Arm]] = []
        fresh: list[tuple[Option, Arm]] = []
        for option in options:
            arm = arms.get(option)
            if arm is None:
                arm = arms[option] = Arm()
            arm.available += 1
            (here if arm.visits else fresh).append((option, arm))
        if fresh and (len(here) < WIDE or len(here) < WIDE + sqrt(node.visits)):
            return fresh[self.rng.below(len(fresh))]
        best, chosen = -1.0, here[0]
        for pair in here:
            arm = pair[1]
            promise = arm.total / arm.visits + EXPLORATION * sqrt(log(arm.available) / arm.visits)
            if promise > best:
                best, chosen = promise, pair
        return chosen
