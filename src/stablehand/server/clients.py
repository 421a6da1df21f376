"""Clients by their addresses: how often one may try something, and how many lines to tables one may have.

Whoever has guessed at too many codes is not even told whether the next guess is right until a while has
passed. Of an IPv6 address its network counts: everybody has as many addresses in there as they like.
"""

from __future__ import annotations

import ipaddress
import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

from stablehand.server.door import Door
from stablehand.server.rate import KNOWN, Rates
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stablehand.server.settings import Limits

HOUR: Final = 3600.0
SEATS: Final = 8
"""For each table that one may open, so many seats may be taken: friends may share an address."""
GUESSES: Final = 20
PAUSE: Final = 30.0
"""After so many wrong codes there is one more each so many seconds."""

Deed = Literal["open", "join", "guess"]


class Clients:
    """What each client has left."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        tables = limits.tables_per_client_per_hour
        self._clock = clock
        self._rates: dict[Deed, Rates] = {
            "open": Rates(tables / HOUR, tables, clock),
            "join": Rates(SEATS * tables / HOUR, SEATS * tables, clock),
            "guess": Rates(1 / PAUSE, GUESSES, clock),
        }
        self._barred: dict[str, float] = {}
        most = limits.connections_per_client
        self._door = Door(most, limits.new_connections_per_second, limits.connections_in_all, clock)

    def spend(self, deed: Deed, client: str) -> None:
        """Let a client do something, or refuse it and say when to come back."""
        rate = self._rates[deed].of(client)
        if not rate.allows():
            raise too_often(rate.wait)

    def guess(self, client: str) -> None:
        """Count a wrong code."""
        rate = self._rates["guess"].of(client)
        if not rate.allows():
            if len(self._barred) >= KNOWN:
                self._barred.clear()
            self._barred[client] = self._clock() + rate.wait

    def admit(self, client: str) -> None:
        """Refuse a client that has tried too many codes."""
        if left := self.barred(client):
            raise too_often(left)

    def barred(self, client: str) -> float:
        """Return for how many seconds a client may not try codes."""
        until = self._barred.get(client)
        if until is None:
            return 0.0
        left = until - self._clock()
        if left <= 0:
            del self._barred[client]
        return max(0.0, left)

    @contextmanager
    def connected(self, client: str) -> Iterator[bool]:
        """Count a line to a table while it lasts; say whether there may be one more now."""
        if not self._door.enter(client):
            yield False
            return
        try:
            yield True
        finally:
            self._door.leave(client)


def too_often(seconds: float) -> Refusal:
    """Return the refusal that says when to come back."""
    return Refusal("too_often", n=max(1, math.ceil(seconds)))


def client_of(address: tuple[str, int] | None) -> str:
    """Return whom an address belongs to.

    >>> client_of(("192.0.2.7", 5000)), client_of(("2001:db8:1:2:3:4:5:6", 5000))
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    host = address[0] if address else ""
    try:
        known = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known.ipv4_mapped or known) if known.version == 6 else str(known)
