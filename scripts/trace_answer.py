"""Trace a player's answer through the running server: which files it passes, how often the package changes.

    python scripts/trace_answer.py [--seats 4] [--answers 25] [--answer N] [--list] [--json]

The server runs in this process as `stablehand serve` starts it; the players are a thread that speaks HTTP and
WebSockets with it. Every seat is a player's, so no bot answers meanwhile. They play the unicorns by a fixed
shuffle, and each answer is traced by itself, from the moment it is sent until all players have the table it
leads to and the server is quiet again.

Counted are the Python functions in `src/stablehand`, in all threads, each time one is entered or a coroutine
is resumed (both are "call" events of `sys.setprofile`); a thread beside the event loop counts as one piece:

- files: in how many modules a function was entered;
- changes: how often the folder that holds the module differs from the one of the entry before. A return
  alone is no change: only what the caller calls next shows that it went on;
- room changes: the same with engine, text, table, server and so on instead of folders, a figure that does
  not grow when a package gets folders of its own;
- crossings: how many calls go directly from a module of one folder to one of another.

The answer shown is the first pass in a window (or `--answer N`); the medians are of all answers traced. The
shuffle and the players' choices depend on the rules alone, so the same answers are compared before and after
a change of the code. Needs the interpreted engine: compiled functions cause no call events.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import runpy
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import stablehand
from trace_players import Player, seated, start, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

ROOT = Path(stablehand.__file__).resolve().parent
QUIET = 0.05
"""Seconds without an entry after which the server is done with an answer."""
ROOMS = {"core": "engine", "games": "engine"}
USUAL = "respond: pass"


class Entry(NamedTuple):
    """A function that was entered, or a coroutine that was resumed."""

    file: str
    """Its module, below `src/stablehand`."""
    function: str
    caller: str
    """The module of the nearest caller in `src/stablehand`; empty if there is none on the stack."""


class Traced(NamedTuple):
    """One answer and what it passed."""

    what: str
    entries: list[Entry]

    def figures(self) -> dict[str, int]:
        """Return the counts by name."""
        files = [entry.file for entry in self.entries]
        return {
            "files": len(set(files)),
            "changes": sum(folder(a) != folder(b) for a, b in pairwise(files)),
            "room_changes": sum(room(a) != room(b) for a, b in pairwise(files)),
            "crossings": sum(e.caller != "" and folder(e.caller) != folder(e.file) for e in self.entries),
            "entries": len(files),
        }

    def rooms(self) -> dict[str, dict[str, int]]:
        """Return for each room its files, its entries and how often it was come into from another."""
        files = [entry.file for entry in self.entries]
        modules = Counter(room(file) for file in set(files))
        entries = Counter(room(file) for file in files)
        arrivals = Counter(room(b) for a, b in pairwise(["", *files]) if room(a) != room(b))
        return {
            name: {"files": modules[name], "entries": entries[name], "arrivals": arrivals[name]}
            for name in sorted(modules)
        }

    def path(self) -> list[str]:
        """Return the modules in the order they were passed, a run of one module once."""
        files = [entry.file for entry in self.entries]
        return [b for a, b in pairwise(["", *files]) if a != b]


def folder(file: str) -> str:
    """Return the folder that holds a module."""
    return file.rpartition("/")[0]


def room(file: str) -> str:
    """Return the part of the program that a module belongs to; a game's own texts belong to text."""
    parts = file.split("/")[:-1]
    if not parts:
        return ""
    return "text" if "text" in parts else ROOMS.get(parts[0], parts[0])


