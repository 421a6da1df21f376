"""How often somebody may do something: a bucket that fills up steadily and holds a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN: Final = 10_000
"""So many are remembered; the one not seen for longest is forgotten."""


class Rate:
    """A bucket for one connection or one address.

    >>> clock = iter([0.0, 0.0, 0.0, 0.6])
    >>> rate = Rate(2, 2, lambda: next(clock))
    >>> [rate.allows(), rate.allows(), rate.allows()]
    [True, True, True]
    """

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def allows(self) -> bool:
        """Take one from the bucket, if there is one."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is one again."""
        return max(0.0, (1 - self._left) / self._a_second)


class Rates:
    """A bucket for each of many."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._burst = burst
        self._clock = clock
        self._known: OrderedDict[str, Rate] = OrderedDict()

    def of(self, whom: str) -> Rate:
        """Return somebody's bucket."""
        if whom not in self._known:
            self._known[whom] = Rate(self._a_second, self._burst, self._clock)
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
        self._known.move_to_end(whom)
        return self._known[whom]
