"""`stablehand play`: one person against bots, in a terminal or line by line from a pipe."""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from stablehand import Journal
from stablehand.bots.roster import read_spec
from stablehand.cli.arguments import DEFAULT_GAME, add_table, checked_table, read_options, whole_number
from stablehand.cli.complaint import Complaint
from stablehand.cli.files import read_journal, replay
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screens import nameless, table_options
from stablehand.cli.session import Session

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Play against bots. You sit at seat 0.

--bots is how well they play: easy, normal or hard (which takes its time); or random, greedy:SAMPLES,
ismcts:ITERATIONS, ismcts:MILLISECONDSms. One word is for all of them; with commas there is one for each.

While playing, h asks a bot what it would do in your place and why. It knows only what you know. --hint is
which one: any of the words above; the usual one plays as a hard one does, but thinks for less than a second.

Without --seed the deal is a random one; the seed is told at the end, because it would give the deal away.
With --save the game is in the file after every answer; --resume goes on, and keeps saving to the same file
unless --save names another.

--lang is the language you read, and that of the names whose letters break a tie of the unicorns, unless
--option lang says another; a journal keeps its own.
"""
USUAL_BOTS = "normal"
EPILOG = "While playing: a number or a card’s name chooses, ? helps, h asks a bot for advice, q leaves."


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against bots", description=DESCRIPTION, epilog=EPILOG)
    add_table(parser, defaults=False)
    parser.add_argument("--me", metavar="NAME", help="your name")
    parser.add_argument(
        "--seed", type=whole_number("seed"), metavar="N", help="the deal, for playing it again"
    )
    parser.add_argument(
        "--bots", default=USUAL_BOTS, metavar="LEVEL", help="easy, normal, hard, or a kind of bot (normal)"
    )
    parser.add_argument("--hint", metavar="LEVEL", help="which bot gives advice (a hard one in a hurry)")
    add_language(parser)
    add_names(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep a journal of the game")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a journal")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the table and play."""
    me = None if args.me is None else visible_name(args.me)
    journal = _resumed(args) if args.resume else _begun(args)
    bots = chosen_bots(args.bots, journal.seats - 1)
    hint = "" if args.hint is None else checked_bot(args.hint.strip())
    reader = reader_of(args, journal.game)
    save: Path | None = args.save or args.resume
    if save and save != args.resume and save.exists():
        raise Complaint(
            f"{save} exists already; go on with it by --resume, or choose another name to save to."
        )
    name = me or nameless(journal.game, reader)
    others = [other.strip() for other in reader.say("bots").split(",")]
    others = [other for other in others if other.casefold() != name.casefold()]
    return Session(journal, save, (name, *others[: journal.seats - 1]), bots, reader, hint).run()


def chosen_bots(words: str, bots: int) -> list[str]:
    """Return what kind each bot is: one word for all, or one for each.

    >>> chosen_bots("hard", 2), chosen_bots("easy, greedy:12", 2)
    (['hard', 'hard'], ['easy', 'greedy:12'])
    """
    specs = [checked_bot(word.strip()) for word in words.split(",")]
    if len(specs) not in {1, bots}:
        raise Complaint(f"--bots names {len(specs)} bots; at this table there are {bots}: name one or all.")
    return specs * bots if len(specs) == 1 else specs


def checked_bot(spec: str) -> str:
    """Return a spec that is understood, or complain."""
    try:
        read_spec(spec)
    except ValueError as error:
        raise Complaint(str(error)) from error
    return spec


def _begun(args: argparse.Namespace) -> Journal:
    game = DEFAULT_GAME if args.game is None else args.game
    seats = 4 if args.seats is None else args.seats
    seed = secrets.randbits(64) if args.seed is None else args.seed
    options = read_options(args.option)
    checked_table(game, seats, seed, options)
    options |= {
        key: value for key, value in table_options(game, reader_of(args)).items() if key not in options
    }
    return Journal.begin(game, seats, seed, options)


def _resumed(args: argparse.Namespace) -> Journal:
    for given, name in ((args.game, "game"), (args.seats, "seats"), (args.seed, "seed")):
        if given is not None:
            raise Complaint(
                f"--resume takes the {name} from the journal, so --{name} cannot be given as well."
            )
    if args.option:
        raise Complaint("--resume takes the options from the journal, so --option cannot be given as well.")
    journal = read_journal(args.resume)
    replay(journal, args.resume)
    return journal


def visible_name(name: str) -> str:
    """Return a name fit for a table: 1 to 24 visible characters."""
    tidy = " ".join(unicodedata.normalize("NFKC", name).split(" ")).strip()
    if not 1 <= len(tidy) <= 24 or not tidy.isprintable():
        raise Complaint(f"A name has 1 to 24 visible characters; {name!r} has not.")
    return tidy
