"""Work in several processes: little handed out ahead, results at once, nothing that plays on afterwards."""

from __future__ import annotations

import time
import tracemalloc
from itertools import count
from multiprocessing import active_children
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

import pytest

from stablehand.sim.arena import arena
from stablehand.sim.batch import CHUNK, simulate
from stablehand.sim.spread import AHEAD, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stablehand.sim.arena import Played

JOBS = 2


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def children_end() -> bool:
    """Whether within a few seconds no process is left."""
    until = time.monotonic() + 5
    while (left := active_children()) and time.monotonic() < until:
        wait([child.sentinel for child in left], 0.05)  # the pool waits for them too, and may be the first
    return not left


def test_every_result_is_taken_once() -> None:
    taken: list[int] = []
    spread(JOBS, abs, ((-n,) for n in range(50)), taken.append)
    assert sorted(taken) == list(range(50))
    assert children_end()


def test_only_a_little_is_handed_out_ahead() -> None:
    handed: list[int] = []
    taken: list[int] = []

    def take(result: int) -> None:
        taken.append(result)
        if len(taken) == 40:
            raise KeyboardInterrupt

    def tasks() -> Iterator[tuple[int]]:
        for n in count():
            handed.append(n)
            yield (n,)

    with pytest.raises(KeyboardInterrupt):
        spread(JOBS, abs, tasks(), take)
    assert len(handed) <= 40 + AHEAD * JOBS


def test_what_fails_in_a_process_fails_here() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        spread(JOBS, int, [("1",), ("x",)], lambda _: None)
    assert children_end()


def test_an_interrupt_does_not_wait_for_what_is_under_way() -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        spread(JOBS, time.sleep, [(0,), *[(60,)] * 9], interrupt)
    assert children_end()
    assert time.monotonic() - began < 30


def test_an_interrupted_batch_ends_at_once() -> None:
    began = time.monotonic()
    tally = simulate("fairytale", 5, range(1, 100_001), {}, JOBS, interrupt)
    assert tally.is_interrupted
    assert tally.games == CHUNK
    assert children_end()
    assert time.monotonic() - began < 30


def _batch() -> None:
    simulate("fairytale", 2, range(10**7), {}, 1, interrupt)


def _arena() -> None:
    def keep(_: Played) -> None:
        raise KeyboardInterrupt

    arena("fairytale", ("random", "random"), 10**6, keep=keep)


@pytest.mark.parametrize("begin", [_batch, _arena])
def test_many_games_take_no_memory_before_they_are_played(begin: Callable[[], None]) -> None:
    begin()  # what the game itself keeps
    tracemalloc.start()
    try:
        begin()
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
