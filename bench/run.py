"""Measure how fast games are played, copied and imagined, in seconds and against the calibration loop.

A ratio is a rate divided by the loops per second of `calibration.py` in the same run. Every figure is the
best of several short rounds in which all measurements take turns, so a noisy neighbour spoils none alone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rich.console import Console
from rich.table import Table

from bench import calibration
from stablehand import load, names
from stablehand.bots.random import RandomBot
from stablehand.core.driver import decide
from stablehand.sim.batch import chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stablehand.core.registry import AnyGame

SEATS = (2, 4)
ROUNDS = 20
SLICE = 0.1
GAMES = 10
BOARDS = 16
FLOORS = Path(__file__).with_name("floors.toml")
FIGURES = {
    "games": "games/s",
    "decisions": "decisions/s",
    "clones": "clones/s",
    "determinisations": "determinisations/s",
}

Rates = dict[str, float]


class Bench:
    """One game at one number of seats, and its best rates so far."""

    def __init__(self, name: str, seats: int) -> None:
        self.name = name
        self.seats = seats
        self.game = load(name)
        self.boards = [mid_game(self.game, seats, seed) for seed in range(BOARDS)]
        self.best: Rates = dict.fromkeys(FIGURES, 0.0)

    def measure(self) -> None:
        """Measure everything once more, and keep what is better."""
        for rates in (_rates(self._play), _rates(self._clone), _rates(self._imagine)):
            for figure, rate in rates.items():
                self.best[figure] = max(self.best[figure], rate)

    def _play(self) -> Rates:
        tally = chunk(self.name, self.seats, range(GAMES), {})
        return {"games": tally.games, "decisions": tally.decisions}

    def _clone(self) -> Rates:
        for board in self.boards:
            self.game.clone(board)
        return {"clones": len(self.boards)}

    def _imagine(self) -> Rates:
        for seed, board in enumerate(self.boards):
            self.game.determinise(board, seed % self.seats, seed)
        return {"determinisations": len(self.boards)}


def _rates(work: Callable[[], Rates]) -> Rates:
    """Repeat some work for a slice of time; it says how much it did each time."""
    done: Rates = {}
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < SLICE:
        for figure, count in work().items():
            done[figure] = done.get(figure, 0) + count
    return {figure: count / passed for figure, count in done.items()}


def mid_game(game: AnyGame, seats: int, seed: int) -> Any:  # noqa: ANN401 - any game's state
    """Return a game that bots have played half way."""
    length = sum(1 for _ in _states(game, seats, seed))
    for number, state in enumerate(_states(game, seats, seed)):
        if number >= length // 2:
            return state
    raise AssertionError("a game has a middle")


def _states(game: AnyGame, seats: int, seed: int) -> Iterator[Any]:
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    state = game.start(seats, seed, {})
    while asks := game.pending(state):
        yield state
        game.answer(state, asks[0].seat, decide(game, state, asks[0], bots[asks[0].seat]))


def measured() -> dict[str, Any]:
    """Measure every game, in turns with the calibration loop, and return all figures."""
    benches = [Bench(name, seats) for name in names() for seats in SEATS if seats in load(name).seat_counts]
    loops = 0.0
    for _ in range(ROUNDS):
        for bench in benches:
            loops = max(loops, calibration.loops_per_s(SLICE))
            bench.measure()
    return {
        "calibration": {"loops_per_s": round(loops, 1), "reference": calibration.REFERENCE},
        "figures": [
            {
                "game": bench.name,
                "seats": bench.seats,
                **{f"{figure}_per_s": round(rate, 1) for figure, rate in bench.best.items()},
                "ratios": {figure: float(f"{rate / loops:.4g}") for figure, rate in bench.best.items()},
            }
            for bench in benches
        ],
    }


def shown(report: dict[str, Any]) -> Table:
    """Return the figures as a table: the rate, and below it the ratio."""
    loops = report["calibration"]["loops_per_s"]
    share = 100 * loops / report["calibration"]["reference"]
    table = Table(
        caption=f"small: ratio to the calibration loop ({loops:,.0f}/s, {share:.0f} % of the reference)"
    )
    table.add_column("game")
    table.add_column("seats", justify="right")
    for figure, title in FIGURES.items():
        table.add_column(title, justify="right", style="bold" if figure == "games" else "")
    for row in report["figures"]:
        cells = [f"{row[f'{figure}_per_s']:,.0f}\n[dim]{row['ratios'][figure]:.4g}[/]" for figure in FIGURES]
        table.add_row(row["game"], str(row["seats"]), *cells)
    return table


def too_slow(report: dict[str, Any]) -> list[str]:
    """Say of each ratio under its floor how far under it is."""
    floors = tomllib.loads(FLOORS.read_text("utf-8"))
    return [
        f"{row['game']} at {row['seats']} seats: {figure} {row['ratios'][figure]:.4g}, floor {floor:.4g}."
        for row in report["figures"]
        for figure, floor in floors.get(row["game"], {}).get(str(row["seats"]), {}).items()
        if row["ratios"][figure] < floor
    ]


def main() -> int:
    """Measure, show, and perhaps compare with the floors."""
    parser = argparse.ArgumentParser(description="Measure how fast games are.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--floors", action="store_true", help="exit with 1 if a ratio is under its floor")
    asked = parser.parse_args()
    report = measured()
    if asked.json:
        print(json.dumps(report, indent=2))
    else:
        Console().print(shown(report))
    complaints = too_slow(report) if asked.floors else []
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
