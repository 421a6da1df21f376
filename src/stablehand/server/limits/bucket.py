"""Token buckets: how often somebody may do something, steadily and in one burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEYS: Final = 10_000
"""The most keys that are remembered; the least recently used is dropped."""


class TokenBucket:
    """A bucket of tokens for one connection or one address; it starts full and is refilled steadily.

    >>> clock = iter([0.0, 0.0, 0.0, 0.1, 0.6])
    >>> bucket = TokenBucket(2, 2, lambda: next(clock))
    >>> [bucket.allow(), bucket.allow(), bucket.allow(), bucket.allow()]
    [True, True, False, True]
    """

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._updated_at = clock()

    def allow(self) -> bool:
        """Take a token; return False if there is none."""
        if self.wait_for(1):
            return False
        self._tokens -= 1
        return True

    def wait_for(self, tokens: float) -> float:
        """Return the seconds until there are so many tokens, or as many as fit; 0.0 if there are."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._updated_at) * self._per_second)
        self._updated_at = now
        return max(0.0, (min(tokens, self._burst) - self._tokens) / self._per_second)

    def take(self, tokens: float) -> None:
        """Take tokens, whether or not there are so many; at most a whole bucket is owed."""
        self._tokens = max(-self._burst, self._tokens - tokens)

    @property
    def fullness(self) -> float:
        """The share of its tokens that a bucket has, as of the last call of `allow` or `wait_for`."""
        return self._tokens / self._burst

    @property
    def wait(self) -> float:
        """Seconds until the next token, counted from the last call of `allow`."""
        return max(0.0, (1 - self._tokens) / self._per_second)


class TokenBuckets:
    """One bucket per key, created on first use."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def get(self, key: str) -> TokenBucket:
        """Return the bucket of a key. One that was dropped meanwhile is full again."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._per_second, self._burst, self._clock)
            while len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return self._buckets[key]
