"""uvicorn's protocols with limits: on frames, pings, unread messages, request time and connections.

The libraries limit the length of a message but not its number of frames; they answer every ping, even of a
client that never reads; and they wait for ever for the rest of a request. One address could use up all
connections of the process by opening them and sending nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stablehand.server.limits.addresses import Networks, client_of
from stablehand.server.limits.budgets import MOST_KEYS, TokenBucket
from stablehand.server.limits.connections import ConnectionLimit
from stablehand.server.limits.crowd import Crowd, most_connections
from stablehand.server.limits.pace import Pace
from stablehand.server.limits.turnstile import Turnstile

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle
    from websockets.frames import Frame

    from stablehand.server.settings import Settings

MOST_FRAMES: Final = 64
"""Frames of one message."""
PINGS_PER_SECOND: Final = 4
PING_BURST: Final = 40
CHUNK: Final = 2048
"""Bytes that are parsed before the limits are checked again."""
READ: Final = 16 * CHUNK
"""Bytes that are read from a connection before others have their turn."""
AFTER_CLOSE: Final = 2 * READ
"""Bytes that are parsed after the server has closed a connection: those that were under way."""
MOST_UNREAD: Final = 256
"""Messages that were received but not yet read by the session."""
POLICY_VIOLATION: Final = 1008
LINGER: Final = 5.0
"""Seconds after closing until the connection is aborted, whether or not the client has answered."""
REQUEST_TIMEOUT: Final = 20.0
"""Seconds in which a request must have been received."""
_UNFINISHED: Final = (h11.IDLE, h11.SEND_BODY)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with limits on frames, pings and unread messages."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - passed on unchanged
        super().__init__(*args, **more)
        self._pings = TokenBucket(PINGS_PER_SECOND, PING_BURST)
        self._is_failed = False
        self._after_close = 0
        self.on_lost: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Call `on_lost` after the connection is lost."""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Give the client some seconds to answer the close, then abort."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes in chunks; thousands of frames at once would block the event loop.

        After a close only the answer to it is of interest. A client that goes on sending is not read any
        more, until the connection is aborted.
        """
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > AFTER_CLOSE:
                self.transport.pause_reading()
                return
        for at in range(0, len(data), CHUNK):
            if self._is_failed:
                return
            super().data_received(data[at : at + CHUNK])
            if self.queue.qsize() > MOST_UNREAD:
                self._fail()

    def handle_cont(self, event: Frame) -> None:
        """Add a frame to the current message, or fail the connection if there are too many."""
        if len(self.frames) >= MOST_FRAMES:
            self._fail()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, or fail the connection if there are too many."""
        if self._pings.allow():
            super().handle_ping()
        else:
            self._fail()

    def _fail(self) -> None:
        self._is_failed = True
        if not self.close_sent:
            self.conn.fail(POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()


class LimitedHttp(H11Protocol):
    """uvicorn's HTTP with limits on the connections of one address and on the time for a request."""

    proxies: ClassVar[Networks]
    """Addresses of reverse proxies, whose connections are not counted."""
    connection_limit: ClassVar[ConnectionLimit]
    admitted: ClassVar[set[tuple[Any, ...]]]
    """Where connections come from that were accepted and are not made yet."""
    turnstile: ClassVar[Turnstile]
    pace: ClassVar[Pace]
    crowd: ClassVar[Crowd]

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - passed on unchanged
        super().__init__(*args, **more)
        self._counted_as: str | None = None
        self._client = ""
        self._is_inside = False
        """Whether a request of this connection is worked on, as the turnstile counts."""
        self._held = b""
        """What was received while it waits for its turn."""
        self._request_timer: asyncio.TimerHandle | None = None
        self._is_upgraded = False

    @classmethod
    def refuses(cls, address: tuple[Any, ...]) -> bool:
        """Return whether a connection from an address is one too many; one that is not has been counted."""
        if address[0] in cls.proxies:
            return False
        if not cls.connection_limit.admit(client_of(address)):
            return True
        if len(cls.admitted) >= MOST_KEYS:  # some were never made
            cls.admitted.clear()
        cls.admitted.add(address[:2])
        return False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Count a connection, or abort it at once if it is one too many."""
        super().connection_made(transport)
        limit_reads(transport)
        if not self.crowd.enter(self):
            transport.abort()
            return
        self.crowd.wait_for(self)
        address = client_of(self.client)
        if self.client is not None and self.client[0] not in self.proxies:
            is_admitted = self.client in self.admitted
            self.admitted.discard(self.client)
            if not self.connection_limit.acquire(address, is_admitted=is_admitted):
                transport.abort()
                return
            self._counted_as = self._client = address
        self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Parse received data when it is this connection's turn; until then nothing more is read."""
        if self._counted_as is None or self._is_inside:
            super().data_received(data)
            return
        self._held += data
        if len(self._held) > len(data):
            return  # it waits already
        self._unset_keepalive_if_required()
        self.flow.pause_reading()
        if self.turnstile.enter(self._client, self._let_in):
            self.pace.call(self._take_turn)

    def _let_in(self) -> None:
        """Take the turn soon, so that others come between two requests of one address."""
        self.loop.call_soon(self.pace.call, self._take_turn)

    def _take_turn(self) -> None:
        data, self._held = self._held, b""
        if self._counted_as is None:  # the connection was lost meanwhile
            self.turnstile.leave(self._client)
            return
        self._is_inside = True
        self.flow.resume_reading()
        super().data_received(data)
        if self._is_upgraded or not self._is_answering:
            self._leave()

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _leave(self) -> None:
        if self._is_inside:
            self._is_inside = False
            self.turnstile.leave(self._client)

    def on_response_complete(self) -> None:
        """Let the next request of the same address in; a pipelined one of this connection goes on first."""
        super().on_response_complete()
        if not self._is_answering:
            self._leave()

    def handle_events(self) -> None:
        """Process received data; run the timer while a request, or the next one, is incomplete."""
        super().handle_events()
        is_unfinished = self.conn.their_state in _UNFINISHED
        if self._is_upgraded or not is_unfinished:
            self._stop_timer()
            self.crowd.has_finished(self)
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)
            self.crowd.wait_for(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Switch to the WebSocket protocol; the connection still counts."""
        self._is_upgraded = True
        super().handle_websocket_upgrade(event)
        successor = self.transport.get_protocol()
        if isinstance(successor, LimitedWebSocket):
            successor.on_lost = self._uncount
        else:
            self._uncount()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._stop_timer()
        if self._counted_as is not None:
            self.turnstile.give_up(self._client, self._let_in)
        self._leave()
        self._uncount()
        super().connection_lost(exc)

    def abort(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def _uncount(self) -> None:
        self.crowd.leave(self)
        address, self._counted_as = self._counted_as, None
        if address is not None:
            self.connection_limit.release(address)

    def _stop_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None


def limit_reads(transport: asyncio.Transport) -> None:
    """Read less from a connection before others have their turn than asyncio would."""
    transport.max_size = READ  # type: ignore[attr-defined]  # an attribute of asyncio's own transports


def limited_http(settings: Settings) -> type[LimitedHttp]:
    """Return the protocol class for one server, with its own count of connections."""
    limits = settings.limits

    class Counting(LimitedHttp):
        proxies = Networks(settings.proxies)
        admitted: ClassVar[set[tuple[Any, ...]]] = set()
        crowd = Crowd(most_connections(limits.connections))
        turnstile = Turnstile()
        pace = Pace()
        connection_limit = ConnectionLimit(
            limits.sockets_per_client,
            limits.new_connections_per_second,
            limits.sockets_per_client,
        )

    return Counting
