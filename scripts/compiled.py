"""Make, find and delete copies of the package whose engine is compiled.

A copy lies in `.venv/compiled/<digest of the sources>`. It is used only while the sources have that digest;
edited sources run interpreted until the next copy is made. Standard library only.

- A process that uses a copy holds a lock on the file `in-use` in it. `make` deletes only copies that nobody
  holds: it takes the lock for itself, renames the directory and then deletes it.
- One process at a time compiles: it holds a lock on `.venv/compiled/compiling`. A directory `half-*` that is
  found while holding that lock was left by a process that was killed.

The operating system releases a lock when its process ends, however it ends.

As a program it makes a copy: `play.py` starts it in the background. `check.py` calls `make`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
import bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterator

SWITCH = "STABLEHAND_COMPILE"
OFF = "0"
"""STABLEHAND_COMPILE=0 says that the engine shall not be compiled."""
READY = "--ready"
"""As a program: what compiling needs is installed."""
IN_USE = "in-use"
NEEDS = "Requires-Dist:"
"""How metadata begin a line about another package."""
RUNS_WITH = (f"{NEEDS} librt==", f"{NEEDS} mypy-extensions==")
COMPILING = "compiling"
POLL = 0.2
"""Seconds between two attempts to take a lock; Windows cannot wait for one without an end."""


class SourcesEdited(Exception):  # noqa: N818 - it says what happened, and nothing is wrong with the sources
    """The sources were edited while they were compiled, so the result belongs to no sources."""


class Copy(NamedTuple):
    """A compiled copy that is held: nobody deletes it until `close` is called.

    It is no longer held either when the last reference to this object is gone, or when the process ends.
    """

    place: Path
    lock: BinaryIO

    def environment(self) -> dict[str, str]:
        """Return an environment in which Python finds this copy first."""
        paths = [str(self.place), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def descriptors(self) -> tuple[int, ...]:
        """Return what a child process must inherit to hold the copy even if its parent is killed.

        Nothing on Windows, where the files of a running program cannot be deleted or moved.
        """
        return () if sys.platform == "win32" else (self.lock.fileno(),)

    def close(self) -> None:
        """Allow the copy to be deleted, unless another process holds it."""
        self.lock.close()


def digest(root: Path) -> str:
    """Return the name of the sources, of what compiles them and for which Python."""
    return _read(root)[0]


def hold(root: Path) -> Copy | None:
    """Return the compiled copy of the sources, held; None if there is none or STABLEHAND_COMPILE is 0."""
    if os.environ.get(SWITCH) == OFF:
        return None
    return _hold(_home(root) / digest(root))


@contextmanager
def environment(root: Path) -> Iterator[bootstrap.Surroundings]:
    """Hold the compiled copy and return how to start a child that uses it; if there is none, begin one."""
    copy = hold(root)
    if copy is None:
        begin(root)
        yield bootstrap.Surroundings()
        return
    try:
        yield bootstrap.Surroundings(copy.environment(), copy.descriptors())
    finally:
        copy.close()


def why_interpreted() -> str:
    """Return why the engine cannot be compiled here; an empty string if it can."""
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


def begin(root: Path, *, is_ready: bool = False) -> subprocess.Popen[bytes] | None:
    """Start compiling in the background, for whoever starts next; None if that cannot be done here.

    `is_ready` as for `make`.
    """
    if why_interpreted():
        return None
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve()), *[READY] * is_ready],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@contextmanager
def compiling(root: Path) -> Iterator[None]:
    """Compile in the background, with what is installed, and stop that at the end of the block."""
    child = begin(root, is_ready=True)
    try:
        yield
    finally:
        if child is not None and child.poll() is None:
            if sys.platform == "win32":
                child.kill()
            else:
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def make(root: Path, python: Path, *, is_ready: bool = False, waits: bool = False) -> Copy | None:
    """Return the compiled copy of the sources, held; compile it if there is none.

    Print one line and return None if the engine cannot be compiled, or if another process compiles it and
    `waits` is false. Raise `SourcesEdited` if the result was thrown away.

    `is_ready`: what compiling needs is installed. Otherwise it is fetched into a temporary environment, since
    somebody may be playing from this one.
    """
    reason = why_interpreted()
    if reason:
        print(f"The engine runs interpreted: {reason}.", file=sys.stderr)
        return None
    home = _home(root)
    try:
        home.mkdir(exist_ok=True)
        with (home / COMPILING).open("a+b") as lock:
            if not _wait(lock, waits=waits):
                print("The engine runs interpreted: another process is compiling it.", file=sys.stderr)
                return None
            before = _read(root)
            return _hold(home / before[0]) or _compile(root, python, before, lock, is_ready=is_ready)
    except OSError as error:  # no place to write, or a file system without locks
        print(f"The engine runs interpreted: compiling failed ({error}).", file=sys.stderr)
        return None


def _compile(
    root: Path, python: Path, before: tuple[str, list[int]], lock: BinaryIO, *, is_ready: bool
) -> Copy | None:
    """Compile the sources, of which `_read` returned `before`; the caller holds the lock on `compiling`."""
    home = _home(root)
    for left in home.glob("half-*"):
        shutil.rmtree(left, ignore_errors=True)
    half = home / f"half-{os.getpid()}"
    half.mkdir()
    try:
        failure = _install(root, python, half, lock, is_ready=is_ready)
        if failure:
            print(f"The engine runs interpreted: compiling failed ({failure}).", file=sys.stderr)
            return None
        if _read(root) != before:
            raise SourcesEdited("The compiled engine was thrown away: its sources were edited meanwhile.")
        (half / IN_USE).touch()
        place = home / before[0]
        _delete(place)  # there is something only if it could not be held: a copy without `in-use`
        half.rename(place)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    for other in home.iterdir():
        if other.is_dir() and other != place:
            _delete(other)
    return _hold(place)


def _install(root: Path, python: Path, half: Path, lock: BinaryIO, *, is_ready: bool) -> str:
    """Install the package, compiled, into a directory; return the last line of the installer if it fails."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    if bootstrap.read_stamp(root / ".venv").get("tool") == "uv":
        command = [str(shutil.which("uv")), "pip", "install", "--quiet", "--python", str(python)]
    command += ["--no-deps", *["--no-build-isolation"] * is_ready, "--target", str(half)]
    failure = _run([*command, str(root)], root, lock)
    needed = [] if failure or is_ready else needed_by(half)
    return _run([*command, *needed], root, lock) if needed else failure


