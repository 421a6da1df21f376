"""Whether a stopwatch tells what bots hold: `scripts/bench --timing [--windows N] [--pace P] [--level L]`.

Players of the real server measure response windows (`windows.py`). For each measure the AUC is printed: the
probability that a window in which a bot could respond takes longer than one in which none could. 0.5 tells
nothing; intervals are of 99.9 %. Windows are compared only with those of the same run of a server, so of one
level and pace, and the figure for all is the mean: a level at which bots hold more cannot pass for a tell,
nor a busy minute in which everything takes longer and bots think of no answer in time. The length is taken of
windows in which no bot responded: a response is seen by all, and what follows it takes another time.

With `--into FILE` all windows are appended to a file of JSON lines; a run goes on where the last one ended,
and `--report` only prints what is there. With `--strict` the exit code is 1 if something tells.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import tempfile
from bisect import bisect_left, bisect_right
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.windows import FREE, MEASURES, Cell, Sample, Tables

from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from support.server_process import served
from support.socket_players import RunningServer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LEVELS = ("easy", "normal", "hard")
PACES = (0.0, 1.0)
TABLES = {0.0: 6, 1.0: 40}
"""Tables side by side: at pace 1 they mostly wait."""
HARD_TABLES = {0.0: 4, 1.0: 12}
"""The same for bots that search: with more of them at once, none would think of an answer in time."""
ROUNDS = 8
"""In so many rounds all levels and paces take turns, so that what else the machine does is spread evenly."""
Z = 3.29
"""Standard errors of a 99.9 % interval."""
MOST = 0.05
"""How far from 0.5 all windows together may be."""


class Area(NamedTuple):
    """An AUC and its interval."""

    auc: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"AUC {self.auc:.3f} ({self.low:.3f} to {self.high:.3f})"

    @property
    def tells(self) -> bool:
        """Whether the interval is on one side of 0.5."""
        return not self.low <= 0.5 <= self.high


def area(without: Sequence[float], with_one: Sequence[float], errors: float = Z) -> Area:
    """Return the AUC and its interval of so many standard errors (Hanley and McNeil).

    >>> area([1.0, 2.0], [1.0, 2.0]).auc, area([1.0, 2.0], [3.0, 4.0]).auc
    (0.5, 1.0)
    """
    ranked = sorted(without)
    wins = sum(bisect_left(ranked, one) + bisect_right(ranked, one) for one in with_one) / 2
    n, m = len(without), len(with_one)
    auc = wins / (n * m)
    q1, q2 = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    spread = auc * (1 - auc) + (m - 1) * (q1 - auc * auc) + (n - 1) * (q2 - auc * auc)
    error = errors * math.sqrt(max(0.0, spread) / (n * m))
    return Area(auc, auc - error, auc + error)


def mean(areas: Sequence[Area], weights: Sequence[float] = ()) -> Area:
    """Return the mean of AUCs of different windows; without weights, each counts as much as every other."""
    shares = [weight / sum(weights) for weight in weights] or [1 / len(areas)] * len(areas)
    auc = sum(share * one.auc for share, one in zip(shares, areas, strict=True))
    errors = [share * (one.high - one.auc) for share, one in zip(shares, areas, strict=True)]
    return Area(auc, auc - math.hypot(*errors), auc + math.hypot(*errors))


class Samples:
    """All windows so far, of a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path and path.exists() else []
        self.found: list[Sample] = [json.loads(line) for line in lines]

    def add(self, samples: Sequence[Sample]) -> None:
        """Keep windows."""
        self.found += samples
        if self._path and samples:
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{json.dumps(sample)}\n" for sample in samples))

    def count(self, cell: Cell) -> int:
        """Return how many windows of a level and pace have all measures."""
        return sum("hint" in sample for sample in self.found if _cell(sample) == cell)

    def sides(self, measure: str, cell: Cell) -> list[tuple[list[float], list[float]]]:
        """Return a measure of windows in which no bot, and in which a bot could respond, for each run."""
        runs: dict[int, tuple[list[float], list[float]]] = {}
        for sample in self.found:
            if _cell(sample) == cell and measure in sample and not (measure == "length" and sample["did"]):
                runs.setdefault(sample["run"], ([], []))[sample["could"]].append(sample[measure])
        return [sides for sides in runs.values() if all(sides)]

    @property
    def cells(self) -> list[Cell]:
        """The levels and paces of these windows, in the order of all."""
        known = {_cell(sample) for sample in self.found}
        return [cell for cell in (Cell(*one) for one in product(LEVELS, PACES)) if cell in known]


