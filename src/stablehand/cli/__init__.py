"""The `stablehand` command: one module a command, each with `add` (its arguments) and `run`.

Bad input is one sentence on stderr and exit code 2, and so is output that cannot be written; an interrupt is
exit code 130, a reader who has read enough 141, as for every program that a signal ends.
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
    from stablehand.cli import arena, cards, case, play, replay, rules, serve, simulate, verify, version, why
    from stablehand.cli.arguments import Parser
    from stablehand.cli.complaint import Complaint
    from stablehand.cli.files import reason
except KeyboardInterrupt:  # it takes half a second, and nothing has been begun yet
    sys.exit(INTERRUPTED)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

COMMANDS = (serve, play, simulate, arena, cards, rules, replay, verify, case, why, version)
UNREAD: Final = 141
"""128 and the number of SIGPIPE."""
FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What keeps output from being written; any other fault of the system is one of ours."""

EXAMPLES = """\
examples:
  stablehand serve --lan                           tables for browsers, phones in the same network too
  stablehand play                                  a game of Fairy Tale against three bots, in the terminal
  stablehand play --seats 2 --save tonight.jsonl   keep a journal; --resume tonight.jsonl goes on
  stablehand play --game unicorns --seats 5        the unicorns; --option deck=base_1e is another deck
  stablehand cards --game fairytale bard demon     look at cards
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
    except BrokenPipeError:  # whoever read our output has read enough
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
    except Complaint as complaint:
        _complain(str(complaint))
        return 2
    except SystemExit as end:  # argparse ends so after --help
        return int(end.code or 0)
    return code


def _open_streams() -> None:
    """Make streams that can be written to, whatever they are connected with."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed, as by >&-: as if it were /dev/null
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that a terminal cannot show is no reason to stop


def _complain(sentence: str) -> None:
    try:
        print(f"stablehand: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # where nobody can be told, the exit code still tells
        _forget(sys.stderr)


def _forget(stream: TextIO) -> None:
    """Let what is still buffered not complain at exit."""
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
