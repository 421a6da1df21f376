"""A door: how many connections one client may have at a time, and how fast new ones may come.

After a restart everybody comes back at once, so as many as one may have may come in one rush; whoever then
goes on opening and closing them has to do it slowly.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from stablehand.server.rate import Rates

if TYPE_CHECKING:
    from collections.abc import Callable


class Door:
    """Where connections are counted, client by client."""

    def __init__(
        self, most: int, a_second: float, rush: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._inside: Counter[str] = Counter()
        self._coming = Rates(a_second, rush, clock)

    def enter(self, client: str) -> bool:
        """Count one more, unless there are too many, or too many have come lately."""
        if self._inside[client] >= self._most or not self._coming.of(client).allows():
            self._forget(client)
            return False
        self._inside[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Count one less."""
        self._inside[client] -= 1
        self._forget(client)

    def _forget(self, client: str) -> None:
        if not self._inside[client]:
            del self._inside[client]
