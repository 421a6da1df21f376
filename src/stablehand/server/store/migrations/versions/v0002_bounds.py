"""Step 2: what bounds a disk: the size of a table, whose it is, how long it has been idle; snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and the table of snapshots; the sizes of older tables are added up."""
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("tables", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("idle_minutes", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tables SET bytes = "
        "COALESCE((SELECT SUM(LENGTH(body)) FROM facts WHERE facts.table_id = tables.id), 0)"
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", name, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="snapshots_pkey"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="snapshots_table_id_fkey"),
    )
