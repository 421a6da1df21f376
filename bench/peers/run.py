"""Compare the speed of Stablehand and other engines for card games in one run.

`scripts/bench --peers` starts it. Each engine has its own process and environment; only one of them works at
a time. In every round each task has one turn, after a turn of the calibration loop. `docs/benchmarks.md`
explains what the figures mean and what they do not.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from bench.calibration import REFERENCE
from bench.peers.environment import PEERS, ROOT, Unavailable, ensure
from bench.peers.figures import KINDS, Series, figures_of, markdown, rows, short, titles
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from pathlib import Path

ROUNDS = 15
SLICE = 0.3
CALIBRATION = "calibration"
CALIBRATION_SLICE = 0.1
PATIENCE = 10


class WorkerDied(Exception):  # noqa: N818 - the run goes on without the engine
    """Raised, with the last line of its error output, when a worker has ended."""


class Worker:
    """A process that measures one engine when asked to."""

    def __init__(self, python: Path | str, module: str) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self.process = subprocess.Popen(
            [str(python), "-X", "utf8", "-m", module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def hello(self) -> dict[str, Any]:
        """Wait until it is ready; return its engine, version, tasks and notes."""
        return self._read()

    def rates(self, key: str, seconds: float) -> dict[str, float]:
        """Run a task for at least so many seconds; return its rates per second."""
        assert self.process.stdin
        try:
            print(json.dumps([key, seconds]), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            raise WorkerDied(self._last_error()) from None
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise WorkerDied(self._last_error())
        found: dict[str, Any] = json.loads(line)
        return found

    def _last_error(self) -> str:
        self.process.wait(PATIENCE)
        self.errors.seek(0)
        lines = self.errors.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "no error output")


class Run:
    """The workers of all available engines, their series, and notes about engines that are missing."""

    def __init__(self, stack: ExitStack, console: Console, python: str) -> None:
        self.stack = stack
        self.console = console
        self.ours = stack.enter_context(Worker(python, "bench.peers.ours"))
        self.turns: list[tuple[Worker, Series]] = []
        self.versions: dict[str, str] = {}
        self.notes: list[str] = []
        self.loops: list[float] = []
        self._add(self.ours)
        for peer in PEERS:
            console.print(f"Setting up {peer.name}.", style="dim")
            try:
                self._add(stack.enter_context(Worker(ensure(peer), peer.module)))
            except (Unavailable, WorkerDied) as error:
                self._note(f"{peer.name} is missing: {error}")

    def measure(self, rounds: int, seconds: float) -> None:
        """Run every task once in every round."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task("Measuring", total=rounds * len(self.turns))
            for _ in range(rounds):
                for worker, series in list(self.turns):
                    progress.update(task, description=f"{series.engine}: {series.title}")
                    self._turn(worker, series, seconds)
                    progress.advance(task)

    def report(self, rounds: int, seconds: float) -> dict[str, Any]:
        """Return everything measured."""
        return {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": {
                "python": platform.python_version(),
                "system": platform.system(),
                "processor": platform.machine(),
                "cores": os.cpu_count(),
            },
            "rounds": rounds,
            "seconds": seconds,
            "versions": self.versions,
            "notes": self.notes,
            "calibration": {"loops_per_s": short(statistics.median(self.loops)), "reference": REFERENCE},
            "figures": figures_of(series for _, series in self.turns),
        }

    def _add(self, worker: Worker) -> None:
        hello = worker.hello()
        self.versions[hello["engine"]] = hello["version"]
        for note in hello["notes"]:
            self._note(note)
        self.turns += [
            (worker, Series(hello["engine"], work["key"], work["title"], work["seats"]))
            for work in hello["works"]
            if work["key"] != CALIBRATION
        ]

    def _turn(self, worker: Worker, series: Series, seconds: float) -> None:
        if not any(worker is one for one, _ in self.turns):
            return  # it ended earlier in this round
        loops = self.ours.rates(CALIBRATION, CALIBRATION_SLICE)["loops"]
        try:
            rates = worker.rates(series.key, seconds)
        except WorkerDied as error:
            if worker is self.ours:
                raise
            self._note(f"{series.engine} failed at {series.title!r} and is left out: {error}")
            self.turns = [turn for turn in self.turns if turn[0] is not worker]
            return
        self.loops.append(loops)
        series.add(loops, rates)

    def _note(self, sentence: str) -> None:
        self.notes.append(sentence)
        self.console.print(sentence, style="yellow", markup=False)


def shown(report: dict[str, Any], console: Console) -> None:
    """Print the tables."""
    for kind in KINDS:
        table = Table(title=kind, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for title in titles(kind):
            is_text = title in {"engine", "game"}
            heading = title.replace("/s", "\n/s").replace("per ", "per\n").replace("÷", "\n÷")
            table.add_column(heading, justify="left" if is_text else "right", no_wrap=not is_text)
        for cells in rows(kind, report["figures"]):
            table.add_row(*cells)
        console.print(table)
    loops = report["calibration"]["loops_per_s"]
    versions = "; ".join(f"{engine} {version}" for engine, version in report["versions"].items())
    console.print(
        f"Medians of {report['rounds']} rounds; ±: half the width of their middle half. {versions}. "
        f"Calibration loop: {loops:,.0f}/s, {100 * loops / report['calibration']['reference']:.0f} % "
        "of the reference. Different games: see docs/benchmarks.md for what may be compared.",
        highlight=False,
    )


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/bench --peers", description="Compare with other engines.")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as JSON")
    form.add_argument(
        "--markdown", action="store_true", help="print the tables in Markdown, for docs/benchmarks.md"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds to take the medians of")
    parser.add_argument("--seconds", type=float, default=SLICE, help="minimum processor time of a turn")
    parser.add_argument(
        "--ours", metavar="PYTHON", default=sys.executable, help="the Python whose Stablehand is measured"
    )
    asked = parser.parse_args()
    if asked.rounds < 2 or asked.seconds <= 0:
        parser.error("--rounds must be at least 2, and --seconds greater than 0")
    try:
        with ExitStack() as stack:
            run = Run(stack, Console(stderr=True), asked.ours)
            run.measure(asked.rounds, asked.seconds)
            report = run.report(asked.rounds, asked.seconds)
    except (OSError, WorkerDied) as error:
        print(f"Cannot measure the Stablehand of {asked.ours}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    if asked.json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
    elif asked.markdown:
        print("\n\n".join(f"{kind}:\n\n{markdown(kind, report['figures'])}" for kind in KINDS))
    else:
        shown(report, Console())
    return 0


if __name__ == "__main__":
    sys.exit(main())
