"""How sure a share is, and what a rating says."""

from __future__ import annotations

import random

import pytest

from games import SCALE
from stablehand.sim.interval import clustered, student
from stablehand.sim.ratings import rate


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.005)


def test_an_interval_holds_its_share_and_narrows_with_more_deals() -> None:
    deals = [0.5, 0.25, 0.75, 0.5]
    widths = []
    for times in (1, 4, 16, 64):
        low, high = clustered(deals * times)
        assert low < 0.5 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_deals_that_scatter_less_say_more() -> None:
    even, uneven = clustered([0.5, 0.4, 0.6] * 10), clustered([0.0, 1.0, 0.5] * 10)
    assert even[1] - even[0] < (uneven[1] - uneven[0]) / 2


@pytest.mark.parametrize("deals", [2, 5, 50])
def test_who_wins_everything_may_still_lose_some_day(deals: int) -> None:
    low, high = clustered([1.0] * deals)
    assert 0 < low < 1
    assert high == pytest.approx(1.0)
    assert clustered([0.0] * deals) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("means", [[], [0.5], [1.0]])
def test_less_than_two_deals_say_nothing(means: list[float]) -> None:
    assert clustered(means) == (0.0, 1.0)


@pytest.mark.parametrize("truth", [0.25, 0.5, 0.95])
def test_about_95_of_100_intervals_hold_the_truth(truth: float) -> None:
    """Deals have luck of their own: each has its chance of winning, and four games are played with it."""
    rng = random.Random(3)  # noqa: S311 - not for secrets
    held = 0
    runs = 200 * SCALE
    for _ in range(runs):
        chances = [rng.betavariate(3 * truth, 3 * (1 - truth)) for _ in range(40)]
        low, high = clustered([sum(rng.random() < chance for _ in range(4)) / 4 for chance in chances])
        held += low <= truth <= high
    assert 0.91 <= held / runs <= 0.99


def test_winners_are_rated_above_losers_and_equals_alike() -> None:
    ratings = rate(["strong", "weak", "poor"], [(1, 0, 0)] * 10)
    assert ratings["strong"].ordinal > ratings["weak"].ordinal
    assert ratings["weak"] == pytest.approx(ratings["poor"])
    even = rate(["one", "other"], [(0.5, 0.5)] * 10)
    assert even["one"] == pytest.approx(even["other"])


def test_players_of_one_name_share_one_rating() -> None:
    ratings = rate(["a", "b", "b"], [(1, 0, 0), (0, 1, 0), (0, 0, 1)] * 5)
    assert set(ratings) == {"a", "b"}
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu, abs=2)


def test_a_rating_grows_surer_with_every_game_and_starts_at_nothing() -> None:
    sigmas = [rate(["a", "b"], [(1, 0)] * games)["a"].sigma for games in range(6)]
    assert sigmas == sorted(sigmas, reverse=True)
    assert rate(["a", "b"], [])["a"].ordinal == pytest.approx(0.0)
