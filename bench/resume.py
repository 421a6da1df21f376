"""How soon a table is back after the server was killed: `scripts/bench --resume [--most SECONDS]`.

The server is started by its command, with an interpreter that has imported nothing yet, on the folder of a
server that was killed during a game. With `--most` the exit code is 1 if even the fastest run took longer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from support.server_process import connected, served
from support.socket_players import BOT, LONG


def main() -> int:
    """Measure and print the fastest and the median run."""
    parser = argparse.ArgumentParser(description="Measure how soon a table is back after a kill.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=float, default=0.0, help="the most seconds that are not a failure")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = measure(Path(folder), args.runs)
    answered, resumed = (sorted(side) for side in zip(*runs, strict=True))
    for name, times in (("the command answers", answered), ("the table is back", resumed)):
        print(f"{name:>20}: {times[0]:.2f} s at best, {times[len(times) // 2]:.2f} s as a rule")
    return int(0 < args.most < resumed[0])


def measure(folder: Path, runs: int) -> list[tuple[float, float]]:
    """Return the seconds until the server answers and until the table is shown, of each run."""
    with served(folder) as url:
        body = {"name": "Ann", "game": "unicorns"}
        seat: dict[str, Any] = httpx.post(f"{url}/api/tables", json=body, headers=BOT).json()
        with connected(url, seat) as socket:
            socket.send(json.dumps({"do": "start", "id": "start"}))
            while json.loads(socket.recv(LONG)).get("stage") != "playing":
                pass
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        with served(folder) as url:
            httpx.get(f"{url}/api/health").raise_for_status()
            answered = time.perf_counter() - began
            with connected(url, seat) as socket:
                socket.recv(LONG)
            times.append((answered, time.perf_counter() - began))
    return times


if __name__ == "__main__":
    sys.exit(main())
