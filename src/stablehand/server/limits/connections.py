"""How many connections one client may have at a time, and how fast it may open new ones.

After a restart everybody reconnects at once, so the burst is as large as the number of connections that a
client may have. A client that keeps opening and closing connections after that is slowed down.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from stablehand.server.limits.bucket import TokenBuckets

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

    def acquire(self, client: str) -> bool:
        """Count one more connection; return False, and count nothing, if that is too many or too soon."""
        if self._open[client] >= self._most or not self._new.get(client).allow():
            self._drop_if_zero(client)
            return False
        self._open[client] += 1
        return True

    def release(self, client: str) -> None:
        """Count one connection less. Call it once for each `acquire` that returned True."""
        self._open[client] -= 1
        self._drop_if_zero(client)

    def _drop_if_zero(self, client: str) -> None:
        if not self._open[client]:
            del self._open[client]
