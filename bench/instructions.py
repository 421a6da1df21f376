"""Count the instructions that the engine takes, compiled, with valgrind's callgrind.

    python bench/instructions.py [--check | --renew] [--json] [--copy PATH] [--against PATH]

Instructions do not depend on how busy the machine is: two runs of the same code agree to a thousandth, where
seconds differ by a tenth. An edit of this very file once moved a figure by 0.7 %, so less than a hundredth
means nothing. Counted are an answer of random play, a simulation of the search, and of games that were played
half way a copy, the way into bytes and back, a view and a determinisation; always four seats and fixed seeds.
Of the unicorns with all packs at once an answer and a simulation are counted, of the first edition an answer.

`instructions.toml` holds floors: what was counted when somebody last ran this with `--renew`, and for which
Python and compilers. With `--check`, more than 3 % above a floor is an error; `check.py --full` does that.
With another Python or compiler, or without one, nothing is compared with them. Whoever compiled it: if an
answer with all packs takes more than a third more than one without, which is the goal, a sentence says so.

A copy of the package is named by what PYTHONPATH must hold to find it; if none is named, it is the one that
`scripts/compiled.py` makes of these sources. `--against` measures a second copy, and prints ratios to it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
FLOORS = Path(__file__).with_name("instructions.toml")
MARGIN = 0.03
SEATS = 4
PACKED = "unicorns_packs"
"""The name of the unicorns with all packs that go with their deck."""
FIRST = "unicorns_1e"
"""The name of their first edition, in which effects are linked and a card must be possible."""
GAMES: dict[str, dict[str, object]] = {
    "unicorns": {"deck": "base_2e", "silent": True},
    PACKED: {"deck": "base_2e", "silent": True},
    FIRST: {"deck": "base_1e", "silent": True},
    "fairytale": {},
}
FEWER = {PACKED: ("answer", "simulation"), FIRST: ("answer",)}
"""What is counted of games of which not all is."""
MOST_FOR_PACKS = 4 / 3
"""How many times as much as without packs an answer with all of them shall take; a goal, not yet reached."""
BOARDS = 8
PLAYED = 25
SIMULATIONS = 60
KINDS = ("answer", "simulation", "clone", "encode", "decode", "view", "determinise")
ROUNDS = {"clone": 100, "encode": 20, "decode": 5, "view": 25, "determinise": 12}
"""How often each of the boards is copied and so on."""
RUNS = 2
"""Processes at once."""
MARKER = "getppid"
"""Where callgrind writes down what it has counted: a call that nothing else makes."""
TOTALS = re.compile(r"^totals: (\d+)$", re.MULTILINE)

Counts = dict[str, float]
"""Instructions by what they were for."""


# What is counted, in a process of its own.


def work(name: str) -> None:
    """Do every kind of work, each between two calls of the marker; print how much there was of each."""
    from stablehand import load

    kinds = FEWER.get(name, KINDS)
    options = GAMES[name]
    if name == PACKED:
        packs = _all_packs(str(options["deck"]))
        if not packs:
            print(json.dumps({"times": {}, "is_compiled": False}))
            return
        name, options = "unicorns", {**options, "expansions": packs}
    elif name == FIRST:
        name = "unicorns"
    game = load(name)
    boards = [_half_way(game, seed, options) for seed in range(BOARDS)]
    times: dict[str, int] = {}
    for kind, do in _works(name, game, options, boards):
        if kind not in kinds:
            continue
        do(1)  # tables are filled, and Python has seen the code
        os.getppid()
        times[kind] = do(ROUNDS.get(kind, 0))
        os.getppid()
    file = sys.modules[type(boards[0]).__module__].__file__ or ""  # a game itself may stay interpreted
    print(json.dumps({"times": times, "is_compiled": not file.endswith(".py")}))


def _all_packs(deck: str) -> list[str]:
    """Return the packs that go with a deck of the second edition, and so with one another.

    A copy of before there were packs, named by `--against`, has none.
    """
    try:
        from stablehand.games.unicorns.decks.catalog import packs_for
    except ImportError:
        return []
    return list(packs_for(deck))


def _works(
    name: str,
    game: Any,  # noqa: ANN401 - any game
    options: dict[str, object],
    boards: list[Any],
) -> Iterator[tuple[str, Callable[[int], int]]]:
    """Yield what is to be done; each function returns how often it did that."""
    from stablehand.bots.random import RandomBot
    from stablehand.bots.specs import make_bot
    from stablehand.core.driver import decide, play

    def answer(rounds: int) -> int:
        answers = 0
        for seed in range(2 if rounds else PLAYED):
            bots = [RandomBot(seed, seat) for seat in range(SEATS)]
            answers += play(game, SEATS, seed, bots, options).answers
        return answers

    def simulation(rounds: int) -> int:
        asked = [(board, game.pending(board)[0]) for board in boards]
        open_ = [(board, decision) for board, decision in asked if len(decision.options) > 1][:2]
        for board, decision in open_[: 1 if rounds else 2]:
            bot = make_bot(f"ismcts:{SIMULATIONS}", name, seed=0, seat=decision.seat)
            decide(game, board, decision, bot)
        return SIMULATIONS * len(open_)

    def each(do: Callable[[Any, int], object], things: list[Any]) -> Callable[[int], int]:
        def repeat(rounds: int) -> int:
            for number in range(rounds):
                for thing in things:
                    do(thing, number)
            return rounds * len(things)

        return repeat

    stored = [game.encode(board) for board in boards]
    yield "answer", answer
    yield "simulation", simulation
    yield "clone", each(lambda board, _: game.clone(board), boards)
    yield "encode", each(lambda board, _: game.encode(board), boards)
    yield "decode", each(lambda data, _: game.decode(data), stored)
    yield "view", each(lambda board, number: game.view(board, number % SEATS), boards)
    yield "determinise", each(lambda board, number: game.determinise(board, number % SEATS, number), boards)


def _half_way(game: Any, seed: int, options: dict[str, object]) -> Any:  # noqa: ANN401 - any game and its state
    """Return a game that was played half way."""
    state, length = game.start(SEATS, seed, options), 0
    while _step(game, state, length):
        length += 1
    state = game.start(SEATS, seed, options)
    for number in range(length // 2):
        _step(game, state, number)
    return state


def _step(game: Any, state: Any, number: int) -> bool:  # noqa: ANN401 - the same
    """Give the next answer, if the game is not over: one option after the other as answers are counted."""
    asks = game.pending(state)
    if asks:
        options = asks[0].options
        game.answer(state, asks[0].seat, options[number * 7 % len(options)])
    return bool(asks)


# Counting.


def measured(copy: Path) -> dict[str, Counts]:
    """Return the instructions of each kind of work, by game; nothing for a game that is not compiled."""
    with ThreadPoolExecutor(RUNS) as pool:
        return dict(zip(GAMES, pool.map(lambda name: counted(copy, name), GAMES), strict=True))


def counted(copy: Path, name: str) -> Counts:
    """Return the instructions of each kind of work with a game."""
    command = [sys.executable, __file__, "--work", name]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
    importing = [sys.executable, "-c", "import stablehand.bots.specs; import stablehand.core.driver"]
    subprocess.run(importing, env=env, check=True)  # so that Python has its bytecode files
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind")
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--dump-before={MARKER}"]
        done = subprocess.run([*valgrind, *command], env=env, capture_output=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr.decode(errors="replace"))
        said = json.loads(done.stdout)
        parts = [out.with_name(f"{out.name}.{2 * (number + 1)}") for number in range(len(said["times"]))]
        totals = [total(part.read_text("utf-8", "replace")) for part in parts]
    if not said["is_compiled"]:
        return {}
    return {kind: count / many for count, (kind, many) in zip(totals, said["times"].items(), strict=True)}


def total(text: str) -> int:
    """Return how many instructions a part of callgrind's output is about."""
    found = TOTALS.search(text)
    assert found, "callgrind writes a sum into each of its files"
    return int(found[1])


