"""The `stablehand` command: one module a command, each with `add` (its arguments) and `run`.

Bad input is one sentence on stderr and exit code 2; an interrupt is exit code 130.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from stablehand import __version__
from stablehand.cli import arena, cards, case, play, replay, rules, serve, simulate, verify, version, why
from stablehand.cli.arguments import Parser
from stablehand.cli.complaint import Complaint

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (serve, play, simulate, arena, cards, rules, replay, verify, case, why, version)
INTERRUPTED = 130

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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that a terminal cannot show is no reason to stop
    parser = _parser()
    try:
        args = parser.parse_args(argv)
        if args.run is None:
            parser.print_help()
            return 0
        code: int = args.run(args)
        sys.stdout.flush()
    except Complaint as complaint:
        print(f"stablehand: {complaint}", file=sys.stderr)
        return 2
    except SystemExit as end:  # argparse ends so after --help
        return int(end.code or 0)
    except KeyboardInterrupt:
        print("stablehand: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has read enough. What is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


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
