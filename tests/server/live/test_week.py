"""A week of abuse leaves disk and memory within bounds, on a simulated clock (`support/abuse_week.py`)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from stablehand.server.errands.pool import CACHED_BYTES
from stablehand.server.settings import Limits, Settings
from support.abuse_week import Day, abused
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
        tables_per_client_per_hour=3,
        facts_per_table=300,
        bytes_per_table=20_000,
        bytes_per_client=40_000,
        work_per_client=1,
    ),
)
"""Less of everything, so that a week takes seconds. After a day tables are deleted, and space is reused."""
OVERHEAD = 4
"""A fact takes so many times its bytes on the disk at most: hashes, keys, indexes and pages half full."""
EMPTY = 300_000
"""Bytes of an empty database and of what waits to be moved into it."""


@pytest.mark.slow("plays a week of abuse")
def test_after_a_week_of_abuse_disk_and_memory_are_bounded(tmp_path: Path) -> None:
    days: list[Day] = []
    abused(tmp_path, SETTINGS, VISITORS, DAYS, days.append, minutes=120, busy=0.05)
    limits = SETTINGS.limits
    most = VISITORS * (limits.bytes_per_client + limits.bytes_per_table)
    for before, after in pairwise(days):
        assert after.opened > before.opened, "where tables are deleted, there is room for others"
        assert after.done > before.done
        assert after.refused > before.refused
    for day in days:
        assert day.stored <= most
        assert day.disk <= OVERHEAD * most + EMPTY
        assert day.tables <= limits.tables
        assert day.kept <= limits.tables + 4 * VISITORS
        assert day.cached <= CACHED_BYTES
    assert days[-1].ended, "no game was played to its end"
    assert max(day.objects for day in days) <= 1.1 * min(day.objects for day in days)
