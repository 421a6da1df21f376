"""Bots against each other, fairly: every deal is played once for every rotation of the bots round the table.

So each bot has every seat of every deal, and luck of the deal and of the seat weighs on all alike. Deal n has
seed `seed + n`, and each game's bots have seeds of their own made from it: what comes out does not depend on
how many processes play, nor on where a run was interrupted, unless a bot goes by the clock.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehand.bots.roster import bot
from stablehand.kernel.driver import play
from stablehand.kernel.rng import Rng
from stablehand.kernel.shelf import load
from stablehand.sim.spread import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.bots.reliable import Reliable
    from stablehand.kernel.contract import Decision, Option, Options, View


class Place(NamedTuple):
    """Which game of an arena: entry n sits at seat n + rotation, round the table."""

    deal: int
    rotation: int


class Played(NamedTuple):
    """One game of an arena; each list is by entry, wherever it sat."""

    deal: int
    rotation: int
    scores: list[float]
    decisions: list[int]
    seconds: list[float]
    slowest: list[float]
    """The seconds of the longest decision."""
    failures: list[int]

    @property
    def place(self) -> Place:
        """Return which game it is."""
        return Place(self.deal, self.rotation)


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets, at which game, over which deals."""

    game: str
    specs: tuple[str, ...]
    seed: int = 1
    options: dict[str, object] = field(default_factory=dict)

    def check(self, deals: int = 1) -> None:
        """Raise a ValueError of one sentence if it cannot be played."""
        game = load(self.game)
        for spec in self.specs:
            bot(spec, self.game, 0)
        for seed in (self.seed, self.seed + deals - 1):
            game.start(len(self.specs), seed, self.options)

    def deals(self, games: int) -> int:
        """Return how many deals make at least so many games."""
        return -(-games // len(self.specs))


class Clocked:
    """Answers as a bot does, and knows how long that took."""

    def __init__(self, inner: Reliable) -> None:
        self.inner = inner
        self.is_blind = inner.is_blind
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Hand on the answer."""
        began = time.perf_counter()
        answer = self.inner(view, decision, sampler)
        took = time.perf_counter() - began
        self.decisions += 1
        self.seconds += took
        self.slowest = max(self.slowest, took)
        return answer


def contend(contest: Contest, place: Place) -> Played:
    """Play one game of a contest."""
    seats = len(contest.specs)
    seed = contest.seed + place.deal
    # Every game has its own: bots alike would otherwise play the same game at every rotation.
    key = Rng.from_seed(seed, f"arena bots at rotation {place.rotation}").key
    luck = int.from_bytes(key, "big")
    seat_of = [(entry + place.rotation) % seats for entry in range(seats)]
    bots = [
        Clocked(bot(spec, contest.game, luck, seat))
        for spec, seat in zip(contest.specs, seat_of, strict=True)
    ]
    at_table = sorted(range(seats), key=seat_of.__getitem__)
    outcome = play(load(contest.game), seats, seed, [bots[entry] for entry in at_table], contest.options)
    return Played(
        *place,
        scores=[outcome.scores[seat] for seat in seat_of],
        decisions=[one.decisions for one in bots],
        seconds=[round(one.seconds, 6) for one in bots],
        slowest=[round(one.slowest, 6) for one in bots],
        failures=[one.inner.failures for one in bots],
    )


@dataclass(slots=True)
class Series:
    """The games of a contest that were played, in their order."""

    contest: Contest
    deals: int
    played: list[Played]
    seconds: float = 0.0
    """How long it took this time, without what had been played before."""
    is_interrupted: bool = False

    def whole(self) -> list[Played]:
        """Return the games of deals that were played at every rotation: only those are fair."""
        seats = len(self.contest.specs)
        counts: dict[int, int] = {}
        for game in self.played:
            counts[game.deal] = counts.get(game.deal, 0) + 1
        return [game for game in self.played if counts[game.deal] == seats]


def arena(
    game: str,
    specs: Iterable[str],
    games: int,
    seed: int = 1,
    options: Options | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    done: Iterable[Played] = (),
    keep: Callable[[Played], None] = lambda _: None,
) -> Series:
    """Play at least so many games, rounded up to whole deals.

    Games in `done` are not played again; `keep` is handed each new one as soon as it is over, and `progress`
    is told how many more are done. An interrupt ends it early, with the games that were finished.
    """
    contest = Contest(game, tuple(specs), seed, dict(options or {}))
    deals = contest.deals(games)
    contest.check(deals)
    results = {old.place: old for old in done if old.deal < deals}
    progress(len(results))
    began = time.perf_counter()
    is_interrupted = False

    def take(played: Played) -> None:
        keep(played)
        results[played.place] = played
        progress(1)

    wanted = (Place(deal, rotation) for deal in range(deals) for rotation in range(len(contest.specs)))
    todo = (place for place in wanted if place not in results)
    try:
        if jobs == 1:
            for place in todo:
                take(contend(contest, place))
        else:
            spread(jobs, contend, ((contest, place) for place in todo), take)
    except KeyboardInterrupt:
        is_interrupted = True
    ordered = [results[place] for place in sorted(results)]
    return Series(contest, deals, ordered, time.perf_counter() - began, is_interrupted)
