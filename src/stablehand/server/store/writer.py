"""The writer: writes to the store from asyncio, with group commit.

A commit waits for the disk, so it runs in a thread; all changes that arrive meanwhile are written together in
the next one. If a group fails, its changes are written one by one, so that only the faulty ones fail.
"""

from __future__ import annotations

import asyncio
from collections import deque
from threading import Condition, Thread
from typing import TYPE_CHECKING, NamedTuple

from stablehand.server.store.errors import StoreError, Unavailable
from stablehand.server.store.records import Append, Change, Close, Open, Snapshot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from stablehand.server.store.records import FactRow, TableRecord
    from stablehand.server.store.store import Store

MOST = 512
"""The most changes in one transaction."""


class _Job(NamedTuple):
    change: Change
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Writer:
    """Writes to a store from its own thread: `async with Writer(store) as writer`.

    A change is written even if the task that waits for it is cancelled.
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

    async def open(self, record: TableRecord, facts: Sequence[bytes] = ()) -> None:
        """Open a table, as `Store.open`; return after the commit."""
        await self._submit(Open(record, tuple(facts)))

    async def append(self, rows: Sequence[FactRow]) -> None:
        """Append facts, as `Store.append`; return after the commit."""
        await self._submit(Append(tuple(rows)))

    async def close_table(self, table_id: str, at: int) -> None:
        """Close a table, as `Store.close_table`; return after the commit."""
        await self._submit(Close(table_id, at))

    async def keep_snapshot(self, table_id: str, number: int, body: bytes) -> None:
        """Keep a snapshot of a table, in place of an older one; return after the commit."""
        await self._submit(Snapshot(table_id, number, body))

    async def close(self) -> None:
        """Write all waiting changes, then stop. The store stays open."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)

    def _submit(self, change: Change) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        job = _Job(change, loop, loop.create_future())
        with self._changed:
            if self._is_closed:
                raise StoreError("The writer is closed.")
            self._waiting.append(job)
            self._changed.notify()
        return job.done

    def _run(self) -> None:
        while group := self._next_group():
            self._write(group)

    def _next_group(self) -> list[_Job]:
        """Wait for changes and return them; an empty list after `close`."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]

    def _write(self, group: list[_Job]) -> None:
        error = self._try(group)
        if len(group) > 1 and error is not None and not isinstance(error, Unavailable):
            for at in range(len(group)):
                error = self._try(group[at : at + 1])
                if isinstance(error, Unavailable):  # the others would fail the same way
                    _resolve(group[at:], error)
                    return
                _resolve(group[at : at + 1], error)
        else:
            _resolve(group, error)

    def _try(self, group: list[_Job]) -> Exception | None:
        try:
            self._store.write([job.change for job in group])
        except Exception as error:  # noqa: BLE001 - raised in the waiting tasks
            return error
        return None


def _resolve(group: list[_Job], error: Exception | None) -> None:
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
