"""Fixtures that run each test of the store on both kinds of databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.server.store import Store, url_for
from support.postgres import cluster, emptied

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with cluster(tmp_path_factory.getbasetemp()) as folder:
        yield folder


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return url_for(tmp_path / "data", None)


@pytest.fixture
def postgresql_url(socket: Path) -> str:
    return emptied(socket, "store")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    found = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(found, str)
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as store:
        store.migrate()
        yield store
