"""What the host takes: a virtual machine's processors are lent, and may be gone for a moment.

Linux counts such moments as stolen. They are neither the server's nor the guests' doing, so a figure is told
with them and without.
"""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_left
from pathlib import Path

EVERY = 0.1
"""Seconds from one look to the next."""
NOTABLE = 0.1
"""The share of a processor that must be taken to matter."""
STEAL = 8
"""Where it stands in a line of /proc/stat."""


class Host:
    """Watches what is taken; where nobody tells, nothing is."""

    def __init__(self, source: Path = Path("/proc/stat")) -> None:
        self._source = source
        self._before: tuple[float, float] | None = None
        """When one looked last, and what had been taken until then."""
        self._moments: list[float] = []
        """The looks that found that something notable had been taken."""
        self.taken = 0.0
        """Seconds of all processors."""

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            self.look(time.perf_counter())
            await asyncio.sleep(EVERY)

    def look(self, now: float) -> None:
        """See what was taken since the last look."""
        stolen = self._stolen()
        if self._before is not None:
            then, before = self._before
            self.taken += stolen - before
            if stolen - before >= NOTABLE * (now - then):
                self._moments.append(now)
        self._before = now, stolen

    def disturbed(self, began: float, ended: float) -> bool:
        """Whether something was taken between two moments, or so near to them that it may have been."""
        at = bisect_left(self._moments, began)
        return at < len(self._moments) and self._moments[at] <= ended + 2 * EVERY

    def _stolen(self) -> float:
        try:
            words = self._source.read_text("ascii").split("\n", 1)[0].split()
        except OSError:
            return 0.0
        return int(words[STEAL]) / os.sysconf("SC_CLK_TCK") if len(words) > STEAL else 0.0
