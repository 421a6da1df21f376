"""Slots: each keeps one worker process running, gives it work, and replaces it when something is wrong.

Whoever owns the slots says how a worker is started and what it does; a slot is the same for bots, hints and
errands.
"""

from __future__ import annotations

import asyncio
from asyncio import IncompleteReadError
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from structlog.typing import FilteringBoundLogger

    from stablehand.server.botpool.process import WorkerProcess

PAUSES: Final = (0.0, 0.1, 0.5, 2.0, 5.0)
"""Seconds before a process is started again, by how many in a row did not get ready."""


class WorkerSlots:
    """So many worker processes, each replaced when it dies, is too slow or replies nonsense.

    `work` gives jobs to a worker that is ready, and never returns; what it raises ends the worker.
    """

    def __init__(
        self,
        size: int,
        start: Callable[[], Awaitable[WorkerProcess]],
        work: Callable[[WorkerProcess], Awaitable[None]],
        log: FilteringBoundLogger,
    ) -> None:
        self.size = size
        self.workers: set[WorkerProcess] = set()
        """Those that run, ready or not."""
        self.tasks: list[asyncio.Task[None]] = []
        self._start = start
        self._work = work
        self._log = log
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        """The running processes, sorted."""
        return sorted(worker.process.pid for worker in self.workers)

    @property
    def is_ready(self) -> bool:
        """Whether a worker takes jobs; where there is none, there is nothing to wait for."""
        return not self.size or any(worker.is_ready for worker in self.workers)

    def open(self) -> None:
        """Start the processes, unless they were started or closed before."""
        if not self.tasks and not self._is_closed:
            self.tasks = [asyncio.create_task(self._run()) for _ in range(self.size)]

    async def close(self) -> None:
        """End all processes, and start none any more."""
        self._is_closed = True
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self.workers:  # a slot that was cancelled while its worker died has not waited for it
            await self.workers.pop().kill()

    async def _run(self) -> None:
        failed = 0
        while True:
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            try:
                worker = await self._start()
            except OSError as error:
                failed += 1
                self._log.error("worker_not_started", reason=type(error).__name__)
                continue
            self.workers.add(worker)
            try:
                reason = await self._end_of(worker)
                failed = 0 if worker.is_ready else failed + 1
            finally:
                await worker.kill()
                self.workers.discard(worker)
            self._log.warning("worker_replaced", reason=reason, pid=worker.process.pid)

    async def _end_of(self, worker: WorkerProcess) -> str:
        """Let a worker work until something is wrong with it; return what."""
        try:
            await worker.wait_until_ready()
            await self._work(worker)
        except TimeoutError:
            return "slow"
        except (OSError, IncompleteReadError):
            return "died"
        except ValueError:
            return "nonsense"
        raise AssertionError("work goes on until something is wrong")
