"""Work in several processes: few tasks are queued ahead, results arrive at once, interrupts end the work."""

from __future__ import annotations

import threading
import time
import tracemalloc
from itertools import count
from multiprocessing import active_children
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

import pytest

from stablehand.sim.arena import arena
from stablehand.sim.batch import CHUNK, simulate
from stablehand.sim.parallel import AHEAD, run_parallel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.process import BaseProcess

    from stablehand.sim.arena import MatchResult

JOBS = 2
LONG = 300.0
"""A timeout in seconds that is long enough for a busy machine."""


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def children_end() -> bool:
    """Wait for all child processes; return whether they ended."""
    while left := active_children():  # the pool waits for them too, and may be faster
        if not wait([child.sentinel for child in left], LONG):
            return False
    return True


class Interrupt:
    """Raises KeyboardInterrupt at the first result, and records the child processes at that moment."""

    def __init__(self) -> None:
        self.children: list[BaseProcess] = []

    def __call__(self, _: object) -> None:
        self.children = active_children()
        raise KeyboardInterrupt

    @property
    def has_ended_them(self) -> bool:
        """Whether the child processes were terminated during their work."""
        codes = [child.exitcode for child in self.children]
        return len(codes) == JOBS and all(code is not None and code != 0 for code in codes)


def test_every_result_is_delivered_once() -> None:
    taken: list[int] = []
    run_parallel(JOBS, abs, ((-n,) for n in range(50)), taken.append)
    assert sorted(taken) == list(range(50))
    assert children_end()


def test_an_interrupt_leaves_no_thread_that_would_be_in_the_way_when_python_ends() -> None:
    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        run_parallel(JOBS, time.sleep, ((n / 100,) for n in count()), interrupt)
    assert set(threading.enumerate()) == before


def test_only_a_few_tasks_are_queued_ahead() -> None:
    queued: list[int] = []
    taken: list[int] = []

    def take(result: int) -> None:
        taken.append(result)
        if len(taken) == 40:
            raise KeyboardInterrupt

    def tasks() -> Iterator[tuple[int]]:
        for n in count():
            queued.append(n)
            yield (n,)

    with pytest.raises(KeyboardInterrupt):
        run_parallel(JOBS, abs, tasks(), take)
    assert len(queued) <= 40 + AHEAD * JOBS


def test_an_error_in_a_worker_is_raised_in_the_parent() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        run_parallel(JOBS, int, [("1",), ("x",)], lambda _: None)
    assert children_end()


def test_an_interrupt_does_not_wait_for_running_tasks() -> None:
    pressed = Interrupt()
    with pytest.raises(KeyboardInterrupt):
        run_parallel(JOBS, time.sleep, [(0,), *[(60,)] * 9], pressed)
    assert children_end()
    assert pressed.has_ended_them


def test_an_interrupted_batch_ends_at_once() -> None:
    pressed = Interrupt()
    tally = simulate("fairytale", 5, range(1, 100_001), {}, JOBS, pressed)
    assert tally.is_interrupted
    assert tally.games == CHUNK
    assert children_end()
    assert pressed.has_ended_them


def _batch() -> None:
    simulate("fairytale", 2, range(10**7), {}, 1, interrupt)


def _arena() -> None:
    def keep(_: MatchResult) -> None:
        raise KeyboardInterrupt

    arena("fairytale", ("random", "random"), 10**6, keep=keep)


@pytest.mark.parametrize("begin", [_batch, _arena])
def test_games_use_no_memory_before_they_are_played(begin: Callable[[], None]) -> None:
    begin()  # fill the caches of the game
    tracemalloc.start()
    try:
        begin()
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
