"""All connections together have a limit, and those that do not finish a request go first."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stablehand.server.limits.crowd import FEWEST, RESERVED, Crowd, most_connections

if TYPE_CHECKING:
    import pytest


@dataclass(eq=False)
class Line:
    is_aborted: bool = False

    def abort(self) -> None:
        self.is_aborted = True


def test_of_too_many_that_do_not_finish_a_request_the_oldest_goes() -> None:
    crowd, lines = Crowd(40), [Line() for _ in range(30)]
    for line in lines:
        assert crowd.enter(line)
        crowd.wait_for(line)
    assert [line.is_aborted for line in lines] == [True] * 20 + [False] * 10
    assert len(crowd) == 10


def test_connections_that_play_stay_and_newcomers_are_let_in_for_half_open_ones() -> None:
    crowd, players = Crowd(20), [Line() for _ in range(16)]
    for player in players:
        crowd.enter(player)
        crowd.wait_for(player)
        crowd.has_finished(player)
    waiting = [Line() for _ in range(10)]
    for line in waiting:
        assert crowd.enter(line)
        crowd.wait_for(line)
    assert not any(player.is_aborted for player in players)
    assert sum(line.is_aborted for line in waiting) == 6
    for line in waiting:
        crowd.leave(line)
    assert all(crowd.enter(Line()) for _ in range(4))
    assert not crowd.enter(Line()), "all are in use"


def test_there_are_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[tuple[int, int]] = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: allowed[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: allowed.append(pair))
    assert most_connections(100) == 100
    assert most_connections(4000) == 1024 - RESERVED
    assert allowed[-1] == (1024, 1024)
    allowed.append((64, 64))
    assert most_connections(4000) == FEWEST
