"""Opening the database of the settings, or raising an error of one sentence."""

from __future__ import annotations

import socket as sockets
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from server.store.samples import a_table
from stablehand.server.store import Damaged, Store, StoreError, Unavailable, url_for
from stablehand.server.store.migrate import NEWEST, STEPS
from stablehand.server.store.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Callable


def sentence(error: pytest.ExceptionInfo[BaseException]) -> str:
    """Return the message of an error; check that it is one sentence without a secret."""
    said = str(error.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert "secret" not in said
    return said


def test_games_are_stored_in_the_platforms_folder_by_default(tmp_path: Path) -> None:
    with Store(url_for(None, None)) as store:
        assert store.url.database == str(
            platformdirs.user_data_path("stablehand", appauthor=False) / "stablehand.db"
        )
    with Store(url_for(tmp_path / "odd ?%20#&ё", None)) as store:
        store.migrate()
        assert (tmp_path / "odd ?%20#&ё" / "stablehand.db").exists()
        assert (tmp_path / "odd ?%20#&ё").stat().st_mode & 0o777 == 0o700


def test_a_database_is_named_by_its_url() -> None:
    for written in ("postgres", "postgresql", "postgresql+psycopg"):
        url = url_for(None, f"{written}://ada:secret@db.example:1/games")
        assert url == "postgresql+psycopg://ada:secret@db.example:1/games"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "The database URL cannot be parsed"),
        ("ada:secret@db.example/games", "The database URL cannot be parsed"),
        ("postgresql://ada:secret@db.example:port/games", "The database URL cannot be parsed"),
        ("mysql://ada:secret@db.example/games", "Unknown kind of database “mysql”"),
        ("postgresql+asyncpg://db.example/games", "Unknown kind of database “postgresql+asyncpg”"),
        ("postgresql://ada:secret@db.example", "The database URL names no database"),
        ("sqlite://", "The database URL names no file"),
        ("sqlite:///:memory:", "The database URL names no file"),
    ],
)
def test_an_invalid_url_is_reported_in_one_sentence(url: str, expected: str) -> None:
    for attempt in (lambda: url_for(None, url), lambda: Store(url)):
        with pytest.raises(StoreError) as caught:
            attempt()
        assert sentence(caught).startswith(expected)
        assert "postgresql://NAME:PASSWORD@HOST/DATABASE" in str(caught.value)


def test_a_folder_and_a_database_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="set --data or --database, not both"):
        url_for(tmp_path, "postgresql://db.example/games")


def a_file(folder: Path) -> Path:
    (folder / "file").write_text("in the way")
    return folder / "file"


def a_folder_in_a_file(folder: Path) -> Path:
    return a_file(folder) / "data"


def a_folder_with_a_folder_for_a_database(folder: Path) -> Path:
    (folder / "stablehand.db").mkdir()
    return folder


@pytest.mark.parametrize("place", [a_file, a_folder_in_a_file, a_folder_with_a_folder_for_a_database])
def test_a_folder_that_is_not_writable_is_reported_in_one_sentence(
    place: Callable[[Path], Path], tmp_path: Path
) -> None:
    folder = place(tmp_path)
    with Store(url_for(folder, None)) as store, pytest.raises(Unavailable) as caught:
        store.migrate()
    assert sentence(caught).startswith(f"Games are stored in {folder}, which is not writable (")
    assert sentence(caught).endswith("; choose another folder with --data.")


def test_a_read_only_database_is_reported_in_one_sentence(sqlite_url: str) -> None:
    with Store(sqlite_url) as store:
        store.migrate()
        with store._writing.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        with pytest.raises(Unavailable, match="which is not writable"):
            store.open(a_table())


def test_a_file_that_is_not_a_database_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "stablehand.db").write_bytes(b"Once upon a time" * 1000)
    with Store(url_for(tmp_path, None)) as store, pytest.raises(Damaged) as caught:
        store.migrate()
    assert sentence(caught) == f"The database {tmp_path}/stablehand.db is not an SQLite database."


def test_an_unreachable_server_is_reported_in_one_sentence() -> None:
    with sockets.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with (
        Store(f"postgresql://ada:secret@127.0.0.1:{port}/games") as store,
        pytest.raises(Unavailable) as caught,
    ):
        store.migrate()
    assert sentence(caught).startswith(f"The database games at 127.0.0.1:{port} cannot be reached: ")


