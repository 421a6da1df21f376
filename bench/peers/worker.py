"""The worker process that measures one engine on request.

Peers have their own environments, so each is measured in its own process. It prints once which tasks it has,
then reads a line for each turn: which task, for how long. Lines are JSON. Standard library only, since every
environment must be able to import it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Counts = dict[str, float]
"""The number of games, answers and so on, by the name of the figure."""

SEATS = 4
BOARDS = 16
"""Positions in mid-game that are copied or searched, in turns."""
SIMULATIONS = 400
"""Simulations of a search for one decision; the same for all engines."""
WORLDS = 48
"""Worlds that a search samples for one decision; the same for all engines."""


@dataclass(slots=True)
class Work:
    """A task to measure; `run` does a part of it and returns the counts of that part."""

    key: str
    title: str
    seats: int
    run: Callable[[], Counts]


@dataclass(slots=True)
class Bench:
    """The tasks of one engine."""

    engine: str
    version: str
    works: list[Work]
    notes: list[str] = field(default_factory=list)
    """Sentences about tasks that this version cannot run."""

    def hello(self) -> dict[str, Any]:
        """Return the first message to the starting process."""
        works = [{"key": work.key, "title": work.title, "seats": work.seats} for work in self.works]
        return {"engine": self.engine, "version": self.version, "works": works, "notes": self.notes}


def serve(bench: Bench) -> None:
    """Run each task once to warm up, print the first message, and run tasks on request until stdin ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of an engine must not get between the replies
    works: Mapping[str, Work] = {work.key: work for work in bench.works}
    for work in bench.works:
        work.run()
    print(json.dumps(bench.hello()), file=replies, flush=True)
    for line in sys.stdin:
        key, seconds = json.loads(line)
        print(json.dumps(rates(works[key].run, seconds)), file=replies, flush=True)


def rates(run: Callable[[], Counts], seconds: float) -> Counts:
    """Repeat a task for at least so many seconds and return its counts per second.

    Seconds are processor time of this process, so that waiting for a shared machine does not count.
    """
    done: Counts = {}
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        for figure, count in run().items():
            done[figure] = done.get(figure, 0) + count
    return {figure: count / passed for figure, count in done.items()}
