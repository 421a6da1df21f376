"""The compiled engine, beside the environment: made once for these very sources, used while they stay so.

A copy of the package with its engine compiled lies in `.venv/compiled/<digest of the sources>`; whoever edits
a source runs that source again until the next copy is made. Standard library only.

As a program it makes the copy: `play.py` starts it in the background, `check.py` waits for it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import bootstrap

SWITCH = "STABLEHAND_COMPILE"
PATIENCE = 600
"""Seconds after which a copy that was begun is given up."""
OFF = "0"
"""STABLEHAND_COMPILE=0 says that the engine shall not be compiled."""


def digest(root: Path) -> str:
    """Return the name of the sources, of what compiles them and for which Python."""
    found = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    files = [
        *sorted((root / "src").rglob("*")),
        root / "pyproject.toml",
        root / "scripts" / "compile_hook.py",
    ]
    for path in files:
        if path.suffix in {".py", ".toml"} and path.is_file():
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def ready(root: Path) -> Path | None:
    """Return the compiled copy of these sources, if there is one and it is wanted."""
    place = root / ".venv" / "compiled" / digest(root)
    return place if os.environ.get(SWITCH) != OFF and (place / "stablehand").is_dir() else None


def environment(root: Path) -> dict[str, str] | None:
    """Return the environment in which Python finds the compiled copy first; if there is none, begin one."""
    place = ready(root)
    if place:
        return finding(place)
    begin(root)
    return None


def finding(place: Path) -> dict[str, str]:
    """Return the environment in which Python finds a compiled copy first."""
    paths = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def can_compile() -> str:
    """Say why the engine cannot be compiled here; nothing if it can."""
    if os.environ.get(SWITCH) == OFF:
        return f"{SWITCH}=0 says so"
    compiler = os.environ.get("CC", "").split()[:1] or [
        name for name in ("cc", "gcc", "clang") if shutil.which(name)
    ]
    if os.name != "nt" and not compiler:
        return "there is no C compiler"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "this Python came without its headers"
    return ""


def begin(root: Path) -> None:
    """Start compiling in the background, for the next time, unless somebody just has."""
    halves = (root / ".venv" / "compiled").glob("half-*")
    if can_compile() or any(time.time() - half.stat().st_mtime < PATIENCE for half in halves):
        return
    subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve())],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def make(root: Path, python: Path, *, is_ready: bool = False) -> Path | None:
    """Make the copy, or say in a line why there is none; `is_ready`: what compiling needs is installed.

    Otherwise it is fetched for this once and elsewhere: somebody may be playing from the environment.
    """
    reason = can_compile()
    if reason:
        print(f"The engine runs interpreted: {reason}.", file=sys.stderr)
        return None
    found = ready(root)
    if found:
        return found
    home = root / ".venv" / "compiled"
    home.mkdir(exist_ok=True)
    half = home / f"half-{os.getpid()}"
    half.mkdir()
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    if bootstrap.read_stamp(root / ".venv").get("tool") == "uv":
        command = [str(shutil.which("uv")), "pip", "install", "--quiet", "--python", str(python)]
    command += ["--no-deps", *["--no-build-isolation"] * is_ready, "--target", str(half), str(root)]
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, SWITCH: "must", "STABLEHAND_WEB": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        shutil.rmtree(half, ignore_errors=True)
        last = [line for line in done.stderr.splitlines() if line.strip()][-1:]
        print(f"The engine runs interpreted: compiling failed ({''.join(last)[:160]}).", file=sys.stderr)
        return None
    for old in home.iterdir():
        if old != half:
            shutil.rmtree(old, ignore_errors=True)
    place = home / digest(root)
    half.rename(place)
    return place


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(15)
    make(bootstrap.ROOT, bootstrap.python_in(bootstrap.ROOT / ".venv"))
