"""An unexpected exception in one command leaves the table as it was before it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stablehand.table import protocol as p
from stablehand.table.state import fold, match
from support.table_setup import TableHarness, begun, refused, restored, seated


def everything(harness: TableHarness) -> list[Any]:
    """Return all that clients and the store can know of a table."""
    seen = [
        msgspec.to_builtins(harness.seen(seat)) for seat in (*range(len(harness.table.state.seats)), None)
    ]
    return [seen, harness.facts()]


class Broken(Exception):  # noqa: N818 - says what it stands for
    """An exception that nobody expects."""


def fail(*_: object, **__: object) -> Any:  # noqa: ANN401 - instead of any function
    raise Broken


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
@pytest.mark.parametrize("where", ["answer", "pending", "clock", "_ask_after"])
def test_an_answer_that_breaks_the_game_is_taken_back(
    game: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = begun(3, game=game)
    harness.play_on(answers=25)
    before = everything(harness)
    state = harness.table.state.match
    assert state is not None
    seat = harness.asked()[0]
    with monkeypatch.context() as patch:
        if where == "_ask_after":
            patch.setattr(match.Match, where, fail)
        elif where == "answer":
            patch.setattr(type(state.game), where, broken_answer(type(state.game).answer))
        else:
            patch.setattr(type(state.game), where, fail_once(getattr(type(state.game), where)))
        with pytest.raises(Broken):
            harness.answer(seat)
    assert everything(harness) == before
    assert everything(restored(harness))[1] == before[1]
    harness.play_on()
    assert harness.table.state.stage == "over"


def broken_answer(answer: Any) -> Any:  # noqa: ANN401 - a method
    """Return a method that answers, and then fails: the state has changed by then."""

    def changed(self: object, state: object, *rest: object, **more: object) -> None:
        answer(self, state, *rest, **more)
        raise Broken

    return changed


def fail_once(method: Any) -> Any:  # noqa: ANN401 - a method
    """Return a method that fails when it is called first."""
    calls = 0

    def changed(*rest: object) -> Any:  # noqa: ANN401 - whatever the method returns
        nonlocal calls
        calls += 1
        if calls == 1:
            raise Broken
        return method(*rest)

    return changed


def test_a_start_that_fails_half_way_leaves_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = seated(2, seats=3)
    harness.do(1, p.Ready)
    before = everything(harness)
    with monkeypatch.context() as patch:
        patch.setattr(fold, "Match", fail)
        with pytest.raises(Broken):
            harness.do(0, p.Start)
    assert everything(harness) == before
    harness.do(0, p.Start)
    assert harness.table.state.stage == "playing"


def test_a_refused_part_of_a_command_takes_the_whole_of_it_back() -> None:
    harness = begun(2)
    before = everything(harness)
    refused("not_offered", harness.answer, 0, 3999)
    assert everything(harness) == before
