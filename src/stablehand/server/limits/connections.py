"""How many connections one client may have at a time, and how fast it may open new ones.

After a restart everybody reconnects at once, so the burst is as large as the number of connections that a
client may have. A client that keeps opening and closing connections after that is slowed down.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from stablehand.server.limits.budgets import TokenBuckets

if TYPE_CHECKING:
    from collections.abc import Callable


class ConnectionLimit:
    """Counts open connections by client."""

    def __init__(
        self, most: int, new_per_second: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._open: Counter[str] = Counter()
        self._new = TokenBuckets(new_per_second, burst, clock)

    def admit(self, client: str) -> bool:
        """Count a new connection as opened, not as open; return False, and count nothing, if it may not."""
        return self._open.get(client, 0) < self._most and self._new.get(client).allow()

    def acquire(self, client: str, *, is_admitted: bool = False) -> bool:
        """Count one more connection; return False, and count nothing, if that is too many or too soon.

        For one that is admitted only their number counts.
        """
        is_many = self._open.get(client, 0) >= self._most
        if is_many or not (is_admitted or self._new.get(client).allow()):
            return False
        self._open[client] += 1
        return True

    def release(self, client: str) -> None:
        """Count one connection less. Call it once for each `acquire` that returned True."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]
