"""See that bots with a time bound keep it: play games of both kinds and report the worst overshoot.

    python scripts/patience.py --games 500 --ms 60
    python scripts/patience.py --games 4 --bot hard --decisions 40

One bot thinks, at every seat and with every deck in turn; the others answer at random. Time is that of the
processor, for the bot and for what measures it: that others use the machine is not its fault. Ends with 1 if
a decision took over 20 % more than the bound, or a bot had no answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from stablehand.bots import patience
from stablehand.bots.roster import HARD_MILLISECONDS, bot
from stablehand.kernel.driver import play
from stablehand.kernel.shelf import load
from stablehand.unicorns.catalog import DECKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Decision, Option, View

TOLERATED = 1.2
GAMES = ("unicorns", "fairytale")


class Enough(Exception):  # noqa: N818 - says what it is
    """As many decisions as were asked for have been made."""


class Watched:
    """Lets a bot answer and notes how long it took."""

    is_blind = False

    def __init__(self, spec: str, game: str, seed: int, seat: int, times: list[float], limit: int) -> None:
        self.inner = bot(spec, game, seed, seat)
        self.times = times
        self.limit = limit

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Hand on the answer."""
        if len(self.times) >= self.limit:
            raise Enough
        began = time.process_time()
        answer = self.inner(view, decision, sampler)
        self.times.append(time.process_time() - began)
        return answer


def watch(name: str, spec: str, games: int, limit: int) -> tuple[list[float], int, int]:
    """Play games of one kind; return the time of each decision, the games, and how often it had no answer."""
    times: list[float] = []
    failures = played = 0
    for number in range(games):
        seats, deck = 2 + number % 4, DECKS[number // 4 % len(DECKS)]
        seat = number % seats
        policies: list[Any] = [bot("random", name, number, other) for other in range(seats)]
        watched = policies[seat] = Watched(spec, name, number, seat, times, limit)
        try:
            play(load(name), seats, number, policies, {"deck": deck} if name == "unicorns" else None)
        except Enough:
            break
        finally:
            failures += watched.inner.failures
        played += 1
    return times, played, failures


def main() -> int:
    """Play and report, as one line of JSON for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500, help="games in all, half of each kind")
    parser.add_argument("--ms", type=int, default=60, help="the bound, for a bot that has no name")
    parser.add_argument("--bot", default="", help="a level instead: hard")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="at most so many of each kind")
    words = parser.parse_args()
    spec = words.bot or f"ismcts:{words.ms}ms"
    bound = (HARD_MILLISECONDS if words.bot else words.ms) / 1000
    patience.perf_counter = time.process_time  # type: ignore[attr-defined]  # the clock it goes by
    is_kept = True
    for name in GAMES:
        times, played, failures = watch(name, spec, words.games // len(GAMES), words.decisions)
        over = sum(took > TOLERATED * bound for took in times)
        found = {"game": name, "bot": spec, "games": played, "decisions": len(times), "failures": failures}
        found |= {"bound_ms": bound * 1000, "slowest_ms": round(max(times) * 1000, 2), "too_late": over}
        print(json.dumps(found), flush=True)
        is_kept = is_kept and not over and not failures
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
