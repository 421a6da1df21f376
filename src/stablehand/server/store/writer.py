"""The writer: asyncio's way to the store, with group commit.

A commit waits for the disk, so it is done in a thread, and all that is handed over meanwhile goes into the
next one together. Nobody suffers for another's mistake: a group that fails is written one by one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from threading import Condition, Thread
from typing import TYPE_CHECKING, NamedTuple

from stablehand.server.store.errors import StoreError, Unavailable
from stablehand.server.store.records import Append, Change, Close, Open

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from stablehand.server.store.records import FactRow, TableRecord
    from stablehand.server.store.store import Store

LARGEST = 512
"""Changes in one transaction."""


class _Job(NamedTuple):
    change: Change
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Writer:
    """Writes to a store from one thread of its own: `async with Writer(store) as writer`.

    What was handed over is written even if whoever waits for it is cancelled.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Job] = deque()
        self._changed = Condition()
        self._is_closed = False
        self._thread = Thread(target=self._run, name="stablehand writer", daemon=True)
        self._thread.start()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, record: TableRecord, bodies: Sequence[bytes] = ()) -> None:
        """Open a table, as `Store.open`; return after the commit."""
        await self._hand_over(Open(record, tuple(bodies)))

    async def append(self, rows: Sequence[FactRow]) -> None:
        """Append facts, as `Store.append`; return after the commit."""
        await self._hand_over(Append(tuple(rows)))

    async def close_table(self, table_id: str, at: int) -> None:
        """Close a table, as `Store.close_table`; return after the commit."""
        await self._hand_over(Close(table_id, at))

    async def close(self) -> None:
        """Write what is waiting, then stop. The store stays open."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self, change: Change) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        job = _Job(change, loop, loop.create_future())
        with self._changed:
            if self._is_closed:
                raise StoreError("The store is closed: nothing more is written.")
            self._waiting.append(job)
            self._changed.notify()
        return job.done

    def _run(self) -> None:
        while group := self._next_group():
            self._write(group)

    def _next_group(self) -> list[_Job]:
        """Wait for something to do; nothing means the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST))]

    def _write(self, group: list[_Job]) -> None:
        error = self._try(group)
        if len(group) > 1 and error is not None and not isinstance(error, Unavailable):
            for at in range(len(group)):
                error = self._try(group[at : at + 1])
                if isinstance(error, Unavailable):  # the others would only find out the same, one by one
                    _tell(group[at:], error)
                    return
                _tell(group[at : at + 1], error)
        else:
            _tell(group, error)

    def _try(self, group: list[_Job]) -> Exception | None:
        try:
            self._store.write([job.change for job in group])
        except Exception as error:  # noqa: BLE001 - it belongs to those who wait
            return error
        return None


def _tell(group: list[_Job], error: Exception | None) -> None:
    for loop in {job.loop for job in group}:
        mine = [job.done for job in group if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, mine, error)


def _settle(waiting: list[asyncio.Future[None]], error: Exception | None) -> None:
    for done in waiting:
        if done.done():  # cancelled meanwhile
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
