"""Find a case by its path, or by its name among the cases that come with the source."""

from __future__ import annotations

import difflib
from pathlib import Path

from stablehand.cases.casebook import casebook, cases_folder
from stablehand.cli.errors import CommandError


def case_file(name: str) -> Path:
    """Return the file of a case by its path, or by its name or the end of its path without `.toml`."""
    path = Path(name)
    if path.is_dir():
        raise CommandError(f"{name} is a folder; give one case in it.")
    if path.exists():
        return path
    folder = cases_folder()
    if folder is None:
        raise CommandError(
            f"There is no file {name!r}, and the cases are not installed, so it cannot be found by name."
        )
    known = casebook(folder)
    wanted = name.removesuffix(".toml").strip("/")
    hits = [case for case in known if f"/{case}".endswith(f"/{wanted}")]
    if len(hits) == 1:
        return known[hits[0]].path
    if hits:
        raise CommandError(f"Several cases are called {name!r}: {', '.join(hits[:5])}.")
    raise CommandError(f"Unknown case {name!r}{_nearest(wanted, list(known))}.")


def _nearest(wanted: str, known: list[str]) -> str:
    by_name = {case.rpartition("/")[2]: case for case in known}
    near = difflib.get_close_matches(wanted.rpartition("/")[2], by_name, n=3, cutoff=0.5)
    return f"; did you mean {', '.join(by_name[name] for name in near)}" if near else ""