def needed_by(half: Path) -> list[str]:
    """Return what compiles the engine and is needed when that runs, too, with its version."""
    files = half.glob("*.dist-info/METADATA")
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    return [line.removeprefix(NEEDS).strip() for line in lines if line.startswith(RUNS_WITH)]


def _run(command: list[str], root: Path, lock: BinaryIO) -> str:
    """Run the installer; return its last line if it fails."""
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, SWITCH: "must", "STABLEHAND_WEB": "0"},
        capture_output=True,
        text=True,
        check=False,
        # The installer goes on writing if this process is killed: until it ends, nobody else compiles.
        pass_fds=() if sys.platform == "win32" else (lock.fileno(),),
    )
    last = [line for line in done.stderr.splitlines() if line.strip()][-1:]
    return (("".join(last)[:160]) or f"exit code {done.returncode}") if done.returncode else ""


def _read(root: Path) -> tuple[str, list[int]]:
    """Return the digest of the sources and when each was written.

    The times tell whether a source was edited and put back. A file that is moved away meanwhile is left out.
    """
    found = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    written = []
    files = [
        *sorted((root / "src").rglob("*")),
        root / "pyproject.toml",
        root / "scripts" / "compile_hook.py",
    ]
    for path in files:
        if path.suffix in {".py", ".toml"} and path.is_file():
            with suppress(FileNotFoundError):
                content, time_written = path.read_bytes(), path.stat().st_mtime_ns
                found.update(path.relative_to(root).as_posix().encode() + b"\0" + content + b"\0")
                written.append(time_written)
    return found.hexdigest()[:16], written


def _home(root: Path) -> Path:
    return root / ".venv" / "compiled"


def _hold(place: Path) -> Copy | None:
    """Hold a copy; None if it is not there or is being deleted."""
    try:
        lock = (place / IN_USE).open("rb")
    except OSError:
        return None
    with suppress(OSError):
        # Between opening and locking, the copy may have been renamed in order to be deleted.
        if _lock_shared(lock) and os.path.samestat(os.fstat(lock.fileno()), (place / IN_USE).stat()):
            return Copy(place, lock)
    lock.close()
    return None


def _delete(place: Path) -> None:
    """Delete a copy, unless a process holds it. The caller holds the lock on `compiling`."""
    gone = place.with_name(f"gone-{os.getpid()}-{place.name}"[:80])
    with suppress(OSError):  # it is not there or, on Windows, a file in it is open
        if sys.platform != "win32" and (place / IN_USE).exists():
            with (place / IN_USE).open("r+b") as lock:
                if not _lock_alone(lock):
                    return
                place.rename(gone)
        else:
            place.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)


def _wait(lock: BinaryIO, *, waits: bool) -> bool:
    """Take a lock alone; if another process has it, wait or return False."""
    if _lock_alone(lock):
        return True
    if not waits:
        return False
    print("Waiting: another process is compiling the engine.", file=sys.stderr, flush=True)
    while not _lock_alone(lock):
        time.sleep(POLL)
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock_alone(file: BinaryIO) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _lock_shared(file: BinaryIO) -> bool:
        """Return True: on Windows a directory cannot be renamed while a file in it is open."""
        del file
        return True

else:
    import fcntl

    def _lock_alone(file: BinaryIO) -> bool:
        return _flock(file, fcntl.LOCK_EX)

    def _lock_shared(file: BinaryIO) -> bool:
        return _flock(file, fcntl.LOCK_SH)

    def _flock(file: BinaryIO, kind: int) -> bool:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(15)
    try:
        make(bootstrap.ROOT, bootstrap.python_in(bootstrap.ROOT / ".venv"), is_ready=READY in sys.argv[1:])
    except SourcesEdited as error:
        sys.exit(str(error))
