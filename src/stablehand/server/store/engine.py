"""Connections, whatever the database: each kind has a module that sets them and explains their failures."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from stablehand.server.store import on_file
from stablehand.server.store.errors import Conflict
from stablehand.server.store.places import is_file, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from sqlalchemy import URL, Engine

    from stablehand.server.store.errors import StoreError

PATIENCE: Final = 5
"""Seconds to wait for a server's answer or for somebody else's lock."""


def engines_for(url: URL, patience: float) -> tuple[Engine, Engine]:
    """Return an engine for transactions that write, and one for those that only read."""
    kind = _kind(url)
    engine = kind.engine_for(url, patience)
    return engine, kind.reading(engine)


@contextmanager
def explained(url: URL) -> Iterator[None]:
    """Turn a database's failure into one of ours, a sentence."""
    try:
        yield
    except (SQLAlchemyError, OSError, *_kind(url).ERRORS) as error:
        raise explain(url, error) from error


def explain(url: URL, error: Exception) -> StoreError:
    """Return the sentence for a failure, as the class that says what can be done about it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    detail = (str(cause).strip().splitlines() or [type(cause).__name__])[0].strip(" .")
    if isinstance(error, IntegrityError):
        return Conflict(f"{name_of(url)} holds something else already: {detail}.")
    if isinstance(cause, OSError):
        return on_file.cannot_write(url, cause.strerror or detail)
    explained_by_kind: StoreError = _kind(url).explain(url, cause, detail)
    return explained_by_kind


def _kind(url: URL) -> ModuleType:
    if is_file(url):
        return on_file
    from stablehand.server.store import on_postgresql  # noqa: PLC0415 - few need it, and it takes its time

    return on_postgresql
