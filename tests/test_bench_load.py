"""The load's meter: what the host takes is told apart from what the server needs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from bench.load.host import EVERY, NOTABLE, Host

if TYPE_CHECKING:
    from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def watched(stat: Path, *stolen: float) -> Host:
    """Return a host that was looked at every tenth of a second, when so many seconds had been taken."""
    host = Host(stat)
    for number, seconds in enumerate(stolen):
        stat.write_text(f"cpu  1 2 3 4 5 6 7 {round(seconds * TICKS)} 9\ncpu0 1 2 3 4 5 6 7 8 9\n", "ascii")
        host.look(50 + number * EVERY)
    return host


def test_what_is_taken_is_added_up_and_disturbs_those_about(tmp_path: Path) -> None:
    host = watched(tmp_path / "stat", 100.0, 100.0, 100.0, 100.05, 100.05, 100.05, 100.05, 100.05)
    assert host.taken == pytest.approx(0.05)
    assert host.disturbed(50.2, 50.35)
    assert host.disturbed(50.21, 50.25), "between two looks"
    assert host.disturbed(50.11, 50.15), "it may have lasted until something was noticed"
    assert not host.disturbed(50.01, 50.05)
    assert not host.disturbed(50.31, 50.7)


def test_a_trifle_does_not_count(tmp_path: Path) -> None:
    host = Host(tmp_path / "stat")
    for at, seconds in ((0.0, 7.0), (1.0, 7.0), (2.0, 7.09)):
        (tmp_path / "stat").write_text(f"cpu  1 2 3 4 5 6 7 {round(seconds * TICKS)} 9\n", "ascii")
        host.look(at)
    assert host.taken == pytest.approx(0.09)
    assert not host.disturbed(0, 2)
    assert 1 / TICKS <= NOTABLE * EVERY, "from one look to the next the least that is told is no trifle"


def test_where_nobody_tells_nothing_is_taken(tmp_path: Path) -> None:
    host = Host(tmp_path / "none")
    host.look(1.0)
    host.look(2.0)
    assert host.taken == 0.0
    assert not host.disturbed(0, 3)
