"""Processes that think find the odd thoughts of these tests, and tell of them by a pipe."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.thinkers.scenes import Pipe

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def odd_thoughts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.fixture
def pipe(tmp_path: Path) -> Pipe:
    return Pipe(tmp_path)
