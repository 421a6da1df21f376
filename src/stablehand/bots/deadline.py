"""The time limit of a search: how much of it is used, and whether another iteration would end in time.

Where others wait for the same processor, `hurry` ends a search early: it answers with what it has found.
"""

from __future__ import annotations

import gc
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


_task = 0
"""The number of the task that is worked on; 0 where nobody counts them."""
_hurried = -1
"""The number of the last task that somebody asked to end."""


def begin(task: int) -> None:
    """Begin the next task; what was asked about an earlier one no longer counts."""
    global _task  # noqa: PLW0603 - one process searches for one seat at a time
    _task = task


def hurry(task: int) -> None:
    """End all searches of a task after one more iteration, even if they have not begun; from any thread."""
    global _hurried  # noqa: PLW0603 - the same
    _hurried = task


class Deadline:
    """A time limit that starts when it is made; 0 milliseconds is no limit.

    As a context manager it disables the garbage collector. A search tree has no reference cycles, and a
    collection would walk through all of it in the middle of an iteration: that was the longest pause there
    was.
    """

    __slots__ = ("_began", "_gc_was_enabled", "_longest", "_milliseconds", "_now")

    def __init__(self, milliseconds: float = 0.0) -> None:
        self._milliseconds = milliseconds
        self._began = self._now = perf_counter() if milliseconds else 0.0
        self._longest = 0.0
        self._gc_was_enabled = False

    def __enter__(self) -> Self:
        self._gc_was_enabled = gc.isenabled()
        gc.disable()
        return self

    def __exit__(self, *_: object) -> None:
        if self._gc_was_enabled:
            gc.enable()

    @property
    def spent(self) -> float:
        """The share of the time that was used when the last iteration ended; 0 without a limit."""
        return (self._now - self._began) * 1000 / self._milliseconds if self._milliseconds else 0.0

    def has_time(self) -> bool:
        """Note the end of an iteration; return whether another, as long as the longest, would end in time."""
        if not self._milliseconds:
            return True
        before, self._now = self._now, perf_counter()
        self._longest = max(self._longest, self._now - before)
        if _hurried == _task:
            return False
        return self._now + self._longest <= self._began + self._milliseconds / 1000
