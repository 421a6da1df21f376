"""Bringing a database up to this version, quietly, in one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from stablehand.server.store.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

PLACE = Path(__file__).parent / "migrations"
LOCK = 0x57AB1E  # any number, as long as every server takes the same


def migrate(connection: Connection, where: str) -> None:
    """Run the steps that the database lacks; several servers may start at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(PLACE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    found = MigrationContext.configure(connection).get_current_heads()
    if not known.issuperset(found):
        raise StoreError(f"{where} was written by a newer version of Stablehand; start that, or a newer one.")
    command.upgrade(config, "head")
