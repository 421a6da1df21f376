"""A turnstile: only a few requests of one client are worked on at a time; its others wait in line.

The server is one loop. A hundred requests that arrive at once from one address would all be parsed and
answered before anybody else's next message.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 4
"""Requests of one client that are worked on at a time: a browser sends up to six, and notices nothing."""


class Turnstile:
    """Lets a few requests of each client in; the others are told when it is their turn."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._inside: Counter[str] = Counter()
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def enter(self, client: str, when_let_in: Callable[[], None]) -> bool:
        """Let a request in and return True; else it waits, and `when_let_in` is called once it is in."""
        if self._inside[client] < self._at_once:
            self._inside[client] += 1
            return True
        self._waiting.setdefault(client, deque()).append(when_let_in)
        return False

    def give_up(self, client: str, when_let_in: Callable[[], None]) -> None:
        """Let a request that waits not wait any longer."""
        line = self._waiting.get(client)
        if line is not None and when_let_in in line:
            line.remove(when_let_in)
            if not line:
                del self._waiting[client]

    def leave(self, client: str) -> None:
        """Count a request out, and let the next one in. Call it once for each that was let in."""
        line = self._waiting.get(client)
        if line is None:
            self._inside[client] -= 1
            if not self._inside[client]:
                del self._inside[client]
            return
        following = line.popleft()
        if not line:
            del self._waiting[client]
        following()
