"""The listening socket: connections that are too many for their address end before anything is made for them.

asyncio accepts as many connections in one go as wait, and makes several objects for each. Somebody who opens
connections as fast as they are refused would be served for as long as they like before anybody else.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ACCEPTED_AT_ONCE: Final = 4
"""Connections that are accepted before others have their turn; pass it to asyncio as the `backlog`."""
REFUSED_AT_ONCE: Final = 16
"""Connections that are refused before others have their turn."""
WAITING: Final = 2048
"""Connections that may wait until they are accepted."""


class Listener(socket.socket):
    """A listening socket that closes connections which `refuses` does not want."""

    refuses: Callable[[tuple[Any, ...]], bool] | None = None
    """Says whether a connection from an address is one too many."""

    def listen(self, backlog: int = WAITING) -> None:
        """Listen with a long line, however few connections are accepted at once."""
        super().listen(max(backlog, WAITING))

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that is not refused; raise BlockingIOError if others come first."""
        for _ in range(REFUSED_AT_ONCE):
            made, address = super().accept()
            if self.refuses is None or not self.refuses(address):
                return made, address
            made.close()
        raise BlockingIOError
