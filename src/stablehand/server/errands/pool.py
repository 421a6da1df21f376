"""The process that does errands, the queue in front of it, and a cache of what it has worked out.

Clients take turns, and each may have a few errands waiting; somebody who asks for the same thing as somebody
else waits for the same errand. A process that dies or is too slow is replaced.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final, Self

import msgspec

from stablehand.server.botpool.jobs import FairQueue
from stablehand.server.botpool.process import WorkerProcess
from stablehand.server.botpool.slots import WorkerSlots
from stablehand.server.errands import worker
from stablehand.server.errands.messages import Errand, Outcome
from stablehand.server.log import logger
from stablehand.table.refusal import Refusal

MOST_WAITING: Final = 64
"""Errands that may wait in all."""
MOST_OF_CLIENT: Final = 6
"""Errands of one client that may wait: as many as a browser has connections."""
MOST_BYTES: Final = 16 << 20
"""Bytes of an outcome; no proper one comes near it."""
CACHED_BYTES: Final = 32 << 20
BUSY_SECONDS: Final = 5
"""What a client is told to wait where the queue is full."""
CLOSED: Final = "Closed"
LOST: Final = "Lost"
"""The fault of an errand whose process ended."""

_log = logger("errands")


class PendingErrand:
    """An errand as it is sent, and the future of its outcome."""

    def __init__(self, body: bytes, client: str) -> None:
        self.body = body
        self.client = client
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def finish(self, outcome: Outcome) -> None:
        """Set the outcome, unless it is set already."""
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class ErrandPool:
    """Does errands for requests. With `size` 0 they are done in a thread, as tests do."""

    def __init__(self, size: int = 1) -> None:
        self._size = size
        self._queue: FairQueue[PendingErrand] = FairQueue(MOST_WAITING, MOST_OF_CLIENT, MOST_OF_CLIENT)
        self._running: dict[bytes, PendingErrand] = {}
        self._cached: OrderedDict[bytes, bytes] = OrderedDict()
        self._cached_bytes = 0
        self.slots = WorkerSlots(size, lambda: WorkerProcess.start("", worker.PROGRAM), self._work, _log)
        self._is_closed = False

    async def __aenter__(self) -> Self:
        self.slots.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closed = True
        for pending in self._queue.clear():
            pending.finish(Outcome(fault=CLOSED))
        await self.slots.close()

    async def run(self, kind: str, client: str, **words: Any) -> bytes:  # noqa: ANN401 - arguments of a kind
        """Return the body of an errand; raise Refusal if it is refused or there is no room for it."""
        body = Errand(kind, words).encoded()
        key = sha256(body).digest()
        if (known := self._cached.get(key)) is not None:
            self._cached.move_to_end(key)
            return known
        outcome = await self._outcome(key, body, client)
        if outcome.refusal is not None:
            raise outcome.raised(*outcome.refusal)
        if outcome.body is None:
            raise Refusal("try_again" if outcome.fault in {CLOSED, LOST} else "failed")
        self._keep(key, outcome.body)
        return outcome.body

    async def _outcome(self, key: bytes, body: bytes, client: str) -> Outcome:
        if self._is_closed:
            raise Refusal("try_again")
        if not self._size:
            return await asyncio.to_thread(_done_here, body)
        pending = self._running.get(key)
        if pending is None:
            pending = PendingErrand(body, client)
            if not self._queue.put(pending, client):
                raise Refusal("too_often", n=BUSY_SECONDS)
            self._running[key] = pending
            pending.outcome.add_done_callback(lambda _: self._running.pop(key, None))
        # It goes on for the others, and for the cache, if this client does not wait any longer.
        return await asyncio.shield(pending.outcome)

    def _keep(self, key: bytes, body: bytes) -> None:
        if key in self._cached or len(body) > CACHED_BYTES // 4:
            return
        self._cached[key] = body
        self._cached_bytes += len(body)
        while self._cached_bytes > CACHED_BYTES:
            _, dropped = self._cached.popitem(last=False)
            self._cached_bytes -= len(dropped)

    async def _work(self, process: WorkerProcess) -> None:
        """Give errands to a process until something is wrong with it."""
        pending = None
        try:
            while True:
                pending = await self._queue.take()
                reply = await process.ask(pending.body, worker.PATIENCE, MOST_BYTES)
                outcome = msgspec.msgpack.decode(reply, type=Outcome)
                if outcome.fault:
                    _log.error("errand_failed", reason=outcome.fault)
                pending.finish(outcome)
        finally:
            if pending:
                pending.finish(Outcome(fault=LOST))


def _done_here(body: bytes) -> Outcome:
    """Do an errand in this process."""
    from stablehand.server.errands.kinds import run  # noqa: PLC0415 - only tests do it here

    return worker.answer(msgspec.msgpack.decode(body, type=Errand), run)
