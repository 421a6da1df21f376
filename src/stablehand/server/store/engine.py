"""Connections: how each database is set so that a commit is kept, and what its failures mean.

SQLite writes ahead and waits for the disk at every commit; a transaction that will write takes the lock when
it begins, so it never fails half-way because another one was faster. PostgreSQL is asked for the same.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from stablehand.server.store.errors import Conflict, Damaged, StoreError, Unavailable
from stablehand.server.store.places import is_file, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection, Engine

PATIENCE: Final = 5
"""Seconds to wait for a server's answer or for somebody else's lock."""
READING = "stablehand_reading"
SET_POSTGRESQL: Final = """
    SELECT set_config('lock_timeout', %s, false),
           CASE current_setting('synchronous_commit')
           WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""


def engine_for(url: URL, patience: float = PATIENCE) -> Engine:
    """Return an engine whose connections are set as the store needs them."""
    if is_file(url):
        engine = create_engine(url, connect_args={"timeout": patience})
        event.listen(engine, "connect", _set_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    seconds = max(2, round(patience))  # libpq takes less for 2
    engine = create_engine(
        url,
        pool_pre_ping=True,  # a server that was restarted is simply connected to again
        connect_args={"connect_timeout": seconds, "tcp_user_timeout": 2000 * seconds},
    )

    @event.listens_for(engine, "connect")
    def set_postgresql(connection: psycopg.Connection, _record: object) -> None:
        connection.autocommit = True  # settings made in a transaction would be rolled back with it
        connection.execute(SET_POSTGRESQL, [f"{round(patience * 1000)}ms"])
        connection.autocommit = False

    return engine


def reading(engine: Engine) -> Engine:
    """Return the engine for transactions that only read: they wait for nobody and see one moment."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{READING: True})
    return engine.execution_options(isolation_level="REPEATABLE READ")


def _set_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    is_reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")


@contextmanager
def explained(url: URL) -> Iterator[None]:
    """Turn a database's failure into one of ours, a sentence."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, psycopg.Error, OSError) as error:
        raise explain(url, error) from error


def explain(url: URL, error: Exception) -> StoreError:
    """Return the sentence for a failure, as the class that says what can be done about it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = name_of(url)
    detail = (str(cause).strip().splitlines() or [type(cause).__name__])[0].strip(" .")
    if isinstance(error, IntegrityError):
        return Conflict(f"{name} holds something else already: {detail}.")
    match cause:
        case sqlite3.Error():
            return _explain_sqlite(url, getattr(cause, "sqlite_errorname", ""), detail)
        case OSError():
            return _cannot_write(url, cause.strerror or detail)
        case psycopg.errors.LockNotAvailable():
            return Unavailable(f"{name} was locked by somebody else for too long.")
        case psycopg.errors.DiskFull():
            return Unavailable(f"{name} has no room left on its disk.")
        case psycopg.OperationalError() if cause.sqlstate is None:
            return Unavailable(f"{name} cannot be reached: {detail}.")
        case psycopg.OperationalError() | psycopg.InterfaceError() | psycopg.InternalError():
            return Unavailable(f"{name} cannot be used: {detail}.")
        case _:
            return StoreError(f"{name} refuses: {detail}.")


def _explain_sqlite(url: URL, code: str, detail: str) -> StoreError:
    name = name_of(url)
    kind = "_".join(code.split("_")[:2])
    match kind:
        case "SQLITE_CANTOPEN" | "SQLITE_READONLY" | "SQLITE_PERM":
            return _cannot_write(url, detail)
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


def _cannot_write(url: URL, why: str) -> Unavailable:
    folder = Path(url.database or ".").parent
    return Unavailable(
        f"Games are kept in {folder}, which cannot be written to ({why}); choose another folder with --data."
    )
