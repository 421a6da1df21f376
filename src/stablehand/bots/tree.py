"""The tree of a search: nodes, where a seat has options, and arms, which are the options tried there.

Only options that a possible truth offers can be tried, so each arm counts how often it was available, not how
often its node was visited. Where options are many, few are tried at first and more as a node is visited more
often.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.contract import Option

EXPLORATION: Final = 0.06
"""The weight of the exploration term (UCB1) for choices after the first."""
WIDE: Final = 6
"""Options of the decision itself that are tried from the start; the square root of all tries is added."""
RIVALS: Final = 2
"""Options of the decision itself that are compared until the end."""
WIDENING: Final = 0.7
"""After the first choice: options added per square root of the visits, besides the likely one."""


class Arm:
    """One option at a node."""

    __slots__ = ("available", "mean", "node", "option", "place", "total", "visits")

    def __init__(self, option: i64, place: i64) -> None:
        self.option: i64 = option
        self.place: i64 = place
        """Its number at the node."""
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0
        """The sum of its values."""
        self.mean: float = 0.0
        self.node: Node | None = None
        """What follows it, once it was tried."""

    def add(self, value: float) -> None:
        """Count a try."""
        self.visits += 1
        self.total += value
        self.mean = self.total / float(self.visits)

    def after(self) -> Node:
        """Return the node that follows."""
        if self.node is None:
            self.node = Node()
        return self.node


class Node:
    """A node of the tree: the options that the seat has been offered there."""

    __slots__ = ("arms", "visits")

    def __init__(self) -> None:
        self.arms: list[Arm] = []
        self.visits: i64 = 0

    def meet(self, options: tuple[Option, ...]) -> list[Arm]:
        """Count a visit; return the arms of the options that are offered this time."""
        self.visits += 1
        arms = self.arms
        found: list[Arm] = []
        at: i64 = 0
        for offered in options:
            option: i64 = offered
            if at == len(arms) or arms[at].option != option:  # mostly the same are offered, in the same order
                at = self._place_of(option)
            arm = arms[at]
            arm.available += 1
            found.append(arm)
            at += 1
        return found

    def _place_of(self, option: i64) -> i64:
        place: i64 = 0
        for arm in self.arms:
            if arm.option == option:
                return place
            place += 1
        self.arms.append(Arm(option, place))
        return place

    def is_wide_enough(self, here: list[Arm]) -> bool:
        """Return whether one of the options that were tried before is due, and no other."""
        tried = tries_of(here)
        if tried == len(here):
            return True
        return tried > 0 and float(tried) >= 1.0 + WIDENING * math.sqrt(float(self.visits - 1))


def tries_of(arms: list[Arm]) -> int:
    """Return how many of the arms have been tried."""
    tried: i64 = 0
    for arm in arms:
        if arm.visits:
            tried += 1
    return tried


def untried(arms: list[Arm]) -> list[Arm]:
    """Return the arms that have not been tried."""
    return [arm for arm in arms if not arm.visits]


def most_promising(here: list[Arm]) -> Arm:
    """Return the best by UCB1 with availability of those that were tried; there must be one."""
    best, chosen = -1.0, here[0]
    for arm in here:
        if arm.visits:
            visits = float(arm.visits)
            promise = arm.mean + EXPLORATION * math.sqrt(math.log(float(arm.available)) / visits)
            if promise > best:
                best, chosen = promise, arm
    return chosen


class Race:
    """The options of the decision itself, of which fewer and fewer are compared (sequential halving).

    Only which option is best matters, not which is worst: towards the end the best two share all tries.
    """

    def __init__(self, options: tuple[Option, ...]) -> None:
        self.arms: list[Arm] = []
        """All options, in their order."""
        for option in options:
            self.arms.append(Arm(option, len(self.arms)))
        self.ranked: list[Arm] = []
        """Those that were tried, the best first."""
        self.tries: i64 = 0

    def is_open(self) -> bool:
        """Count a try; return whether it should be that of an option not tried yet."""
        self.tries += 1
        tried = len(self.ranked)
        if tried == len(self.arms):
            return False
        return tried == 0 or float(tried) < WIDE + math.sqrt(float(self.tries))

    def enter(self, arm: Arm) -> None:
        """Let an option take part."""
        self.ranked.append(arm)

    def next(self, done: float) -> Arm:
        """Return the least tried of those still in the race, of which fewer are left the more is `done`.

        `done` is the part of the search that is over, from 0 to 1.
        """
        self._rank()
        ranked = self.ranked
        stay: i64 = math.ceil(math.pow(float(len(ranked)), 1.0 - done))
        if stay < RIVALS:  # noqa: PLR1730 - compiled, `max` is a slow call
            stay = RIVALS
        chosen = ranked[0]
        at: i64 = 1
        while at < stay and at < len(ranked):
            if ranked[at].visits < chosen.visits:
                chosen = ranked[at]
            at += 1
        return chosen

    def _rank(self) -> None:
        """Sort by mean, then by order; only those tried since the last time can be out of place."""
        ranked = self.ranked
        number: i64 = 1
        while number < len(ranked):
            arm = ranked[number]
            at: i64 = number
            while at > 0 and _is_behind(ranked[at - 1], arm):
                ranked[at] = ranked[at - 1]
                at -= 1
            if at != number:
                ranked[at] = arm
            number += 1


def _is_behind(arm: Arm, other: Arm) -> bool:
    return arm.mean < other.mean or (arm.mean == other.mean and arm.place > other.place)
