"""Coming back on another device: a code to type there, for a few minutes, once.

A code stands for the token that asked for it. If the seat is given to somebody else meanwhile, that token is
worth nothing any more, and neither is the code.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.server.hall import ALPHABET

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH: Final = 8
MINUTES: Final = 5


class Promise(NamedTuple):
    """What a code is worth: a seat, as long as this token is that player's."""

    table: str
    token: str
    """The hash of it."""
    until: float


class Devices:
    """The codes that are out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._promises: dict[str, Promise] = {}

    def issue(self, table: str, token: str) -> str:
        """Return a new code; the one before, for the same device, is worth nothing any more."""
        now = self._clock()
        self._promises = {
            code: promise
            for code, promise in self._promises.items()
            if promise.until > now and (promise.table, promise.token) != (table, token)
        }
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._promises[code] = Promise(table, token, now + 60 * MINUTES)
        return code

    def redeem(self, code: str) -> Promise | None:
        """Take a code back for what it is worth; None: nothing."""
        promise = self._promises.pop(code, None)
        return promise if promise is not None and promise.until > self._clock() else None
