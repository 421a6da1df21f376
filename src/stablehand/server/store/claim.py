"""One server at a time: whoever serves games has claimed their database, and nobody else may for as long.

Two servers would each keep the same table and contradict each other at its next row. A file is claimed by a
lock of the operating system on a file beside it, a PostgreSQL database by a lock of its own; both are gone
with the process, however it ends.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import sqlalchemy.exc
from sqlalchemy import text

from stablehand.server.store.errors import Unavailable
from stablehand.server.store.places import is_file, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Engine

SERVING: Final = 0x57AB1F
"""PostgreSQL's locks go by numbers: any, as long as every server takes the same, and no other lock has it."""
BEHIND: Final = 1 << 20
"""Windows lets nobody read what is locked; so the byte that is locked is behind what is written."""


@contextmanager
def claimed(url: URL, engine: Engine) -> Iterator[None]:
    """Have a database for oneself; `Unavailable` if somebody else has it."""
    with _locked(Path(url.database or "")) if is_file(url) else _asked_for(url, engine):
        yield


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    path = database.with_name(f"{database.name}.lock")
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        if not _lock(file.fileno()):
            owner = file.read(20).strip()
            which = f" (process {owner})" if owner.isdigit() else ""
            raise Unavailable(
                f"Games in {database.parent} are being served by another Stablehand already{which}; "
                "stop that one, or choose another folder with --data."
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


@contextmanager
def _asked_for(url: URL, engine: Engine) -> Iterator[None]:
    """Ask for the lock, and wait as for any: a server that was killed just now may not be missed yet."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": SERVING})
        except sqlalchemy.exc.OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != "55P03":  # lock_not_available
                raise
            raise Unavailable(
                f"{name_of(url)} is being served by another Stablehand already; stop that one, "
                "or name another database with --database."
            ) from error
        try:
            yield
        finally:
            connection.invalidate()  # it is not handed on with the lock; to close it gives the lock back


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