class Tracer:
    """Collects entries while it is on; installed as the profiler of each thread."""

    def __init__(self) -> None:
        self.is_on = False
        self._entries: list[tuple[int, Entry]] = []
        """With the thread, in the order of time."""
        self._files: dict[str, str] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Take an event of the interpreter."""
        if self.is_on and event == "call" and (file := self._module(frame)):
            back = frame.f_back
            while back is not None and not self._module(back):
                back = back.f_back
            caller = "" if back is None else self._module(back)
            entry = Entry(file, frame.f_code.co_qualname, caller)
            self._entries.append((threading.get_ident(), entry))

    def _module(self, frame: FrameType) -> str:
        """Return the module of a frame below `src/stablehand`; empty if it is not there."""
        name = frame.f_code.co_filename
        if name not in self._files:
            path = Path(name).resolve()
            self._files[name] = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        return self._files[name]

    def trace(self, what: str, deed: Callable[[], None]) -> Traced:
        """Do something that the server must work on, and return what that passed."""
        self._entries, self.is_on = [], True
        deed()
        before = -1
        while before < len(self._entries):
            before = len(self._entries)
            time.sleep(QUIET)
        self.is_on = False
        return Traced(what, _in_order(self._entries))


def _in_order(entries: list[tuple[int, Entry]]) -> list[Entry]:
    """Keep what another thread did together where it began: what it does beside the event loop is chance."""
    loop = threading.main_thread().ident
    found: list[Entry] = []
    placed = set()
    for thread, entry in entries:
        if thread == loop:
            found.append(entry)
        elif thread not in placed:
            placed.add(thread)
            found += [one for other, one in entries if other == thread]
    return found


def play(url: str, seats: int, answers: int, tracer: Tracer) -> list[Traced]:
    """Play at a new table and trace the first answers."""
    wait_for(url)
    with seated(url, "unicorns", seats, {"deck": "base_2e"}) as players:
        start(players)
        return [_answered(players, number, tracer) for number in range(answers)]


def _answered(players: list[Player], number: int, tracer: Tracer) -> Traced:
    """Trace the next answer; which option is chosen depends on how many there are and on the number."""
    time.sleep(QUIET)
    player = next(player for player in players if player.asked)
    asked, state = player.asked, player.table["state"]
    chosen = asked["options"][blake2b(b"%d" % number).digest()[0] % len(asked["options"])]

    def answer() -> None:
        words = {"state": state, "decision": asked["id"], "option": chosen["option"]}
        player.send("answer", f"answer-{number}", **words)
        for each in players:
            each.wait(lambda table: table["state"] > state)

    return tracer.trace(f"{asked['kind']}: {chosen['meaning'].get('verb', '')}", answer)


def served(seats: int, answers: int) -> list[Traced]:
    """Serve in this thread, play in another, and return what was traced."""
    tracer, found, faults = Tracer(), list[Traced](), list[BaseException]()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def visit() -> None:
        try:
            found.extend(play(f"http://127.0.0.1:{port}", seats, answers, tracer))
        except BaseException as error:  # noqa: BLE001 - raised below, once the server has stopped
            faults.append(error)
        os.kill(os.getpid(), signal.SIGINT)

    visitors, words = threading.Thread(target=visit, daemon=True), io.StringIO()
    visitors.start()
    secrets.token_bytes = _drawn()  # the shuffle: whoever imports it, does so after this
    threading.setprofile(tracer)
    with tempfile.TemporaryDirectory() as data, redirect_stdout(words), redirect_stderr(words):
        sys.argv = ["stablehand", "serve", "--port", str(port), "--data", data]
        sys.setprofile(tracer)
        try:
            runpy.run_module("stablehand", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            if end.code:
                faults.append(RuntimeError(words.getvalue()))
        finally:
            sys.setprofile(None)
    visitors.join()
    if faults:
        raise faults[0]
    return found


def _drawn() -> Callable[..., bytes]:
    """Return a source of bytes that gives the same first key, the same second one and so on, at each run."""
    drawn: Counter[int] = Counter()

    def entropy(count: int | None = None) -> bytes:
        size = 32 if count is None else count
        drawn[size] += 1
        return blake2b(b"%d %d" % (size, drawn[size]), digest_size=size).digest()

    return entropy


def report(traced: list[Traced], chosen: Traced) -> dict[str, Any]:
    """Return all figures."""
    every = [one.figures() for one in traced]
    return {
        "answer": chosen.what,
        "figures": chosen.figures(),
        "rooms": chosen.rooms(),
        "answers": len(traced),
        "medians": {name: median(one[name] for one in every) for name in every[0]},
    }


def main() -> int:
    """Trace, and print."""
    parser = argparse.ArgumentParser(description="Trace a player's answer through the running server.")
    parser.add_argument("--seats", type=int, default=4, help="players at the table, 2 to 8 (4)")
    parser.add_argument("--answers", type=int, default=25, help="answers to trace (25)")
    parser.add_argument("--answer", type=int, help="show this answer, from 0, instead of the first pass")
    parser.add_argument("--list", action="store_true", help="print the path of the answer, module by module")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    traced = served(asked.seats, asked.answers)
    usual = next((number for number, one in enumerate(traced) if one.what == USUAL), 0)
    chosen = traced[usual if asked.answer is None else asked.answer]
    figures = report(traced, chosen)
    if asked.json:
        print(json.dumps(figures | ({"path": chosen.path()} if asked.list else {}), indent=2))
        return 0
    print(f"One answer ({chosen.what}) at a table of {asked.seats}; in brackets the median of {len(traced)}:")
    for name, count in figures["figures"].items():
        print(f"  {name.replace('_', ' '):13}{count:6}  ({figures['medians'][name]:g})")
    for name, counts in figures["rooms"].items():
        print(f"  {name or 'stablehand':13}" + ", ".join(f"{counts[key]} {key}" for key in counts))
    if asked.list:
        print("\n".join(chosen.path()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
