"""The store: tables and their facts in a database, written in whole transactions or not at all."""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack, contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from sqlalchemy import and_, bindparam, insert, or_, select, update

from stablehand.server.store.chain import link, root
from stablehand.server.store.claim import claimed
from stablehand.server.store.engine import PATIENCE, engines_for, explained
from stablehand.server.store.errors import Conflict, Damaged
from stablehand.server.store.migrate import migrate
from stablehand.server.store.places import address, is_file, name_of
from stablehand.server.store.records import Append, Change, Close, FactRow, Open, TableRecord
from stablehand.server.store.schema import facts, tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from sqlalchemy import Connection, Engine, Executable

RECORD = [tables.c[name] for name in TableRecord.__slots__]
TAIL = (
    select(tables.c.id, tables.c.length, tables.c.head, tables.c.closed_at)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)  # everybody locks in the same order
    .with_for_update()
)
GROWN = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(length=bindparam("now"), head=bindparam("hash"), touched_at=bindparam("at"))
)


class Store:
    """A database of tables; any thread may use it. Several may share it, but only one may `claim` it.

    `migrate` comes before everything else.
    """

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.url = address(url)
        self._writing, self._reading = engines_for(self.url, patience)
        self._claim = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def claim(self) -> None:
        """Have the database for oneself until `close`, as a server must; `Unavailable` if another has it."""
        with explained(self.url):
            self._make_folder()
            self._claim.enter_context(claimed(self.url, self._writing))

    def migrate(self) -> None:
        """Make the database, or bring it up to this version."""
        with explained(self.url):
            self._make_folder()
            with self._writing.begin() as connection:
                migrate(connection, name_of(self.url))

    def _make_folder(self) -> None:
        if is_file(self.url) and self.url.database:
            Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def open(self, record: TableRecord, bodies: Sequence[bytes] = ()) -> None:
        """Write a new table with its first facts; `Conflict` if its id or its code is taken."""
        self.write([Open(record, bodies)])

    def append(self, rows: Sequence[FactRow]) -> None:
        """Write facts of any number of tables, all or none; `Conflict` if one is not its table's next."""
        self.write([Append(rows)])

    def close_table(self, table_id: str, at: int) -> None:
        """Write that a table is closed; `Conflict` if there is none such open."""
        self.write([Close(table_id, at)])

    def write(self, changes: Sequence[Change]) -> None:
        """Make changes in this order in one transaction; when it returns they are on the disk."""
        with self._transaction(self._writing) as connection:
            for kind, run in groupby(changes, type):
                if kind is Append:  # one round for all of them: that is what a group commit saves
                    _append(
                        connection, [row for each in run if isinstance(each, Append) for row in each.rows]
                    )
                else:
                    for change in run:
                        _change(connection, change)

    def facts(self, table_id: str) -> list[bytes]:
        """Return a table's facts in order; `Damaged` if they are not what was written."""
        tail = select(tables.c.length, tables.c.head).where(tables.c.id == table_id)
        rows = select(facts.c.number, facts.c.body, facts.c.hash).where(facts.c.table_id == table_id)
        with self._transaction(self._reading) as connection:
            found = connection.execute(rows.order_by(facts.c.number)).all()
            known = connection.execute(tail).one_or_none()
        if known is None:
            raise Conflict(f"There is no table {table_id}.")
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

    def open_tables(self) -> list[TableRecord]:
        """Return the tables that are not closed, oldest first."""
        query = select(*RECORD).where(tables.c.closed_at.is_(None)).order_by(tables.c.opened_at, tables.c.id)
        with self._transaction(self._reading) as connection:
            return _records(connection, query)

    def find(self, code: str) -> TableRecord | None:
        """Return the table with this invite code, closed or not."""
        with self._transaction(self._reading) as connection:
            return next(iter(_records(connection, select(*RECORD).where(tables.c.code == code))), None)

    def finished(self, limit: int, after: TableRecord | None = None) -> list[TableRecord]:
        """Return closed tables, the last closed first; the next page is the one after the last record."""
        at, name = tables.c.closed_at, tables.c.id
        query = select(*RECORD).where(at.is_not(None)).order_by(at.desc(), name).limit(limit)
        if after is not None:
            query = query.where(or_(at < after.closed_at, and_(at == after.closed_at, name > after.id)))
        with self._transaction(self._reading) as connection:
            return _records(connection, query)

    def close(self) -> None:
        """Close every connection; somebody else may claim the database."""
        self._claim.close()
        self._writing.dispose()

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with explained(self.url), engine.begin() as connection:
            yield connection


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
                raise Conflict(f"There is no open table {table_id} to close.")
        case _:
            assert_never(change)


def _open(connection: Connection, record: TableRecord, bodies: Sequence[bytes]) -> None:
    taken = select(tables.c.id).where(or_(tables.c.id == record.id, tables.c.code == record.code))
    for name in connection.execute(taken).scalars():
        what = "id" if name == record.id else "invite code"
        raise Conflict(f"Table {record.id} cannot be opened: there is one with its {what} already.")
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
            raise Conflict(f"There is no open table {table_id} to append to.")
        number, head = tail.length, tail.head
        for row in added:
            if row.number != number:
                raise Conflict(f"Table {table_id} goes on with row {number}, not with row {row.number}.")
            head = link(head, row.body)
            written.append({"table_id": table_id, "number": number, "body": row.body, "hash": head})
            number += 1
        grown.append({"table": table_id, "now": number, "hash": head, "at": added[-1].at})
    connection.execute(insert(facts), written)
    connection.execute(GROWN, grown)
