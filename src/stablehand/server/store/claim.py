"""The lock that lets only one server at a time use a database.

Two servers would each have their own state of a table and conflict at its next row. For SQLite it is a lock
of the operating system on a file beside the database, for PostgreSQL an advisory lock; both end with the
process, however it ends.
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

LOCK_KEY: Final = 0x57AB1F
"""The number of the advisory lock: any, as long as all servers use it and no other lock does."""
LOCKED_BYTE: Final = 1 << 20
"""Windows forbids reading locked bytes, so the locked one is behind the process id."""


@contextmanager
def claimed(url: URL, engine: Engine) -> Iterator[None]:
    """Hold the lock of a database during the block; raise `Unavailable` if another process has it."""
    with _file_lock(Path(url.database or "")) if is_file(url) else _advisory_lock(url, engine):
        yield


@contextmanager
def _file_lock(database: Path) -> Iterator[None]:
    path = database.with_name(f"{database.name}.lock")
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        if not _lock(file.fileno()):
            owner = file.read(20).strip()
            which = f" (process {owner})" if owner.isdigit() else ""
            raise Unavailable(
                f"Another Stablehand{which} already serves the games in {database.parent}; "
                "stop it, or choose another folder with --data."
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


@contextmanager
def _advisory_lock(url: URL, engine: Engine) -> Iterator[None]:
    """Wait for the lock as for any other: PostgreSQL may not have noticed yet that a server was killed."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK_KEY})
        except sqlalchemy.exc.OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != "55P03":  # lock_not_available
                raise
            raise Unavailable(
                f"{name_of(url)} is already served by another Stablehand; stop it, "
                "or choose another database with --database."
            ) from error
        try:
            yield
        finally:
            connection.invalidate()  # closing it releases the lock; it must not return to the pool


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
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
