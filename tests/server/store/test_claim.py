"""A database has one server at a time, for as long as that lives and not a moment longer."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stablehand.server.store import Store, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """\
import sys
from stablehand.server.store import Store
with Store(sys.argv[1]) as store:
    store.claim()
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_nobody_else_can_claim_it_until_it_is_given_back(url: str) -> None:
    with Store(url) as first, Store(url, patience=0.1) as second:
        first.claim()
        for _ in range(2):
            with pytest.raises(Unavailable, match="served by another Stablehand already"):
                second.claim()
        first.migrate()
        assert second.open_tables() == []  # to read is free
        first.close()
        second.claim()


def test_whoever_is_killed_has_given_it_back(url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        with Store(url, patience=0.1) as store, pytest.raises(Unavailable):
            store.claim()
        holder.kill()
    with Store(url) as store:
        store.claim()


def test_a_folder_that_is_taken_is_named_with_the_process_that_has_it(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, Store(sqlite_url) as other:
        folder = str(store.url.database).removesuffix("/stablehand.db")
        store.claim()
        with pytest.raises(Unavailable) as caught:
            other.claim()
        assert str(caught.value).startswith(f"Games in {folder} are being served by another Stablehand")
        assert "(process " in str(caught.value)


def test_a_database_that_is_taken_is_named_without_its_password(socket: Path) -> None:
    url = f"postgresql://stablehand:secret@/postgres?host={socket}"
    with Store(url) as store, Store(url, patience=0.1) as other:
        store.claim()
        with pytest.raises(Unavailable) as caught:
            other.claim()
        assert str(caught.value).startswith(f"The database postgres at {socket}:5432 is being served")
        assert "secret" not in str(caught.value)
