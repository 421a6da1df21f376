"""Retention: tables that nobody uses are closed after some hours, and closed ones deleted after some days.

Time is counted while the server runs, by a clock that cannot jump, and stored with each table. So neither a
wrong date nor a server that was off for a week closes anything. Viewing a table does not extend its life.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from stablehand.server.log import logger
from stablehand.table.state.facts import Closed, write

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from stablehand.server.store.store import Store

SWEEP_MINUTES: Final = 10
"""The time between two sweeps."""
HOUR: Final = 60
DAY: Final = 24 * HOUR

_log = logger("retention")


class Retention:
    """Closes and deletes tables. `in_use` returns the ids of those that are loaded, which it leaves alone."""

    def __init__(
        self,
        store: Store,
        in_use: Callable[[], Collection[str]],
        now: Callable[[], int],
        *,
        idle_hours: int,
        keep_days: int,
    ) -> None:
        self._store = store
        self._in_use = in_use
        self._now = now
        self._idle = idle_hours * HOUR
        self._kept = keep_days * DAY

    async def run(self) -> None:
        """Sweep at intervals until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_MINUTES * 60)
            try:
                await self.sweep(SWEEP_MINUTES)
            except Exception as error:  # noqa: BLE001 - the next sweep may succeed; nothing else depends on it
                _log.error("sweep_failed", exc_info=error)

    async def sweep(self, minutes: int) -> None:
        """Count minutes that have passed; close and delete what is due. `keep_days` 0 deletes nothing."""
        await asyncio.to_thread(self._store.age, minutes)
        at = self._now()
        last = write(Closed(at))
        while closed := await asyncio.to_thread(self._store.close_idle, self._idle, at, last, self._in_use()):
            _log.info("tables_closed", count=len(closed))
        while self._kept and (
            deleted := await asyncio.to_thread(self._store.delete_closed, self._kept, self._in_use())
        ):
            _log.info("tables_deleted", count=len(deleted))
