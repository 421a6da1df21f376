"""Let worker processes import `misbehaving`, and report through a named pipe."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.botpool.scenes import Pipe

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def misbehaving_is_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.fixture
def pipe(tmp_path: Path) -> Pipe:
    return Pipe(tmp_path)
