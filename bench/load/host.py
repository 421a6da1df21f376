"""Stolen time: a virtual machine's processors may be taken away by its host for a moment.

Linux counts such time as stolen. Neither the server nor the guests cause it, so figures are given with and
without it.
"""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_left
from pathlib import Path

EVERY = 0.1
"""Seconds between two samples."""
NOTABLE = 0.1
"""The share of a processor that must be stolen for a sample to count."""
STEAL = 8
"""The index of the stolen time in the first line of /proc/stat."""


class Host:
    """Samples the stolen time; none where the system does not report it."""

    def __init__(self, source: Path = Path("/proc/stat")) -> None:
        self._source = source
        self._before: tuple[float, float] | None = None
        """The time of the last sample, and the stolen seconds until then."""
        self._moments: list[float] = []
        """The times of samples with notable stolen time."""
        self.taken = 0.0
        """Stolen seconds of all processors."""

    async def watch(self) -> None:
        """Take samples until cancelled."""
        while True:
            self.sample(time.perf_counter())
            await asyncio.sleep(EVERY)

    def sample(self, now: float) -> None:
        """Take a sample."""
        stolen = self._stolen()
        if self._before is not None:
            then, before = self._before
            self.taken += stolen - before
            if stolen - before >= NOTABLE * (now - then):
                self._moments.append(now)
        self._before = now, stolen

    def disturbed(self, began: float, ended: float) -> bool:
        """Return whether time may have been stolen between two moments."""
        at = bisect_left(self._moments, began)
        return at < len(self._moments) and self._moments[at] <= ended + 2 * EVERY

    def _stolen(self) -> float:
        try:
            words = self._source.read_text("ascii").split("\n", 1)[0].split()
        except OSError:
            return 0.0
        return int(words[STEAL]) / os.sysconf("SC_CLK_TCK") if len(words) > STEAL else 0.0
