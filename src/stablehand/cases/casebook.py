"""The index of all cases: their folder, their names, and the rules they show.

An installed package contains the cases; in a source tree they are beside it. The index reads only the
single-line keys at the top of each file, since there are many files.
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
"""The name of the cases' folder in an installed package."""
_HEAD: Final = re.compile(r"^(?:title|rules|game|deck|ruleset|options)\s*=.*$", re.MULTILINE)


class CaseEntry(NamedTuple):
    """The head of a case file; the rest is not read or checked yet."""

    name: str
    """Its path in the folder, without `.toml`."""
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
def casebook(folder: Path) -> dict[str, CaseEntry]:
    """Return all readable cases of a folder by name, sorted; the result is cached."""
    found = (_entry(path, folder) for path in files_in(folder))
    return {entry.name: entry for entry in found if entry is not None}


def citing(rule: str, folder: Path) -> list[CaseEntry]:
    """Return the cases that cite a rule."""
    return [entry for entry in casebook(folder).values() if rule in entry.rules]


def _entry(path: Path, folder: Path) -> CaseEntry | None:
    """Read the head of a case; None if it cannot be read (`stablehand case` reports why)."""
    try:
        head = _head(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    name = path.relative_to(folder).with_suffix("").as_posix()
    return CaseEntry(
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
    except tomllib.TOMLDecodeError:  # a value spans several lines
        return tomllib.loads(text)
