"""Golden files: written once, reviewed as a diff, and compared in every run.

Set STABLEHAND_REGOLD=1 to rewrite them.
"""

from __future__ import annotations

import os

from support.paths import GOLDEN


def compare(name: str, text: str) -> None:
    """Compare a text with the golden file of this name."""
    path = GOLDEN / name
    if os.environ.get("STABLEHAND_REGOLD") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.exists(), f"{name} is missing: write it with STABLEHAND_REGOLD=1"
    assert path.read_text("utf-8") == text, (
        f"{name} differs: find out why, then rewrite it with STABLEHAND_REGOLD=1"
    )
