"""Many random games, spread over processes, summed up.

Game number n of a batch has seed `seed + n`, whichever process plays it: the sums do not depend on `jobs`.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from stablehand.bots.random import RandomBot
from stablehand.kernel.driver import play
from stablehand.kernel.shelf import load
from stablehand.sim.spread import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stablehand.kernel.contract import Json
    from stablehand.kernel.driver import Outcome

MARKS = 1 << 64
CHUNK = 25
"""Games handed out at once: small, so that an interrupt loses little and every process has work."""
MOST_GAMES = 10**12
"""That is years: whoever asks for more has mistyped."""


@dataclass(slots=True)
class Tally:
    """What a batch came to."""

    games: int = 0
    answers: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins_by_seat: list[float] = field(default_factory=list)
    unwon: int = 0
    """Games that nobody won."""
    digest: int = 0
    """A mark of how every game went, whatever the order they were played in."""
    is_interrupted: bool = False
    """Whether it ended before all games were played."""

    def add(self, other: Tally) -> None:
        """Add another tally's games; time is measured from outside."""
        self.games += other.games
        self.answers += other.answers
        self.decisions += other.decisions
        self.unwon += other.unwon
        self.digest = (self.digest + other.digest) % MARKS
        wins = self.wins_by_seat or [0.0] * len(other.wins_by_seat)
        self.wins_by_seat = [mine + theirs for mine, theirs in zip(wins, other.wins_by_seat, strict=True)]

    def as_json(self, asked: int) -> dict[str, Json]:
        """Return the stable, documented form of `simulate --json`."""
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


def chunk(name: str, seats: int, seeds: range, options: Mapping[str, object]) -> Tally:
    """Play one random game for each seed."""
    game = load(name)
    tally = Tally(wins_by_seat=[0.0] * seats)
    for seed in seeds:
        bots = [RandomBot(seed, seat) for seat in range(seats)]
        outcome = play(game, seats, seed, bots, options)
        tally.games += 1
        tally.answers += outcome.answers
        tally.decisions += outcome.decisions
        tally.unwon += not any(outcome.scores)
        tally.digest = (tally.digest + mark(seed, outcome)) % MARKS
        tally.wins_by_seat = [
            wins + score for wins, score in zip(tally.wins_by_seat, outcome.scores, strict=True)
        ]
    return tally


class Part(NamedTuple):
    """What a part of a batch came to, and which it is."""

    number: int
    tally: Tally


def play_part(number: int, name: str, seats: int, seeds: range, options: Mapping[str, object]) -> Part:
    """Play one part of a batch."""
    return Part(number, chunk(name, seats, seeds, options))


def mark(seed: int, outcome: Outcome) -> int:
    """Return a number that tells how a game went: two games that went differently have different ones."""
    said = f"{seed} {outcome.answers} {outcome.decisions} {outcome.scores}"
    return int.from_bytes(blake2b(said.encode(), digest_size=8).digest(), "big")


def simulate(
    name: str,
    seats: int,
    seeds: range,
    options: Mapping[str, object],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Play a batch; `progress` is told how many more games are done.

    An interrupt ends it early: the tally then holds the games that were finished.
    """
    load(name).start(seats, 0, options)  # a bad option is said here, once, and not by every process
    total = Tally(wins_by_seat=[0.0] * seats)
    early: dict[int, Tally] = {}
    summed = 0
    began = time.perf_counter()

    def take(part: Part) -> None:
        nonlocal summed
        early[part.number] = part.tally
        while summed in early:  # always in the same order: fractions of wins then add up to the same sums
            total.add(early.pop(summed))
            summed += 1
        progress(part.tally.games)

    tasks = (
        (number, name, seats, seeds[at : at + CHUNK], dict(options))
        for number, at in enumerate(range(0, len(seeds), CHUNK))
    )
    try:
        if jobs == 1:
            for task in tasks:
                take(play_part(*task))
        else:
            spread(jobs, play_part, tasks, take)
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
