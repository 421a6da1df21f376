"""The paths of the project's files, for tests that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1]
ROOT: Final = TESTS.parent
GOLDEN: Final = TESTS / "golden"
