"""Writes are complete and in order, or nothing is written; damage is detected."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import blake2b

import pytest
from sqlalchemy import create_engine, text

from server.store.samples import BODIES, a_table, rows
from stablehand.server.store import Append, Change, Close, Conflict, Damaged, Open, Store, StoreError


def by_hand(store: Store, statement: str) -> list[tuple[object, ...]]:
    """Run SQL without the store; return the rows."""
    engine = create_engine(store.url)
    try:
        with engine.begin() as connection:
            done = connection.execute(text(statement))
            return [tuple(row) for row in done] if done.returns_rows else []
    finally:
        engine.dispose()


def test_facts_are_read_as_they_were_written(store: Store) -> None:
    store.open(a_table(), BODIES)
    store.append(rows("one", 4, [b"more", b"and more"]))
    store.append(rows("one", 6, [b"last"]))
    assert store.facts("one") == [*BODIES, b"more", b"and more", b"last"]


def test_the_rows_are_the_same_bytes_in_every_database(store: Store) -> None:
    store.open(a_table(), BODIES[:2])
    store.append(rows("one", 2, BODIES[2:]))
    previous = blake2b(b"one", digest_size=32, person=b"stablehand facts").digest()
    expected: list[tuple[object, ...]] = []
    for number, body in enumerate(BODIES):
        previous = blake2b(previous + body, digest_size=32, person=b"stablehand facts").digest()
        expected.append(("one", number, body, previous))
    assert by_hand(store, "SELECT table_id, number, body, hash FROM facts ORDER BY number") == expected
    assert previous.hex() == "28289bc1a7436ace85754382bc5968257e1ffcc6cdecb9b6eea8c4fc9b9b72ca"


def test_one_append_may_hold_rows_of_many_tables(store: Store) -> None:
    for name in ("one", "two", "three"):
        store.open(a_table(name), [b"0"])
    store.append([*rows("two", 1, [b"a", b"b"]), *rows("one", 1, [b"c"]), *rows("two", 3, [b"d"])])
    assert store.facts("one") == [b"0", b"c"]
    assert store.facts("two") == [b"0", b"a", b"b", b"d"]
    assert store.facts("three") == [b"0"]


def test_an_append_without_rows_changes_nothing(store: Store) -> None:
    store.open(a_table())
    store.append([])
    assert store.facts("one") == []


@pytest.mark.parametrize("number", [0, 1, 3, -1])
def test_a_row_that_is_not_the_next_is_refused_and_nothing_is_written(store: Store, number: int) -> None:
    store.open(a_table("one"), [b"0", b"1"])
    store.open(a_table("two"))
    with pytest.raises(Conflict, match=rf"^The next row of table one is 2, not {number}\.$"):
        store.append([*rows("two", 0, [b"x"]), *rows("one", number, [b"y"])])
    assert store.facts("one") == [b"0", b"1"]
    assert store.facts("two") == []
    assert [each.touched_at for each in store.open_tables()] == [1000, 1000]


def test_changes_of_every_kind_are_written_together_or_not_at_all(store: Store) -> None:
    store.open(a_table("old"))
    changes: list[Change] = [
        Open(a_table("one"), [b"0"]),
        Append(rows("old", 0, [b"x"])),
        Append(rows("one", 1, [b"1"])),
        Close("old", 9),
    ]
    with pytest.raises(Conflict, match=r"^Table none cannot be closed: it is not open\.$"):
        store.write([*changes, Close("none", 9)])
    assert store.open_tables() == [a_table("old")]
    store.write(changes)
    assert store.facts("one") == [b"0", b"1"]
    assert store.facts("old") == [b"x"]
    assert [each.id for each in store.open_tables()] == ["one"]
    assert store.find("CODE-old") == replace(a_table("old"), closed_at=9, touched_at=9)


def test_the_id_and_the_code_of_a_table_are_unique(store: Store) -> None:
    store.open(a_table("one"))
    with pytest.raises(Conflict, match=r"^Table one cannot be opened: its id is already taken\.$"):
        store.open(replace(a_table("one"), code="ANOTHER"))
    with pytest.raises(Conflict, match="its invite code is already taken"):
        store.open(replace(a_table("two"), code="CODE-one"), [b"0"])
    assert store.open_tables() == [a_table("one")]
    store.close_table("one", 5)
    with pytest.raises(Conflict, match="invite code"):
        store.open(replace(a_table("two"), code="CODE-one"))


def test_facts_of_a_table_that_is_not_open_are_refused(store: Store) -> None:
    store.open(a_table("one"), [b"0"])
    store.close_table("one", 5)
    for name in ("one", "none"):
        with pytest.raises(Conflict, match=rf"^Table {name} cannot be appended to: it is not open\.$"):
            store.append(rows(name, 1, [b"1"]))
        with pytest.raises(Conflict, match=rf"^Table {name} cannot be closed: it is not open\.$"):
            store.close_table(name, 6)
    assert store.facts("one") == [b"0"]
    with pytest.raises(Conflict, match=r"^Unknown table none\.$"):
        store.facts("none")


def test_the_open_tables_are_listed_with_the_time_of_their_last_fact(store: Store) -> None:
    late, early = a_table("late", at=2_000_000_000_000), replace(a_table("early", at=1), is_public=True)
    store.open(late)
    store.open(early)
    store.open(a_table("closed"))
    store.close_table("closed", 3)
    store.append([*rows("early", 0, [b"0"], at=7), *rows("early", 1, [b"1"], at=8)])
    assert store.open_tables() == [replace(early, touched_at=8), late]


def test_a_table_is_found_by_its_code_open_or_closed(store: Store) -> None:
    store.open(a_table("one"))
    store.open(a_table("two"))
    store.close_table("two", 77)
    assert store.find("CODE-one") == a_table("one")
    assert store.find("CODE-two") == replace(a_table("two"), closed_at=77, touched_at=77)
    assert store.find("code-one") is None


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("UPDATE facts SET body = hash WHERE number = 2", "row 2 is not what was written"),
        ("UPDATE facts SET hash = body WHERE number = 0", "row 0 is not what was written"),
        ("DELETE FROM facts WHERE number = 1", "row 1 is missing"),
        ("DELETE FROM facts WHERE number = 0", "row 0 is missing"),
        ("DELETE FROM facts WHERE number = 3", "row 3 is missing"),
        ("UPDATE facts SET number = 7 WHERE number = 3", "row 3 is missing"),
        ("UPDATE tables SET length = 3, head = hash FROM facts WHERE number = 2", "row 3 is one too many"),
        ("UPDATE tables SET head = code", "row 3 is not what was written"),
    ],
)
def test_damage_is_detected_and_the_error_names_the_row(store: Store, harm: str, sentence: str) -> None:
    store.open(a_table(), BODIES)
    if store.url.drivername.startswith("postgresql"):
        harm = harm.replace("head = code", "head = code::bytea")
    by_hand(store, harm)
    with pytest.raises(Damaged) as caught:
        store.facts("one")
    assert str(caught.value) == f"Table one is damaged: {sentence}."


def test_facts_that_were_moved_to_another_table_are_damage(store: Store) -> None:
    store.open(a_table("one"), BODIES)
    store.open(a_table("two"), [b"0"])
    by_hand(store, "DELETE FROM facts WHERE table_id = 'two'")
    by_hand(store, "UPDATE facts SET table_id = 'two'")
    with pytest.raises(Damaged, match="Table two is damaged: row 0"):
        store.facts("two")


def test_a_reader_sees_one_snapshot_while_another_writes(store: Store) -> None:
    store.open(a_table())
    lengths = []
    with ThreadPoolExecutor(1) as writing:
        todo = [writing.submit(store.append, rows("one", n, [b"x"])) for n in range(60)]
        while not todo[-1].done():
            lengths.append(len(store.facts("one")))
    assert {each.result() for each in todo} == {None}
    assert lengths == sorted(lengths)
    assert len(store.facts("one")) == 60


def test_two_servers_cannot_both_write_a_row(store: Store) -> None:
    store.open(a_table())
    with Store(store.url.render_as_string(hide_password=False)) as other, ThreadPoolExecutor(2) as both:
        for n in range(30):
            todo = [
                both.submit(each.append, rows("one", n, [name]))
                for each, name in ((store, b"a"), (other, b"b"))
            ]
            went = sorted(str(each.exception()) for each in todo)
            assert went == ["None", f"The next row of table one is {n + 1}, not {n}."]
    assert len(store.facts("one")) == 30


def test_a_text_that_the_database_cannot_store_is_an_error_and_changes_nothing(store: Store) -> None:
    if store.url.drivername.startswith("postgresql"):
        with pytest.raises(StoreError, match="reports an error: "):
            store.open(a_table("nul\0"))
    else:
        store.open(a_table("nul\0"))
        store.close_table("nul\0", 1)
    assert store.open_tables() == []
