"""The tables of the database, as the newest migration leaves them.

A row of `tables` holds the number of facts and the hash of the last one. So an append reads one row for each
table, no gap can be written, and missing facts at the end are detected, which the chain alone cannot do.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_name)s_key",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    }
)

Id = Text().with_variant(Text(collation="C"), "postgresql")
"""Sorted by code point in both kinds of databases."""

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("length", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("owner", Text, nullable=False, server_default=""),
    Column("bytes", BigInteger, nullable=False, server_default="0"),
    Column("idle_minutes", Integer, nullable=False, server_default="0"),
    Index(None, "closed_at", "id"),
)

facts = Table(
    "facts",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The newest snapshot of a table: its state after `number` facts, the last of which has this hash."""
