"""Check the project: `python3 check.py [--full | --release] [--only STEP ...]`.

Without a flag the quick checks run, for everybody who changes something: all steps but `compiled` and
`instructions`, without the tests marked `slow`. `--full` runs what a change must pass: every test (those
below the server on the compiled engine where there is a C compiler, and interpreted without the slow ones),
and it counts the instructions of that engine. `--release` runs everything both ways at the longest sizes and
prints figures. Tests read the size from the environment variable STABLEHAND_SIZE.

Steps run cheapest first and stop at the first that fails. The step `web` checks and builds the browser
client, which the tests then open in a real browser; types are checked beside it, on another processor. The
step `cases` plays every case file once.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import MutableMapping
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import bootstrap
import client
import compiled
import side

QUICK = ("format", "lint", "web", "types", "cases", "tests")
FULL = (*QUICK, "compiled", "instructions")
STEPS = {"quick": QUICK, "full": FULL, "release": (*FULL, "release")}
WEB = (
    ("node_modules/@biomejs/biome/bin/biome", "check", "."),
    ("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    ("node_modules/vitest/vitest.mjs", "run"),
)
"""What checks the client, in `web/`."""
CASES = ["-m", "stablehand", "case", "cases"]
SLOWEST = ("--durations=15", "--durations-min=5")
"""Print which tests a run spends its time on."""
MOST_WORKERS = 8
SPARE_WORKERS = 2
RELEASE_GAMES = 20_000
RELEASE_SEATS = (2, 3, 4, 5)
RELEASE_SEED = 1


def main() -> int:
    """Run the steps asked for and return the exit code."""
    size, names = read_arguments()
    try:
        python = str(bootstrap.ensure(bootstrap.ROOT, "test"))
    except bootstrap.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    keep_bytecode(os.environ, bootstrap.ROOT)
    print(f"Running the {size} checks: {', '.join(names)}.", flush=True)
    # Compiling takes two minutes of one processor, and the steps before it leave one idle now and then.
    compiling = compiled.compiling(bootstrap.ROOT) if names[1:] and "compiled" in names else nullcontext()
    checking = beside(python, size) if {"web", "types"} <= {*names} else nullcontext()
    with compiling, checking as types:
        return run_steps(names, python, size, types)


def beside(python: str, size: str) -> side.Side:
    """Return what runs beside the step `web`: first the step `types`.

    Then the tests are collected, so that the processes that run them find their bytecode, instead of each
    making its own.
    """
    todo = [*commands("types", size), ["-m", "pytest", "-q", "--collect-only"]]
    return side.Side([command_of(python, args) for args in todo], bootstrap.ROOT, environment(size))


def keep_bytecode(env: MutableMapping[str, str], root: Path) -> None:
    """Let the hundreds of programs that tests start read bytecode where none shall lie beside the sources.

    Compiling the sources anew at each start made up a third of a run.
    """
    if env.pop("PYTHONDONTWRITEBYTECODE", ""):
        env.setdefault("PYTHONPYCACHEPREFIX", str(root / ".venv" / "bytecode"))


def read_arguments() -> tuple[str, list[str]]:
    """Return the size and the steps that the command line asks for."""
    parser = argparse.ArgumentParser(description="Check the project. Without a flag: the quick checks.")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--full", action="store_const", const="full", dest="size", help="what a change must pass"
    )
    sizes.add_argument(
        "--release",
        action="store_const",
        const="release",
        dest="size",
        help="the longest sizes, with figures",
    )
    parser.add_argument("--only", nargs="+", metavar="STEP", help=f"some of: {', '.join(STEPS['release'])}")
    asked = parser.parse_args()
    names = asked.only or STEPS[asked.size or "quick"]
    for name in names:
        if name not in STEPS["release"]:
            parser.error(f"unknown step '{name}'; choose from: {', '.join(STEPS['release'])}")
    if "release" in names and asked.size != "release":
        parser.error("the step release needs --release")
    return asked.size or "quick", [name for name in STEPS["release"] if name in names]


def run_steps(names: list[str], python: str, size: str, types: side.Side | None = None) -> int:
    """Run steps up to the first that fails; the last lines are a summary. Types may be checked already."""
    began = time.monotonic()
    passed = []
    for at, name in enumerate(names):
        print(f"\n== {name} ==", flush=True)
        start = time.monotonic()
        code = end_of_types(types) if types and name == "types" else run_step(name, python, size)
        seconds = f"{name} {time.monotonic() - start:.1f} s"
        if code:
            rest = f" Not run: {', '.join(names[at + 1 :])}." if names[at + 1 :] else ""
            print(f"\ncheck.py: FAILED in {seconds} (exit code {code}).{rest}", flush=True)
            return 1
        passed.append(seconds)
    total = f"{time.monotonic() - began:.1f} s"
    print(f"\ncheck.py: all {size} checks passed in {total}: {', '.join(passed)}.", flush=True)
    return 0


def end_of_types(types: side.Side) -> int:
    """Wait until the types are checked, print what was found and return the exit code."""
    ended = types.wait(0)
    print(ended.output, end="", flush=True)
    return ended.code


def environment(size: str) -> dict[str, str]:
    """Return the environment of the programs that check."""
    return {**os.environ, "STABLEHAND_SIZE": size}


def command_of(python: str, args: list[str]) -> list[str]:
    """Return the command that runs Python with some arguments."""
    return [python, "-X", "utf8", *args]


def run_step(name: str, python: str, size: str) -> int:
    """Run one step's commands and return the first exit code that is not 0."""
    if name == "web":
        return check_web()
    env = environment(size)
    if name == "tests":
        env = client.environment(bootstrap.ROOT, env) or env
    if name == "compiled":
        return check_compiled(python, env, size)
    return run_commands(commands(name, size), python, env)


