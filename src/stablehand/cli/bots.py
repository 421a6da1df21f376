"""Bots on the command line: `--bot-code`, specs that are checked, and a report of what bots did wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stablehand.bots.code import load_files
from stablehand.bots.specs import make_bot
from stablehand.cli.errors import CommandError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable


def add_bot_code(parser: argparse.ArgumentParser) -> None:
    """Add `--bot-code`."""
    parser.add_argument(
        "--bot-code",
        action="append",
        default=[],
        type=Path,
        metavar="FILE.py",
        help="run a Python file that registers bots of your own (docs/bots.md); may be repeated",
    )


def load_bot_code(args: argparse.Namespace) -> None:
    """Load the files of `--bot-code`, or raise a CommandError."""
    try:
        load_files(args.bot_code)
    except ValueError as error:
        raise CommandError(str(error)) from error


def bot_for_each(words: str, bots: int, game: str) -> list[str]:
    """Return a spec for each bot: one word is for all of them, with commas there is one for each.

    >>> bot_for_each("hard", 2, "fairytale"), bot_for_each("easy, greedy:12", 2, "fairytale")
    (['hard', 'hard'], ['easy', 'greedy:12'])
    """
    specs = [checked_bot(word.strip(), game) for word in words.split(",")]
    if len(specs) not in {1, bots}:
        raise CommandError(f"--bots names {len(specs)} bots, but {bots} play; name one, or one for each.")
    return specs * bots if len(specs) == 1 else specs


def checked_bot(spec: str, game: str) -> str:
    """Return a spec of which a bot for the game can be made, or raise a CommandError."""
    try:
        make_bot(spec, game, 0)
    except ValueError as error:
        raise CommandError(str(error)) from error
    return spec


def report_failures(failures: Iterable[tuple[str, int, str]]) -> None:
    """Print to stderr which bots had no valid answer: spec, how often, and the first error."""
    for spec, count, error in failures:
        if count:
            times = "decision" if count == 1 else "decisions"
            print(
                f"stablehand: The bot {spec!r} had no valid answer to {count} {times}, so the first option "
                f"was taken; the first error: {error}.",
                file=sys.stderr,
            )
