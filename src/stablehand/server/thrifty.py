"""Thrifty WebSockets: a message in a thousand pieces or a storm of pings ends the connection.

The library bounds how long a message is, not of how many frames it is made; and it answers every ping, also
to somebody who never reads the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stablehand.server.rate import Rate

if TYPE_CHECKING:
    from websockets.frames import Frame

PIECES: Final = 64
"""Frames of one message."""
PINGS: Final = 4
"""A second; several times as many at once."""
BURST: Final = 40
POLICY: Final = 1008


class ThriftySocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a limit on frames."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(*args, **more)
        self._pings = Rate(PINGS, BURST)

    def handle_cont(self, event: Frame) -> None:
        """Take another piece of a message."""
        if len(self.frames) >= PIECES:
            self._give_up()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._pings.allows():
            super().handle_ping()
        else:
            self._give_up()

    def _give_up(self) -> None:
        if not self.close_sent:
            self.conn.fail(POLICY, "too many frames")
            self.handle_parser_exception()
