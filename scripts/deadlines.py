"""Check that bots with a time limit keep it: play both games and report the slowest decision.

    python scripts/deadlines.py --games 500 --ms 60
    python scripts/deadlines.py --games 4 --bot hard --decisions 40

One bot searches, at every seat and with every deck in turn; the others answer at random. Both the bot and the
measurement use processor time, so that other work on the machine does not count. The exit code is 1 if a
decision took over 20 % more than the limit, or a bot had no answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from stablehand.bots import deadline
from stablehand.bots.specs import HARD_MILLISECONDS, make_bot
from stablehand.core.driver import play
from stablehand.core.registry import load
from stablehand.games.unicorns.decks.catalog import DECKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, View

TOLERATED = 1.2
GAMES = ("unicorns", "fairytale")


class LimitReached(Exception):  # noqa: N818 - not an error
    """Raised when the requested number of decisions has been made."""


class TimedBot:
    """Wraps a bot and measures the processor time of its answers."""

    is_blind = False

    def __init__(self, spec: str, game: str, seed: int, seat: int, times: list[float], limit: int) -> None:
        self.inner = make_bot(spec, game, seed, seat)
        self.times = times
        self.limit = limit

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        """Return the bot's answer and record how long it took; raise LimitReached after the last decision."""
        if len(self.times) >= self.limit:
            raise LimitReached
        began = time.process_time()
        answer = self.inner(view, decision, sampler)
        self.times.append(time.process_time() - began)
        return answer


def measure(name: str, spec: str, games: int, limit: int) -> tuple[list[float], int, int]:
    """Play one game many times; return the time of each decision, the games played and the failures."""
    times: list[float] = []
    failures = played = 0
    for number in range(games):
        seats, deck = 2 + number % 4, DECKS[number // 4 % len(DECKS)]
        seat = number % seats
        policies: list[Any] = [make_bot("random", name, number, other) for other in range(seats)]
        timed = policies[seat] = TimedBot(spec, name, number, seat, times, limit)
        try:
            play(load(name), seats, number, policies, {"deck": deck} if name == "unicorns" else None)
        except LimitReached:
            break
        finally:
            failures += timed.inner.failures
        played += 1
    return times, played, failures


def main() -> int:
    """Play and print one line of JSON for each game; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500, help="total number of games, half of each kind")
    parser.add_argument("--ms", type=int, default=60, help="the limit, if --bot is not given")
    parser.add_argument("--bot", default="", help="a named level instead: hard")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="at most this many for each game")
    args = parser.parse_args()
    spec = args.bot or f"ismcts:{args.ms}ms"
    bound = (HARD_MILLISECONDS if args.bot else args.ms) / 1000
    deadline.perf_counter = time.process_time  # type: ignore[attr-defined]  # the clock of the bots
    is_kept = True
    for name in GAMES:
        times, played, failures = measure(name, spec, args.games // len(GAMES), args.decisions)
        over = sum(took > TOLERATED * bound for took in times)
        found = {"game": name, "bot": spec, "games": played, "decisions": len(times), "failures": failures}
        found |= {"bound_ms": bound * 1000, "slowest_ms": round(max(times) * 1000, 2), "too_late": over}
        print(json.dumps(found), flush=True)
        is_kept = is_kept and not over and not failures
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
