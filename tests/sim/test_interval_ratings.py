"""Confidence intervals of win shares, and ratings."""

from __future__ import annotations

import random

import pytest

from stablehand.sim.interval import clustered, student
from stablehand.sim.ratings import rate
from support.sizes import SCALE


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_quantiles_match_published_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.005)


def test_an_interval_contains_the_share_and_narrows_with_more_deals() -> None:
    deals = [0.5, 0.25, 0.75, 0.5]
    widths = []
    for times in (1, 4, 16, 64):
        low, high = clustered(deals * times)
        assert low < 0.5 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_deals_with_less_variance_give_a_narrower_interval() -> None:
    even, uneven = clustered([0.5, 0.4, 0.6] * 10), clustered([0.0, 1.0, 0.5] * 10)
    assert even[1] - even[0] < (uneven[1] - uneven[0]) / 2


@pytest.mark.parametrize("deals", [2, 5, 50])
def test_the_interval_of_a_bot_that_always_wins_is_not_empty(deals: int) -> None:
    low, high = clustered([1.0] * deals)
    assert 0 < low < 1
    assert high == pytest.approx(1.0)
    assert clustered([0.0] * deals) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("means", [[], [0.5], [1.0]])
def test_fewer_than_two_deals_give_the_widest_interval(means: list[float]) -> None:
    assert clustered(means) == (0.0, 1.0)


@pytest.mark.parametrize("truth", [0.25, 0.5, 0.95])
def test_about_95_of_100_intervals_contain_the_true_share(truth: float) -> None:
    """Deals differ in luck: each has its own chance of winning, with which four games are played."""
    rng = random.Random(3)  # noqa: S311 - not for secrets
    contained = 0
    runs = 200 * SCALE
    for _ in range(runs):
        chances = [rng.betavariate(3 * truth, 3 * (1 - truth)) for _ in range(40)]
        low, high = clustered([sum(rng.random() < chance for _ in range(4)) / 4 for chance in chances])
        contained += low <= truth <= high
    assert 0.91 <= contained / runs <= 0.99


def test_winners_are_rated_above_losers_and_equal_players_equally() -> None:
    ratings = rate(["strong", "weak", "poor"], [(1, 0, 0)] * 10)
    assert ratings["strong"].ordinal > ratings["weak"].ordinal
    assert ratings["weak"] == pytest.approx(ratings["poor"])
    even = rate(["one", "other"], [(0.5, 0.5)] * 10)
    assert even["one"] == pytest.approx(even["other"])


def test_players_of_one_name_share_one_rating() -> None:
    ratings = rate(["a", "b", "b"], [(1, 0, 0), (0, 1, 0), (0, 0, 1)] * 5)
    assert set(ratings) == {"a", "b"}
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu, abs=2)


def test_a_rating_starts_at_zero_and_its_uncertainty_shrinks_with_every_game() -> None:
    sigmas = [rate(["a", "b"], [(1, 0)] * games)["a"].sigma for games in range(6)]
    assert sigmas == sorted(sigmas, reverse=True)
    assert rate(["a", "b"], [])["a"].ordinal == pytest.approx(0.0)
