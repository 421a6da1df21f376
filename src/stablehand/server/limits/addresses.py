"""Limits by client address: how many tables, seats, wrong codes and connections one address may have.

An address that has sent too many wrong codes is blocked for a while: it is not told whether the next code is
right. IPv6 addresses are counted by their /64 network, since a client can use any address in it.
"""

from __future__ import annotations

import ipaddress
import math
import time
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from stablehand.server.limits.budgets import MOST_KEYS, TokenBuckets
from stablehand.server.limits.connections import ConnectionLimit
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from stablehand.server.settings import Limits

HOUR: Final = 3600.0
SEATS_PER_TABLE: Final = 8
"""For each table that an address may open, it may take this many seats: friends may share an address."""
WRONG_CODES: Final = 20
"""Wrong codes that an address may send before it is blocked."""
SECONDS_PER_CODE: Final = 30.0
"""After that, it may try one more code each time this many seconds have passed."""

Action = Literal["open", "join"]


class AddressLimits:
    """What each client address may still do. Nothing of it is stored: a restart resets all limits."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        tables = limits.tables_per_client_per_hour
        seats = SEATS_PER_TABLE * tables
        self._clock = clock
        self._actions: dict[Action, TokenBuckets] = {
            "open": TokenBuckets(tables / HOUR, tables, clock),
            "join": TokenBuckets(seats / HOUR, seats, clock),
        }
        self._wrong_codes = TokenBuckets(1 / SECONDS_PER_CODE, WRONG_CODES, clock)
        self._blocked_until: dict[str, float] = {}
        self._connections = ConnectionLimit(
            limits.connections_per_client,
            limits.new_connections_per_second,
            limits.sockets_per_client,
            clock,
        )

    def count(self, action: Action, client: str) -> None:
        """Count an action of a client; raise Refusal, which says when to try again, if it is one too many."""
        bucket = self._actions[action].get(client)
        if not bucket.allow():
            raise too_often(bucket.wait)

    def count_wrong_code(self, client: str) -> None:
        """Count a wrong code; block the client if it is one too many."""
        bucket = self._wrong_codes.get(client)
        if not bucket.allow():
            if len(self._blocked_until) >= MOST_KEYS:
                self._blocked_until.clear()
            self._blocked_until[client] = self._clock() + bucket.wait

    def check_not_blocked(self, client: str) -> None:
        """Raise Refusal if a client has sent too many wrong codes."""
        if left := self.blocked_for(client):
            raise too_often(left)

    def blocked_for(self, client: str) -> float:
        """Return for how many seconds a client may not try codes; 0.0 if it may."""
        until = self._blocked_until.get(client)
        if until is None:
            return 0.0
        left = until - self._clock()
        if left <= 0:
            del self._blocked_until[client]
        return max(0.0, left)

    @contextmanager
    def connection(self, client: str) -> Iterator[bool]:
        """Count a connection to a table during the block; yield False if the client may not have it."""
        if not self._connections.acquire(client):
            yield False
            return
        try:
            yield True
        finally:
            self._connections.release(client)


class Networks:
    """Addresses and networks, as settings name them; tells whether an address is in one of them.

    >>> proxies = Networks(("127.0.0.1", "10.0.0.0/8"))
    >>> ["10.1.2.3" in proxies, "127.0.0.1" in proxies, "127.0.0.2" in proxies, "a name" in proxies]
    [True, True, False, False]
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(name) for name in names]

    def __contains__(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def too_often(seconds: float) -> Refusal:
    """Return the refusal that tells a client to try again after so many seconds."""
    return Refusal("too_often", n=max(1, math.ceil(seconds)))


def client_of(address: tuple[Any, ...] | None) -> str:
    """Return the key by which the client at an address is counted; "" if the address is unknown.

    >>> client_of(("192.0.2.7", 5000)), client_of(("2001:db8:1:2:3:4:5:6", 5000))
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    return _key_of(address[0]) if address else ""


@lru_cache(MOST_KEYS)
def _key_of(host: str) -> str:
    try:
        known = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known.ipv4_mapped or known) if known.version == 6 else str(known)
