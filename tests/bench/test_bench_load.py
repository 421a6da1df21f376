"""The load test: a small one runs, and time stolen by the host is separated from that of the server."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest
from bench.load.guests import Notes, seat_guests
from bench.load.host import EVERY, NOTABLE, Host
from bench.load.run import GAMES, _figures, _start

if TYPE_CHECKING:
    from pathlib import Path

LONG = 300.0
"""A timeout in seconds that is long enough for a busy machine."""
TICKS = os.sysconf("SC_CLK_TCK")


def sampled(stat: Path, *stolen: float) -> Host:
    """Return a host sampled every tenth of a second, with these totals of stolen seconds."""
    host = Host(stat)
    for number, seconds in enumerate(stolen):
        stat.write_text(f"cpu  1 2 3 4 5 6 7 {round(seconds * TICKS)} 9\ncpu0 1 2 3 4 5 6 7 8 9\n", "ascii")
        host.sample(50 + number * EVERY)
    return host


def test_stolen_time_is_added_up_and_marks_nearby_intervals_as_disturbed(tmp_path: Path) -> None:
    host = sampled(tmp_path / "stat", 100.0, 100.0, 100.0, 100.05, 100.05, 100.05, 100.05, 100.05)
    assert host.taken == pytest.approx(0.05)
    assert host.disturbed(50.2, 50.35)
    assert host.disturbed(50.21, 50.25), "between two samples"
    assert host.disturbed(50.11, 50.15), (
        "the time may have been stolen up to two samples before it is counted"
    )
    assert not host.disturbed(50.01, 50.05)
    assert not host.disturbed(50.31, 50.7)


def test_a_small_share_of_stolen_time_is_ignored(tmp_path: Path) -> None:
    host = Host(tmp_path / "stat")
    for at, seconds in ((0.0, 7.0), (1.0, 7.0), (2.0, 7.09)):
        (tmp_path / "stat").write_text(f"cpu  1 2 3 4 5 6 7 {round(seconds * TICKS)} 9\n", "ascii")
        host.sample(at)
    assert host.taken == pytest.approx(0.09)
    assert not host.disturbed(0, 2)
    assert 1 / TICKS <= NOTABLE * EVERY, "the clock must resolve a notable share of one interval"


def test_without_a_stat_file_no_time_counts_as_stolen(tmp_path: Path) -> None:
    host = Host(tmp_path / "none")
    host.sample(1.0)
    host.sample(2.0)
    assert host.taken == 0.0
    assert not host.disturbed(0, 3)


def test_a_small_load_is_played_and_measured(tmp_path: Path) -> None:
    """Play four tables of two sockets each: no answer is lost, and every figure is reported."""
    server, address = _start(str(tmp_path), "")
    try:
        notes = asyncio.run(noted(address, answers=200))
    finally:
        server.terminate()
        server.communicate()
    figures = _figures(notes, Host(tmp_path / "none"), taken=1.0)
    assert figures["answers"] >= 200
    assert 0 < figures["p50, ms"] <= figures["p99, ms"] <= figures["worst, ms"]
    assert 0 < figures["table seen p50, ms"] <= figures["table seen worst, ms"]


async def noted(address: str, answers: int) -> Notes:
    """Play until this many answers were given and seen."""
    notes = Notes(is_on=True)
    guests = await seat_guests(address, 4, 2, 0.0, notes, GAMES)
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    async with asyncio.timeout(LONG):
        while min(len(notes.times), len(notes.seen)) < answers:
            await asyncio.wait(playing, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
            assert not any(task.done() for task in playing), "a guest left before the end"
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return notes
