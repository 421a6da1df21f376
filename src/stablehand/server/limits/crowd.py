"""All connections of the server, of whatever address: how many there may be, and who goes if there are more.

A process may open so many files and no more. Connections that have begun a request and do not finish it are
the first to go: a few addresses could otherwise hold all of them for as long as a request may take.
"""

from __future__ import annotations

from typing import Final, Protocol

RESERVED: Final = 128
"""Open files that are kept for the database, processes and pages."""
HALF_OPEN_SHARE: Final = 0.25
"""The share of all connections that may wait for the rest of a request."""
FEWEST: Final = 10


class Abortable(Protocol):
    """A connection that can be ended at once."""

    def abort(self) -> None:
        """End it."""
        ...


class Crowd:
    """Counts all connections, and remembers those that have not sent a whole request, the oldest first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._most_half_open = max(1, round(most * HALF_OPEN_SHARE))
        self._inside: set[Abortable] = set()
        self._half_open: dict[Abortable, None] = {}

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, connection: Abortable) -> bool:
        """Count a connection; return False, and count nothing, if there are too many that do something."""
        if len(self._inside) >= self._most and not self._abort_oldest():
            return False
        self._inside.add(connection)
        return True

    def leave(self, connection: Abortable) -> None:
        """Count a connection no longer."""
        self._inside.discard(connection)
        self._half_open.pop(connection, None)

    def wait_for(self, connection: Abortable) -> None:
        """Note that the rest of a request is awaited; if that are too many, the oldest is ended."""
        self._half_open[connection] = None
        if len(self._half_open) > self._most_half_open:
            self._abort_oldest()

    def has_finished(self, connection: Abortable) -> None:
        """Note that a request is whole."""
        self._half_open.pop(connection, None)

    def _abort_oldest(self) -> bool:
        oldest = next(iter(self._half_open), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.abort()
        return True


def most_connections(wanted: int) -> int:
    """Return how many connections there may be: as wanted, or as many as the system has files for."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (ValueError, OSError):
            soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else max(FEWEST, min(wanted, soft - RESERVED))
