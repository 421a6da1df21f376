"""The store: the facts of every table, on disk before they are acknowledged.

A table is the fold of its facts. A fact is a row of bytes, and rows are chained by hashes, so that changed,
lost or inserted rows are detected. SQLite by default, PostgreSQL by URL; the same bytes in both.

`Store` is synchronous and may be used from any thread. `Writer` writes to it from asyncio, all waiting
changes in one transaction. To read from asyncio: `await asyncio.to_thread(store.facts, table)`.
"""

from stablehand.server.store.errors import Conflict, Damaged, StoreError, Unavailable
from stablehand.server.store.places import url_for
from stablehand.server.store.records import Append, Change, Close, FactRow, Open, Snapshot, TableRecord
from stablehand.server.store.store import Store, link, root
from stablehand.server.store.writer import Writer

__all__ = [
    "Append",
    "Change",
    "Close",
    "Conflict",
    "Damaged",
    "FactRow",
    "Open",
    "Snapshot",
    "Store",
    "StoreError",
    "TableRecord",
    "Unavailable",
    "Writer",
    "link",
    "root",
    "url_for",
]
