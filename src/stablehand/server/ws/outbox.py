"""One open connection: who it speaks for, what it has been told, and what still waits to be sent.

Nobody waits for a slow reader. What is to be sent is put into a short queue; whoever lets it fill up is
disconnected, and gets the whole table again on coming back.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from stablehand.table.frames import AudienceKey, Cursor, encode

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.protocol import AnyFrame


class Connection:
    """A seat's or a spectator's line to the table."""

    def __init__(self, seat: Seat | None, lang: str, layer: str, most: int) -> None:
        self.seat = seat
        self.lang = lang
        self.layer = layer
        self.cursor = Cursor()
        self.dropped = asyncio.Event()
        self.is_behind = True
        """Whether it needs to be shown the table though nothing has happened."""
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    @property
    def is_dropped(self) -> bool:
        """Whether nothing more is sent."""
        return self.dropped.is_set()

    @property
    def audience(self) -> AudienceKey:
        """Whose view it is, in which language, with which names of cards."""
        return AudienceKey(self.seat, self.lang, self.layer)

    def tell(self, frame: AnyFrame) -> None:
        """Have something sent."""
        self.send(encode(frame))

    def send(self, data: bytes) -> None:
        """Have bytes sent; if too much is waiting already, the connection ends."""
        if self.is_dropped:
            return
        try:
            self._waiting.put_nowait(data)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection; what waits is not sent any more."""
        self.dropped.set()
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    def finish(self) -> None:
        """End the connection after what waits has been sent."""
        if self._waiting.full():
            self.drop()
        elif not self.is_dropped:
            self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return what is to be sent next; None: nothing more."""
        return await self._waiting.get()
