"""One-time codes for moving a seat to another device. A code is valid for a few minutes.

A code stands for the token of the client that asked for it. If the seat is given to another player meanwhile,
the token is no longer valid, and neither is the code.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.server.live.registry import ALPHABET

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH: Final = 8
MINUTES: Final = 5


class Pairing(NamedTuple):
    """The table and token that a code stands for."""

    table: str
    token: str
    """The hash of the token."""
    until: float


class PairingCodes:
    """The codes that were issued and not redeemed. They are kept in memory only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pairings: dict[str, Pairing] = {}

    def issue(self, table: str, token: str) -> str:
        """Return a new code for a token; an earlier code for the same token becomes invalid."""
        now = self._clock()
        self._pairings = {
            code: pairing
            for code, pairing in self._pairings.items()
            if pairing.until > now and (pairing.table, pairing.token) != (table, token)
        }
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._pairings[code] = Pairing(table, token, now + 60 * MINUTES)
        return code

    def redeem(self, code: str) -> Pairing | None:
        """Return what a code stands for and invalidate it; None if it is unknown or expired."""
        pairing = self._pairings.pop(code, None)
        return pairing if pairing is not None and pairing.until > self._clock() else None
