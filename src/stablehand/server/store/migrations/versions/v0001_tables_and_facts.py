"""Step 1: tables and their facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create both tables."""
    name = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "tables",
        sa.Column("id", name, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger, nullable=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_pkey"),
        sa.UniqueConstraint("code", name="tables_code_key"),
    )
    op.create_index("tables_closed_at_id_idx", "tables", ["closed_at", "id"])
    op.create_table(
        "facts",
        sa.Column("table_id", name, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="facts_pkey"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="facts_table_id_fkey"),
    )
