"""SQLite: connections whose commits are durable, and sentences for its errors.

It uses a write-ahead log and waits for the disk at every commit. A writing transaction takes the lock when it
begins, so that it never fails half-way because another one was faster.
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
"""Exceptions that SQLAlchemy may let through unwrapped."""
READING: Final = "stablehand_reading"


def engine_for(url: URL, timeout: float) -> Engine:
    """Return an engine whose connections have the settings that the store needs."""
    engine = create_engine(url, connect_args={"timeout": timeout})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def reading(engine: Engine) -> Engine:
    """Return the engine for reading transactions, which see one snapshot and wait for no lock."""
    return engine.execution_options(**{READING: True})


def explain(url: URL, cause: BaseException | None, detail: str) -> StoreError:
    """Return the error for an exception of the driver."""
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
            return Damaged(f"{name} is not an SQLite database.")
        case "SQLITE_CORRUPT":
            return Damaged(f"{name} is damaged: {detail}.")
        case "SQLITE_IOERR" | "SQLITE_NOMEM" | "SQLITE_PROTOCOL":
            return Unavailable(f"{name} cannot be used: {detail}.")
        case _:
            return StoreError(f"{name} reports an error: {detail}.")


def cannot_write(url: URL, why: str) -> Unavailable:
    """Return the error for a folder or file that cannot be written."""
    folder = Path(url.database or ".").parent
    return Unavailable(
        f"Games are stored in {folder}, which is not writable ({why}); choose another folder with --data."
    )


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin explicitly
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    is_reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")
