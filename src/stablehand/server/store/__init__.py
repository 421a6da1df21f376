"""The store: what happened at every table, safe once it was acknowledged.

A table is the fold of its facts; a fact is a row of bytes, and rows are chained by hashes, so what was
changed, lost or put in by hand is noticed. SQLite by default, PostgreSQL by URL; the same bytes in both.

`Store` is synchronous and may be used from any thread. `Writer` is the way from asyncio to it: it writes
whatever is waiting in one transaction. To read from asyncio: `await asyncio.to_thread(store.facts, table)`.
"""

from stablehand.server.store.chain import link, root
from stablehand.server.store.errors import Conflict, Damaged, StoreError, Unavailable
from stablehand.server.store.places import url_for
from stablehand.server.store.records import Append, Change, Close, FactRow, Open, TableRecord
from stablehand.server.store.store import Store
from stablehand.server.store.writer import Writer

__all__ = [
    "Append",
    "Change",
    "Close",
    "Conflict",
    "Damaged",
    "FactRow",
    "Open",
    "Store",
    "StoreError",
    "TableRecord",
    "Unavailable",
    "Writer",
    "link",
    "root",
    "url_for",
]
