"""The tree of a search: which option is tried next."""

from __future__ import annotations

from math import ceil, log, sqrt
from random import Random

import pytest

from stablehand.bots.tree import (
    EXPLORATION,
    RIVALS,
    WIDE,
    WIDENING,
    Node,
    Race,
    most_promising,
    tries_of,
    untried,
)


def test_an_option_counts_how_often_it_was_available() -> None:
    node = Node()
    offers = [(1, 2, 3), (1, 3), (3, 4), (2, 3, 4), (1, 2, 3, 4)]
    met = [[int(arm.option) for arm in node.meet(offer)] for offer in offers]
    assert met == [list(offer) for offer in offers]
    assert {int(arm.option): int(arm.available) for arm in node.arms} == {1: 3, 2: 3, 3: 5, 4: 3}
    assert [int(arm.place) for arm in node.arms] == [0, 1, 2, 3]
    assert node.visits == len(offers)


def test_an_arm_has_a_mean_and_one_node_after_it() -> None:
    arm = Node().meet((5,))[0]
    assert arm.mean == 0.0
    arm.add(1.0)
    arm.add(0.5)
    assert (arm.visits, arm.total, arm.mean) == (2, 1.5, 0.75)
    assert arm.after() is arm.after()


@pytest.mark.parametrize("seed", range(30))
def test_a_later_choice_is_widened_and_else_taken_by_its_promise(seed: int) -> None:
    random, node = Random(seed), Node()  # noqa: S311 - nothing secret
    for _ in range(60):
        offer = tuple(sorted(random.sample(range(8), random.randint(2, 8))))
        here = node.meet(offer)
        tried, fresh = [arm for arm in here if arm.visits], untried(here)
        assert tries_of(here) == len(tried)
        assert [arm for arm in here if arm not in tried] == fresh
        is_due = bool(fresh) and (not tried or len(tried) < 1 + WIDENING * sqrt(node.visits - 1))
        assert node.is_wide_enough(here) is not is_due
        if is_due:
            random.choice(fresh).add(random.random())
        else:
            promises = [
                arm.total / arm.visits + EXPLORATION * sqrt(log(arm.available) / arm.visits) for arm in tried
            ]
            chosen = most_promising(here)
            assert chosen is tried[promises.index(max(promises))]
            chosen.add(random.random())


@pytest.mark.parametrize("options", [2, 7, 23])
def test_a_race_goes_on_among_fewer_and_fewer_of_the_best(options: int) -> None:
    random, race, tries = Random(options), Race(tuple(range(100, 100 + options))), 200  # noqa: S311 - the same
    entered = 0
    for number in range(tries):
        done = number / tries
        if race.is_open():
            assert entered < WIDE + sqrt(number + 1)
            arm = untried(race.arms)[0]
            race.enter(arm)
            entered += 1
        else:
            assert entered == options or entered >= WIDE + sqrt(number + 1)
            arms = [arm for arm in race.arms if arm.visits]
            best = sorted(arms, key=lambda arm: arm.mean, reverse=True)
            stay = best[: max(RIVALS, ceil(len(arms) ** (1 - done)))]
            arm = race.next(done)
            assert arm is min(stay, key=lambda arm: arm.visits)
        arm.add(random.randint(0, 4) / 4)  # equal means are frequent
    assert sum(int(arm.visits) for arm in race.arms) == tries
