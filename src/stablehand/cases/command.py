"""`stablehand case FILE...`: play cases and say which do not hold."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stablehand.cases.runner import run_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.cases.runner import Report


def command(paths: list[str], *, as_json: bool) -> int:
    """Play the cases of these files and folders; 0 if all hold, 1 if not, 2 if there is none to play."""
    files = [file for path in paths for file in _files(Path(path))]
    if not files:
        print(f"There is no case file in {', '.join(paths)}.", file=sys.stderr)
        return 2
    reports = [run_file(file) for file in files]
    failed = [report for report in reports if not report.holds]
    if as_json:
        print(json.dumps([report.as_json() for report in reports], ensure_ascii=False, indent=1))
    else:
        for report in failed:
            print(_told(report))
        print(f"{len(reports) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.rglob("*.toml"))
    else:
        yield path


def _told(report: Report) -> str:
    if report.is_broken:
        return "\n".join(report.problems)
    lines = [f"{report.path}: {report.title}", *(f"  {problem}" for problem in report.problems)]
    lines += [f"    {line}" for line in report.board.splitlines()]
    return "\n".join(lines)
