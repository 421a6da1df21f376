"""The names of the cards that only packs have."""

from __future__ import annotations

import tomllib
from pathlib import Path

from stablehand.games.unicorns import decks


def pack_names(code: str) -> dict[str, dict[str, str]]:
    """Return the tables of the names that packs add in a language."""
    file = Path(decks.__file__).parent / "names" / "packs" / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
