"""`stablehand case`: run case files, the executable rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "case",
        help="run case files",
        description="Run case files: a board, what the players answer, what must be true then. "
        "Ends with 0 when all hold, with 1 when one does not.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Hand the files to the runner."""
    from stablehand.cases import command  # noqa: PLC0415 - other commands start faster without it

    return command(args.files, as_json=args.json)
