"""A pace: of all requests that arrive at once only a few are begun, before everybody else has a turn.

Each client may have a few requests at a time, but there may be many clients. The messages of players come
between; and however many requests there are, the server has time to store what players do.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from stablehand.server.limits.budgets import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

PER_SECOND: Final = 200.0
"""Requests of all clients that are begun in a second; each takes a millisecond or less."""
BURST: Final = 60
"""Requests that may be begun without a pause: a page loads a few dozen things."""


class Pace:
    """Calls one function in each round of the event loop, and not too many in a second, in their order."""

    def __init__(
        self,
        per_second: float = PER_SECOND,
        burst: float = BURST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bucket = TokenBucket(per_second, burst, clock)
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_busy = False
        """Whether one was called in this round, or a later round is awaited."""

    def call(self, function: Callable[[], None]) -> None:
        """Call a function, at once if it is the first in this round and nobody waits."""
        self._waiting.append(function)
        if not self._is_busy:
            self._go_on()

    def _go_on(self) -> None:
        self._is_busy = bool(self._waiting)
        if not self._waiting:
            return
        loop = asyncio.get_running_loop()
        if not self._bucket.allow():
            loop.call_later(self._bucket.wait, self._go_on)
            return
        loop.call_soon(self._go_on)
        self._waiting.popleft()()
