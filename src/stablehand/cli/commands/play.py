"""`stablehand play`: one person against bots, in a terminal or line by line from a pipe."""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from stablehand import Journal
from stablehand.cli.arguments import add_table, checked_table, options_of, whole_number
from stablehand.cli.bots import add_bot_code, bot_for_each, checked_bot, load_bot_code
from stablehand.cli.errors import CommandError
from stablehand.cli.files import read_journal, replay
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screen.screen import nameless, table_options
from stablehand.cli.screen.session import Session

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Play against bots. You sit at seat 0.

--bots sets how well they play: easy, normal or hard (slow); or random, greedy:SAMPLES, ismcts:ITERATIONS,
ismcts:MILLISECONDSms; or a bot of your own from --bot-code or an installed package. One word is for all
bots; with commas there is one for each.

While playing, h shows what a bot would do in your place and why. It knows only what you know. --hint sets
which bot; the default searches as a hard one does, but for less than a second.

Without --seed the deal is random; the seed is printed at the end, because it would give the deal away.
With --save the game is written to the file after every answer; --resume continues it, and keeps saving to
the same file unless --save names another.

--lang is the language you read, and that of the names whose letters break a tie of the unicorns, unless
--option lang sets another; a journal keeps its own.
"""
USUAL_BOTS = "normal"
EPILOG = "While playing: type a number or a card’s name to choose, ? for help, h for a hint, q to leave."


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("play", help="play against bots", description=DESCRIPTION, epilog=EPILOG)
    add_table(parser, defaults=False)
    parser.add_argument("--me", metavar="NAME", help="your name")
    parser.add_argument("--seed", type=whole_number("seed"), metavar="N", help="the seed of the deal")
    parser.add_argument(
        "--bots", default=USUAL_BOTS, metavar="LEVEL", help="easy, normal, hard, or another bot (normal)"
    )
    parser.add_argument("--hint", metavar="LEVEL", help="the bot that gives hints (a short search)")
    add_bot_code(parser)
    add_language(parser)
    add_names(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="write a journal of the game")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue the game of a journal")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play a game in the terminal."""
    load_bot_code(args)
    me = None if args.me is None else visible_name(args.me)
    journal = _resumed(args) if args.resume else _begun(args)
    bots = bot_for_each(args.bots, journal.seats - 1, journal.game)
    hint = "" if args.hint is None else checked_bot(args.hint.strip(), journal.game)
    reader = reader_of(args, journal.game)
    save: Path | None = args.save or args.resume
    if save and save != args.resume and save.exists():
        raise CommandError(
            f"{save} exists already; continue it with --resume, or choose another file to save to."
        )
    name = me or nameless(journal.game, reader)
    others = [other.strip() for other in reader.say("bots").split(",")]
    others = [other for other in others if other.casefold() != name.casefold()]
    return Session(journal, save, (name, *others[: journal.seats - 1]), bots, reader, hint).run()


def _begun(args: argparse.Namespace) -> Journal:
    seats = 4 if args.seats is None else args.seats
    seed = secrets.randbits(64) if args.seed is None else args.seed
    options = options_of(args)
    game = args.game
    checked_table(game, seats, seed, options)
    options |= {
        key: value for key, value in table_options(game, reader_of(args)).items() if key not in options
    }
    return Journal.begin(game, seats, seed, options)


def _resumed(args: argparse.Namespace) -> Journal:
    for given, name in ((args.game, "game"), (args.seats, "seats"), (args.seed, "seed")):
        if given is not None:
            raise CommandError(
                f"--resume takes the {name} from the journal, so --{name} cannot be given as well."
            )
    if args.option or args.deck is not None:
        raise CommandError(
            "--resume takes the options from the journal, so --option cannot be given as well."
        )
    journal = read_journal(args.resume)
    replay(journal, args.resume)
    return journal


def visible_name(name: str) -> str:
    """Return a player's name, normalized, or raise a CommandError."""
    tidy = " ".join(unicodedata.normalize("NFKC", name).split(" ")).strip()
    if not 1 <= len(tidy) <= 24 or not tidy.isprintable():
        raise CommandError(f"A name has 1 to 24 visible characters, unlike {name!r}.")
    return tidy
