"""`stablehand simulate`: many games of bots, summed up."""

from __future__ import annotations

import json
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from rich.table import Table

from stablehand.cli.arguments import add_table, checked_table, read_options, whole_number
from stablehand.cli.complaint import Complaint
from stablehand.cli.figures import number, percent
from stablehand.cli.progress import progress_bar
from stablehand.cli.reader import add_language, reader_of
from stablehand.cli.terminal import console
from stablehand.sim.batch import MOST_GAMES, simulate, wilson
from stablehand.sim.spread import MOST_JOBS

if TYPE_CHECKING:
    import argparse

    from stablehand.cli.reader import Reader
    from stablehand.sim.batch import Tally

DESCRIPTION = """\
Play games of bots that answer at random, and say who wins how often. Game n has the seed SEED + n, so the
sums do not depend on --jobs. Ctrl-C ends early and reports what is finished.

--json prints one object:
  games            how many were asked for
  finished         how many were played to their end
  answers          all answers given
  decisions        those with two or more options
  seconds, decisions_per_s, games_per_s
  wins_by_seat     won games by seat; a shared victory is split
  unwon            games that nobody won
  digest           a mark of how every game went
  game, seats, seed, options
"""
INTERRUPTED = 130


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("simulate", help="play many games of bots", description=DESCRIPTION)
    add_table(parser)
    games = whole_number("number of games", 1, MOST_GAMES)
    parser.add_argument("--games", type=games, default=1000, metavar="N", help="how many (1000)")
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
    options = read_options(args.option)
    checked_table(args.game, args.seats, args.seed, options)
    checked_table(args.game, args.seats, args.seed + args.games - 1, options)
    reader = reader_of(args)
    seeds = range(args.seed, args.seed + args.games)
    try:
        with progress_bar(args.games, reader.say("simulate.playing")) as progress:
            tally = simulate(args.game, args.seats, seeds, options, args.jobs, progress)
    except BrokenProcessPool as error:
        raise Complaint("A process ended unexpectedly; try again with fewer --jobs.") from error
    if args.json:
        asked = {"game": args.game, "seats": args.seats, "seed": args.seed, "options": options}
        print(json.dumps(tally.as_json(args.games) | asked, indent=2))
    else:
        _report(tally, args, reader)
    return INTERRUPTED if tally.is_interrupted else 0


def _report(tally: Tally, args: argparse.Namespace, reader: Reader) -> None:
    out, say = console(), reader.say
    table = Table(title=say("simulate.title", game=say(f"game.{args.game}"), n=args.seats))
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
