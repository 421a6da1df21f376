"""A week of abuse leaves disk and memory within bounds, on a simulated clock (`support/abuse_week.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.server.settings import Limits, Settings
from support.abuse_week import abused
from support.sizes import sized

if TYPE_CHECKING:
    from pathlib import Path

VISITORS = 2
DAYS = sized(quick=3, full=7, release=14)
SETTINGS = Settings(
    idle_hours=1,
    keep_days=1,
    limits=Limits(
        tables=12,
        tables_per_client_per_hour=6,
        facts_per_table=300,
        bytes_per_table=30_000,
        bytes_per_client=150_000,
        work_per_client=1,
    ),
)
"""Less of everything, so that a week takes seconds. After a day tables are deleted, and space is reused."""
OVERHEAD = 4
"""A fact takes so many times its bytes on the disk at most: hashes, keys, indexes and pages half full."""
EMPTY = 300_000
"""Bytes of an empty database and of what waits to be moved into it."""


def test_after_a_week_of_abuse_disk_and_memory_are_bounded(tmp_path: Path) -> None:
    days = abused(tmp_path, SETTINGS, VISITORS, DAYS)
    limits = SETTINGS.limits
    most = VISITORS * (limits.bytes_per_client + limits.bytes_per_table)
    assert days[-1].done > days[0].done > 1000, "something is allowed every day"
    assert days[-1].refused > 0
    for day in days:
        assert day.stored <= most
        assert day.disk <= OVERHEAD * most + EMPTY
        assert day.tables <= limits.tables
        assert day.kept <= 3 * limits.tables + 10 * VISITORS + 100
    settled = days[1:]
    assert max(day.objects for day in settled) <= 1.1 * min(day.objects for day in settled)
