"""Bots against each other: every deal is played once for every rotation of the bots round the table.

So each bot has every seat of every deal, and the luck of deal and seat is the same for all. Deal n has the
seed `seed + n`, and the seeds of the bots are derived from it. The results do not depend on the number of
processes, nor on where a run was interrupted, unless a bot has a time limit.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehand.bots.specs import make_bot
from stablehand.core.driver import play
from stablehand.core.registry import load
from stablehand.core.rng import Rng
from stablehand.sim.parallel import run_parallel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.bots.fallback import FallbackBot
    from stablehand.core.contract import Decision, Option, Options, View


class MatchId(NamedTuple):
    """One game of an arena: entry n sits at seat n + rotation, modulo the number of seats."""

    deal: int
    rotation: int


class MatchResult(NamedTuple):
    """The result of one game of an arena; each list is by entry, whichever seat it had."""

    deal: int
    rotation: int
    scores: list[float]
    decisions: list[int]
    seconds: list[float]
    slowest: list[float]
    """The seconds of the longest decision."""
    failures: list[int]
    """Decisions that were answered with the first option, because the bot had no valid answer."""
    errors: tuple[str, ...] = ()
    """Why the first of them was, "" for a bot without failures; empty if no bot has any."""

    @property
    def match(self) -> MatchId:
        """The deal and rotation of the game."""
        return MatchId(self.deal, self.rotation)


@dataclass(frozen=True, slots=True)
class Contest:
    """The game, bots, first seed and options of an arena."""

    game: str
    specs: tuple[str, ...]
    seed: int = 1
    options: dict[str, object] = field(default_factory=dict)

    def check(self, deals: int = 1) -> None:
        """Raise a ValueError of one sentence if the game, a bot, a seed or an option is wrong."""
        game = load(self.game)
        for spec in self.specs:
            make_bot(spec, self.game, 0)
        for seed in (self.seed, self.seed + deals - 1):
            game.start(len(self.specs), seed, self.options)

    def deals(self, games: int) -> int:
        """Return how many deals make at least so many games."""
        return -(-games // len(self.specs))


class TimedBot:
    """Answers as a bot does, and measures how long it takes."""

    def __init__(self, inner: FallbackBot) -> None:
        self.inner = inner
        self.is_blind = inner.is_blind
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the answer of the wrapped bot."""
        began = time.perf_counter()
        answer = self.inner(view, decision, sampler)
        took = time.perf_counter() - began
        self.decisions += 1
        self.seconds += took
        self.slowest = max(self.slowest, took)
        return answer


def play_match(contest: Contest, match: MatchId) -> MatchResult:
    """Play one game of a contest."""
    seats = len(contest.specs)
    seed = contest.seed + match.deal
    # Another seed for every rotation: equal bots would otherwise play the same game at each.
    key = Rng.from_seed(seed, f"arena bots at rotation {match.rotation}").key
    luck = int.from_bytes(key, "big")
    seat_of = [(entry + match.rotation) % seats for entry in range(seats)]
    bots = [
        TimedBot(make_bot(spec, contest.game, luck, seat))
        for spec, seat in zip(contest.specs, seat_of, strict=True)
    ]
    at_table = sorted(range(seats), key=seat_of.__getitem__)
    outcome = play(load(contest.game), seats, seed, [bots[entry] for entry in at_table], contest.options)
    errors = tuple(one.inner.first_error for one in bots)
    return MatchResult(
        *match,
        scores=[outcome.scores[seat] for seat in seat_of],
        decisions=[one.decisions for one in bots],
        seconds=[round(one.seconds, 6) for one in bots],
        slowest=[round(one.slowest, 6) for one in bots],
        failures=[one.inner.failures for one in bots],
        errors=errors if any(errors) else (),
    )


@dataclass(slots=True)
class ArenaRun:
    """The finished games of a contest, in their order."""

    contest: Contest
    deals: int
    played: list[MatchResult]
    seconds: float = 0.0
    """The duration of this run, without games that were read from a file."""
    is_interrupted: bool = False

    def whole(self) -> list[MatchResult]:
        """Return the games of complete deals, which were played at every rotation: only those are fair."""
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
    done: Iterable[MatchResult] = (),
    keep: Callable[[MatchResult], None] = lambda _: None,
) -> ArenaRun:
    """Play at least so many games, rounded up to whole deals.

    Games in `done` are not played again. `keep` is called with each new result, and `progress` with the
    number of games finished since its last call. An interrupt ends the run early; the result then holds the
    finished games.
    """
    contest = Contest(game, tuple(specs), seed, dict(options or {}))
    deals = contest.deals(games)
    contest.check(deals)
    results = {old.match: old for old in done if old.deal < deals}
    progress(len(results))
    began = time.perf_counter()
    is_interrupted = False

    def take(played: MatchResult) -> None:
        keep(played)
        results[played.match] = played
        progress(1)

    wanted = (MatchId(deal, rotation) for deal in range(deals) for rotation in range(len(contest.specs)))
    todo = (match for match in wanted if match not in results)
    try:
        if jobs == 1:
            for match in todo:
                take(play_match(contest, match))
        else:
            run_parallel(jobs, play_match, ((contest, match) for match in todo), take)
    except KeyboardInterrupt:
        is_interrupted = True
    ordered = [results[match] for match in sorted(results)]
    return ArenaRun(contest, deals, ordered, time.perf_counter() - began, is_interrupted)
