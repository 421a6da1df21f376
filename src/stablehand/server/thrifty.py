"""Thrifty connections: whoever dawdles, floods or opens hundreds of them is cut off.

The libraries bound how long a message is, not of how many frames it is made; they answer every ping, also to
somebody who never reads the answers; and they wait for ever for the rest of a request. One address that opens
connections and says nothing would use up all that a process may have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stablehand.server.clients import client_of
from stablehand.server.door import Door
from stablehand.server.rate import Rate

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Collection

    from websockets.frames import Frame

    from stablehand.server.settings import Settings

PIECES: Final = 64
"""Frames of one message."""
PINGS: Final = 4
"""A second; several times as many at once."""
BURST: Final = 40
PART: Final = 2048
"""Bytes that are looked at before the next decision whether to go on."""
WAITING: Final = 256
"""Messages that have come and nobody has looked at yet."""
POLICY: Final = 1008
LINGER: Final = 5.0
"""Seconds after which a connection that was closed is gone, whether the client has heard of it or not."""
REQUEST: Final = 20.0
"""Seconds in which a request must have come."""
_UNFINISHED: Final = (h11.IDLE, h11.SEND_BODY)


class ThriftySocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a limit on frames."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(*args, **more)
        self._pings = Rate(PINGS, BURST)
        self._has_given_up = False
        self.on_lost: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Let whoever counts connections know."""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Wait for the client to say goodbye too, but not for ever."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take what has come in small parts: thousands of frames at once would keep everybody waiting."""
        for at in range(0, len(data), PART):
            if self._has_given_up:
                return
            super().data_received(data[at : at + PART])
            if self.queue.qsize() > WAITING:
                self._give_up()

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
        self._has_given_up = True
        if not self.close_sent:
            self.conn.fail(POLICY, "too many frames")
            self.handle_parser_exception()


class ThriftyHttp(H11Protocol):
    """uvicorn's HTTP with a limit on the connections of one address, and on the time for a request."""

    proxies: ClassVar[Collection[str]]
    """They speak for many."""
    door: ClassVar[Door]

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(*args, **more)
        self._counted_as: str | None = None
        self._request_timer: asyncio.TimerHandle | None = None
        self._is_handed_on = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count a connection, or end it at once."""
        super().connection_made(transport)
        address = client_of(self.client)
        if self.client is not None and self.client[0] not in self.proxies:
            if not self.door.enter(address):
                transport.abort()
                return
            self._counted_as = address
        self._request_timer = self.loop.call_later(REQUEST, transport.abort)

    def handle_events(self) -> None:
        """Take a part of a request, perhaps of the one after; the rest may not take for ever."""
        super().handle_events()
        is_unfinished = self.conn.their_state in _UNFINISHED
        if self._is_handed_on or not is_unfinished:
            self._stop_timer()
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on; it still counts."""
        self._is_handed_on = True
        super().handle_websocket_upgrade(event)
        successor = self.transport.get_protocol()
        if isinstance(successor, ThriftySocket):
            successor.on_lost = self._uncount

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self._stop_timer()
        self._uncount()
        super().connection_lost(exc)

    def _uncount(self) -> None:
        address, self._counted_as = self._counted_as, None
        if address is not None:
            self.door.leave(address)

    def _stop_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None


def thrifty_http(settings: Settings) -> type[ThriftyHttp]:
    """Return the protocol of one server, with a door of its own."""
    limits = settings.limits

    class Counting(ThriftyHttp):
        proxies = settings.proxies
        door = Door(limits.connections_in_all, limits.new_connections_per_second, limits.connections_in_all)

    return Counting