def _cell(sample: Sample) -> Cell:
    return Cell(sample["level"], sample["pace"])


def main() -> int:
    """Measure and print the AUC of each measure, for each level and pace and for all together."""
    parser = argparse.ArgumentParser(description="Measure whether timing tells what bots hold.")
    parser.add_argument("--windows", type=int, default=700, help="windows for each level and pace")
    parser.add_argument("--pace", type=float, action="append", choices=PACES, help="both if left out")
    parser.add_argument("--level", action="append", choices=LEVELS, help="all levels if left out")
    parser.add_argument("--tables", type=int, default=0, help="tables side by side")
    parser.add_argument("--into", type=Path, help="a file to append the windows to")
    parser.add_argument("--report", action="store_true", help="only print what the file holds")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if something tells")
    args = parser.parse_args()
    samples = Samples(args.into)
    if not args.report:
        cells = [Cell(*one) for one in product(args.level or LEVELS, args.pace or PACES)]
        measure(samples, cells, args.windows, args.tables)
    tells = report(samples)
    return int(args.strict and tells)


def measure(samples: Samples, cells: Sequence[Cell], windows: int, tables: int = 0) -> None:
    """Measure until there are so many windows of each level and pace."""
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("windows"), console=Console(stderr=True)) as progress:
        bars = {cell: progress.add_task(f"{cell.level}, pace {cell.pace:g}", total=windows) for cell in cells}
        for number, cell in product(range(1, ROUNDS + 1), cells):
            known, wanted = samples.count(cell), windows * number // ROUNDS
            if known < wanted:

                def is_enough(more: int, cell: Cell = cell, known: int = known, wanted: int = wanted) -> bool:
                    progress.update(bars[cell], completed=known + more)
                    return known + more >= wanted

                samples.add(
                    measured(
                        cell,
                        is_enough,
                        tables or (HARD_TABLES if cell.level == "hard" else TABLES)[cell.pace],
                    )
                )
            progress.update(bars[cell], completed=samples.count(cell))


def measured(cell: Cell, is_enough: Callable[[int], bool], tables: int) -> list[Sample]:
    """Return the windows at some tables of a new server."""
    with tempfile.TemporaryDirectory() as folder:
        with served(Path(folder), *FREE) as url:
            found = Tables(RunningServer(url, Services(Settings(), 0)), cell, is_enough)
            asyncio.run(found.measure(tables))
        return found.samples(Path(folder))


def report(samples: Samples) -> bool:
    """Print the AUC of each measure; return whether one of them tells."""
    tells = False
    for name in MEASURES:
        found = {}
        for cell in samples.cells:
            runs = samples.sides(name, cell)
            label, counts = f"{cell.level}, pace {cell.pace:g}", counted(runs)
            if not runs:
                print(f"{name:>7}, {label:>14}: too few windows")
                continue
            weights = [
                len(without) * len(with_one) / (len(without) + len(with_one)) for without, with_one in runs
            ]
            found[cell] = one = mean([area(*sides) for sides in runs], weights)
            tells |= one.tells
            print(f"{name:>7}, {label:>14}: {one} of {counts}{': TELLS' if one.tells else ''}")
        if found:
            one = mean([*found.values()])
            is_far = abs(one.auc - 0.5) > MOST
            tells |= is_far
            counts = counted([sides for cell in found for sides in samples.sides(name, cell)])
            print(f"{name:>7}, {'all':>14}: {one} of {counts}{': TELLS' if is_far else ''}")
    return tells


def counted(runs: Sequence[tuple[list[float], list[float]]]) -> str:
    """Return how many windows there are."""
    without, with_one = (sum(len(sides[side]) for sides in runs) for side in (False, True))
    return f"{with_one} with and {without} without in {len(runs)} runs"


if __name__ == "__main__":
    sys.exit(main())
