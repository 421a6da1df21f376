"""Ratings from games: the Plackett-Luce model of Weng and Lin, as openskill computes it.

A rating is a belief about strength, mu, and how unsure it is, sigma. It is good for comparing bots that met
different opponents; at one table the share of victories and its interval say more.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from stablehand.extras import needing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Rating(NamedTuple):
    """How strong somebody is believed to be."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Return the strength that is nearly certain: three sigma below mu."""
        return self.mu - 3 * self.sigma


def rate(names: Sequence[str], games: Iterable[Sequence[float]]) -> dict[str, Rating]:
    """Rate the players after games in this order; a game is each player's score, in the order of the names.

    All who share the best score are first, all others are behind them alike: no more is known of a game than
    who won it. Players of one name share one rating: after a game it is the mean of what each would have.
    Raise `MissingExtra` if openskill is not installed.

    >>> ratings = rate(["a", "b"], [(1, 0)] * 10)
    >>> ratings["a"].ordinal > ratings["b"].ordinal
    True
    """
    with needing("The arena's ratings need", "lab"):
        from openskill.models import PlackettLuce  # noqa: PLC0415 - the bare installation has none

    model = PlackettLuce(tau=0.0)  # a bot is as strong in the last game as in the first
    start = Rating(model.mu, model.sigma)
    ratings = dict.fromkeys(names, start)
    places = {name: [at for at, other in enumerate(names) if other == name] for name in ratings}
    for scores in games:
        best = max(scores)
        before = [[model.create_rating([*ratings[name]])] for name in names]
        after = model.rate(before, ranks=[float(score < best) for score in scores])
        for name, ats in places.items():
            mu = fmean(after[at][0].mu for at in ats)
            ratings[name] = Rating(mu, fmean(after[at][0].sigma for at in ats))
    return ratings
