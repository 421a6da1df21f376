"""A database of a PostgreSQL server: it is asked to keep a commit as a file would be, and what it says.

Only whoever has such a database loads this, and the driver with it.
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
"""What may come up without SQLAlchemy around it."""
SET: Final = """
    SELECT set_config('lock_timeout', %s, false),
           CASE current_setting('synchronous_commit')
           WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""


def engine_for(url: URL, patience: float) -> Engine:
    """Return an engine whose connections are set as the store needs them."""
    seconds = max(2, round(patience))  # libpq takes less for 2
    engine = create_engine(
        url,
        pool_pre_ping=True,  # a server that was restarted is simply connected to again
        connect_args={"connect_timeout": seconds, "tcp_user_timeout": 2000 * seconds},
    )

    @event.listens_for(engine, "connect")
    def set_(connection: psycopg.Connection, _record: object) -> None:
        connection.autocommit = True  # settings made in a transaction would be rolled back with it
        connection.execute(SET, [f"{round(patience * 1000)}ms"])
        connection.autocommit = False

    return engine


def reading(engine: Engine) -> Engine:
    """Return the engine for transactions that only read: they wait for nobody and see one moment."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def explain(url: URL, cause: BaseException | None, detail: str) -> StoreError:
    """Return the sentence for a failure."""
    name = name_of(url)
    match cause:
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
