"""The `stablehand` command: one module a command, each with `add` (its arguments) and `run`.

Bad input, and output that cannot be written, is one sentence on stderr and exit code 2. An interrupt is exit
code 130, a closed pipe 141, as for any program that is ended by a signal.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

INTERRUPTED: Final = 130

try:
    from stablehand import __version__
    from stablehand.cli.arguments import Parser
    from stablehand.cli.commands import (
        arena,
        cards,
        case,
        deck,
        play,
        replay,
        rules,
        serve,
        simulate,
        verify,
        version,
        why,
    )
    from stablehand.cli.errors import CommandError
    from stablehand.cli.files import reason
    from stablehand.extras import MissingExtra
except KeyboardInterrupt:  # the imports take half a second
    sys.exit(INTERRUPTED)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

COMMANDS = (serve, play, simulate, arena, cards, deck, rules, replay, verify, case, why, version)
UNREAD: Final = 141
"""128 and the number of SIGPIPE."""
FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""Errors of an output that cannot be written; other errors of the system are bugs."""

EXAMPLES = """\
examples:
  stablehand serve --lan                           tables for browsers, phones in the same network too
  stablehand play                                  a game of Fairy Tale against three bots, in the terminal
  stablehand play --seats 2 --save tonight.jsonl   keep a journal; --resume tonight.jsonl goes on
  stablehand play --game unicorns --seats 5        the unicorns; --option deck=base_1e is another deck
  stablehand cards --game fairytale bard demon     look at cards
  stablehand deck new mine.toml                    a deck of your own; deck check, --deck mine.toml
  stablehand simulate --seats 4 --games 10000      who wins how often
  stablehand arena --bots greedy,random,random     bots against each other, with ratings
  stablehand replay tonight.jsonl --seat 0         step through a game as one seat knew it
  stablehand rules --game unicorns --lang pl       the rules, here in Polish; UU-TURN-4 shows one of them
  stablehand why hunt-closes-shadow                a case in words, with the rules that decide it

Each command has its own --help.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _open_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _complain("interrupted.")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has closed it
        _forget(sys.stdout)
        return UNREAD
    except OSError as error:
        if error.filename is not None or error.errno not in FULL:
            raise
        _forget(sys.stdout)
        _complain(f"The output cannot be written: {reason(error)}.")
        return 2
    return code


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        args = parser.parse_args(argv)
        if args.run is None:
            parser.print_help()
            return 0
        code: int = args.run(args)
    except (CommandError, MissingExtra) as complaint:
        _complain(str(complaint))
        return 2
    except SystemExit as end:  # argparse ends so after --help
        return int(end.code or 0)
    return code


def _open_streams() -> None:
    """Replace closed standard streams, and let no character be an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed, as by >&-: use /dev/null instead
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character gets "?"


def _complain(sentence: str) -> None:
    try:
        print(f"stablehand: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # stderr is closed or full; the exit code is all there is
        _forget(sys.stderr)


def _forget(stream: TextIO) -> None:
    """Send what is still buffered to /dev/null, so that no error is printed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _parser() -> Parser:
    parser = Parser(
        prog="stablehand",
        description="Play, simulate and look into the unicorns and Fairy Tale. Not by their publishers.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"stablehand {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return parser
