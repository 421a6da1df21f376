"""Bots think in processes of their own: whatever happens there, tables go on.

Every task ends within a known time, with an answer or without: `patience` for its turn, then its own seconds
and a little grace. A process that dies, dawdles or talks nonsense is killed and replaced; one that reports a
fault is well and stays. Tables take turns, so that nobody's many bots keep others waiting.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from asyncio import IncompleteReadError
from collections import OrderedDict, deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from stablehand.server.log import logger
from stablehand.server.thinker import HEAD, PROGRAM, Advice, Job, Reply, Task, framed, level_spec

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from stablehand.kernel.contract import Option

__all__ = ["Advice", "Task", "Thinkers", "level_spec"]

OURS: Final = "stablehand.server.thinker:think"
"""How our bots think; tests name a worse way."""
GRACE: Final = 0.5
"""Seconds that a busy machine may take longer than the task has."""
PATIENCE: Final = 6.0
"""Seconds that a task waits for its turn; whoever asked answers without a bot then."""
START: Final = 60.0
"""Seconds until a process must be ready: it has much to import, and the machine may be busy."""
WAITING: Final = 1024
"""Tasks that may wait."""
WAITING_OF_TABLE: Final = 16
"""Tasks of one table that may wait: eight bots, and advice for eight."""
LARGEST: Final = 1 << 20
"""Bytes of a reply; none comes near it."""
PAUSES: Final = (0.0, 0.1, 0.5, 2.0, 5.0)
"""Seconds before a process is started again, by how many in a row did not even get ready."""

_APART: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    _APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
"""Ctrl-C at the server's terminal reaches the server alone, also before a process can ignore it."""

_log = logger("thinkers")


def usual_number() -> int:
    """Return how many processes think: one core is left for the tables."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, cores - 1)


class Thinkers:
    """A few processes, and who waits for them. Belongs to the event loop it is first used in."""

    def __init__(
        self,
        number: int | None = None,
        *,
        waiting: int = WAITING,
        patience: float = PATIENCE,
        grace: float = GRACE,
        think: str = OURS,
    ) -> None:
        self.number = usual_number() if number is None else number
        self.patience = patience
        self.grace = grace
        self._how = think
        self._queue = _Queue(waiting)
        self._keepers: list[asyncio.Task[None]] = []
        self._workers: set[_Worker] = set()
        self._is_closed = False

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def pids(self) -> list[int]:
        """The processes there are now."""
        return sorted(worker.process.pid for worker in self._workers)

    @property
    def waiting(self) -> int:
        """How many tasks wait for their turn."""
        return len(self._queue)

    def start(self) -> None:
        """Start the processes, so that the first task need not wait for them."""
        if not self._keepers and not self._is_closed:
            self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.number)]

    async def think(self, task: Task) -> Option | None:
        """Return what the bot answers; None if it has no answer in time."""
        advice = await self._ask(Job(task))
        return None if advice is None else advice.option

    async def advise(self, task: Task) -> Advice | None:
        """Return what the bot would answer, of a group all picks, and how it liked the options."""
        return await self._ask(Job(task, is_advice=True))

    async def close(self) -> None:
        """Let whoever waits go without an answer, and leave no process."""
        self._is_closed = True
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        for waiter in self._queue.clear():
            waiter.tell(None)
        await asyncio.gather(*keepers, return_exceptions=True)

    async def _ask(self, job: Job) -> Advice | None:
        if self._is_closed:
            return None
        self.start()
        waiter = _Waiter(job)
        if not self._queue.put(waiter):
            _log.warning("thinkers_busy", table=job.task.table)
            return None
        late = asyncio.get_running_loop().call_later(self.patience, self._give_up, waiter)
        try:
            return await waiter.advice
        finally:
            late.cancel()
            self._queue.drop(waiter)

    def _give_up(self, waiter: _Waiter) -> None:
        """Answer somebody whose turn has not come; one whose task is being thought about goes on waiting."""
        if self._queue.drop(waiter):
            _log.warning("thinkers_late", table=waiter.job.task.table)
            waiter.tell(None)

    # ---- keeping one process

    async def _keep(self) -> None:
        """Have one process after another, and give it work."""
        failed = 0
        while True:
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            try:
                worker = await _Worker.start(self._how)
            except OSError as error:
                failed += 1
                _log.error("thinker_not_started", reason=type(error).__name__)
                continue
            self._workers.add(worker)
            try:
                reason = await self._employ(worker)
                failed = 0 if worker.is_ready else failed + 1
            finally:
                await worker.end()
                self._workers.discard(worker)
            _log.warning("thinker_replaced", reason=reason, pid=worker.process.pid)

    async def _employ(self, worker: _Worker) -> str:
        """Give a process work until something is wrong with it; return what."""
        waiter = None
        try:
            await worker.ready()
            while True:
                waiter = await self._queue.take()
                reply = await worker.do(waiter.job, self.grace)
                if reply.fault:
                    _log.warning("thought_failed", table=waiter.job.task.table, reason=reply.fault)
                waiter.tell(reply.advice)
        except TimeoutError:
            return "slow"
        except (OSError, IncompleteReadError):
            return "died"
        except ValueError:
            return "nonsense"
        finally:
            if waiter:
                waiter.tell(None)


class _Waiter:
    """Somebody who waits for a job to be done."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.advice: asyncio.Future[Advice | None] = asyncio.get_running_loop().create_future()

    def tell(self, advice: Advice | None) -> None:
        """Say what came of it, to one who still listens; only the first time counts."""
        if not self.advice.done():
            self.advice.set_result(advice)