# Floors.


def builders() -> dict[str, str]:
    """Return what figures depend on beside the sources: compared are only those of the same."""
    compiler = os.environ.get("CC", "").split()[:1] or ["cc"]
    said = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False)
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiler": (said.stdout.splitlines() or ["none"])[0],
        "libc": " ".join(platform.libc_ver()),
        "mypy": _version("mypy"),
        "librt": _version("librt"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def written(report: dict[str, Counts], made_by: dict[str, str]) -> str:
    """Return the file of floors."""
    lines = ["# Instructions; written by `python bench/instructions.py --renew`.", "", "[made_by]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in made_by.items()]
    for game, counts in report.items():
        lines += ["", f"[{game}]", *(f"{kind} = {round(count)}" for kind, count in counts.items())]
    return "\n".join(lines) + "\n"


def compared(report: dict[str, Counts], floors: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return a sentence for each figure that is too high, and one for each that is far below its floor."""
    worse, better = [], []
    for game, counts in report.items():
        for kind, count in counts.items():
            floor = floors.get(game, {}).get(kind)
            if floor is None:
                worse.append(f"{game}, {kind}: there is no floor; renew them.")
            elif count > floor * (1 + MARGIN):
                worse.append(
                    f"{game}, {kind}: {count:,.0f} instructions, {count / floor - 1:.1%} above its floor."
                )
            elif count < floor * (1 - MARGIN):
                better.append(
                    f"{game}, {kind}: {count:,.0f} instructions, {1 - count / floor:.1%} below its floor."
                )
    return worse, better


def too_slow_with_packs(report: dict[str, Counts]) -> list[str]:
    """Return a sentence if an answer with all packs takes more than the goal says."""
    with_packs, without = (report.get(name, {}).get("answer", 0.0) for name in (PACKED, "unicorns"))
    if with_packs <= without * MOST_FOR_PACKS:
        return []
    times = with_packs / without
    goal = f"the goal is {MOST_FOR_PACKS:.2f}"
    return [f"{PACKED}, answer: {times:.2f} times as many instructions as without packs; {goal}."]


def check(report: dict[str, Counts], floors: dict[str, Any], made_by: dict[str, str]) -> int:
    """Print what is worse or better than the floors; return the exit code."""
    slow = too_slow_with_packs(report)
    print(*slow, sep="\n", end="\n" if slow else "")
    others = {name: value for name, value in floors["made_by"].items() if made_by.get(name) != value}
    if others:
        was = ", ".join(f"{name} {value}" for name, value in others.items())
        print(f"Nothing is compared, since the floors are those of {was}.")
        return 0
    worse, better = compared(report, floors)
    print(*worse, *better, sep="\n", end="\n" if worse or better else "")
    if better:
        print("It got faster: renew the floors with `python bench/instructions.py --renew`.")
    return 1 if worse else 0


# The program.


def why_not() -> str:
    """Return why nothing can be counted here, if so; valgrind is installed if that can be done."""
    import compiled
    import debian
    from bootstrap import SetupError

    if reason := compiled.why_interpreted():
        return reason
    if not shutil.which("valgrind"):
        try:
            debian.ensure(["valgrind"])
        except SetupError as error:
            return str(error)
    return "" if shutil.which("valgrind") else "valgrind is not installed"


def usual_copy() -> Path | None:
    """Return the compiled copy of these sources, made if there is none; None if it cannot be made."""
    import bootstrap
    import compiled

    copy = compiled.hold(ROOT) or compiled.make(
        ROOT, bootstrap.python_in(ROOT / ".venv"), is_ready=True, waits=True
    )
    if copy is None:
        return None
    HELD.append(copy)
    return copy.place


HELD: list[Any] = []
"""The copy is not deleted as long as this program runs."""


def show(report: dict[str, Counts], against: dict[str, Counts] | None) -> None:
    """Print the figures, with ratios if there are two copies."""
    for name, counts in report.items():
        print(f"{name}, {SEATS} seats")
        for kind, count in counts.items():
            other = against[name].get(kind) if against else None
            print(
                f"  {kind:12}{count:12,.0f} instructions",
                f"{count / other:.4f} of the other" if other else "",
            )


def main() -> int:
    """Measure one copy or two, print the figures and perhaps compare them with the floors."""
    parser = argparse.ArgumentParser(description="Count the instructions of the compiled engine.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--copy", type=Path, help="the copy to measure, if not the one of these sources")
    parser.add_argument("--against", type=Path, help="another copy, to print ratios to")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="exit with 1 if a figure is above its floor")
    what.add_argument("--renew", action="store_true", help="write the floors")
    what.add_argument("--work", metavar="GAME", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work)
        return 0
    sys.path.insert(0, str(ROOT / "scripts"))
    reason = why_not()
    copy = None if reason else asked.copy or usual_copy()
    if copy is None:
        print(f"No instructions are counted: {reason or 'the engine is not compiled'}.", file=sys.stderr)
        return 0 if asked.check else 2
    report = measured(copy.resolve())
    if not all(report.values()):
        print(f"No instructions are counted: {copy} is not compiled.", file=sys.stderr)
        return 2
    against = measured(asked.against.resolve()) if asked.against else None
    if asked.json:
        print(json.dumps({"figures": report, **({"against": against} if against else {})}, indent=2))
    else:
        show(report, against)
    if asked.renew:
        FLOORS.write_text(written(report, builders()), "utf-8")
    return check(report, tomllib.loads(FLOORS.read_text("utf-8")), builders()) if asked.check else 0


if __name__ == "__main__":
    sys.exit(main())