def run_commands(
    todo: list[list[str]], python: str, env: dict[str, str], descriptors: tuple[int, ...] = ()
) -> int:
    """Run commands of Python up to the first that fails and return its exit code."""
    for args in todo:
        print("$ python", *args, flush=True)
        code = bootstrap.run(command_of(python, args), bootstrap.ROOT, env, subprocess.DEVNULL, descriptors)
        if code:
            return code
    return 0


def check_compiled(python: str, env: dict[str, str], size: str) -> int:
    """Run the tests on the compiled engine; compile again once if the sources are edited meanwhile."""
    for _ in range(2):
        try:
            copy = compiled.make(bootstrap.ROOT, Path(python), is_ready=True, waits=True)
        except compiled.SourcesEdited as error:
            print(error, flush=True)
            continue
        if copy is None:  # then the slow tests that were left for it run interpreted
            return (
                run_commands([[*pytest("slow and not above"), "tests"]], python, env) if size == "full" else 0
            )
        try:
            env = {**env, **copy.environment()}
            return run_commands(commands("compiled", size), python, env, copy.descriptors())
        finally:
            copy.close()
    return 1


def check_web() -> int:
    """Check the browser client and build it."""
    try:
        client.install(bootstrap.ROOT)
        for program in WEB:
            print("$ node", *program, flush=True)
            client.node(bootstrap.ROOT, *program)
    except client.BuildError as error:
        print(error, flush=True)
        return 1
    return 0 if client.ensure(bootstrap.ROOT) else 1


def commands(step: str, size: str) -> list[list[str]]:
    """Return what a step runs, each as arguments for Python."""
    return {
        "format": [["-m", "ruff", "format", "--check", "."]],
        "lint": [["-m", "ruff", "check", "."]],
        "types": [["-m", "mypy"]],
        "cases": [CASES],
        "tests": [pytest(marks_of_tests(size))],
        "compiled": [["-m", "stablehand", "version"], CASES, [*pytest("not above"), "tests"]],
        "instructions": [["bench/instructions.py", "--check"]],
        "release": release_commands(),
    }[step]


def marks_of_tests(size: str) -> str:
    """Return by which marks the step `tests` chooses; what it leaves to the step `compiled` runs there."""
    if size == "full" and not compiled.why_interpreted():
        return "above or not slow"
    return "not slow" if size == "quick" else ""


def pytest(marks: str) -> list[str]:
    """Return the command that runs the tests with some marks."""
    return ["-m", "pytest", "-q", "-n", str(workers()), "--dist", "worksteal", *SLOWEST, "-m", marks]


def release_commands() -> list[list[str]]:
    """Return what the step `release` runs: long simulations, and every figure of `bench`."""
    simulate = ["-m", "stablehand", "simulate", "--game", "fairytale", "--json", "--jobs", "2"]
    games = ["--games", str(RELEASE_GAMES // len(RELEASE_SEATS)), "--seed", str(RELEASE_SEED)]
    return [
        *([*simulate, *games, "--seats", str(seats)] for seats in RELEASE_SEATS),
        ["scripts/soak.py", "--games", str(RELEASE_GAMES), "--seed", str(RELEASE_SEED)],
        ["scripts/mutate_cards.py"],
        ["bench/run.py"],
        ["bench/page.py"],
        ["bench/resume.py", "--most", "2"],
        ["bench/neighbours.py", "--most", "2"],
    ]


def workers() -> int:
    """Return how many processes run tests: more than processors, for many tests wait for a process."""
    return min(os.cpu_count() or 1, MOST_WORKERS) + SPARE_WORKERS


if __name__ == "__main__":
    sys.exit(main())
