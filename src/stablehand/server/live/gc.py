"""Garbage collection that does not make tables wait.

Many tables keep about a million objects, and a full pass of Python's collector over them stops the server
for a third of a second. The objects of a table live long, and nearly all others are freed by reference
counting. So every few seconds only the young objects are collected and the survivors are frozen
(`gc.freeze`). A full pass is made when the server is idle, at least every six hours.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

INTERVAL_SECONDS: Final = 5.0
"""Time between two passes; short, so that few young objects accumulate."""
IDLE_SECONDS: Final = 600.0
"""Time between two full passes while the server is idle."""
BUSY_SECONDS: Final = 6 * 3600.0
"""Time after which a full pass is made on a busy server too."""
YOUNG: Final = 1


class GarbageCollector:
    """Collects garbage while a server is open. `is_idle` says whether a full pass would disturb nobody."""

    def __init__(self, is_idle: Callable[[], bool], now: Callable[[], float] = time.monotonic) -> None:
        self._is_idle = is_idle
        self._now = now
        self._collected_all_at = now()

    def collect(self) -> None:
        """Collect the young objects, or all if a full pass is due; freeze the survivors."""
        since = self._now() - self._collected_all_at
        if since >= (IDLE_SECONDS if self._is_idle() else BUSY_SECONDS):
            gc.unfreeze()
            gc.collect()
            self._collected_all_at = self._now()
        else:
            gc.collect(YOUNG)
        gc.freeze()

    async def run(self) -> None:
        """Collect at intervals until cancelled; then unfreeze all objects."""
        try:
            while True:
                self.collect()
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            gc.unfreeze()
