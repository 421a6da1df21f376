"""PostgreSQL: connections whose commits are durable, and sentences for its errors.

This module and the driver are imported only if such a database is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import psycopg
from sqlalchemy import create_engine, event

from stablehand.server.store.errors import StoreError, Unavailable
from stablehand.server.store.places import name_of

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine

ERRORS: Final = (psycopg.Error,)
"""Exceptions that SQLAlchemy may let through unwrapped."""
SESSION_SETTINGS: Final = """
    SELECT set_config('lock_timeout', %s, false),
           CASE current_setting('synchronous_commit')
           WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""


def engine_for(url: URL, timeout: float) -> Engine:
    """Return an engine whose connections have the settings that the store needs."""
    seconds = max(2, round(timeout))  # libpq treats less as 2
    engine = create_engine(
        url,
        pool_pre_ping=True,  # reconnect after a restart of the server
        connect_args={"connect_timeout": seconds, "tcp_user_timeout": 2000 * seconds},
    )

    @event.listens_for(engine, "connect")
    def configure(connection: psycopg.Connection, _record: object) -> None:
        connection.autocommit = True  # a rollback would undo settings made in a transaction
        connection.execute(SESSION_SETTINGS, [f"{round(timeout * 1000)}ms"])
        connection.autocommit = False

    return engine


def reading(engine: Engine) -> Engine:
    """Return the engine for reading transactions, which see one snapshot and wait for no lock."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def explain(url: URL, cause: BaseException | None, detail: str) -> StoreError:
    """Return the error for an exception of the driver."""
    name = name_of(url)
    match cause:
        case psycopg.errors.LockNotAvailable():
            return Unavailable(f"{name} was locked by another program for too long.")
        case psycopg.errors.DiskFull():
            return Unavailable(f"{name} has no room left on its disk.")
        case psycopg.OperationalError() if cause.sqlstate is None:
            return Unavailable(f"{name} cannot be reached: {detail}.")
        case psycopg.OperationalError() | psycopg.InterfaceError() | psycopg.InternalError():
            return Unavailable(f"{name} cannot be used: {detail}.")
        case _:
            return StoreError(f"{name} reports an error: {detail}.")
