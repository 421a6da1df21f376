"""Concurrent writes: acknowledged after the commit, grouped where possible, each with its own error."""

from __future__ import annotations

import asyncio
from threading import Event, get_ident
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from server.store.samples import a_table, rows
from stablehand.server.store import Append, Conflict, Store, StoreError, Unavailable, Writer
from stablehand.server.store import writer as writer_module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.server.store import Change

NAMES = [f"table {n}" for n in range(6)]


class Gate:
    """Blocks the first transaction of a store until it is opened, and counts all transactions."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.groups: list[int] = []
        self.threads: set[int] = set()
        self.failures: list[Exception] = []
        self._open = Event()
        self._began = Event()
        self._write = store.write
        monkeypatch.setattr(store, "write", self._wait_and_write)

    async def closed(self) -> None:
        """Wait until a transaction is blocked."""
        await asyncio.to_thread(self._began.wait)

    def open(self) -> None:
        self._open.set()

    def _wait_and_write(self, changes: Sequence[Change]) -> None:
        self.groups.append(len(changes))
        self.threads.add(get_ident())
        self._began.set()
        self._open.wait()
        if self.failures:
            raise self.failures.pop(0)
        self._write(changes)


@pytest.fixture
def gate(store: Store, monkeypatch: pytest.MonkeyPatch) -> Gate:
    for name in NAMES:
        store.open(a_table(name))
    return Gate(store, monkeypatch)


async def behind_the_first(
    writer: Writer, gate: Gate, changes: Sequence[Append]
) -> list[BaseException | None]:
    """Queue all changes behind one append, then open the gate; return the error or None of each."""
    first = writer._submit(Append(rows(NAMES[0], 0, [b"first"])))
    await gate.closed()
    others = [writer._submit(each) for each in changes]
    gate.open()
    return await asyncio.gather(first, *others, return_exceptions=True)


def test_an_append_is_stored_when_it_is_acknowledged(store: Store) -> None:
    async def scenario() -> None:
        async with Writer(store) as writer:
            await writer.open(a_table("one"), [b"0"])
            for n in range(1, 5):
                await writer.append(rows("one", n, [str(n).encode()]))
                assert len(store.facts("one")) == n + 1
            await writer.close_table("one", 9)
            assert store.open_tables() == []

    asyncio.run(scenario())


def test_waiting_changes_are_written_in_one_transaction(store: Store, gate: Gate) -> None:
    async def scenario() -> None:
        async with Writer(store) as writer:
            changes = [Append(rows(name, 0, [b"a", b"b"])) for name in NAMES[1:]]
            changes += [Append(rows(NAMES[0], n, [b"c"])) for n in (1, 2)]
            assert await behind_the_first(writer, gate, changes) == [None] * 8

    asyncio.run(scenario())
    assert gate.groups == [1, 7]
    assert len(gate.threads) == 1
    assert get_ident() not in gate.threads
    assert [len(store.facts(name)) for name in NAMES] == [3, 2, 2, 2, 2, 2]


def test_the_size_of_a_group_is_limited(store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "MOST", 2)

    async def scenario() -> None:
        async with Writer(store) as writer:
            await behind_the_first(writer, gate, [Append(rows(name, 0, [b"a"])) for name in NAMES[1:]])

    asyncio.run(scenario())
    assert gate.groups == [1, 2, 2, 1]


def test_only_faulty_changes_of_a_group_fail(store: Store, gate: Gate) -> None:
    async def scenario() -> list[BaseException | None]:
        async with Writer(store) as writer:
            changes = [Append(rows(name, 0, [b"a"])) for name in NAMES[1:]]
            changes[2:2] = [Append(rows("nobody", 0, [b"a"])), Append(rows(NAMES[0], 5, [b"a"]))]
            return await behind_the_first(writer, gate, changes)

    went = asyncio.run(scenario())
    assert [type(each) for each in went] == [
        type(None), type(None), type(None), Conflict, Conflict, type(None), type(None), type(None),
    ]  # fmt: skip
    assert "nobody" in str(went[3])
    assert NAMES[0] in str(went[4])
    assert [len(store.facts(name)) for name in NAMES] == [1] * 6


def test_rows_after_a_refused_one_are_refused_too(store: Store, gate: Gate) -> None:
    async def scenario() -> list[BaseException | None]:
        async with Writer(store) as writer:
            changes = [Append(rows(NAMES[1], n, [b"a"])) for n in (0, 2, 3, 1)]
            return await behind_the_first(writer, gate, changes)

    assert [type(each).__name__ for each in asyncio.run(scenario())[1:]] == [
        "NoneType", "Conflict", "Conflict", "NoneType",
    ]  # fmt: skip
    assert len(store.facts(NAMES[1])) == 2


@pytest.mark.parametrize(
    ("failures", "groups"),
    [([Unavailable("gone")], [1, 5, 1]), ([StoreError("odd"), Unavailable("gone")], [1, 5, 1, 1])],
    ids=["at once", "one by one"],
)
def test_an_unavailable_database_fails_the_whole_group_at_once(
    store: Store, gate: Gate, failures: list[Exception], groups: list[int]
) -> None:
    """The write is not repeated for each change, since waiting for a lock takes seconds."""

    async def scenario() -> list[BaseException | None]:
        async with Writer(store) as writer:
            gate.failures += [Unavailable("first"), *failures]
            went = await behind_the_first(writer, gate, [Append(rows(name, 0, [b"a"])) for name in NAMES[1:]])
            await writer.append(rows(NAMES[1], 0, [b"later"]))
            return went

    assert [str(each) for each in asyncio.run(scenario())] == ["first", *["gone"] * 5]
    assert gate.groups == groups
    assert store.facts(NAMES[1]) == [b"later"]


def test_closing_writes_waiting_changes_and_accepts_no_more(store: Store, gate: Gate) -> None:
    async def scenario() -> None:
        writer = Writer(store)
        waiting = [asyncio.ensure_future(writer.append(rows(name, 0, [b"a"]))) for name in NAMES]
        closing = asyncio.ensure_future(writer.close())
        await gate.closed()
        with pytest.raises(StoreError, match=r"^The writer is closed\.$"):
            await writer.append(rows(NAMES[0], 1, [b"late"]))
        gate.open()
        await closing
        assert await asyncio.gather(*waiting) == [None] * 6
        await writer.close()

    asyncio.run(scenario())
    assert [store.facts(name) for name in NAMES] == [[b"a"]] * 6


def test_a_cancelled_task_does_not_cancel_its_change(store: Store, gate: Gate) -> None:
    async def scenario() -> None:
        async with Writer(store) as writer:
            waiting = [asyncio.ensure_future(writer.append(rows(name, 0, [b"a"]))) for name in NAMES]
            await gate.closed()
            for each in waiting[:3]:
                each.cancel()
            gate.open()
            went = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(each).__name__ for each in went] == ["CancelledError"] * 3 + ["NoneType"] * 3

    asyncio.run(scenario())
    assert [store.facts(name) for name in NAMES] == [[b"a"]] * 6


def test_the_error_of_a_locked_database_is_raised_and_later_writes_succeed(url: str) -> None:
    lock = {"sqlite": "SELECT 1", "postgresql": "LOCK TABLE tables IN ACCESS EXCLUSIVE MODE"}

    async def scenario(store: Store, other: Store) -> None:
        async with Writer(store) as writer:
            with other._writing.begin() as connection:
                connection.execute(text(lock[connection.dialect.name]))
                with pytest.raises(Unavailable, match=r"^The database .* was locked by .* for too long\.$"):
                    await writer.append(rows("one", 0, [b"0"]))
            await writer.append(rows("one", 0, [b"1"]))

    with Store(url, timeout=0.1) as store, Store(url) as other:
        store.migrate()
        store.open(a_table())
        asyncio.run(scenario(store, other))
        assert store.facts("one") == [b"1"]


def test_the_error_of_a_full_disk_is_raised_and_later_writes_succeed(sqlite_url: str) -> None:
    async def scenario(store: Store) -> None:
        async with Writer(store) as writer:
            with (
                store._writing.connect() as connection
            ):  # the connection in the pool, which the writer will get
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
                connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(Unavailable, match=r"^The database .* has no room left on its disk\.$"):
                await writer.append(rows("one", 0, [bytes(100_000)]))
            with store._writing.connect() as connection:
                connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
            await writer.append(rows("one", 0, [b"0"]))

    with Store(sqlite_url) as store:
        store.migrate()
        store.open(a_table())
        asyncio.run(scenario(store))
        assert store.facts("one") == [b"0"]
