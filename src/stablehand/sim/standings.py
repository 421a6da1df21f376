"""What an arena came to: for each bot at the table, and for all bots of one spec together."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from stablehand.sim.interval import clustered
from stablehand.sim.ratings import Rating, rate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.kernel.contract import Json
    from stablehand.sim.arena import Played, Series


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did; several of one spec count as one bot that sat in several places."""

    spec: str
    places: int
    """At how many places of the table it sat."""
    wins: float
    """Games won, of all its places; a shared victory is split."""
    share: float
    """What one of its places won of the games; among equals that is one by the number of seats."""
    low: float
    high: float
    """The 95 % interval of the share, by deals: see `stablehand.sim.interval`."""
    rating: Rating
    decisions: int
    mean_ms: float
    max_ms: float
    failures: int
    """Decisions that the bot could not answer, so that the first option was taken."""

    def as_json(self) -> dict[str, Json]:
        """Return the stable, documented form."""
        return {
            "bot": self.spec,
            "places": self.places,
            "wins": round(self.wins, 6),
            "share": round(self.share, 6),
            "interval": [round(self.low, 6), round(self.high, 6)],
            "mu": round(self.rating.mu, 4),
            "sigma": round(self.rating.sigma, 4),
            "ordinal": round(self.rating.ordinal, 4),
            "decisions": self.decisions,
            "mean_ms": round(self.mean_ms, 3),
            "max_ms": round(self.max_ms, 3),
            "failures": self.failures,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """What the whole deals of a series came to."""

    games: int
    """Games counted: those of deals that were played at every rotation."""
    unwon: int
    """Games of these that nobody won."""
    entries: list[Standing]
    """By place in the list of bots."""
    specs: list[Standing]
    """By spec, in the order of their first place."""


def standings(series: Series) -> Standings:
    """Sum up a series."""
    games = series.whole()
    specs = series.contest.specs
    alone = rate([str(entry) for entry in range(len(specs))], [game.scores for game in games])
    together = rate(specs, [game.scores for game in games])
    entries = [_standing(spec, [at], games, alone[str(at)]) for at, spec in enumerate(specs)]
    kinds = {spec: [at for at, other in enumerate(specs) if other == spec] for spec in specs}
    unwon = sum(not any(game.scores) for game in games)
    summed = [_standing(spec, ats, games, together[spec]) for spec, ats in kinds.items()]
    return Standings(len(games), unwon, entries, summed)


def _standing(spec: str, ats: Sequence[int], games: Sequence[Played], rating: Rating) -> Standing:
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(fmean(game.scores[at] for at in ats))
    means = [fmean(shares) for shares in by_deal.values()]
    low, high = clustered(means)
    decisions = sum(game.decisions[at] for game in games for at in ats)
    seconds = sum(game.seconds[at] for game in games for at in ats)
    return Standing(
        spec=spec,
        places=len(ats),
        wins=sum(game.scores[at] for game in games for at in ats),
        share=fmean(means) if means else 0.0,
        low=low,
        high=high,
        rating=rating,
        decisions=decisions,
        mean_ms=1000 * seconds / max(decisions, 1),
        max_ms=1000 * max((game.slowest[at] for game in games for at in ats), default=0.0),
        failures=sum(game.failures[at] for game in games for at in ats),
    )
