"""All cases together: where they are, what each is called, and which rules it shows.

In an installed package they lie inside it, in a source tree beside it. What a case is about stands in single
lines at the top of its file; only these are read, since there are many files.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import stablehand
from stablehand.cases.format import files_in

PACKED: Final = "casebook"
"""The folder inside an installed package."""
_HEAD: Final = re.compile(r"^(?:title|rules|game|deck|ruleset|options)\s*=.*$", re.MULTILINE)


class Entry(NamedTuple):
    """A case before it is read."""

    name: str
    """Its path in the book, without `.toml`."""
    path: Path
    title: str
    rules: tuple[str, ...]
    game: str
    deck: str | None
    ruleset: str | None
    options: dict[str, Any]


def cases_folder() -> Path | None:
    """Return the folder of the cases, or None if they are not installed."""
    package = Path(stablehand.__file__).parent
    places = (package / PACKED, package.parents[1] / "cases", Path("cases"))
    return next((folder for folder in places if folder.is_dir()), None)


@cache
def casebook(folder: Path) -> dict[str, Entry]:
    """Return all cases of a folder by their names, in order."""
    found = (_entry(path, folder) for path in files_in(folder))
    return {entry.name: entry for entry in found if entry is not None}


def citing(rule: str, folder: Path) -> list[Entry]:
    """Return the cases that cite a rule."""
    return [entry for entry in casebook(folder).values() if rule in entry.rules]


def _entry(path: Path, folder: Path) -> Entry | None:
    """Read what a case is about; None: `stablehand case` says what is wrong with it."""
    try:
        head = _head(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    name = path.relative_to(folder).with_suffix("").as_posix()
    return Entry(
        name,
        path,
        str(head.get("title", "")),
        tuple(head.get("rules", ())),
        str(head.get("game", "unicorns")),
        head.get("deck"),
        head.get("ruleset"),
        dict(head.get("options", {})),
    )


def _head(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(_HEAD.findall(text.partition("\n[")[0])))
    except tomllib.TOMLDecodeError:  # something goes over several lines
        return tomllib.loads(text)
