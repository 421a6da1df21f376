"""One environment's half of the measurement: a process that works when asked, and sleeps otherwise.

Peers have environments of their own, so each is measured in a process of its own. It says once what it can
do, then takes a line for each turn: which work, for how long. Lines are JSON. Standard library only, as every
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
"""How much of each figure was done."""

SEATS = 4
BOARDS = 16
"""Positions in mid-game that are copied or searched, in turns."""
SIMULATIONS = 400
"""Of a search, for one decision; the same for all."""
WORLDS = 48
"""Possible truths that a search draws for one decision; the same for all."""


@dataclass(slots=True)
class Work:
    """Something to measure; `run` does some of it and says how much."""

    key: str
    title: str
    seats: int
    run: Callable[[], Counts]


@dataclass(slots=True)
class Bench:
    """What an environment has to offer."""

    engine: str
    version: str
    works: list[Work]
    notes: list[str] = field(default_factory=list)
    """What could be expected of it and is not there, in sentences."""

    def hello(self) -> dict[str, Any]:
        """Return what the starting process must know."""
        works = [{"key": work.key, "title": work.title, "seats": work.seats} for work in self.works]
        return {"engine": self.engine, "version": self.version, "works": works, "notes": self.notes}


def serve(bench: Bench) -> None:
    """Warm up, say what is there, and work on demand until nobody asks any more."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever an engine prints must not get between the replies
    works: Mapping[str, Work] = {work.key: work for work in bench.works}
    for work in bench.works:
        work.run()
    print(json.dumps(bench.hello()), file=replies, flush=True)
    for line in sys.stdin:
        key, seconds = json.loads(line)
        print(json.dumps(rates(works[key].run, seconds)), file=replies, flush=True)


def rates(run: Callable[[], Counts], seconds: float) -> Counts:
    """Repeat some work for at least so long and return how much of it was done a second.

    Seconds are of this process's processor time: waiting for a shared machine is nobody's slowness.
    """
    done: Counts = {}
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        for figure, count in run().items():
            done[figure] = done.get(figure, 0) + count
    return {figure: count / passed for figure, count in done.items()}
