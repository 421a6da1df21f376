"""The result of an arena: for each place in the list of bots, and for all bots of one spec together."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from stablehand.extras import MissingExtra
from stablehand.sim.interval import clustered
from stablehand.sim.ratings import Rating, rate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Json
    from stablehand.sim.arena import ArenaRun, MatchResult


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of one bot; several of one spec count as one bot with several places."""

    spec: str
    places: int
    """How many places in the list of bots it has."""
    wins: float
    """Games won by all its places; a shared victory is split."""
    share: float
    """The part of the games that one place won; equal bots have 1 / seats."""
    low: float
    high: float
    """The 95 % interval of the share, by deals: see `stablehand.sim.interval`."""
    rating: Rating | None
    """None if openskill is not installed."""
    decisions: int
    mean_ms: float
    max_ms: float
    failures: int
    """Decisions answered with the first option, because the bot had no valid answer."""
    first_error: str = ""
    """Why the first of them was."""

    def as_json(self) -> dict[str, Json]:
        """Return the figures as `arena --json` prints them (docs/bots.md)."""
        return {
            "bot": self.spec,
            "places": self.places,
            "wins": round(self.wins, 6),
            "share": round(self.share, 6),
            "interval": [round(self.low, 6), round(self.high, 6)],
            "mu": round(self.rating.mu, 4) if self.rating else None,
            "sigma": round(self.rating.sigma, 4) if self.rating else None,
            "ordinal": round(self.rating.ordinal, 4) if self.rating else None,
            "decisions": self.decisions,
            "mean_ms": round(self.mean_ms, 3),
            "max_ms": round(self.max_ms, 3),
            "failures": self.failures,
            "first_error": self.first_error or None,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The figures of the complete deals of a run."""

    games: int
    """Games of complete deals; all other figures are of these."""
    unwon: int
    """Games that nobody won."""
    entries: list[Standing]
    """By place in the list of bots."""
    specs: list[Standing]
    """By spec, in the order of their first place."""


def standings(series: ArenaRun) -> Standings:
    """Return the standings of a run."""
    games = series.whole()
    specs = series.contest.specs
    alone = _ratings([str(entry) for entry in range(len(specs))], games)
    together = _ratings(specs, games)
    entries = [_standing(spec, [at], games, alone[str(at)]) for at, spec in enumerate(specs)]
    kinds = {spec: [at for at, other in enumerate(specs) if other == spec] for spec in specs}
    unwon = sum(not any(game.scores) for game in games)
    summed = [_standing(spec, ats, games, together[spec]) for spec, ats in kinds.items()]
    return Standings(len(games), unwon, entries, summed)


def _ratings(names: Sequence[str], games: Sequence[MatchResult]) -> Mapping[str, Rating | None]:
    """Return the ratings, each None if openskill is not installed: all other figures do without it."""
    try:
        return rate(names, [game.scores for game in games])
    except MissingExtra:
        return dict.fromkeys(names)


def _standing(spec: str, ats: Sequence[int], games: Sequence[MatchResult], rating: Rating | None) -> Standing:
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
        first_error=next(
            (game.errors[at] for game in games if game.errors for at in ats if game.errors[at]), ""
        ),
    )