class _Queue:
    """Who waits, by table; tables take turns."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tables: OrderedDict[str, deque[_Waiter]] = OrderedDict()
        self._size = 0
        self._arrival = asyncio.Event()

    def __len__(self) -> int:
        return self._size

    def put(self, waiter: _Waiter) -> bool:
        """Let somebody wait; whether there was room."""
        line = self._tables.get(waiter.job.task.table, deque())
        if self._size >= self.most or len(line) >= WAITING_OF_TABLE:
            return False
        line.append(waiter)
        self._tables[waiter.job.task.table] = line
        self._size += 1
        self._arrival.set()
        return True

    async def take(self) -> _Waiter:
        """Return whose turn it is; that one's table goes to the end."""
        while not self._size:
            self._arrival.clear()
            await self._arrival.wait()
        table, line = self._tables.popitem(last=False)
        waiter = line.popleft()
        if line:
            self._tables[table] = line
        self._size -= 1
        return waiter

    def drop(self, waiter: _Waiter) -> bool:
        """Let somebody go; whether they were waiting."""
        table = waiter.job.task.table
        line = self._tables.get(table, deque())
        if waiter not in line:
            return False
        line.remove(waiter)
        self._size -= 1
        if not line:
            del self._tables[table]
        return True

    def clear(self) -> list[_Waiter]:
        """Let everybody go, and return them."""
        waiters = [waiter for line in self._tables.values() for waiter in line]
        self._tables.clear()
        self._size = 0
        return waiters


class _Worker:
    """One process and its pipes."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.is_ready = False

    @classmethod
    async def start(cls, how: str) -> Self:
        """Start a process. It gets nothing of our settings: it needs no database."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("STABLEHAND_")
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-X", "utf8", "-c", PROGRAM, how),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            **_APART,
        )
        return cls(process)

    async def ready(self) -> None:
        """Wait until it can think."""
        async with asyncio.timeout(START):
            await self._reply()
        self.is_ready = True

    async def do(self, job: Job, grace: float) -> Reply:
        """Have a job done, or raise what shows that something is wrong with the process."""
        async with asyncio.timeout(job.task.seconds + grace):
            stdin = self.process.stdin
            assert stdin
            stdin.write(framed(msgspec.json.encode(job)))
            await stdin.drain()
            return await self._reply()

    async def _reply(self) -> Reply:
        stdout = self.process.stdout
        assert stdout
        size = int.from_bytes(await stdout.readexactly(HEAD), "big")
        if size > LARGEST:
            raise ValueError("The reply is too long.")
        return msgspec.json.decode(await stdout.readexactly(size), type=Reply)

    async def end(self) -> None:
        """Kill it, without asking: it has nothing to save. Return when it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin:
            self.process.stdin.close()
        await self.process.communicate()
