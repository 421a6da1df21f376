"""Count the instructions that games take on the compiled engine, with valgrind's callgrind.

    python bench/instructions.py [--json] [--copy PATH] [--against PATH]

Instructions do not depend on how busy the machine is: two runs of the same code agree to a thousandth, where
seconds differ by a tenth. An edit of this very file once moved a figure by 0.7 %, so less than a hundredth
means nothing. Each figure is the difference between two runs that do different amounts of the same work,
divided by how much more the second does; so start-up does not count. Games are random, with four seats and
fixed seeds; copies and views are of games that were played half way.

A copy of the package is named by what PYTHONPATH must hold to find it; if none is named, it is the one that
`scripts/compiled.py` makes of these sources. `--against` measures a second copy, and prints ratios to it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
SEATS = 4
GAMES: dict[str, dict[str, object]] = {"unicorns": {"deck": "base_2e", "silent": True}, "fairytale": {}}
BOARDS = 8
DRIVERS = ("stablehand.core.driver", "stablehand.kernel.driver")
"""Where the loop that plays a game may be; the first that exists is taken."""
COLLECTED = re.compile(rb"Collected : (\d+)")
RUNS = 2
"""Processes at once."""


class Work(NamedTuple):
    """What a process does."""

    games: int = 20
    clones: int = 1
    """Of each board."""
    views: int = 1
    """Of each board, by each seat in turn."""


BASE = Work()
MORE = {
    "game": BASE._replace(games=120),
    "clone": BASE._replace(clones=101),
    "view": BASE._replace(views=101),
}
TIMES = {"game": 100, "clone": 100 * BOARDS, "view": 100 * BOARDS}
"""How much more that is than the base."""


def work(name: str, todo: Work) -> None:
    """Do some work, in a process that is counted; print how much it was and who did it."""
    from stablehand import load

    game, options = load(name), GAMES[name]
    play, bot = _player()
    answers = 0
    for seed in range(todo.games):
        answers += play(game, SEATS, seed, [bot(seed, seat) for seat in range(SEATS)], options).answers
    boards = [_half_way(game, seed, options) for seed in range(BOARDS)]
    for _ in range(todo.clones):
        for board in boards:
            game.clone(board)
    for number in range(todo.views):
        for board in boards:
            game.view(board, number % SEATS)
    file = sys.modules[type(boards[0]).__module__].__file__ or ""  # a game itself may stay interpreted
    print(json.dumps({"answers": answers, "is_compiled": not file.endswith(".py")}))


def _player() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the loop that plays a game and the bot that answers at random."""
    for name in DRIVERS:
        try:
            return import_module(name).play, import_module("stablehand.bots.random").RandomBot
        except ModuleNotFoundError as error:
            if error.name is None or not name.startswith(error.name):
                raise
    raise SystemExit(f"None of {', '.join(DRIVERS)} can be imported.")


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


def counted(copy: Path, name: str, todo: Work) -> tuple[int, dict[str, Any]]:
    """Return how many instructions some work takes, start-up included, and what it printed."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*valgrind, sys.executable, __file__, "--work", name, json.dumps(todo)]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    found = COLLECTED.search(done.stderr)
    if done.returncode or found is None:
        raise SystemExit(done.stderr.decode(errors="replace"))
    return int(found[1]), json.loads(done.stdout)


def measured(copy: Path) -> dict[str, Any]:
    """Return the figures of a copy, by game."""
    tasks = [(name, kind, todo) for name in GAMES for kind, todo in {"base": BASE, **MORE}.items()]
    for name in GAMES:  # once without counting, so that Python has its bytecode files
        command = [sys.executable, __file__, "--work", name, json.dumps(Work(1))]
        env = {**os.environ, "PYTHONPATH": str(copy)}
        subprocess.run(command, env=env, capture_output=True, check=False)
    with ThreadPoolExecutor(RUNS) as pool:
        runs = list(pool.map(lambda task: counted(copy, task[0], task[2]), tasks))
    found = {(name, kind): run for (name, kind, _), run in zip(tasks, runs, strict=True)}
    report: dict[str, Any] = {}
    for name in GAMES:
        base, said = found[name, "base"]
        more = found[name, "game"][1]["answers"] - said["answers"]
        figures = {kind: round((found[name, kind][0] - base) / times) for kind, times in TIMES.items()}
        report[name] = {**figures, "answers": more / TIMES["game"], "is_compiled": said["is_compiled"]}
    return report


def _usual_copy() -> Path:
    sys.path.insert(0, str(ROOT / "scripts"))
    import bootstrap
    import compiled

    copy = compiled.hold(ROOT) or compiled.make(ROOT, bootstrap.python_in(ROOT / ".venv"))
    if copy is None:
        raise SystemExit("There is no compiled copy to measure.")
    return copy.place


def show(report: dict[str, Any], against: dict[str, Any] | None) -> None:
    """Print the figures, with ratios if there are two copies."""
    for name, figures in report.items():
        how = "compiled" if figures["is_compiled"] else "INTERPRETED"
        print(f"{name}, {SEATS} seats, {how}, {figures['answers']:g} answers a game")
        for kind in TIMES:
            ratio = f"  {figures[kind] / against[name][kind]:.4f} of the other" if against else ""
            print(f"  {kind:6}{figures[kind]:12,} instructions{ratio}")
        if against and figures["answers"] != against[name]["answers"]:
            print(f"  The other copy plays other games: {against[name]['answers']:g} answers.")


def main() -> int:
    """Measure one copy or two, and print the figures."""
    parser = argparse.ArgumentParser(description="Count the instructions of games on the compiled engine.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--copy", type=Path, help="the copy to measure, if not the one of these sources")
    parser.add_argument("--against", type=Path, help="another copy, to print ratios to")
    parser.add_argument("--work", nargs=2, metavar=("GAME", "WORK"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work[0], Work(*json.loads(asked.work[1])))
        return 0
    if not shutil.which("valgrind"):
        print(
            "This needs valgrind, which is not installed (on Debian: apt install valgrind).", file=sys.stderr
        )
        return 2
    report = measured((asked.copy or _usual_copy()).resolve())
    against = measured(asked.against.resolve()) if asked.against else None
    if asked.json:
        print(json.dumps({"figures": report, **({"against": against} if against else {})}, indent=2))
    else:
        show(report, against)
    return 0


if __name__ == "__main__":
    sys.exit(main())
