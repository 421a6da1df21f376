"""Time that passes at once: a loop whose clock jumps to whatever comes next, always the same way."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, Unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class _Clock(selectors.SelectSelector):
    """Waits for nothing: if there is nothing to do now, it is later."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for somebody else"
        self.passed += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """A loop in which hours pass in no time, and always the same way."""

    def __init__(self) -> None:
        self._clock = _Clock()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.passed

    def run_in_executor(self, _: object, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> asyncio.Future[T]:
        """Run it now: there are no threads here."""
        done: asyncio.Future[T] = self.create_future()
        done.set_result(func(*args))
        return done


def simulated(story: Coroutine[Any, Any, T]) -> T:
    """Run a story to its end, without waiting."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(story)
