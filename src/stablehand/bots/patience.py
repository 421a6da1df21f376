"""How long a search may last: how much of its time is gone, and whether another try would be over in time."""

from __future__ import annotations

import gc
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


class Patience:
    """A search's time, from when it is made; without a bound there is always more.

    While it is entered nobody collects garbage. A tree has no rings, so it needs no collector, which would
    walk through all of it in the middle of a try: the longest pause there was.
    """

    __slots__ = ("_began", "_had_broom", "_longest", "_milliseconds", "_now")

    def __init__(self, milliseconds: float = 0.0) -> None:
        self._milliseconds = milliseconds
        self._began = self._now = perf_counter() if milliseconds else 0.0
        self._longest = 0.0
        self._had_broom = False

    def __enter__(self) -> Self:
        self._had_broom = gc.isenabled()
        gc.disable()
        return self

    def __exit__(self, *_: object) -> None:
        if self._had_broom:
            gc.enable()

    @property
    def spent(self) -> float:
        """The share of the time that is gone, as of the last try."""
        return (self._now - self._began) * 1000 / self._milliseconds if self._milliseconds else 0.0

    def lasts(self) -> bool:
        """Note that a try is over; whether another would be in time, even if it is as long as the longest."""
        if not self._milliseconds:
            return True
        before, self._now = self._now, perf_counter()
        self._longest = max(self._longest, self._now - before)
        return self._now + self._longest <= self._began + self._milliseconds / 1000
