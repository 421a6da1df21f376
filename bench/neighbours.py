"""How much slower answers become beside attackers: `scripts/bench --neighbours [--most RATIO]`.

The server is the real command with its default limits, in its own process; so are the attackers, who come
from one address. The 99th percentile of the time until an answer is acknowledged is taken without and with
them, in turns, since a machine that is busy with something else is so in both. With `--most` the exit code is
1 if the median ratio of any attack is higher.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import support.attackers as bad
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from support.attacked import Games, attacking
from support.server_process import served
from support.socket_players import RunningServer

TABLES = 8


def main() -> int:
    """Measure each attack, and all at once; print the figures."""
    parser = argparse.ArgumentParser(description="Measure how much attackers slow down others.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--answers", type=int, default=600, help="answers in each half of a round")
    parser.add_argument("--most", type=float, default=0.0, help="the highest ratio that is not a failure")
    args = parser.parse_args()
    is_failed = False
    for name, ways in [*((way, (way,)) for way in bad.ATTACKS), ("all at once", tuple(bad.ATTACKS))]:
        with (
            tempfile.TemporaryDirectory() as folder,
            served(Path(folder), "--limit", "tables_per_client_per_hour=10000") as url,
        ):
            pairs = asyncio.run(measure(url, ways, args.rounds, args.answers))
        alone, beside = (median(side) for side in zip(*pairs, strict=True))
        ratio = median(with_them / without for without, with_them in pairs)
        print(f"{name:>14}: p99 {alone:6.1f} ms alone, {beside:6.1f} ms beside, ratio {ratio:.2f}")
        is_failed |= 0 < args.most < ratio
    return int(is_failed)


async def measure(url: str, ways: tuple[str, ...], rounds: int, answers: int) -> list[tuple[float, float]]:
    """Return the 99th percentiles in milliseconds, without and with attackers, of each round."""
    games, pairs = Games(RunningServer(url, Services(Settings(), 0)), TABLES), []
    async with games.playing(), attacking(games.server, games.code) as attackers:
        for _ in range(1 + rounds):
            alone = p99(await games.times(answers))
            await attackers.go(ways)
            pairs.append((alone, p99(await games.times(answers))))
            await attackers.stop()
    return pairs[1:]  # in the first round the attackers open all connections that they may have at once


def p99(times: list[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    return 1000 * sorted(times)[len(times) * 99 // 100]


if __name__ == "__main__":
    sys.exit(main())
