"""Engines for both kinds of databases; `sqlite` and `postgresql` configure them and explain their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from stablehand.extras import MissingExtra, needing
from stablehand.server.store import sqlite
from stablehand.server.store.errors import Conflict, Unavailable
from stablehand.server.store.places import is_file, name_of

if TYPE_CHECKING:
    from types import ModuleType

    from sqlalchemy import URL, Engine

    from stablehand.server.store.errors import StoreError

TIMEOUT: Final = 5
"""Seconds to wait for a database server or for a lock."""


def engines_for(url: URL, timeout: float) -> tuple[Engine, Engine]:
    """Return an engine for transactions that write, and one for those that only read."""
    kind = _kind(url)
    engine = kind.engine_for(url, timeout)
    return engine, kind.reading(engine)


def errors_of(url: URL) -> tuple[type[Exception], ...]:
    """Return the classes of exceptions that using a database can raise."""
    return (SQLAlchemyError, OSError, *_kind(url).ERRORS)


def explain(url: URL, error: Exception) -> StoreError:
    """Return the StoreError for a database error, of the class that tells what can be done about it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    detail = (str(cause).strip().splitlines() or [type(cause).__name__])[0].strip(" .")
    if isinstance(error, IntegrityError):
        return Conflict(f"{name_of(url)} already holds something else: {detail}.")
    if isinstance(cause, OSError):
        return sqlite.cannot_write(url, cause.strerror or detail)
    explained_by_kind: StoreError = _kind(url).explain(url, cause, detail)
    return explained_by_kind


def _kind(url: URL) -> ModuleType:
    if is_file(url):
        return sqlite
    try:
        with needing("PostgreSQL needs", "postgres"):
            from stablehand.server.store import postgresql  # noqa: PLC0415 - few need it, and it is slow
    except MissingExtra as error:
        raise Unavailable(str(error)) from error
    return postgresql
