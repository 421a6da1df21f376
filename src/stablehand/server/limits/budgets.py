"""How often somebody may do something, and how much of the server's time they may ask for.

A token bucket allows a steady rate and a burst; most limits count with one. A `WorkBudget` has buckets for
one address, one network and all together, whose tokens are milliseconds of work (`costs`). A client that has
used up its budget is slowed down and then refused. When all together ask for too much, those who have asked
for much are refused first: a client that has spent less than half of its own budget is always served.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

BURST_SECONDS: Final = 4.0
"""A budget that was not used for so long may be spent at once: a page loads many things when it is opened."""
NETWORK_FACTOR: Final = 4.0
"""What all addresses of an IPv6 /48 may ask for, as a multiple of what one /64 may."""
NETWORK: Final = 48
MOST_KEYS: Final = 10_000
"""The most keys that are remembered; the least recently used is dropped."""
LONGEST_PAUSE: Final = 4.0
"""Seconds that work over its budget waits before it is refused."""


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


class WorkBudget:
    """The work that clients may still ask for, by address, by network and in all."""

    def __init__(self, per_client: float, in_all: float, clock: Callable[[], float] = time.monotonic) -> None:
        burst = BURST_SECONDS * per_client
        self._clients = TokenBuckets(per_client, burst, clock)
        self._networks = TokenBuckets(NETWORK_FACTOR * per_client, NETWORK_FACTOR * burst, clock)
        self._all = TokenBucket(in_all, BURST_SECONDS * in_all, clock)

    def spend(self, client: str, cost: float) -> float:
        """Count work of a client and return 0.0; or count nothing and return the seconds to wait for it."""
        own, everybody = self._clients.get(client), self._all
        network = network_of(client)
        buckets = [own, *([self._networks.get(network)] if network else [])]
        wait = max(bucket.wait_for(cost) for bucket in buckets)
        if wait == 0.0 and own.fullness < 0.5:
            wait = everybody.wait_for(cost)
        if wait == 0.0:
            for bucket in (*buckets, everybody):
                bucket.take(cost)
        return wait

    async def spend_or_wait(self, client: str, cost: float) -> float:
        """Count work of a client, after a pause if need be; return 0.0, or how long it should wait still."""
        left = LONGEST_PAUSE
        while (wait := self.spend(client, cost)) and left > 0:
            pause = min(max(wait, 0.05), left)
            left -= pause
            await asyncio.sleep(pause)
        return wait


def network_of(client: str) -> str:
    """Return the /48 network of an IPv6 client as limits count it; "" for any other client.

    >>> network_of("2001:db8:1:2::/64"), network_of("192.0.2.7")
    ('2001:db8:1::/48', '')
    """
    if ":" not in client:
        return ""
    try:
        return str(ipaddress.ip_network(client, strict=False).supernet(new_prefix=NETWORK))
    except ValueError:
        return ""
