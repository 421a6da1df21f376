"""A pool of worker processes that choose for bots, or give hints.

Every task ends within a known time, with a choice or without: `patience` seconds in the queue, then its own
seconds and the grace. A process that dies, is too slow or replies nonsense is killed and replaced; one that
reports a fault is kept. Clients take turns, and so do their tables. Where several tables wait, bots think
less long before anybody waits: a job gets its part of the time there is, and one under way is hurried. A job
that holds its worker is answered, and the worker free, when its time is over, not when there is a choice.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final, Self

from stablehand.server.botpool.jobs import LEAST_SECONDS, MOST_OF_TABLE, FairQueue, PendingJob
from stablehand.server.botpool.process import WorkerProcess
from stablehand.server.botpool.slots import WorkerSlots
from stablehand.server.botpool.tasks import BotChoice, Job, Task
from stablehand.server.log import logger

if TYPE_CHECKING:
    from stablehand.core.contract import Option

CHOOSER: Final = "stablehand.server.botpool.worker:choose"
"""The function that workers call; tests name others."""
GRACE: Final = 3.0
"""Seconds beyond the task's time that a busy machine may need: to start another process, it needs more."""
PATIENCE: Final = 6.0
"""Seconds that a task waits for a worker; then its caller goes on without a bot."""
MOST_WAITING: Final = 1024
"""Tasks that may wait."""

_log = logger("pool")


def default_size() -> int:
    """Return the number of workers: one core is left for the tables."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, cores - 1)


class BotPool:
    """Worker processes and the queue in front of them. Belongs to the event loop it is first used in."""

    def __init__(
        self,
        size: int | None = None,
        *,
        waiting: int = MOST_WAITING,
        patience: float = PATIENCE,
        grace: float = GRACE,
        chooser: str = CHOOSER,
    ) -> None:
        self.size = default_size() if size is None else size
        self.slots = WorkerSlots(self.size, lambda: WorkerProcess.start(chooser), self._work, _log)
        self.patience = patience
        self.grace = grace
        self.clients: dict[str, str] = {}
        """The client of each table, by table id; clients take turns."""
        self._queue: FairQueue[PendingJob] = FairQueue(waiting, max(MOST_OF_TABLE, waiting // 4))
        self._busy: dict[WorkerProcess, PendingJob] = {}
        self._is_closed = False

    async def __aenter__(self) -> Self:
        self.slots.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def waiting(self) -> int:
        """How many tasks wait for a worker."""
        return len(self._queue)

    async def choose(self, task: Task, client: str = "") -> Option | None:
        """Return the option that the bot chooses; None if there is no choice in time."""
        choice = await self._do(Job(task), client)
        return None if choice is None else choice.option

    async def hint(self, task: Task, client: str = "") -> BotChoice | None:
        """Return what the bot would choose, all picks of a group included; None if not in time."""
        return await self._do(Job(task, is_hint=True), client)

    async def close(self) -> None:
        """Finish all waiting tasks without a choice and end all processes."""
        self._is_closed = True
        for pending in self._queue.clear():
            pending.finish(None)
        await self.slots.close()

    async def _do(self, job: Job, client: str) -> BotChoice | None:
        if self._is_closed:
            return None
        self.slots.open()
        client = client or self.clients.get(job.task.table, job.task.table)
        pending = PendingJob(job, client, asyncio.get_running_loop().time())
        if not self._queue.put(pending, client, pending.table):
            _log.warning("queue_full", table=pending.table)
            return None
        self._hurry(pending.table)
        timer = asyncio.get_running_loop().call_later(self.patience, self._expire, pending)
        try:
            return await pending.choice
        finally:
            timer.cancel()
            self._remove(pending)
            self._drop(pending)

    def _hurry(self, table: str) -> None:
        """Let the workers end what they do for other tables, if all are busy; each after its least time."""
        if len(self._busy) < self.size:
            return
        loop = asyncio.get_running_loop()
        for worker, running in self._busy.items():
            if running.table != table:
                loop.call_at(running.begun_at + LEAST_SECONDS, self._hurry_one, worker, running)

    def _hurry_one(self, worker: WorkerProcess, running: PendingJob) -> None:
        if self._busy.get(worker) is running and len(self._queue):
            self._end_soon(worker, running)

    def _drop(self, pending: PendingJob) -> None:
        """Let a worker end what nobody waits for any more."""
        for worker, running in self._busy.items():
            if running is pending:
                self._end_soon(worker, running)

    def _end_soon(self, worker: WorkerProcess, running: PendingJob) -> None:
        worker.hurry()
        running.hurry(asyncio.get_running_loop().time())

    def _expire(self, pending: PendingJob) -> None:
        """Finish a task that has waited too long; one that a worker has begun is not affected."""
        if self._remove(pending):
            _log.warning("queue_slow", table=pending.table)
            pending.finish(None)

    def _remove(self, pending: PendingJob) -> bool:
        return self._queue.remove(pending, pending.client, pending.table)

    async def _work(self, worker: WorkerProcess) -> None:
        """Give jobs to a worker until something is wrong with it."""
        pending = None
        try:
            while True:
                pending = await self._queue.take()
                pending.begun_at = asyncio.get_running_loop().time()
                self._busy[worker] = pending
                others = self._queue.tables_besides(pending.client, pending.table)
                reply = await worker.do(pending.share(pending.begun_at, self.size, others), self.grace)
                await pending.hold()
                del self._busy[worker]
                if reply.fault:
                    _log.warning("bot_failed", table=pending.table, reason=reply.fault)
                pending.finish(reply.choice)
        finally:
            self._busy.pop(worker, None)
            if pending:
                pending.finish(None)
