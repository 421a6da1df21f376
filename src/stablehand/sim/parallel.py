"""Run tasks in several processes, with few of them submitted ahead.

So a long batch needs no more memory than a short one, the first result arrives at once, and an interrupt
leaves no process behind.
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

from stablehand.bots.code import load_outside, outside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from stablehand.bots.code import Outside

T = TypeVar("T")

MOST_JOBS: Final = 256
"""More processes only wait for each other, and may exceed the limit of open files."""
AHEAD: Final = 4
"""Tasks submitted for each process: enough that none waits for this one."""
_ON_WINDOWS: Final = 61
"""The most processes that a pool can wait for on Windows."""


def run_parallel(
    jobs: int, work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], take: Callable[[T], None]
) -> None:
    """Call `work` with each task in one of several processes; call `take` with each result as it arrives.

    The processes know the same bots from outside as this one. An error or an interrupt does not wait for
    tasks that are running: their processes are terminated.
    """
    jobs = min(jobs, _ON_WINDOWS) if os.name == "nt" else jobs
    left = iter(tasks)
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_process, initargs=(outside(),))
    try:
        waiting: set[Future[T]] = set()
        while True:
            for task in islice(left, AHEAD * jobs - len(waiting)):
                waiting.add(_submit(pool, work, task))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                take(future.result())
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        # The thread of the pool ends with its processes. If Python ended first, both would close one pipe.
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _submit(pool: ProcessPoolExecutor, work: Callable[..., T], task: tuple[Any, ...]) -> Future[T]:
    """Submit a task; that may start a process."""
    try:
        with _interrupts_blocked():
            return pool.submit(work, *task)
    except OSError as error:
        raise BrokenProcessPool("No more processes can be started.") from error


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for a moment: a process started now inherits that, until it ignores Ctrl-C itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_process(bots: Outside) -> None:
    """Leave Ctrl-C to the process that started this one, and load the bots that it has loaded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_outside(bots)