@pytest.mark.slow("waits for a time limit")
def test_a_server_that_does_not_answer_is_reported_in_one_sentence() -> None:
    with sockets.create_server(("127.0.0.1", 0)) as listener:  # it accepts the connection and sends nothing
        port = listener.getsockname()[1]
        url = f"postgresql://ada:secret@127.0.0.1:{port}/games"
        with Store(url, timeout=0.1) as store, pytest.raises(Unavailable) as caught:
            store.migrate()
    assert sentence(caught).startswith(f"The database games at 127.0.0.1:{port} cannot be reached: ")


def test_an_unknown_database_of_a_server_is_reported_in_one_sentence(socket: Path) -> None:
    with (
        Store(f"postgresql://stablehand:secret@/nowhere?host={socket}") as store,
        pytest.raises(Unavailable) as caught,
    ):
        store.migrate()
    assert sentence(caught).startswith(f"The database nowhere at {socket}:5432 cannot be reached: ")


def test_the_store_reconnects_after_a_restart_of_the_database_server(postgresql_url: str) -> None:
    with Store(postgresql_url) as store, Store(postgresql_url) as other:
        store.migrate()
        store.open(a_table())
        with other._writing.begin() as connection:  # ends every connection but this one
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            connection.execute(text(f"{cut} AND datname = current_database()"))
        assert store.open_tables() == [a_table()]


def test_a_database_of_a_newer_version_is_not_changed(store: Store) -> None:
    store.open(a_table())
    with store._writing.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError) as caught:
        store.migrate()
    assert sentence(caught).endswith(
        "was written by a newer version of Stablehand; use that one or a newer one."
    )
    assert store.open_tables() == [a_table()]


def test_tables_of_another_program_are_not_changed(sqlite_url: str) -> None:
    with Store(sqlite_url) as store:
        assert store.url.database is not None
        path = Path(store.url.database)
        path.parent.mkdir()
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE facts (a)")
        connection.close()
        with pytest.raises(StoreError, match="reports an error: table facts already exists"):
            store.migrate()
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("facts",)]
        connection.close()


def test_the_migration_steps_build_the_schema_and_can_run_again(store: Store) -> None:
    store.open(a_table())
    store.migrate()
    assert store.open_tables() == [a_table()]
    with store._writing.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_alembic_is_imported_only_if_there_is_a_step_to_run(url: str) -> None:
    program = """\
import sys
from stablehand.server.store import Store
with Store(sys.argv[1]) as store:
    store.claim()
    store.migrate()
    assert store.open_tables() == []
print(*(name for name in ("alembic", "mako", "psycopg") if name in sys.modules))
"""
    needed = "psycopg" if url.startswith("postgresql") else ""
    for loaded in (f"alembic mako {needed}".strip(), needed):
        command = [sys.executable, "-c", program, url]
        assert subprocess.run(command, capture_output=True, check=True).stdout.decode().strip() == loaded


def test_the_newest_revision_is_that_of_the_last_step() -> None:
    assert ScriptDirectory(str(STEPS)).get_current_head() == NEWEST


def test_several_servers_may_start_at_once(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as all_at_once:
        assert list(all_at_once.map(Store.migrate, stores)) == [None] * 4
    stores[0].open(a_table())
    assert stores[3].open_tables() == [a_table()]
    for store in stores:
        store.close()


def test_every_connection_makes_commits_durable(store: Store) -> None:
    is_file = store.url.get_backend_name() == "sqlite"
    on_file = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    settings: dict[str, object] = (
        {**on_file} if is_file else {"synchronous_commit": "on", "lock_timeout": "5s"}
    )
    ask = "PRAGMA" if is_file else "SHOW"
    with store._reading.connect() as one, store._reading.connect() as two:
        for connection in (one, two):
            for name, value in settings.items():
                assert connection.exec_driver_sql(f"{ask} {name}").scalar_one() == value


def test_synchronous_commit_is_turned_on_if_it_is_off(postgresql_url: str) -> None:
    def settle(how: str) -> None:
        with Store(postgresql_url) as store, store._writing.begin() as connection:
            name = connection.exec_driver_sql("SELECT current_database()").scalar_one()
            connection.exec_driver_sql(f'ALTER DATABASE "{name}" {how}')

    settle("SET synchronous_commit = off")
    try:
        with Store(postgresql_url) as store, store._writing.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
    finally:
        settle("RESET synchronous_commit")
