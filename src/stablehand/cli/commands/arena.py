"""`stablehand arena`: bots against each other, at every seat of every deal."""

from __future__ import annotations

import json
import signal
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from stablehand.cli.arguments import add_game, add_options, checked_game, options_of, whole_number
from stablehand.cli.bots import add_bot_code, load_bot_code, report_failures
from stablehand.cli.errors import CommandError
from stablehand.cli.figures import bar, number, percent
from stablehand.cli.files import reason
from stablehand.cli.progress import progress_bar
from stablehand.cli.reader import add_language, reader_of
from stablehand.cli.terminal import console, draws_unicode
from stablehand.sim.arena import Contest, arena
from stablehand.sim.batch import MOST_GAMES
from stablehand.sim.parallel import MOST_JOBS
from stablehand.sim.results import ResultsFile
from stablehand.sim.standings import standings
from stablehand.text import voices

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json
    from stablehand.sim.arena import ArenaRun
    from stablehand.sim.standings import Standing, Standings

DESCRIPTION = """\
Let bots play against each other. Each deal is played once for every rotation of the bots round the table, so
that each bot has every seat of every deal; the number of games is rounded up to whole deals. Deal n, counted
from 0, has the seed SEED + n. The results do not depend on --jobs, unless a bot has a time limit.

Bots: random, greedy, greedy:SAMPLES, ismcts, ismcts:ITERATIONS, ismcts:MILLISECONDSms, easy, normal, hard,
and bots of your own from --bot-code or an installed package.

The share is the part of the games that one bot of the spec won; a shared victory is split. Its 95 % interval
is Wilson's on the effective number of games, since the games of one deal share its luck. The rating is mu and
sigma of openskill (Plackett-Luce), which the extra stablehand[lab] installs.

With --out each game is written to the file as soon as it is over, and the same command continues where it
stopped. Ctrl-C ends early and reports the complete deals. --json prints one object: see docs/bots.md.
"""
INTERRUPTED = 130


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("arena", help="let bots play against each other", description=DESCRIPTION)
    add_game(parser)
    parser.add_argument(
        "--bots", required=True, metavar="BOT,BOT,...", help="one for each seat, for instance greedy,random"
    )
    add_bot_code(parser)
    games = whole_number("number of games", 1, MOST_GAMES)
    parser.add_argument("--games", type=games, default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--seed", type=whole_number("seed"), default=1, metavar="N", help="the first deal's seed (1)"
    )
    add_options(parser)
    jobs = whole_number("number of jobs", 1, MOST_JOBS)
    parser.add_argument("--jobs", type=jobs, default=1, metavar="N", help="processes at once (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write results to a file, and continue it")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print the standings as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and report."""
    load_bot_code(args)
    specs = tuple(spec.strip() for spec in args.bots.split(","))
    options = options_of(args)
    contest = Contest(args.game, specs, args.seed, options)
    checked_game(args.game)
    reader = reader_of(args)
    try:
        series = _play(contest, args, reader)
    except OSError as error:
        raise CommandError(f"{args.out} cannot be read and written: {reason(error)}.") from error
    except BrokenProcessPool as error:
        raise CommandError("A process ended unexpectedly; try again with fewer --jobs.") from error
    with _undisturbed() if series.is_interrupted else nullcontext():
        found = standings(series)
        if args.json:
            print(json.dumps(as_json(series, found, args.games), indent=2))
        else:
            _report(series, found, args, reader)
        report_failures((one.spec, one.failures, one.first_error) for one in found.specs)
    return INTERRUPTED if series.is_interrupted else 0


def as_json(series: ArenaRun, found: Standings, asked: int) -> dict[str, Json]:
    """Return the standings as `arena --json` prints them (docs/bots.md)."""
    contest = series.contest
    asked_for: dict[str, Json] = {
        "game": contest.game,
        "bots": [*contest.specs],
        "seed": contest.seed,
        "options": json.loads(json.dumps(contest.options)),
    }
    return {
        "asked": asked,
        "games": series.deals * len(contest.specs),
        "finished": len(series.played),
        "counted": found.games,
        "unwon": found.unwon,
        "seconds": round(series.seconds, 6),
        "entries": [standing.as_json() for standing in found.entries],
        "specs": [standing.as_json() for standing in found.specs],
        **asked_for,
    }


def _play(contest: Contest, args: argparse.Namespace, reader: Reader) -> ArenaRun:
    deals = contest.deals(args.games)
    try:
        contest.check(deals)
        opened = ResultsFile(args.out, contest) if args.out else nullcontext()
    except ValueError as error:
        raise CommandError(str(error)) from error
    with opened as ledger:
        done = ledger.played if ledger else []
        keep = ledger.add if ledger else lambda _: None
        with progress_bar(deals * len(contest.specs), reader.say("simulate.playing")) as progress:
            table = (contest.game, contest.specs, args.games, contest.seed, contest.options)
            return arena(*table, args.jobs, progress, done, keep)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore a second Ctrl-C, so that the report which follows the first one is printed."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _report(series: ArenaRun, found: Standings, args: argparse.Namespace, reader: Reader) -> None:
    out, say = console(), reader.say
    seats, fancy = len(series.contest.specs), draws_unicode(console())
    title = say("arena.title", game=voices.title(args.game, reader.lang), n=seats)
    table = Table(title=title, box=box.SIMPLE_HEAD if fancy else box.ASCII, show_edge=False, padding=0)
    table.add_column(say("arena.bot"), overflow="fold")
    for heading in ("simulate.wins", "simulate.share", "arena.interval"):
        table.add_column(say(heading), justify="right", overflow="fold")
    table.add_column("", no_wrap=True)
    for heading in ("arena.rating", "arena.time"):
        table.add_column(say(heading), justify="right", overflow="fold")
    for one in found.specs:
        low, high = (number(100 * part, 1, reader) for part in (one.low, one.high))
        mean, longest = (number(part, 0 if part >= 10 else 1, reader) for part in (one.mean_ms, one.max_ms))
        table.add_row(
            one.spec if one.places == 1 else say("arena.several", bot=one.spec, n=one.places),
            number(one.wins, 1, reader),
            percent(one.share, reader),
            say("arena.range", low=low, high=high),
            bar(one.share, one.low, one.high, 1 / seats, fancy=fancy),
            _rating(one, reader),
            say("arena.ms", mean=mean, longest=longest),
        )
    out.print(table)
    for line in _notes(series, found, args, reader):
        out.print(line)


def _rating(one: Standing, reader: Reader) -> str:
    if one.rating is None:
        return ""
    mu, sigma = (number(part, 1, reader) for part in one.rating)
    return reader.say("arena.mu", mu=mu, sigma=sigma)


def _notes(series: ArenaRun, found: Standings, args: argparse.Namespace, reader: Reader) -> Iterator[str]:
    say, seats = reader.say, len(series.contest.specs)
    games = series.deals * seats
    yield say(
        "arena.finished",
        done=len(series.played),
        n=games,
        early="yes" if series.is_interrupted else "no",
        seconds=number(series.seconds, 1, reader),
        deals=found.games // seats,
        seed=args.seed,
    )
    if games != args.games:
        yield say("arena.rounded", asked=args.games, n=games)
    for one in found.specs:
        if one.failures:
            yield say("arena.failures", bot=one.spec, n=one.failures)
    if any(one.rating is None for one in found.specs):
        yield say("arena.unrated", package="openskill", command="pip install 'stablehand[lab]'")
    if args.out:
        yield say("arena.kept", file=args.out)
