"""The time limit of a search: when it ends, and that garbage collection is off meanwhile."""

from __future__ import annotations

import gc
from contextlib import suppress
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.bots import deadline
from stablehand.bots.deadline import Deadline
from stablehand.bots.ismcts import IsmctsBot

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _restored_gc() -> Iterator[None]:
    """Restore the state of the garbage collector."""
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


def tries(milliseconds: float, *lengths: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many tries fit into the time, given how many milliseconds each one takes."""
    times = accumulate(lengths, initial=0.0)
    monkeypatch.setattr(deadline, "perf_counter", lambda: next(times) / 1000)
    bound = Deadline(milliseconds)
    return next(number for number in range(1, len(lengths) + 1) if not bound.has_time())


def test_a_try_starts_only_if_the_longest_so_far_would_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tries(100, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, monkeypatch=monkeypatch) == 10
    assert tries(100, 10, 30, 10, 10, 10, 10, 10, 10, 10, monkeypatch=monkeypatch) == 6
    assert tries(100, 200, 1, monkeypatch=monkeypatch) == 1


def test_spent_is_the_share_of_the_time_that_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 5.01, 5.03])
    monkeypatch.setattr(deadline, "perf_counter", lambda: next(times))
    bound = Deadline(40)
    assert bound.spent == 0.0
    assert bound.has_time()
    assert bound.spent == pytest.approx(0.25)
    assert not bound.has_time()
    assert bound.spent == pytest.approx(0.75)


def test_a_deadline_without_a_limit_does_not_read_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "perf_counter", None)
    bound = Deadline()
    assert all(bound.has_time() for _ in range(1000))
    assert bound.spent == 0.0


@pytest.mark.usefixtures("_restored_gc")
@pytest.mark.parametrize("was_on", [True, False])
def test_garbage_collection_is_off_during_a_search(*, was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    with suppress(KeyError), Deadline(10):
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled() is was_on


@pytest.mark.usefixtures("_restored_gc")
def test_the_time_of_a_search_includes_its_first_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.enable()
    now = 0.0
    monkeypatch.setattr(deadline, "perf_counter", lambda: now)
    game = load("fairytale")
    state = game.start(3, 5)
    decision = game.pending(state)[0]
    deal = partial(game.determinise, state, decision.seat)

    def slowly(seed: int) -> Any:  # noqa: ANN401 - a state of the game
        nonlocal now
        assert not gc.isenabled()
        now += 0.03
        return deal(seed)

    bot = IsmctsBot("fairytale", 1, decision.seat, milliseconds=50)
    assert bot({}, decision, slowly) in decision.options
    assert bot.searched == 1, "the first sample took more than half of the time"
    assert gc.isenabled()


def test_a_search_that_is_hurried_before_it_begins_ends_after_one_iteration() -> None:
    try:
        deadline.begin(1)
        assert Deadline(1e9).has_time()
        deadline.hurry(1)
        assert not Deadline(1e9).has_time()
        deadline.begin(2)
        assert Deadline(1e9).has_time(), "it was not this task that was to be hurried"
        deadline.hurry(1)
        assert Deadline(1e9).has_time()
    finally:
        deadline.begin(0)
