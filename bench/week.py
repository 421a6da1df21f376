"""What a week of abuse leaves on the disk and in memory: `scripts/bench --week [--days N] [--visitors N]`.

Visitors do all that the limits allow, all the time, on a simulated clock (`tests/support/abuse_week.py`).
Limits, store and retention are the server's. With `--part N` every limit is an Nth of its default, and with
`--busy` commands are sent in a part of each hour only, so that a week takes minutes; what is bounded is then
an Nth as well, and full after a few days.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from stablehand.server.settings import Limits, Settings
from support.abuse_week import Day, abused


def main() -> int:
    """Measure and print a line for each day."""
    parser = argparse.ArgumentParser(description="Measure what a week of abuse leaves behind.")
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--visitors", type=int, default=2)
    parser.add_argument("--part", type=int, default=400, help="the part of the default limits")
    parser.add_argument("--busy", type=float, default=0.15, help="the part of the time for commands")
    parser.add_argument("--keep-days", type=int, default=2)
    args = parser.parse_args()
    own, part = Limits(), args.part
    limits = Limits(
        tables=max(10, own.tables // part),
        tables_per_client_per_hour=max(1, own.tables_per_client_per_hour // part),
        facts_per_table=own.facts_per_table // part,
        bytes_per_table=own.bytes_per_table // part,
        bytes_per_client=own.bytes_per_client // part,
        work_per_client=max(1, own.work_per_client // part),
        work_in_all=max(1, own.work_in_all // part),
    )
    settings = Settings(idle_hours=12, keep_days=args.keep_days, limits=limits)
    most = args.visitors * (limits.bytes_per_client + limits.bytes_per_table)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    began, number = time.perf_counter(), 0
    with tempfile.TemporaryDirectory() as folder, Progress(transient=True) as progress:
        bar = progress.add_task("days", total=args.days)

        def seen(day: Day) -> None:
            nonlocal number
            number += 1
            progress.advance(bar)
            progress.console.print(
                f"day {number:>2}: {day.stored / 1e6:6.2f} MB of facts (at most {most / 1e6:.2f}), "
                f"{day.disk / 1e6:6.2f} MB of files, {sys.getallocatedblocks():,} blocks of memory, "
                f"{day.objects:,} objects, {day.tables} tables loaded, {day.opened:,} opened, "
                f"{day.ended:,} games ended, {day.done:,} commands done, {day.refused:,} refused; "
                f"{time.perf_counter() - began:.0f} s"
            )

        abused(Path(folder), settings, args.visitors, args.days, seen, minutes=60, busy=args.busy)
    return 0


if __name__ == "__main__":
    sys.exit(main())
