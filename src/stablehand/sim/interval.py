"""Confidence intervals of a share when games come in clusters: the games of one deal share its luck.

This is Wilson's score interval on the effective number of games: the number of independent games whose share
would vary as much as the means of the deals do. Few deals say little about their variance, so the number is
lowered by Student's quantile (after Korn and Graubard). Unlike a normal interval it stays within 0 and 1 and
does not shrink to nothing when somebody wins everything.
"""

from __future__ import annotations

from statistics import fmean, variance
from typing import TYPE_CHECKING

from stablehand.sim.batch import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

Z = 1.959963984540054
"""Half of 5 % lies beyond it."""


def clustered(means: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a share, given its mean in each deal.

    >>> [round(bound, 3) for bound in clustered([0.5, 0.25, 0.75, 0.5, 0.5, 0.25, 0.75, 0.5])]
    [0.348, 0.652]
    >>> clustered([1.0]), round(clustered([1.0] * 20)[0], 3)
    ((0.0, 1.0), 0.839)
    """
    deals = len(means)
    if deals < 2:
        return 0.0, 1.0
    share = fmean(means)
    scatter = variance(means) / deals
    if not scatter:
        return wilson(share * deals, deals)  # all deals have the same mean: each counts as one game
    games = int(share * (1 - share) / scatter * (Z / student(deals - 1)) ** 2)
    return wilson(share * games, games)


def student(freedom: int) -> float:
    """Return the quantile of Student's t beyond which lies half of 5 % (Fisher's expansion from 3 up).

    >>> [round(student(freedom), 2) for freedom in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )
