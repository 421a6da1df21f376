"""The store: tables and their facts in a database. Each write is one transaction.

The rows of a table are a hash chain: the hash of each covers its body and the hash before it.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from sqlalchemy import bindparam, delete, func, insert, or_, select, text, update

from stablehand.server.store.claim import claimed
from stablehand.server.store.engine import TIMEOUT, engines_for, errors_of, explain
from stablehand.server.store.errors import Conflict, Damaged
from stablehand.server.store.migrate import migrate
from stablehand.server.store.places import address, is_file, name_of
from stablehand.server.store.records import Append, Change, Close, FactRow, Open, Snapshot, TableRecord
from stablehand.server.store.schema import facts, snapshots, tables

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Self

    from sqlalchemy import Connection, Engine, Executable

HASH_SIZE: Final = 32
AT_ONCE: Final = 50
"""Tables that are closed or deleted in one transaction, so that nobody waits long for it."""
PERSON: Final = b"stablehand facts"
RECORD = [tables.c[name] for name in TableRecord.__slots__]
TAIL = (
    select(tables.c.id, tables.c.length, tables.c.head, tables.c.closed_at)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)  # all writers lock in the same order
    .with_for_update()
)
GROWN = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        length=bindparam("now"),
        head=bindparam("hash"),
        touched_at=bindparam("at"),
        bytes=tables.c.bytes + bindparam("size"),
        idle_minutes=0,
    )
)
CHECK = text("UPDATE alembic_version SET version_num = version_num")
"""A write that changes nothing, and goes to the disk all the same."""


class Store:
    """A database of tables, usable from any thread. Several may be open, but only one can `claim` it.

    Call `migrate` before anything else.
    """

    def __init__(self, url: str, timeout: float = TIMEOUT) -> None:
        self.url = address(url)
        self._writing, self._reading = engines_for(self.url, timeout)
        self._errors = errors_of(self.url)
        self._claim = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def claim(self) -> None:
        """Lock the database until `close`, as a server must; raise `Unavailable` if it is locked."""
        with self._explained():
            self._make_folder()
            self._claim.enter_context(claimed(self.url, self._writing))

    def migrate(self) -> None:
        """Create the database, or update it to the newest schema."""
        with self._explained():
            self._make_folder()
            with self._writing.begin() as connection:
                migrate(connection, name_of(self.url))

    def _make_folder(self) -> None:
        if is_file(self.url) and self.url.database:
            Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def open(self, record: TableRecord, bodies: Sequence[bytes] = ()) -> None:
        """Open a table with its first facts; raise `Conflict` if its id or code is taken."""
        self.write([Open(record, bodies)])

    def append(self, rows: Sequence[FactRow]) -> None:
        """Append facts of any tables, all or none; raise `Conflict` if one is not the next of its table."""
        self.write([Append(rows)])

    def close_table(self, table_id: str, at: int) -> None:
        """Close a table; raise `Conflict` if it is not open."""
        self.write([Close(table_id, at)])

    def write(self, changes: Sequence[Change]) -> None:
        """Apply changes in this order in one transaction; they are on the disk when it returns."""
        with self._transaction(self._writing) as connection:
            for kind, run in groupby(changes, type):
                if kind is Append:  # one statement for all of them, which makes a group commit cheap
                    _append(
                        connection, [row for each in run if isinstance(each, Append) for row in each.rows]
                    )
                else:
                    for change in run:
                        _change(connection, change)

    def facts(self, table_id: str) -> list[bytes]:
        """Return a table's facts in order; raise `Damaged` if they are not what was written."""
        tail = select(tables.c.length, tables.c.head).where(tables.c.id == table_id)
        rows = select(facts.c.number, facts.c.body, facts.c.hash).where(facts.c.table_id == table_id)
        with self._transaction(self._reading) as connection:
            found = connection.execute(rows.order_by(facts.c.number)).all()
            known = connection.execute(tail).one_or_none()
        if known is None:
            raise Conflict(f"Unknown table {table_id}.")
        previous = root(table_id)
        for number, (written, body, digest) in enumerate(found):
            if written != number:
                raise Damaged(f"Table {table_id} is damaged: row {number} is missing.")
            previous = link(previous, body)
            if digest != previous or (number + 1 == known.length and digest != known.head):
                raise Damaged(f"Table {table_id} is damaged: row {number} is not what was written.")
        if len(found) != known.length:
            last = min(len(found), known.length)
            what = "missing" if last < known.length else "one too many"
            raise Damaged(f"Table {table_id} is damaged: row {last} is {what}.")
        return [body for _, body, _ in found]

    def check(self) -> None:
        """Write something that changes nothing; raise StoreError if nothing can be written."""
        with self._transaction(self._writing) as connection:
            connection.execute(CHECK)

    def open_tables(self) -> list[TableRecord]:
        """Return the tables that are not closed, oldest first."""
        query = select(*RECORD).where(tables.c.closed_at.is_(None)).order_by(tables.c.opened_at, tables.c.id)
        with self._transaction(self._reading) as connection:
            return _records(connection, query)

    def find(self, code: str) -> TableRecord | None:
        """Return the table with this invite code, open or closed; None if there is none."""
        with self._transaction(self._reading) as connection:
            return next(iter(_records(connection, select(*RECORD).where(tables.c.code == code))), None)

    def snapshot(self, table_id: str) -> Snapshot | None:
        """Return the newest snapshot of a table that fits its facts; None if there is none."""
        query = (
            select(snapshots.c.number, snapshots.c.body)
            .join(facts, facts.c.table_id == snapshots.c.table_id)
            .where(snapshots.c.table_id == table_id, facts.c.number == snapshots.c.number - 1)
            .where(facts.c.hash == snapshots.c.hash)
        )
        with self._transaction(self._reading) as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Snapshot(table_id, row.number, row.body)

    # ---- what bounds the disk

    def bytes_of(self, owner: str) -> int:
        """Return how many bytes the tables of an owner take."""
        query = select(func.coalesce(func.sum(tables.c.bytes), 0)).where(tables.c.owner == owner)
        with self._transaction(self._reading) as connection:
            return int(connection.execute(query).scalar_one())

    def age(self, minutes: int) -> None:
        """Add to the time for which tables have been idle. An append sets it to 0.

        It is the server's own time: a clock that jumps, or a server that was off, makes no table older.
        """
        with self._transaction(self._writing) as connection:
            connection.execute(update(tables).values(idle_minutes=tables.c.idle_minutes + minutes))

    def close_idle(self, minutes: int, at: int, last: bytes, but: Collection[str] = ()) -> list[str]:
        """Close open tables that have been idle for so long, with a last fact; return their ids."""
        query = (
            select(tables.c.id, tables.c.length)
            .where(tables.c.closed_at.is_(None), tables.c.idle_minutes >= minutes)
            .where(tables.c.id.not_in(list(but)))
            .order_by(tables.c.id)
            .limit(AT_ONCE)
        )
        with self._transaction(self._writing) as connection:
            found = connection.execute(query).all()
            _append(connection, [FactRow(row.id, row.length, last, at) for row in found])
            for row in found:
                _change(connection, Close(row.id, at))
        return [row.id for row in found]

    def delete_closed(self, minutes: int, but: Collection[str] = ()) -> list[str]:
        """Delete closed tables that have been idle for so long, with all their facts; return their ids."""
        query = (
            select(tables.c.id)
            .where(tables.c.closed_at.is_not(None), tables.c.idle_minutes >= minutes)
            .where(tables.c.id.not_in(list(but)))
            .order_by(tables.c.id)
            .limit(AT_ONCE)
        )
        with self._transaction(self._writing) as connection:
            found = list(connection.execute(query).scalars())
            for table, column in ((snapshots, "table_id"), (facts, "table_id"), (tables, "id")):
                connection.execute(delete(table).where(table.c[column].in_(found)))
        return found

    def close(self) -> None:
        """Close all connections and release the lock."""
        self._claim.close()
        self._writing.dispose()

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with self._explained(), engine.begin() as connection:
            yield connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise database errors of the block as StoreError, with a sentence for the operator."""
        try:
            yield
        except self._errors as error:
            raise explain(self.url, error) from error


def root(table_id: str) -> bytes:
    """Return the hash that a table's first row is linked to: rows of another table do not fit."""
    return _hash(table_id.encode())


def link(previous: bytes, body: bytes) -> bytes:
    """Return the hash of a row from the hash before it and its body.

    >>> first = link(root("a table"), b"opened")
    >>> link(first, b"closed").hex()[:16]
    'baec456e6f738bbb'
    """
    return _hash(previous + body)


def _hash(content: bytes) -> bytes:
    return blake2b(content, digest_size=HASH_SIZE, person=PERSON).digest()


def _records(connection: Connection, query: Executable) -> list[TableRecord]:
    return [TableRecord(**row) for row in connection.execute(query).mappings()]


def _change(connection: Connection, change: Change) -> None:
    match change:
        case Open(record, bodies):
            _open(connection, record, bodies)
        case Append(rows):
            _append(connection, rows)
        case Close(table_id, at):
            query = update(tables).where(tables.c.id == table_id, tables.c.closed_at.is_(None))
            if not connection.execute(query.values(closed_at=at, touched_at=at)).rowcount:
                raise Conflict(f"Table {table_id} cannot be closed: it is not open.")
        case Snapshot():
            _keep_snapshot(connection, change)
        case _:
            assert_never(change)


def _keep_snapshot(connection: Connection, snapshot: Snapshot) -> None:
    """Store a snapshot with the hash of its last fact, so that it fits no other history."""
    found = select(facts.c.hash).where(
        facts.c.table_id == snapshot.table_id, facts.c.number == snapshot.number - 1
    )
    hashed = connection.execute(found).scalar_one_or_none()
    if hashed is None:
        raise Conflict(f"Table {snapshot.table_id} has no row {snapshot.number - 1} to keep a snapshot of.")
    connection.execute(delete(snapshots).where(snapshots.c.table_id == snapshot.table_id))
    row = {"table_id": snapshot.table_id, "number": snapshot.number, "hash": hashed, "body": snapshot.body}
    connection.execute(insert(snapshots), row)


def _open(connection: Connection, record: TableRecord, bodies: Sequence[bytes]) -> None:
    taken = select(tables.c.id).where(or_(tables.c.id == record.id, tables.c.code == record.code))
    for name in connection.execute(taken).scalars():
        what = "id" if name == record.id else "invite code"
        raise Conflict(f"Table {record.id} cannot be opened: its {what} is already taken.")
    row = {name: getattr(record, name) for name in TableRecord.__slots__}
    connection.execute(insert(tables), {**row, "length": 0, "head": root(record.id)})
    _append(connection, [FactRow(record.id, n, body, record.touched_at) for n, body in enumerate(bodies)])


def _append(connection: Connection, rows: Sequence[FactRow]) -> None:
    of_table: defaultdict[str, list[FactRow]] = defaultdict(list)
    for row in rows:
        of_table[row.table_id].append(row)
    if not of_table:
        return
    tails = {row.id: row for row in connection.execute(TAIL, {"ids": list(of_table)})}
    written: list[dict[str, object]] = []
    grown: list[dict[str, object]] = []
    for table_id, added in of_table.items():
        tail = tails.get(table_id)
        if tail is None or tail.closed_at is not None:
            raise Conflict(f"Table {table_id} cannot be appended to: it is not open.")
        number, head = tail.length, tail.head
        for row in added:
            if row.number != number:
                raise Conflict(f"The next row of table {table_id} is {number}, not {row.number}.")
            head = link(head, row.body)
            written.append({"table_id": table_id, "number": number, "body": row.body, "hash": head})
            number += 1
        size = sum(len(row.body) for row in added)
        grown.append({"table": table_id, "now": number, "hash": head, "at": added[-1].at, "size": size})
    connection.execute(insert(facts), written)
    connection.execute(GROWN, grown)
