"""A temporary PostgreSQL server for the tests of one run, installed from Debian's packages if missing.

All workers of a run share one cluster: `cluster(folder)` with a folder that they share, then `emptied` for
a database each. A separate process (this file, run as a program) runs it as long as any test process holds
the other end of a pipe, so that nothing is left even after a kill.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import debian
from bootstrap import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator

USER = "stablehand"
READY = "ready"
SETTINGS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200"
"""Only a Unix socket; commits must survive a killed process, not a crash of the machine."""
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


@contextmanager
def cluster(base: Path) -> Iterator[Path]:
    """Start the server of this run, or use the running one; yield its socket folder. `base` is pytest's."""
    folder = base.parent if WORKER else base
    with _locked(folder):
        pipe = folder / "postgres.pipe"
        if not pipe.exists():
            os.mkfifo(pipe)
        try:
            held = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # no reader: there is no server yet, or no longer
            held = _start(folder, pipe)
    try:
        yield Path((folder / "postgres.socket").read_text("utf-8"))
    finally:
        os.close(held)


def emptied(socket: Path, name: str) -> str:
    """Return the URL of an empty database of this worker."""
    import psycopg  # noqa: PLC0415 - only this function needs it

    name = f"{name}_{WORKER or 'main'}"
    with psycopg.connect(host=str(socket), user=USER, dbname="postgres", autocommit=True) as server:
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchall():
            server.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    with psycopg.connect(host=str(socket), user=USER, dbname=name, autocommit=True) as database:
        database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return f"postgresql://{USER}@/{name}?host={socket}"


def programs() -> Path:
    """Return the folder of the server's programs; install them if there are none."""
    found = _installed()
    if found is None:
        debian.ensure(["postgresql"])
        found = _installed()
    if found is None:
        raise SetupError("The tests need a PostgreSQL server (initdb, pg_ctl), which was not found.")
    return found


def _installed() -> Path | None:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))
    on_path = shutil.which("pg_ctl")
    if on_path:
        places.append(Path(on_path).resolve().parent)
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _start(folder: Path, pipe: Path) -> int:
    """Start the process that runs the server; return our end of the pipe."""
    both = os.open(pipe, os.O_RDWR)  # so that the server's process finds a writer from the start
    log = folder / "postgres.log"
    try:
        with (
            log.open("w") as errors,
            subprocess.Popen(
                ["setsid", "--fork", sys.executable, __file__, str(folder)],  # noqa: S607 - of every Linux
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            ) as starter,
        ):
            assert starter.stdout is not None
            said = starter.stdout.read().strip()
        if not said.endswith(READY):
            raise SetupError(said or f"The tests’ PostgreSQL did not start: {log.read_text('utf-8')}")
        return os.open(pipe, os.O_WRONLY)
    finally:
        os.close(both)


def keep(folder: Path) -> None:
    """Run the server until no test process holds the pipe."""
    pipe = os.open(folder / "postgres.pipe", os.O_RDONLY)
    place = programs()
    home = Path(tempfile.mkdtemp(prefix="stablehand-postgres-"))
    try:
        home.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(home, _owner())
        _run(
            home, place / "initdb", "--auth=trust", f"--username={USER}", "--no-sync", *_sorting(home, place)
        )
        try:
            _run(home, place / "pg_ctl", "start", "--wait", f"--options=-k {home} {SETTINGS}", "--log=log")
            (folder / "postgres.socket").write_text(str(home), "utf-8")
            print(READY, flush=True)  # noqa: T201 - for the parent process
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), sys.stdout.fileno())
            while not _is_left(folder, pipe):
                pass
        finally:
            _run(home, place / "pg_ctl", "stop", "--wait", "--mode=immediate")
    finally:
        shutil.rmtree(home)


def _is_left(folder: Path, pipe: int) -> bool:
    """Wait until the last writer is gone; then check, under the lock, that no other has come since."""
    os.set_blocking(pipe, True)
    os.read(pipe, 1)
    with suppress(FileNotFoundError), _locked(folder):
        os.set_blocking(pipe, False)
        try:
            os.read(pipe, 1)
        except BlockingIOError:
            return False
        os.close(pipe)
    return True


def _sorting(home: Path, place: Path) -> list[str]:
    """Return options for a natural sort order, if possible, so that code-point order must be explicit."""
    version = re.search(r"\d+", _run(home, place / "initdb", "--version"))
    has_icu = version is not None and int(version[0]) >= 15
    return ["--encoding=UTF8", *(["--locale-provider=icu", "--icu-locale=en-US"] if has_icu else [])]


def _owner() -> str:
    """Return the user that the server runs as; it refuses to run as root."""
    return next(
        user.pw_name for name in ("postgres", "nobody") for user in pwd.getpwall() if user.pw_name == name
    )


def _run(home: Path, program: Path, *args: str) -> str:
    """Run one of the server's programs; its output goes to a file, since a server keeps it open."""
    is_root = os.geteuid() == 0
    with (home / "said").open("w+") as said:
        done = subprocess.run(
            [program, *args],
            cwd=home,
            env={"PGDATA": str(home / "data"), "PATH": os.defpath, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            user=_owner() if is_root else None,
            group=pwd.getpwnam(_owner()).pw_gid if is_root else None,
            extra_groups=[] if is_root else None,
            check=False,
        )
        said.seek(0)
        answer = said.read()
    if done.returncode:
        raise SetupError(f"The tests’ PostgreSQL failed in {program.name}: {answer.strip()}")
    return answer


if __name__ == "__main__":
    try:
        keep(Path(sys.argv[1]))
    except SetupError as error:
        print(error, flush=True)  # noqa: T201 - for the parent process
