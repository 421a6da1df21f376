"""Run every check: `python3 check.py [--release] [--only STEP ...]`.

Steps run cheapest first and stop at the first that fails. `--release` takes the long sizes (tests read the
environment variable STABLEHAND_RELEASE) and adds the step `release`, which prints its figures.
The step `web` checks and builds the browser client, which the tests then open in a real browser. The step
`compiled` runs the tests of everything below the server once more on the compiled engine, where there is a C
compiler.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import bootstrap
import client
import compiled

STEPS = ("format", "lint", "types", "web", "tests", "cases", "compiled", "release")
WEB = (
    ("node_modules/@biomejs/biome/bin/biome", "check", "."),
    ("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    ("node_modules/vitest/vitest.mjs", "run"),
)
"""What checks the client, in `web/`."""
ABOVE = ("--ignore=tests/server", "--ignore=tests/web", "--ignore=tests/table/test_faults.py")
"""Tests that are the same whatever the engine is, and would take minutes once more."""
RELEASE_GAMES = 20_000
RELEASE_SEATS = (2, 3, 4, 5)
RELEASE_SEED = 1


def main() -> int:
    """Run the steps asked for and return the exit code."""
    parser = argparse.ArgumentParser(description="Run every check of the project.")
    parser.add_argument("--release", action="store_true", help="the long sizes, with figures")
    parser.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP", help=f"of {', '.join(STEPS)}")
    asked = parser.parse_args()
    names = [name for name in STEPS if name in (asked.only or STEPS) and (asked.release or name != "release")]
    if not names:
        parser.error("the step release needs --release")
    try:
        python = bootstrap.ensure(bootstrap.ROOT, "test")
    except bootstrap.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    env = {**os.environ, "STABLEHAND_RELEASE": "1"} if asked.release else dict(os.environ)
    return run_steps(names, str(python), env)


def run_steps(names: list[str], python: str, env: dict[str, str]) -> int:
    """Run steps up to the first that fails; the last line says how it went."""
    times = []
    for at, name in enumerate(names):
        print(f"\n== {name} ==", flush=True)
        began = time.monotonic()
        code = run_step(name, python, env)
        seconds = f"{name} {time.monotonic() - began:.1f} s"
        if code:
            rest = f"; not run: {', '.join(names[at + 1 :])}" if names[at + 1 :] else ""
            print(f"\ncheck.py: FAILED in {seconds} (exit code {code}){rest}.", flush=True)
            return 1
        print(seconds, flush=True)
        times.append(seconds)
    print(f"\ncheck.py: all passed: {', '.join(times)}.", flush=True)
    return 0


def run_step(name: str, python: str, env: dict[str, str]) -> int:
    """Run one step's commands and return the first exit code that is not 0."""
    if name == "compiled":
        place = compiled.make(bootstrap.ROOT, Path(python), is_ready=True)
        if place is None:
            return 0
        env = {**env, **compiled.finding(place)}
    if name == "web":
        return check_web()
    if name == "tests":
        env = client.environment(bootstrap.ROOT, env) or env
    todo = commands(name)
    if not todo:
        print("Skipped: there is no case file yet.", flush=True)
    for args in todo:
        print("$ python", *args, flush=True)
        code = bootstrap.run([python, "-X", "utf8", *args], bootstrap.ROOT, env, subprocess.DEVNULL)
        if code:
            return code
    return 0


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


def commands(step: str) -> list[list[str]]:
    """Return what a step runs, each as arguments for Python."""
    if step == "cases":
        is_any = any(bootstrap.ROOT.glob("cases/**/*.toml"))
        return [["-m", "stablehand", "case", "cases"]] if is_any else []
    if step == "release":
        simulate = ["-m", "stablehand", "simulate", "--game", "fairytale", "--json", "--jobs", "2"]
        games = ["--games", str(RELEASE_GAMES // len(RELEASE_SEATS)), "--seed", str(RELEASE_SEED)]
        soak = ["scripts/soak.py", "--games", str(RELEASE_GAMES), "--seed", str(RELEASE_SEED)]
        return [
            *([*simulate, *games, "--seats", str(n)] for n in RELEASE_SEATS),
            soak,
            ["scripts/mutate_cards.py"],
            ["bench/run.py"],
        ]
    return {
        "format": [["-m", "ruff", "format", "--check", "."]],
        "lint": [["-m", "ruff", "check", "."]],
        "types": [["-m", "mypy"]],
        "tests": [["-m", "pytest", "-n", "3"]],  # many wait for processes: a third worker has time for itself
        "compiled": [["-m", "stablehand", "version"], ["-m", "pytest", "-n", "2", "tests", *ABOVE]],
    }[step]


if __name__ == "__main__":
    sys.exit(main())
