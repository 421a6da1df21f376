"""Where a database is: from what a person typed to a URL that can be connected to.

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
    """Return the URL of `--data` or `--database`; of a file in the platform's data folder if neither."""
    if database is not None:
        if data is not None:
            raise StoreError(
                "Games are kept in a folder or in a database: give --data or --database, not both."
            )
        return address(database).render_as_string(hide_password=False)
    folder = (data or user_data_path("stablehand", appauthor=False)).expanduser().absolute()
    return URL.create(SQLITE, database=str(folder / FILE)).render_as_string()


def address(url: str) -> URL:
    """Read a URL. What cannot be read is not repeated: it may hold a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"The database’s URL cannot be read; {EXPECTED}.") from error
    if parsed.drivername not in DRIVERS:
        raise StoreError(f"Stablehand knows no database “{parsed.drivername}”; {EXPECTED}.")
    parsed = parsed.set(drivername=DRIVERS[parsed.drivername])
    if not parsed.database or parsed.database == ":memory:":
        raise StoreError(
            f"The database’s URL names no {'file' if is_file(parsed) else 'database'}; {EXPECTED}."
        )
    return parsed


def is_file(url: URL) -> bool:
    """Tell whether a database is a file of ours rather than a server's."""
    return url.drivername == SQLITE


def name_of(url: URL) -> str:
    """Return how a sentence about a database begins; without its password."""
    if is_file(url):
        return f"The database {url.database}"
    host = url.host or url.query.get("host") or "this machine"
    return f"The database {url.database} at {host if isinstance(host, str) else host[0]}:{url.port or 5432}"
