"""Many random games, spread over processes, summed up.

Game number n of a batch has seed `seed + n`, whichever process plays it: the sums do not depend on `jobs`.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING

from stablehand.bots.random import RandomBot
from stablehand.kernel.driver import play
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stablehand.kernel.contract import Json

CHUNK = 100


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

    def add(self, other: Tally) -> None:
        """Add another tally's games; time is measured from outside."""
        self.games += other.games
        self.answers += other.answers
        self.decisions += other.decisions
        self.unwon += other.unwon
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
        tally.wins_by_seat = [
            wins + score for wins, score in zip(tally.wins_by_seat, outcome.scores, strict=True)
        ]
    return tally


def simulate(
    name: str,
    seats: int,
    seeds: range,
    options: Mapping[str, object],
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Play a batch; `progress` is told how many more games are done."""
    load(name).start(seats, 0, options)  # a bad option is said here, once, and not by every process
    parts = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    total = Tally(wins_by_seat=[0.0] * seats)
    began = time.perf_counter()
    if jobs == 1:
        for part in parts:
            total.add(chunk(name, seats, part, options))
            progress(len(part))
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            futures = [pool.submit(chunk, name, seats, part, dict(options)) for part in parts]
            for future in as_completed(futures):
                done = future.result()
                total.add(done)
                progress(done.games)
    total.seconds = time.perf_counter() - began
    return total
