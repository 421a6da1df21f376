"""Arguments that several commands share, and a parser whose errors are one sentence."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from stablehand import load
from stablehand.cli.deckfiles import is_file, named_deck
from stablehand.cli.errors import CommandError
from stablehand.text.packs import PACKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.core.registry import AnyGame

DEFAULT_GAME = "fairytale"


class Parser(argparse.ArgumentParser):
    """An argument parser that raises a CommandError instead of printing the usage."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - handed on to argparse as they are
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Raise the message of argparse as a CommandError."""
        message = re.sub(r"^argument ([^:]+): ", r"\1: ", message).rstrip(".")
        raise CommandError(f"{message[:1].upper()}{message[1:]} (see '{self.prog} --help').")


def whole_number(what: str, least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return a function that reads a whole number; `what` names it in the error message."""

    def read(text: str) -> int:
        wanted = "a whole number" if least is None else f"a whole number from {least}"
        # int() also accepts "1_000" and digits of other scripts, and rejects very long ones by another error.
        if not re.fullmatch(r"[+-]?[0-9]{1,90}", text.strip()):
            raise CommandError(f"The {what} must be {wanted}, not {text!r}.")
        number = int(text)
        if least is not None and number < least:
            raise CommandError(f"The {what} must be {wanted}, not {number}.")
        if most is not None and number > most:
            raise CommandError(f"The {what} must be {wanted} to {most}, not {number}.")
        return number

    return read


def add_table(parser: argparse.ArgumentParser, *, defaults: bool = True) -> None:
    """Add the arguments of a table: game, seats, options."""
    add_game(parser)
    parser.add_argument(
        "--seats",
        type=whole_number("number of seats"),
        default=4 if defaults else None,
        metavar="N",
        help="how many players (4)",
    )
    add_options(parser)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add `--game`; `options_of` fills it in from the deck, if it is not given."""
    parser.add_argument("--game", metavar="GAME", help=f"the game ({DEFAULT_GAME}, or that of the deck)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for options of a game, of which deck and expansions have their own."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, e.g. expert=false; may be repeated",
    )
    parser.add_argument(
        "--deck", metavar="DECK", help="a deck of the game, or the file of one of your own: the option deck"
    )
    parser.add_argument(
        "--expansions",
        action="append",
        dest="option",
        type=_packs_option,
        default=argparse.SUPPRESS,
        metavar="PACK,PACK",
        help='expansions added to the deck: the same as --option expansions=["PACK", "PACK"]',
    )


def read_packs(text: str) -> list[str]:
    """Read the names of expansions, with commas between them."""
    return [name.strip() for name in text.split(",")]


def _packs_option(text: str) -> str:
    return f"{PACKS}={json.dumps(read_packs(text))}"


def read_options(pairs: Iterable[str]) -> dict[str, object]:
    """Parse `key=value` pairs; a value is a truth value, a whole number, a JSON list or object, or text."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise CommandError(f"Write an option as key=value, for instance expert=false, not {pair!r}.")
        key = key.strip()
        if key in options:
            raise CommandError(f"The option {key!r} is given twice.")
        options[key] = _read_value(key, value.strip())
    return options


def options_of(args: argparse.Namespace) -> dict[str, object]:
    """Return the options of a table, with its deck; its game is that of the deck unless it is given."""
    options = read_options(args.option)
    if args.deck is not None and "deck" in options:
        raise CommandError("The option 'deck' is given twice.")
    deck = args.deck if args.deck is not None else options.get("deck")
    if args.deck is not None or (isinstance(deck, str) and is_file(deck)):
        args.game, options["deck"] = named_deck(str(deck), args.game)
    args.game = args.game or DEFAULT_GAME
    return options


def _read_value(key: str, value: str) -> object:
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    if re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    if value.startswith(("[", "{")) and key != "deck":
        try:
            read: object = json.loads(value)
        except ValueError as error:
            raise CommandError(f"The option {key!r} is not JSON: {value[:60]!r}.") from error
        return read
    return value


def checked_game(name: str) -> AnyGame:
    """Return a game by its name, or raise a CommandError."""
    try:
        return load(name)
    except ValueError as error:
        raise CommandError(str(error)) from error


def checked_table(name: str, seats: int, seed: int, options: dict[str, object]) -> AnyGame:
    """Return a game if such a table can be started, or raise a CommandError."""
    game = checked_game(name)
    try:
        game.start(seats, seed, options)
    except ValueError as error:
        raise CommandError(str(error)) from error
    return game
