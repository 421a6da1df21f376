"""Make `.venv` beside `play.py`, put into it what Stablehand needs, and start Python there.

Standard library only. An older Python must be able to read this file as far as the sentence that says it is
too old: so no syntax newer than 3.6, and no annotation above that sentence that 3.6 could not evaluate.

As a program: `python3 scripts/bootstrap.py -m pytest tests` runs the project's own Python, tests included.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


def too_old(major: int, minor: int) -> str:
    """Say why this Python will not do; nothing if it will."""
    if (major, minor) >= (3, 11):
        return ""
    return f"Stablehand needs Python 3.11 or newer; this is {major}.{minor}."


if too_old(sys.version_info[0], sys.version_info[1]):
    sys.exit(too_old(sys.version_info[0], sys.version_info[1]))

ROOT = Path(__file__).resolve().parent.parent
STAMP = "stablehand.json"
PINS = {"run": "requirements/run.txt", "test": "requirements/test.txt"}
LAST_LINES = 4
LINE_WIDTH = 160
MISLEADING = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONHOME")
"""Settings that would send packages, or Python itself, elsewhere than into `.venv`."""


class SetupError(Exception):
    """What keeps Stablehand from starting, in one sentence; perhaps with the installer's last lines."""


class Surroundings(NamedTuple):
    """How a child process is started."""

    env: dict[str, str] | None = None
    """Its environment; None is the one of this process."""
    descriptors: tuple[int, ...] = ()
    """Open files that it inherits."""


Surround = Callable[[Path], AbstractContextManager[Surroundings]]
"""Called with the root once all is installed; its context is left when the child process has ended."""


def play(args: list[str], surround: Surround = lambda _: nullcontext(Surroundings())) -> int:
    """Run the `stablehand` command in the given surroundings.

    Without a command it serves, and opens a browser; flags alone, such as --lan, are those of `serve`.
    """
    job = args if args[:1] == ["serve"] or not is_serving(args) else ["serve", "--open-browser", *args]
    return _guarded("run", ["-P", "-m", "stablehand", *job], surround)


def is_serving(args: list[str]) -> bool:
    """Whether these arguments start the server."""
    is_flag = args[:1] != [] and args[0].startswith("-") and args[0] not in {"-h", "--help", "--version"}
    return not args or is_flag or args[0] == "serve"


def python(args: list[str]) -> int:
    """Run the project's Python with the test packages."""
    return _guarded("test", args)


def _guarded(layer: str, args: list[str], surround: Surround = lambda _: nullcontext(Surroundings())) -> int:
    try:
        python = ensure(ROOT, layer)
        with surround(ROOT) as (env, descriptors):
            return run([str(python), "-X", "utf8", *args], env=env, descriptors=descriptors)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1


def run(
    command: list[str],
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    stdin: int | None = None,
    descriptors: tuple[int, ...] = (),
) -> int:
    """Run a program to its end and return its exit code, a signal as shells count it.

    The program inherits the open files `descriptors`, which must be empty on Windows.
    """
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, pass_fds=descriptors) as child:
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        while True:
            try:
                code = child.wait()
            except KeyboardInterrupt:
                continue  # the child was interrupted as well and decides what that means
            return code if code >= 0 else 128 - code


def ensure(root: Path, layer: str) -> Path:
    """Return the Python of a ready `.venv`, which is made or completed where it is not ready."""
    venv = root / ".venv"
    marks = wanted(root, layer)
    found = read_stamp(venv)
    if not python_in(venv).exists() or found.get("home") != marks["home"]:
        found = {}
    if any(found.get(name) != mark for name, mark in marks.items()):
        try:
            _complete(root, found, marks)
        except KeyboardInterrupt:
            raise SetupError("Interrupted while setting up; the next start begins again.") from None
        except OSError as error:
            raise SetupError(
                f"Stablehand keeps its packages in {venv} and cannot write there ({error.strerror}); "
                "make it writable, or copy the project to a directory of your own."
            ) from error
    return python_in(venv)


def python_in(venv: Path, system: str = os.name) -> Path:
    """Return where an environment has its Python."""
    return venv / "Scripts" / "python.exe" if system == "nt" else venv / "bin" / "python"


def wanted(root: Path, layer: str) -> dict[str, str]:
    """Return the marks of an environment that is ready: where it is, and what is installed in it.

    An environment holds absolute paths and one Python's packages, so a moved directory or another Python
    needs a new one; other pins are only installed on top.
    """
    home = [str(root), sys.platform, str(sys.implementation.cache_tag)]
    marks = {
        "home": _digest(*(part.encode() for part in home)),
        "run": _digest(*((root / name).read_bytes() for name in ("pyproject.toml", PINS["run"]))),
    }
    if layer != "run":
        marks[layer] = _digest((root / PINS[layer]).read_bytes())
    return marks


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def read_stamp(venv: Path) -> dict[str, str]:
    """Return the marks that the last finished set-up left; none if it was not finished."""
    try:
        marks = json.loads((venv / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return marks if isinstance(marks, dict) else {}


def tools(venv: Path) -> dict[str, tuple[list[str], list[str]]]:
    """Return what can set up here, best first: how each makes an environment, how it installs into it."""
    found = {}
    python = str(python_in(venv))
    # Not the Python of an environment that is about to be cleared.
    base = getattr(sys, "_base_executable", None) or sys.executable
    uv = shutil.which("uv")
    if uv:
        make = [uv, "venv", "--quiet", "--no-project", "--python", base, str(venv)]
        found["uv"] = (make, [uv, "pip", "install", "--quiet", "--python", python])
    if find_spec("venv") and find_spec("ensurepip"):
        install = [python, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        found["pip"] = ([base, "-m", "venv", str(venv)], install)
    return found


def clear(venv: Path) -> None:
    """Take away what is there, and see that something can be put there."""
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.exists():
        shutil.rmtree(venv)
    venv.mkdir()


def quietly(command: list[str], root: Path) -> None:
    """Run one command of the set-up in silence; its last lines are shown if it fails."""
    env = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    done = subprocess.run(
        command,
        cwd=root,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        lines = [line[:LINE_WIDTH] for line in done.stdout.splitlines() if line.strip()][-LAST_LINES:]
        raise SetupError(
            "\n    ".join(["Setting up failed; is this machine online? The installer's last words:", *lines])
        )


def _complete(root: Path, found: dict[str, str], marks: dict[str, str]) -> None:
    """Bring the environment up to date. It has no stamp meanwhile, so an interrupted one is made again."""
    venv = root / ".venv"
    failure = SetupError(
        "This Python lacks venv or ensurepip, which Stablehand is set up with; install them "
        "(on Debian and Ubuntu: apt install python3-venv) and start again."
    )
    if found:
        (venv / STAMP).unlink()
    for tool, (make, install) in tools(venv).items():
        try:
            if found.get("tool") != tool:
                found = {}
                _say(f"Making .venv with {tool}.")
                clear(venv)
                quietly(make, root)
            _install(
                install, root, [name for name in PINS if found.get(name) != marks.get(name, found.get(name))]
            )
        except SetupError as error:
            failure = error
        else:
            (venv / STAMP).write_text(json.dumps({**found, **marks, "tool": tool}), "utf-8")
            return
    raise failure


def _install(install: list[str], root: Path, layers: list[str]) -> None:
    for layer in layers:
        _say(f"Installing {PINS[layer]} into .venv.")
        quietly([*install, "--require-hashes", "-r", str(root / PINS[layer])], root)
        if layer == "run":
            quietly([*install, "--no-deps", "--no-build-isolation", "-e", str(root)], root)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(python(sys.argv[1:]))
