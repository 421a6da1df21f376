"""Many games between bots, played in several processes and summed up.

Game n of a batch has the seed `seed + n`, whichever process plays it: the sums do not depend on `jobs`.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from stablehand.bots.random import RandomBot
from stablehand.bots.specs import make_bot
from stablehand.core.driver import play
from stablehand.core.registry import load
from stablehand.sim.parallel import run_parallel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.core.contract import Json
    from stablehand.core.driver import Outcome

MARKS = 1 << 64
CHUNK = 25
"""Games of one task: few, so that an interrupt loses little and every process has work."""
MOST_GAMES = 10**12
"""That takes years; a larger number is a slip of the keyboard."""


@dataclass(slots=True)
class Tally:
    """The sums of a batch."""

    games: int = 0
    answers: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins_by_seat: list[float] = field(default_factory=list)
    unwon: int = 0
    """Games that nobody won."""
    digest: int = 0
    """A checksum of how every game went; it does not depend on the order they were played in."""
    failures: list[int] = field(default_factory=list)
    """By seat: decisions answered with the first option, because the bot had no valid answer."""
    errors: list[str] = field(default_factory=list)
    """By seat: why the first of them was, or ""."""
    is_interrupted: bool = False
    """Whether it ended before all games were played."""

    def add(self, other: Tally) -> None:
        """Add another tally's games, but not its seconds."""
        self.games += other.games
        self.answers += other.answers
        self.decisions += other.decisions
        self.unwon += other.unwon
        self.digest = (self.digest + other.digest) % MARKS
        wins = self.wins_by_seat or [0.0] * len(other.wins_by_seat)
        self.wins_by_seat = [mine + theirs for mine, theirs in zip(wins, other.wins_by_seat, strict=True)]
        self.failures = _added(self.failures, other.failures)
        self.errors = [
            mine or theirs for mine, theirs in zip_longest(self.errors, other.errors, fillvalue="")
        ]

    def as_json(self, asked: int) -> dict[str, Json]:
        """Return the sums as `simulate --json` prints them (docs/cli.md)."""
        seconds = max(self.seconds, 1e-9)
        return {
            "games": asked,
            "finished": self.games,
            "answers": self.answers,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "decisions_per_s": round(self.decisions / seconds, 1),
            "games_per_s": round(self.games / seconds, 3),
            "wins_by_seat": [round(wins, 6) for wins in self.wins_by_seat],
            "unwon": self.unwon,
            "digest": f"{self.digest:016x}",
        }


def chunk(
    name: str, seats: int, seeds: range, options: Mapping[str, object], bots: Sequence[str] = ()
) -> Tally:
    """Play one game for each seed; `bots` has a spec for each seat, without it all answer at random."""
    game = load(name)
    tally = Tally(wins_by_seat=[0.0] * seats, failures=[0] * seats, errors=[""] * seats)
    for seed in seeds:
        if bots:
            outcome = _play_bots(tally, name, seed, options, bots)
        else:
            players = [RandomBot(seed, seat) for seat in range(seats)]
            outcome = play(game, seats, seed, players, options)
        tally.games += 1
        tally.answers += outcome.answers
        tally.decisions += outcome.decisions
        tally.unwon += not any(outcome.scores)
        tally.digest = (tally.digest + mark(seed, outcome)) % MARKS
        tally.wins_by_seat = [
            wins + score for wins, score in zip(tally.wins_by_seat, outcome.scores, strict=True)
        ]
    return tally


def _play_bots(
    tally: Tally, name: str, seed: int, options: Mapping[str, object], specs: Sequence[str]
) -> Outcome:
    """Play a game between bots, and add their failures to the tally."""
    bots = [make_bot(spec, name, seed, seat) for seat, spec in enumerate(specs)]
    outcome = play(load(name), len(specs), seed, bots, options)
    tally.failures = _added(tally.failures, [one.failures for one in bots])
    tally.errors = [old or one.first_error for old, one in zip(tally.errors, bots, strict=True)]
    return outcome


def _added(mine: list[int], theirs: list[int]) -> list[int]:
    return [one + other for one, other in zip_longest(mine, theirs, fillvalue=0)]


class BatchPart(NamedTuple):
    """The tally of one part of a batch, and the number of the part."""

    number: int
    tally: Tally


def play_part(
    number: int,
    name: str,
    seats: int,
    seeds: range,
    options: Mapping[str, object],
    bots: Sequence[str] = (),
) -> BatchPart:
    """Play one part of a batch."""
    return BatchPart(number, chunk(name, seats, seeds, options, bots))


def mark(seed: int, outcome: Outcome) -> int:
    """Return a checksum of how a game went."""
    said = f"{seed} {outcome.answers} {outcome.decisions} {outcome.scores}"
    return int.from_bytes(blake2b(said.encode(), digest_size=8).digest(), "big")


def simulate(
    name: str,
    seats: int,
    seeds: range,
    options: Mapping[str, object],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    bots: Sequence[str] = (),
) -> Tally:
    """Play a batch; `progress` is called with the number of games that were finished since the last call.

    `bots` has a spec for each seat; without it all answer at random. An interrupt ends the batch early: the
    tally then holds the games that were finished.
    """
    load(name).start(seats, 0, options)  # so a bad option is reported once, and not by every process
    for seat, spec in enumerate(bots):
        make_bot(spec, name, 0, seat)  # the same
    total = Tally(wins_by_seat=[0.0] * seats)
    early: dict[int, Tally] = {}
    summed = 0
    began = time.perf_counter()

    def take(part: BatchPart) -> None:
        nonlocal summed
        early[part.number] = part.tally
        while summed in early:  # always in the same order, so that fractions of wins add up to the same sums
            total.add(early.pop(summed))
            summed += 1
        progress(part.tally.games)

    size = 1 if bots else CHUNK  # bots that think are slow: an interrupt should lose little
    tasks = (
        (number, name, seats, seeds[at : at + size], dict(options), tuple(bots))
        for number, at in enumerate(range(0, len(seeds), size))
    )
    try:
        if jobs == 1:
            for task in tasks:
                take(play_part(*task))
        else:
            run_parallel(jobs, play_part, tasks, take)
    except KeyboardInterrupt:
        total.is_interrupted = True
    for number in sorted(early):
        total.add(early[number])
    total.seconds = time.perf_counter() - began
    return total


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins (Wilson's score interval).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
