"""Work spread over processes, only a little of it handed out ahead.

So a batch takes no more memory the longer it is, its first result comes at once, and an interrupt leaves
nothing behind that plays on.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

T = TypeVar("T")

MOST_JOBS: Final = 256
"""More processes than that only wait for each other, and for the system’s leave to open files."""
AHEAD: Final = 4
"""Tasks handed out for each process: enough that none waits for this one."""
_ON_WINDOWS: Final = 61
"""What a pool can wait for there."""


def spread(
    jobs: int, work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], take: Callable[[T], None]
) -> None:
    """Do the work of every task in one of several processes; `take` is handed each result as it comes.

    Whatever goes wrong or interrupts does not wait for tasks under way: their processes are ended.
    """
    jobs = min(jobs, _ON_WINDOWS) if os.name == "nt" else jobs
    left = iter(tasks)
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interrupts)
    try:
        waiting: set[Future[T]] = set()
        while True:
            for task in islice(left, AHEAD * jobs - len(waiting)):
                waiting.add(_hand_out(pool, work, task))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                take(future.result())
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def _hand_out(pool: ProcessPoolExecutor, work: Callable[..., T], task: tuple[Any, ...]) -> Future[T]:
    """Hand out a task; that may start a process."""
    try:
        with _interrupts_held_back():
            return pool.submit(work, *task)
    except OSError as error:
        raise BrokenProcessPool("The system starts no more processes.") from error


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait a moment: a process inherits that, and does not die of it before it can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
