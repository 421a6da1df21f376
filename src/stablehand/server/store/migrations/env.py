"""Alembic's entry point: runs the steps on the connection of `migrate`, in its transaction."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from stablehand.server.store.schema import metadata


def run() -> None:
    """Run the steps."""
    connection = context.config.attributes["connection"]
    assert isinstance(connection, Connection)
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while Alembic runs this file; importing it does nothing
    run()
