"""A database in a file, by SQLite: how it is set so that a commit is kept, and what its failures mean.

It writes ahead and waits for the disk at every commit; a transaction that will write takes the lock when it
begins, so it never fails half-way because another one was faster.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import create_engine, event

from stablehand.server.store.errors import Damaged, StoreError, Unavailable
from stablehand.server.store.places import name_of

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

ERRORS: Final = (sqlite3.Error,)
"""What may come up without SQLAlchemy around it."""
READING: Final = "stablehand_reading"


def engine_for(url: URL, patience: float) -> Engine:
    """Return an engine whose connections are set as the store needs them."""
    engine = create_engine(url, connect_args={"timeout": patience})
    event.listen(engine, "connect", _set)
    event.listen(engine, "begin", _begin)
    return engine


def reading(engine: Engine) -> Engine:
    """Return the engine for transactions that only read: they wait for nobody and see one moment."""
    return engine.execution_options(**{READING: True})


def explain(url: URL, cause: BaseException | None, detail: str) -> StoreError:
    """Return the sentence for a failure."""
    name = name_of(url)
    kind = "_".join(str(getattr(cause, "sqlite_errorname", "")).split("_")[:2])
    match kind:
        case "SQLITE_CANTOPEN" | "SQLITE_READONLY" | "SQLITE_PERM":
            return cannot_write(url, detail)
        case "SQLITE_FULL":
            return Unavailable(f"{name} has no room left on its disk.")
        case "SQLITE_BUSY" | "SQLITE_LOCKED":
            return Unavailable(f"{name} was locked by another program for too long.")
        case "SQLITE_NOTADB":
            return Damaged(f"{name} is not one: the file holds something else.")
        case "SQLITE_CORRUPT":
            return Damaged(f"{name} is damaged: {detail}.")
        case "SQLITE_IOERR" | "SQLITE_NOMEM" | "SQLITE_PROTOCOL":
            return Unavailable(f"{name} cannot be used: {detail}.")
        case _:
            return StoreError(f"{name} refuses: {detail}.")


def cannot_write(url: URL, why: str) -> Unavailable:
    """Return the sentence for a folder that nothing can be kept in."""
    folder = Path(url.database or ".").parent
    return Unavailable(
        f"Games are kept in {folder}, which cannot be written to ({why}); choose another folder with --data."
    )


def _set(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    is_reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")
