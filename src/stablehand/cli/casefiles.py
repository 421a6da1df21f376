"""Where the case files are: beside the source they come with, or in `cases/` of the directory one is in."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import NamedTuple

import stablehand
from stablehand.cases.format import files_in
from stablehand.cli.complaint import Complaint


class Cited(NamedTuple):
    """A case that cites a rule."""

    path: Path
    name: str
    """By which `case_file` finds it."""
    title: str


def cases_folder() -> Path | None:
    """Return the folder of the cases, or None if they are not installed."""
    source = Path(stablehand.__file__).parents[2] / "cases"
    return next((folder for folder in (source, Path("cases")) if folder.is_dir()), None)


def citing(rule: str, folder: Path) -> list[Cited]:
    """Return the cases that cite a rule."""
    found = []
    for path in files_in(folder):
        try:
            text = path.read_text("utf-8")
            table = tomllib.loads(text) if f'"{rule}"' in text else {}
        except (OSError, ValueError):  # `stablehand case` says what is wrong with it
            continue
        if rule in table.get("rules", ()):
            found.append(Cited(path, _name(path, folder), str(table.get("title", ""))))
    return found


def case_file(name: str) -> Path:
    """Return the file of a case by its path, or by its name or the end of its path without `.toml`."""
    path = Path(name)
    if path.is_dir():
        raise Complaint(f"{name} is a folder; name one case in it.")
    if path.exists():
        return path
    folder = cases_folder()
    if folder is None:
        raise Complaint(
            f"There is no file {name!r}, and the cases are not installed here to look for a name."
        )
    known = {_name(file, folder): file for file in files_in(folder)}
    wanted = name.removesuffix(".toml").strip("/")
    hits = [case for case in known if f"/{case}".endswith(f"/{wanted}")]
    if len(hits) == 1:
        return known[hits[0]]
    if hits:
        raise Complaint(f"Several cases are called {name!r}: {', '.join(hits[:5])}.")
    raise Complaint(f"There is no case {name!r}{_nearest(wanted, list(known))}.")


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()


def _nearest(wanted: str, known: list[str]) -> str:
    by_name = {case.rpartition("/")[2]: case for case in known}
    near = difflib.get_close_matches(wanted.rpartition("/")[2], by_name, n=3, cutoff=0.5)
    return f"; the nearest: {', '.join(by_name[name] for name in near)}" if near else ""
