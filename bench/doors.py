"""How much one visitor slows down the others: `scripts/bench --doors [--most RATIO] [--only WORD] [--ten]`.

One address uses one route or one command as hard as it can, while others play. All routes of the API and all
commands of the protocol are tried, one after the other, each from about as many connections as an address may
have. The server is the real command with its default limits, in its own process, the attackers are in
another. What is measured is how much the server does between an answer and its acknowledgement: by its own
processor time until the reply leaves it, or with `--wall` by the clock on the wall until it is received,
which on a busy machine tells of other things too.
Each round takes percentiles without and with attackers; the median of the ratios counts. With `--most` the
exit code is 1 if one of the 99th percentile is higher. With `--ten`, all ways are tried at once from ten
addresses, and nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import support.attackers as bad
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from support.attack_routes import target_of, ways_of
from support.attacked import Games, attacking
from support.probed_server import Notes
from support.server_process import served_by, work_clock
from support.socket_players import RunningServer

TABLES = 4
ADDRESSES = 10
EACH = 2
"""Connections of each of ten addresses for each way: about as many as an address may have."""
OPTIONS = ("--metrics", "--limit", "tables_per_client_per_hour=10000")
CALM = 1.5
"""Seconds after an attack in which the server ends what is left of it."""
CALM_AFTER_TEN = 6.0
"""The same after an attack from ten addresses: else its rest would count as what the next round has alone."""
BURST = 5.0
"""Seconds in which attackers use up what they may do in one burst."""


def main() -> int:
    """Measure every route and every command; print the figures."""
    parser = argparse.ArgumentParser(description="Measure how much one visitor slows down others.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--answers", type=int, default=200, help="answers in each half of a round")
    parser.add_argument("--most", type=float, default=0.0, help="the highest ratio that is not a failure")
    parser.add_argument("--only", default="", help="only ways whose name contains this")
    parser.add_argument("--ten", action="store_true", help="all at once from ten addresses")
    parser.add_argument("--wall", action="store_true", help="measure by the clock on the wall")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.NamedTemporaryFile() as noted,
        served_by(Path(folder), *OPTIONS, notes=noted.name) as (
            url,
            pid,
        ),
    ):
        by_wall = args.wall or sys.platform != "linux"
        clock = time.monotonic if by_wall else work_clock(pid)
        notes = None if by_wall else Notes(noted.name)
        games = Games(RunningServer(url, Services(Settings(), 0)), TABLES, clock, notes)
        worst = asyncio.run(measure(games, args))
    return int(0 < args.most < worst)


async def measure(games: Games, args: argparse.Namespace) -> float:
    """Measure every way whose name contains a word, or all at once; return the highest ratio."""
    worst, server = 0.0, games.server
    async with games.playing(), target_of(server) as target, attacking(server, games.code) as attackers:
        found = ways_of(target)
        attacks = {name: bad.Order((way,)) for name, way in found.items() if args.only in name}
        if args.ten:
            attacks = {"all at once": bad.Order((*found.values(), *bad.ATTACKS), ADDRESSES, EACH)}
        for name, order in attacks.items():
            pairs, report = [], bad.Report()
            for _ in range(args.rounds):
                alone = await games.times(args.answers)
                await attackers.go(order.ways, order.addresses, order.each)
                await asyncio.sleep(BURST)
                pairs.append((alone, await games.times(args.answers)))
                report = await attackers.stop()
                await asyncio.sleep(CALM_AFTER_TEN if args.ten else CALM)
            half, most = ([at(times, share) for times in zip(*pairs, strict=True)] for share in (50, 99))
            ratios = [median(b / a for a, b in zip(*both, strict=True)) for both in (half, most)]
            worst = max(worst, ratios[1])
            print(
                f"{name:>55}: p50 {median(half[0]):5.1f} ms, beside x {ratios[0]:.2f}; "
                f"p99 {median(most[0]):6.1f} ms, beside x {ratios[1]:.2f}; {heard(report)}",
                flush=True,
            )
    return worst


def heard(report: bad.Report) -> str:
    """Return what the attackers of the last round heard, the most frequent first."""
    counts = sum(report.heard.values(), Counter[str]())
    return ", ".join(f"{count} x {reply}" for reply, count in counts.most_common(4))


def at(times: tuple[list[float], ...], percent: int) -> list[float]:
    """Return a percentile of each list, in milliseconds."""
    return [1000 * sorted(one)[len(one) * percent // 100] for one in times]


if __name__ == "__main__":
    sys.exit(main())
