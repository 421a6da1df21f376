"""`stablehand case`: run case files, the executable rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from stablehand.cli.errors import CommandError
from stablehand.cli.reader import add_language, reader_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from stablehand.cases.runner import Report


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "case",
        help="run case files",
        description="Run case files: a board, what the players answer, what must be true then. "
        "The exit code is 0 if all hold, 1 if one does not, 2 if there is none to run.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the cases of files and folders; return 0 if all hold, 1 if not."""
    from stablehand.cases.runner import run_file  # noqa: PLC0415 - other commands start faster without it

    reader = reader_of(args)
    files = [file for path in args.files for file in _files(Path(path))]
    if not files:
        raise CommandError(f"No case file found in {', '.join(args.files)}.")
    reports = [run_file(file) for file in files]
    failed = [report for report in reports if not report.holds]
    if args.json:
        print(json.dumps([report.as_json() for report in reports], ensure_ascii=False, indent=1))
    if all(report.is_broken for report in reports):
        raise CommandError("\n".join(_told(report) for report in reports))
    if not args.json:
        for report in failed:
            print(_told(report))
        print(reader.say("case.summary", passed=len(reports) - len(failed), failed=len(failed)))
    return 1 if failed else 0


def _files(path: Path) -> Iterator[Path]:
    from stablehand.cases.format import files_in  # noqa: PLC0415 - the same

    if path.is_dir():
        yield from files_in(path)
    else:
        yield path


def _told(report: Report) -> str:
    if report.is_broken:
        return "\n".join(report.problems)
    lines = [f"{report.path}: {report.title}", *(f"  {problem}" for problem in report.problems)]
    lines += [f"    {line}" for line in report.board.splitlines()]
    return "\n".join(lines)
