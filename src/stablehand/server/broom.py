"""The broom: garbage collection that no table waits for.

What many tables remember is soon a million objects, and Python's collector walks through all of them at once:
a third of a second in which nobody is answered. But what a table remembers lives long, and nearly everything
else is gone without the collector. So every few seconds what is young is swept, and what is left is set
aside (`gc.freeze`); only when nobody is here, or after hours, is everything looked through.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

OFTEN: Final = 5.0
"""Seconds from one sweep to the next; in so short a time little comes together."""
WHOLE: Final = 600.0
"""Seconds from one whole sweep to the next while nobody is here."""
AT_LAST: Final = 6 * 3600.0
"""Seconds after which everything is swept, whoever is here."""
YOUNG: Final = 1


class Broom:
    """Sweeps while a server is open."""

    def __init__(self, is_quiet: Callable[[], bool], now: Callable[[], float] = time.monotonic) -> None:
        self._is_quiet = is_quiet
        self._now = now
        self._swept = now()

    def sweep(self) -> None:
        """Sweep what is young, or everything where that disturbs nobody; set aside what is left."""
        since = self._now() - self._swept
        if since >= (WHOLE if self._is_quiet() else AT_LAST):
            gc.unfreeze()
            gc.collect()
            self._swept = self._now()
        else:
            gc.collect(YOUNG)
        gc.freeze()

    async def run(self) -> None:
        """Sweep from time to time, until cancelled; then Python's collector is as it was."""
        try:
            while True:
                self.sweep()
                await asyncio.sleep(OFTEN)
        finally:
            gc.unfreeze()
