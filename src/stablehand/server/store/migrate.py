"""Migration of a database to the newest schema, in one transaction.

Alembic is imported only if there is a step to run, since that takes longer than the rest of the start.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Text, column, inspect, select, table, text

from stablehand.server.store.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

STEPS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x57AB1E  # any number, as long as all servers use it
NEWEST: Final = "0002"
"""The revision of the last step."""
VERSION_TABLE: Final = "alembic_version"
"""Alembic's table with the revision of the database."""


def migrate(connection: Connection, where: str) -> None:
    """Run the missing steps; several servers may do so at once. Raise StoreError if the schema is newer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    if _version(connection) != [NEWEST]:
        _upgrade(connection, where)


def _version(connection: Connection) -> list[str]:
    """Return the revision of the database as a list; empty if it is new."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return []
    found = connection.execute(select(column("version_num", Text)).select_from(table(VERSION_TABLE)))
    return [str(step) for step in found.scalars()]


def _upgrade(connection: Connection, where: str) -> None:
    from alembic import command  # noqa: PLC0415 - slow, see above
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(_version(connection)):
        raise StoreError(
            f"{where} was written by a newer version of Stablehand; use that one or a newer one."
        )
    command.upgrade(config, "head")
