"""Tables and journals stored by an earlier version are opened unchanged.

The files in `golden/stored` were written before packages were moved and must not be rewritten: they represent
the data that people have on their disks. `tables.json` names the tables by what is special about each.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from support.stored_before import RETOLD, STORED, database, replayed, restored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.server.store import Store

TABLES: dict[str, dict[str, Any]] = json.loads((STORED / "tables.json").read_text("utf-8"))
REWRITTEN = {"digest", "state"}
"""What is written differently since the unicorns' states have format 3; views and scores are the same."""
JOURNALS: dict[str, dict[str, Any]] = json.loads((STORED / "journals.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with database(tmp_path_factory.mktemp("stored")) as opened:
        yield opened


def compare(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare what lasts; of a game of unicorns, what is seen of its state."""
    if "frame" in expected:
        for side in (found, expected):
            side["frame"] = {key: value for key, value in side["frame"].items() if key not in RETOLD}
    if expected["state"] and "deck_out" in expected["state"]["options"]:
        for side in (found, expected):
            side["state"] = {key: value for key, value in side["state"].items() if key not in REWRITTEN}
    assert found == expected


def test_every_stored_table_is_expected(store: Store) -> None:
    assert {record.code for record in store.open_tables()} == {one["code"] for one in TABLES.values()}


@pytest.mark.parametrize("name", TABLES)
def test_a_stored_table_is_opened_as_it_was_left(name: str, store: Store) -> None:
    expected = dict(TABLES[name])
    compare(restored(store, expected.pop("code")), expected)


def test_every_stored_journal_is_expected() -> None:
    assert {path.stem for path in STORED.glob("*.jsonl")} == set(JOURNALS)


@pytest.mark.parametrize("name", JOURNALS)
def test_a_stored_journal_is_replayed_to_the_same_end(name: str) -> None:
    compare(replayed(name), dict(JOURNALS[name]))
