"""Bringing a database up to this version, quietly, in one transaction.

A database that is up to date is so told from its own words; what runs the steps is loaded only where there
are any to run, since that takes longer than all else at the start.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Text, column, inspect, select, table, text

from stablehand.server.store.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

PLACE: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x57AB1E  # any number, as long as every server takes the same
NEWEST: Final = "0001"
"""The last step."""
DONE: Final = "alembic_version"
"""The table that says which step was the last."""


def migrate(connection: Connection, where: str) -> None:
    """Run the steps that the database lacks; several servers may start at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    if _version(connection) != [NEWEST]:
        _upgrade(connection, where)


def _version(connection: Connection) -> list[str]:
    """Return the last step that was run, none of a new database."""
    if not inspect(connection).has_table(DONE):
        return []
    found = connection.execute(select(column("version_num", Text)).select_from(table(DONE)))
    return [str(step) for step in found.scalars()]


def _upgrade(connection: Connection, where: str) -> None:
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(PLACE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(_version(connection)):
        raise StoreError(f"{where} was written by a newer version of Stablehand; start that, or a newer one.")
    command.upgrade(config, "head")
