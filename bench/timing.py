"""Whether a stopwatch tells what bots hold: `scripts/bench --timing [--windows N] [--pace P] [--level L]`.

One player plays against two bots of the real server. In each response window to a card of its own it
measures the time from its answer to the first frame with the window, the length of the window, the time of a
`why` that was sent right behind the answer, and the time of a hint at another table. The journal tells
afterwards whether a bot could have done more than pass. For each measure the AUC is printed: the probability
that a window in which a bot could respond takes longer than one in which none could. 0.5 tells nothing; the
interval is of 99.9 %.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from stablehand import load
from stablehand.core.contract import Kind
from stablehand.core.journal import Journal
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from support.server_process import served
from support.socket_players import RunningServer, SocketPlayer

Z = 3.29
"""Standard errors of a 99.9 % interval."""
Sample = dict[str, float]


def main() -> int:
    """Measure and print the AUC of each measure, for each level and pace."""
    parser = argparse.ArgumentParser(description="Measure whether timing tells what bots hold.")
    parser.add_argument("--windows", type=int, default=500, help="windows for each level and pace")
    parser.add_argument("--pace", type=float, action="append", help="0 and 1 if left out")
    parser.add_argument("--level", action="append", help="all levels if left out")
    args = parser.parse_args()
    for level in args.level or ["easy", "normal", "hard"]:
        for pace in args.pace or [0.0, 1.0]:
            with (
                tempfile.TemporaryDirectory() as folder,
                served(Path(folder), "--limit", "tables_per_client_per_hour=10000") as url,
            ):
                report(level, pace, asyncio.run(measure(url, level, pace, args.windows)))
    return 0


def report(level: str, pace: float, samples: list[tuple[bool, Sample]]) -> None:
    """Print the AUC of each measure."""
    for name in ("frame", "length", "why", "hint"):
        sides: tuple[list[float], list[float]] = ([], [])
        for could, sample in samples:
            if name in sample:
                sides[could].append(sample[name])
        without, with_one = sides
        if not without or not with_one:
            print(f"{level:>7}, pace {pace}: {name:>7}: too few windows ({len(without)}, {len(with_one)})")
            continue
        auc, error = area(without, with_one)
        low, high = auc - Z * error, auc + Z * error
        is_fine = low <= 0.5 <= high
        print(
            f"{level:>7}, pace {pace}: {name:>7}: AUC {auc:.3f} ({low:.3f} to {high:.3f}) "
            f"of {len(with_one)} with and {len(without)} without{'' if is_fine else ': TELLS'}",
            flush=True,
        )


def area(without: list[float], with_one: list[float]) -> tuple[float, float]:
    """Return the AUC and its standard error (Hanley and McNeil)."""
    wins = sum((b > a) + (b == a) / 2 for a in without for b in with_one)
    n, m = len(without), len(with_one)
    auc = wins / (n * m)
    q1, q2 = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    spread = auc * (1 - auc) + (m - 1) * (q1 - auc * auc) + (n - 1) * (q2 - auc * auc)
    return auc, math.sqrt(max(0.0, spread) / (n * m))


async def measure(url: str, level: str, pace: float, windows: int) -> list[tuple[bool, Sample]]:
    """Play games until there are so many windows; return the measures, and whether a bot could respond."""
    server = RunningServer(url, Services(Settings(), 0))
    found: list[tuple[bool, Sample]] = []
    other = await server.opened("unicorns", 2)
    async with other.connected():
        await other.send("start")
        await other.asked()
        while len(found) < windows:
            player = await server.opened("unicorns", 3, house={"pace": pace, "stand_in": level})
            async with player.connected():
                await player.send("start")
                measured = await play(player, other)
            async with server.client() as reader:
                journal = Journal.read((await reader.get(f"/api/tables/{player.code}/journals/1")).content)
            first = player.table["state"] - len(journal.answers())
            held = windows_of(journal)
            found += [(held[at - first], sample) for at, sample in measured.items() if at - first in held]
    return found[:windows]


async def play(player: SocketPlayer, other: SocketPlayer) -> dict[int, Sample]:
    """Play a game; return what was measured after each answer, by the number of the state it was given in."""
    measured: dict[int, Sample] = {}
    while asked := await player.asked():
        before = player.table["state"]
        hint = asyncio.create_task(timed_hint(other))
        sample = await after_answer(player, asked)
        if "frame" in sample:
            sample["hint"] = await hint
            measured[before] = sample
        else:
            await hint
    return measured


async def after_answer(player: SocketPlayer, asked: dict[str, Any]) -> Sample:
    """Answer and send `why` right behind; measure until the window is closed or asks the player."""
    player.commands += 1
    words = {"state": player.table["state"], "decision": asked["id"], "option": asked["options"][0]["option"]}
    answer, why = f"a{player.commands}", f"w{player.commands}"
    began = time.perf_counter()
    await player.socket.send(json.dumps({"do": "answer", "id": answer, **words}))
    await player.socket.send(json.dumps({"do": "why", "id": why, "card": "neigh"}))
    sample: Sample = {}
    is_own, is_shown, opened = player.table["window"] is None, False, 0.0
    while "why" not in sample or not is_shown or (opened and "length" not in sample):
        frame = await player.receive()
        now = time.perf_counter()
        if frame.get("id") == why:
            sample["why"] = now - began
        if frame["type"] != "table" or frame["state"] <= words["state"]:
            continue
        is_shown = True
        if is_own and frame["window"] is not None and not opened:
            opened, sample["frame"] = now, now - began
        elif opened and (frame["window"] is None or frame["stage"] == "over" or frame["decision"]):
            sample["length"] = now - opened
    return sample


async def timed_hint(other: SocketPlayer) -> float:
    """Return how long a hint at another table takes."""
    began = time.perf_counter()
    await other.send("hint")
    return time.perf_counter() - began


def windows_of(journal: Journal) -> dict[int, bool]:
    """Return whether a bot could do more than pass in the window after each answer, by its number."""
    game, found = load(journal.game), {}
    for number, state in enumerate(journal.steps()):
        asked = [one for one in game.pending(state) if one.kind is Kind.RESPOND and one.seat]
        if asked:
            found[number - 1] = any(not one.is_forced for one in asked)
    return found


if __name__ == "__main__":
    sys.exit(main())
