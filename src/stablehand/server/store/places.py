"""URLs of databases: from the settings to a URL that SQLAlchemy can connect to.

>>> name_of(address(url_for(None, "postgresql://ada:secret@db.example/games")))
'The database games at db.example:5432'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from stablehand.server.store.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "stablehand.db"
SQLITE = "sqlite+pysqlite"
POSTGRESQL = "postgresql+psycopg"
DRIVERS = {
    "sqlite": SQLITE,
    SQLITE: SQLITE,
    "postgres": POSTGRESQL,
    "postgresql": POSTGRESQL,
    POSTGRESQL: POSTGRESQL,
}
EXPECTED = "write it as postgresql://NAME:PASSWORD@HOST/DATABASE or sqlite:///FILE"


def url_for(data: Path | None, database: str | None) -> str:
    """Return the URL for `--data` or `--database`; by default a file in the platform's data folder."""
    if database is not None:
        if data is not None:
            raise StoreError(
                "Games are stored in a folder or in a database; set --data or --database, not both."
            )
        return address(database).render_as_string(hide_password=False)
    folder = (data or user_data_path("stablehand", appauthor=False)).expanduser().absolute()
    return URL.create(SQLITE, database=str(folder / FILE)).render_as_string()


def address(url: str) -> URL:
    """Parse a URL; raise StoreError, which does not repeat it, since it may hold a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"The database URL cannot be parsed; {EXPECTED}.") from error
    if parsed.drivername not in DRIVERS:
        raise StoreError(f"Unknown kind of database “{parsed.drivername}”; {EXPECTED}.")
    parsed = parsed.set(drivername=DRIVERS[parsed.drivername])
    if not parsed.database or parsed.database == ":memory:":
        raise StoreError(
            f"The database URL names no {'file' if is_file(parsed) else 'database'}; {EXPECTED}."
        )
    return parsed


def is_file(url: URL) -> bool:
    """Return whether a database is an SQLite file."""
    return url.drivername == SQLITE


def name_of(url: URL) -> str:
    """Return the subject of a sentence about a database, without its password."""
    if is_file(url):
        return f"The database {url.database}"
    host = url.host or url.query.get("host") or "this machine"
    return f"The database {url.database} at {host if isinstance(host, str) else host[0]}:{url.port or 5432}"
