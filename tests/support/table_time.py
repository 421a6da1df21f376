"""An event loop with simulated time: its clock jumps to the next timer, so every run is the same."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, Unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class _Clock(selectors.SelectSelector):
    """A selector that never waits: it advances the clock by the timeout."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "deadlock: no task can go on"
        self.passed += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """An event loop that uses the simulated clock."""

    def __init__(self) -> None:
        self._clock = _Clock()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.passed

    def run_in_executor(self, _: object, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> asyncio.Future[T]:
        """Call the function at once, in this thread."""
        done: asyncio.Future[T] = self.create_future()
        done.set_result(func(*args))
        return done


def simulated(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in simulated time."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(coroutine)
