"""Load test: `scripts/bench --load [--tables N] [--seats N] [--seconds S] [--thinking S] [--json]`.

A server in its own process with a new database and N tables of four sockets, without bots: each guest waits
about a second and answers at random. It measures the time from sending an answer to its acknowledgement,
which comes after the commit, the time until the changed table is received, and the memory of the server. It
is not a test: other work on the machine changes the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from bench.load.guests import Notes, seat_guests
from bench.load.host import Host

GAMES = ("unicorns", "fairytale")
WIDE = ("tables=100000", "tables_per_client_per_hour=1000000", "connections_per_client=100000")
"""Raised limits, since all guests come from one address."""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the server under load.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--thinking", type=float, default=1.0, help="average seconds before an answer")
    parser.add_argument("--database", default="", help="a database URL instead of SQLite in a new folder")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked))
    if asked.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{name:>28}  {value:,.1f}" if isinstance(value, float) else f"{name:>28}  {value:,}")
    return 0


async def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Start a server, fill it with guests, and return the figures."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = _start(folder, asked.database)
        try:
            notes, host = Notes(), Host()
            guests = await seat_guests(address, asked.tables, asked.seats, asked.thinking, notes, GAMES)
            playing = [asyncio.create_task(guest.play()) for guest in guests]
            await asyncio.sleep(5 + 3 * asked.thinking)  # until everybody plays
            watching = asyncio.create_task(host.watch())
            gc.disable()  # a pause of the guests would count as one of the server
            before, used = _memory(server.pid), _processor(server.pid)
            notes.is_on = True
            began = time.perf_counter()
            await _wait(asked.seconds)
            taken = time.perf_counter() - began
            notes.is_on = False
            figures = _figures(notes, host, taken)
            figures["server processor, %"] = 100 * (_processor(server.pid) - used) / taken
            figures["memory, MB"] = _memory(server.pid)
            figures["memory grown, MB"] = _memory(server.pid) - before
            for task in (watching, *playing):
                task.cancel()
            await asyncio.gather(watching, *playing, return_exceptions=True)
        finally:
            server.terminate()
            server.wait()
    return {"tables": asked.tables, "sockets": asked.tables * asked.seats, **figures}


async def _wait(seconds: float) -> None:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("playing", total=seconds)
        for _ in range(int(seconds * 2)):
            await asyncio.sleep(0.5)
            progress.advance(bar, 0.5)


def _figures(notes: Notes, host: Host, taken: float) -> dict[str, Any]:
    times, seen = sorted(ended - began for began, ended in notes.times), sorted(notes.seen)
    calm = sorted(ended - began for began, ended in notes.times if not host.disturbed(began, ended))
    if not times or not seen or not calm:
        raise SystemExit("bench: no answers were measured; choose more --seconds.")
    return {
        "answers": len(times),
        "answers refused (too late)": notes.refused,
        "answers/s": len(times) / taken,
        "frames/s": notes.frames / taken,
        "bytes a frame": notes.bytes // max(1, notes.frames),
        **_spread("", times),
        **_spread("table seen ", seen),
        "host took, % of a processor": 100 * host.taken / taken,
        "answers meanwhile": len(times) - len(calm),
        **_spread("others ", calm),
    }


def _spread(name: str, times: list[float]) -> dict[str, float]:
    return {
        f"{name}p50, ms": 1000 * times[len(times) // 2],
        f"{name}p99, ms": 1000 * times[len(times) * 99 // 100],
        f"{name}worst, ms": 1000 * times[-1],
    }


def _start(folder: str, database: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "stablehand", "serve", "--port", "0", "--data", folder]
    command += [part for limit in WIDE for part in ("--limit", limit)]
    command += ["--database", database] if database else []
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"http://\S+:\d+", line)
        if found:
            return server, found[0].rstrip(";")
    raise SystemExit("bench: the server did not start.")


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
