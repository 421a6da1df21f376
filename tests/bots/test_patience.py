"""A search's time: what counts, when it is over, and that nobody disturbs it."""

from __future__ import annotations

import gc
from contextlib import suppress
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.bots import patience
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.patience import Patience

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _broom() -> Iterator[None]:
    """Leave the collector as it was."""
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


def tries(milliseconds: float, *lengths: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many tries there is patience for, if they last so many milliseconds."""
    times = accumulate(lengths, initial=0.0)
    monkeypatch.setattr(patience, "perf_counter", lambda: next(times) / 1000)
    bound = Patience(milliseconds)
    return next(number for number in range(1, len(lengths) + 1) if not bound.lasts())


def test_another_try_must_be_over_in_time_though_it_be_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tries(100, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, monkeypatch=monkeypatch) == 10
    assert tries(100, 10, 30, 10, 10, 10, 10, 10, 10, 10, monkeypatch=monkeypatch) == 6
    assert tries(100, 200, 1, monkeypatch=monkeypatch) == 1


def test_the_share_that_is_gone_is_that_of_the_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 5.01, 5.03])
    monkeypatch.setattr(patience, "perf_counter", lambda: next(times))
    bound = Patience(40)
    assert bound.spent == 0.0
    assert bound.lasts()
    assert bound.spent == pytest.approx(0.25)
    assert not bound.lasts()
    assert bound.spent == pytest.approx(0.75)


def test_without_a_bound_nobody_asks_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "perf_counter", None)
    bound = Patience()
    assert all(bound.lasts() for _ in range(1000))
    assert bound.spent == 0.0


@pytest.mark.usefixtures("_broom")
@pytest.mark.parametrize("was_on", [True, False])
def test_nobody_collects_garbage_during_a_search(*, was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    with suppress(KeyError), Patience(10):
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled() is was_on


@pytest.mark.usefixtures("_broom")
def test_a_bot_is_not_disturbed_from_the_first_truth_on(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.enable()
    now = 0.0
    monkeypatch.setattr(patience, "perf_counter", lambda: now)
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
    assert bot.searched == 1, "the truth it began with took more than half of its time"
    assert gc.isenabled()
