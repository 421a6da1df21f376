"""`stablehand simulate`: many games of bots, summed up."""

from __future__ import annotations

import json
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from rich.table import Table

from stablehand.cli.arguments import add_table, checked_table, options_of, whole_number
from stablehand.cli.bots import add_bot_code, bot_for_each, load_bot_code, report_failures
from stablehand.cli.errors import CommandError
from stablehand.cli.figures import number, percent
from stablehand.cli.progress import progress_bar
from stablehand.cli.reader import add_language, reader_of
from stablehand.cli.terminal import console
from stablehand.sim.batch import MOST_GAMES, simulate, wilson
from stablehand.sim.parallel import MOST_JOBS
from stablehand.text import voices

if TYPE_CHECKING:
    import argparse

    from stablehand.cli.reader import Reader
    from stablehand.sim.batch import Tally

DESCRIPTION = """\
Play many games between bots and report how often each seat wins. Game n, counted from 0, has the seed
SEED + n, so the sums do not depend on --jobs. Ctrl-C ends early and reports the finished games.

Without --bots all answer at random. One word is for all seats; with commas there is one for each: random,
greedy:SAMPLES, ismcts:ITERATIONS, easy, normal, hard, or a bot of your own from --bot-code or an installed
package. Bots keep their seats; the arena is fairer for comparing them.

--json prints one object:
  games            the number asked for
  finished         the number played to the end
  answers          all answers given
  decisions        those with two or more options
  seconds, decisions_per_s, games_per_s
  wins_by_seat     won games by seat; a shared victory is split
  unwon            games that nobody won
  digest           a checksum of how every game went
  game, seats, seed, options, bots
  failures         by seat: decisions that its bot had no valid answer to
"""
INTERRUPTED = 130


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("simulate", help="play many games of bots", description=DESCRIPTION)
    add_table(parser)
    games = whole_number("number of games", 1, MOST_GAMES)
    parser.add_argument("--games", type=games, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--bots", metavar="BOT,BOT,...", help="one for all seats, or one for each (random)")
    add_bot_code(parser)
    parser.add_argument(
        "--seed", type=whole_number("seed"), default=1, metavar="N", help="the first game's seed (1)"
    )
    jobs = whole_number("number of jobs", 1, MOST_JOBS)
    parser.add_argument("--jobs", type=jobs, default=1, metavar="N", help="processes at once (1)")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print the sums as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and report."""
    load_bot_code(args)
    options = options_of(args)
    checked_table(args.game, args.seats, args.seed, options)
    checked_table(args.game, args.seats, args.seed + args.games - 1, options)
    bots = [] if args.bots is None else bot_for_each(args.bots, args.seats, args.game)
    reader = reader_of(args)
    seeds = range(args.seed, args.seed + args.games)
    try:
        with progress_bar(args.games, reader.say("simulate.playing")) as progress:
            tally = simulate(args.game, args.seats, seeds, options, args.jobs, progress, bots)
    except BrokenProcessPool as error:
        raise CommandError("A process ended unexpectedly; try again with fewer --jobs.") from error
    if args.json:
        asked = {"game": args.game, "seats": args.seats, "seed": args.seed, "options": options}
        asked |= {"bots": bots or ["random"] * args.seats, "failures": tally.failures}
        print(json.dumps(tally.as_json(args.games) | asked, indent=2))
    else:
        _report(tally, args, reader)
    report_failures(zip(bots, tally.failures, tally.errors, strict=False))
    return INTERRUPTED if tally.is_interrupted else 0


def _report(tally: Tally, args: argparse.Namespace, reader: Reader) -> None:
    out, say = console(), reader.say
    table = Table(title=say("simulate.title", game=voices.title(args.game, reader.lang), n=args.seats))
    for heading in ("seat", "wins", "share", "interval"):
        table.add_column(say(f"simulate.{heading}"), justify="right")
    for seat, wins in enumerate(tally.wins_by_seat):
        share = wins / tally.games if tally.games else 0.0
        low, high = (percent(part, reader) for part in wilson(wins, tally.games))
        between = say("simulate.range", low=low, high=high)
        table.add_row(str(seat), number(wins, 1, reader), percent(share, reader), between)
    out.print(table)
    seconds = max(tally.seconds, 1e-9)
    finished = say(
        "simulate.finished",
        done=tally.games,
        n=args.games,
        early="yes" if tally.is_interrupted else "no",
        seconds=number(tally.seconds, 1, reader),
        games_per_s=number(tally.games / seconds, 0, reader),
        decisions_per_s=number(tally.decisions / seconds, 0, reader),
        seed=args.seed,
    )
    out.print(finished)
