"""A game from outside the package, installed as pip does: a module and the metadata of its entry point."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from support.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"


def install(folder: Path, name: str, entry: str) -> None:
    """Write the metadata of a distribution with one game."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(METADATA.format(name=name), "utf-8")
    (metadata / "entry_points.txt").write_text(f"[stablehand.games]\n{entry}\n", "utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder of installed packages with High Card in it."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "highcard" / "highcard.py", folder)
    install(folder, "highcard", "highcard = highcard:MANIFEST")
    return folder


@pytest.fixture
def env(site: Path) -> dict[str, str]:
    """Return an environment in which Python also finds that folder."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)])}


@pytest.fixture
def python(env: dict[str, str]) -> Callable[..., Any]:
    """Return a function that runs Python in that environment and returns the finished process."""

    def run(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-X", "utf8", *args]
        return subprocess.run(
            command, env=env, input=typed, capture_output=True, encoding="utf-8", check=False, timeout=300
        )

    return run
