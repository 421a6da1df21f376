"""The jobs that wait for a worker, by table; tables take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stablehand.server.botpool.tasks import BotChoice, Job

MOST_OF_TABLE: Final = 16
"""Jobs of one table that may wait: eight bots, and hints for eight players."""


class PendingJob:
    """A job and the future that its caller waits for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.choice: asyncio.Future[BotChoice | None] = asyncio.get_running_loop().create_future()

    @property
    def table(self) -> str:
        """The table that asks."""
        return self.job.task.table

    def finish(self, choice: BotChoice | None) -> None:
        """Set the result. Does nothing if it is set already or the caller was cancelled."""
        if not self.choice.done():
            self.choice.set_result(choice)


class JobQueue:
    """A queue with a limit in all and one for each table."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[str, deque[PendingJob]] = OrderedDict()
        self._size = 0
        self._arrival = asyncio.Event()

    def __len__(self) -> int:
        return self._size

    def put(self, pending: PendingJob) -> bool:
        """Queue a job; return False if there is no room."""
        jobs = self._tables.get(pending.table, deque())
        if self._size >= self._most or len(jobs) >= MOST_OF_TABLE:
            return False
        jobs.append(pending)
        self._tables[pending.table] = jobs
        self._size += 1
        self._arrival.set()
        return True

    async def take(self) -> PendingJob:
        """Wait for a job and return it; its table goes to the end of the queue."""
        while not self._size:
            self._arrival.clear()
            await self._arrival.wait()
        table, jobs = self._tables.popitem(last=False)
        pending = jobs.popleft()
        if jobs:
            self._tables[table] = jobs
        self._size -= 1
        return pending

    def remove(self, pending: PendingJob) -> bool:
        """Remove a job; return False if it is not queued any more."""
        jobs = self._tables.get(pending.table, deque())
        if pending not in jobs:
            return False
        jobs.remove(pending)
        self._size -= 1
        if not jobs:
            del self._tables[pending.table]
        return True

    def clear(self) -> list[PendingJob]:
        """Remove all jobs and return them."""
        waiting = [pending for jobs in self._tables.values() for pending in jobs]
        self._tables.clear()
        self._size = 0
        return waiting
