"""A queue that is fair to clients and, among the tables of a client, to tables: each takes its turn.

A client is an address. Whoever opens fifty tables waits for itself; a client with one table waits at most for
one job of every other client.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from msgspec import structs

from stablehand.server.botpool.tasks import level_spec

if TYPE_CHECKING:
    from stablehand.server.botpool.tasks import BotChoice, Job

T = TypeVar("T")

LEAST_SECONDS: Final = 0.15
"""Seconds that a job gets, however many wait: enough for a search to be better than a guess."""
LAST_SECONDS: Final = 0.05
"""Seconds that a hurried search may need to end."""
ENOUGH: Final = 0.9
"""The share of its time that is not worth a shorter search."""
MOST_OF_TABLE: Final = 16
"""Jobs of one table that may wait: eight bots, and hints for eight players."""


class FairQueue(Generic[T]):
    """A queue with a limit in all, one for each client and one for each of its tables."""

    def __init__(self, most: int, most_of_client: int, most_of_table: int = MOST_OF_TABLE) -> None:
        self._most = most
        self._most_of_client = most_of_client
        self._most_of_table = most_of_table
        self._clients: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._sizes: Counter[str] = Counter()
        self._size = 0
        self._arrival = asyncio.Event()

    def __len__(self) -> int:
        return self._size

    def tables_besides(self, client: str, table: str) -> int:
        """Return how many other tables wait, of all clients."""
        everybody = sum(len(tables) for tables in self._clients.values())
        return everybody - (table in self._clients.get(client, ()))

    def put(self, item: T, client: str, table: str = "") -> bool:
        """Queue an item; return False if there is no room."""
        tables = self._clients.get(client, OrderedDict())
        items = tables.get(table, deque())
        if (
            self._size >= self._most
            or self._sizes[client] >= self._most_of_client
            or len(items) >= self._most_of_table
        ):
            return False
        items.append(item)
        tables[table] = items
        self._clients[client] = tables
        self._sizes[client] += 1
        self._size += 1
        self._arrival.set()
        return True

    async def take(self) -> T:
        """Wait for an item and return it; its table and its client go to the end of the queue."""
        while not self._size:
            self._arrival.clear()
            await self._arrival.wait()
        client, tables = self._clients.popitem(last=False)
        table, items = tables.popitem(last=False)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._clients[client] = tables
        self._count_one_less(client)
        return item

    def remove(self, item: T, client: str, table: str = "") -> bool:
        """Remove an item; return False if it is not queued any more."""
        tables = self._clients.get(client, OrderedDict())
        items = tables.get(table, deque())
        if item not in items:
            return False
        items.remove(item)
        if not items:
            del tables[table]
        if not tables:
            del self._clients[client]
        self._count_one_less(client)
        return True

    def clear(self) -> list[T]:
        """Remove all items and return them."""
        waiting = [item for tables in self._clients.values() for items in tables.values() for item in items]
        self._clients.clear()
        self._sizes.clear()
        self._size = 0
        return waiting

    def _count_one_less(self, client: str) -> None:
        self._size -= 1
        self._sizes[client] -= 1
        if not self._sizes[client]:
            del self._sizes[client]


class PendingJob:
    """A job and the future that its caller waits for."""

    def __init__(self, job: Job, client: str = "", asked_at: float = 0.0) -> None:
        self.job = job
        self.client = client
        self.asked_at = asked_at
        """When it was asked, by the clock of the event loop."""
        self.begun_at = asked_at
        """When a worker began with it."""
        self._free_at = asked_at
        """Until when the worker is held for it."""
        self._is_hurried = asyncio.Event()
        self.choice: asyncio.Future[BotChoice | None] = asyncio.get_running_loop().create_future()

    @property
    def table(self) -> str:
        """The table that asks."""
        return self.job.task.table

    def share(self, now: float, workers: int, tables: int) -> Job:
        """Return the job with the time that it may have, where so many other tables wait for the workers.

        It gets its part of what there is, and no more than is left until the table wants the answer.
        """
        task = self.job.task
        left = self.asked_at + (task.within or task.seconds) - now
        fair = task.seconds * workers / (tables + 1)
        seconds = min(task.seconds, max(LEAST_SECONDS, min(left, fair)))
        if seconds > ENOUGH * task.seconds:
            seconds = task.seconds
        self._free_at = now + min(task.hold, seconds)
        if seconds == task.seconds:
            return self.job
        try:
            spec = level_spec(task.spec, seconds)
        except ValueError:  # no bot of ours: the worker will say so
            spec = task.spec
        return structs.replace(self.job, task=structs.replace(task, spec=spec, seconds=seconds))

    def hurry(self, now: float) -> None:
        """Hold the worker no longer than a hurried search may need."""
        self._free_at = min(self._free_at, now + LAST_SECONDS)
        self._is_hurried.set()

    async def hold(self) -> None:
        """Wait until the time of the job is over. One that took longer ends at a later tick of the clock."""
        if not self.job.task.hold:
            return
        loop = asyncio.get_running_loop()
        late = loop.time() - self._free_at
        self._free_at += max(0, ceil(late / LAST_SECONDS)) * LAST_SECONDS
        while (left := self._free_at - loop.time()) > 0:
            self._is_hurried.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._is_hurried.wait()

    def finish(self, choice: BotChoice | None) -> None:
        """Set the result. Does nothing if it is set already or the caller was cancelled."""
        if not self.choice.done():
            self.choice.set_result(choice)
