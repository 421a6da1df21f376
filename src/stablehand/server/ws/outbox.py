"""The queue of frames for one connection, with its audience and its position in the log.

A slow reader delays nobody: a client that lets its short queue fill up is disconnected, and gets the whole
table again when it reconnects.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from stablehand.table.frames import AudienceKey, Cursor, encode

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.protocol import AnyFrame


class Connection:
    """One client's connection: its seat, its language and its queue of frames."""

    def __init__(self, seat: Seat | None, lang: str, layer: str, most: int) -> None:
        self.seat = seat
        self.lang = lang
        self.layer = layer
        self.cursor = Cursor()
        self.dropped = asyncio.Event()
        self.is_behind = True
        """Whether it needs a frame although nothing has happened."""
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
        """Encode and queue a frame."""
        self.send(encode(frame))

    def send(self, data: bytes) -> None:
        """Queue bytes; if the queue is full, the connection ends."""
        if self.is_dropped:
            return
        try:
            self._waiting.put_nowait(data)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection without sending what is queued."""
        self.dropped.set()
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    def finish(self) -> None:
        """End the connection after what is queued has been sent."""
        if self._waiting.full():
            self.drop()
        elif not self.is_dropped:
            self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Wait for the next bytes to send and return them; None at the end."""
        return await self._waiting.get()
