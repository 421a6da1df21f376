"""Budgets: how much of the server's time one address, one network and all together may ask for.

Costs are in milliseconds of work (`costs`). A client that has used up its budget is slowed down and then
refused. When all together ask for too much, those who have asked for much are refused first: a client that
has spent less than half of its own budget is always served.
"""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING, Final

from stablehand.server.limits.bucket import TokenBucket, TokenBuckets

if TYPE_CHECKING:
    from collections.abc import Callable

BURST_SECONDS: Final = 4.0
"""A budget that was not used for so long may be spent at once: a page loads many things when it is opened."""
NETWORK_FACTOR: Final = 4.0
"""What all addresses of an IPv6 /48 may ask for, as a multiple of what one /64 may."""
NETWORK: Final = 48


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
