"""The claim of a database by one server, which ends with its process."""

from __future__ import annotations

import re
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


def test_only_one_store_can_claim_a_database_until_it_is_closed(url: str) -> None:
    with Store(url) as first, Store(url, timeout=0.1) as second:
        first.claim()
        for _ in range(2):
            with pytest.raises(Unavailable, match=r"nother Stablehand.*; stop it"):
                second.claim()
        first.migrate()
        assert second.open_tables() == []  # reading needs no claim
        first.close()
        second.claim()


def test_a_killed_process_has_released_its_claim(url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        with Store(url, timeout=0.1) as store, pytest.raises(Unavailable):
            store.claim()
        holder.kill()
    with Store(url) as store:
        store.claim()


def test_the_error_names_the_folder_and_the_process_that_claimed_it(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, Store(sqlite_url) as other:
        folder = str(store.url.database).removesuffix("/stablehand.db")
        store.claim()
        with pytest.raises(Unavailable) as caught:
            other.claim()
        assert re.match(r"Another Stablehand \(process \d+\) already serves", str(caught.value))
        assert f"the games in {folder}; stop it" in str(caught.value)


def test_the_error_names_the_database_without_its_password(socket: Path) -> None:
    url = f"postgresql://stablehand:secret@/postgres?host={socket}"
    with Store(url) as store, Store(url, timeout=0.1) as other:
        store.claim()
        with pytest.raises(Unavailable) as caught:
            other.claim()
        assert str(caught.value).startswith(f"The database postgres at {socket}:5432 is already served")
        assert "secret" not in str(caught.value)
