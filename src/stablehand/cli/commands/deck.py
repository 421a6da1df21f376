"""`stablehand deck`: begin a deck of one's own, check it, look at it, compare it with what it extends."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stablehand.cli.deckfiles import ENDING, DeckFile, findings, named_deck, own_decks, read_deck, told
from stablehand.cli.errors import CommandError
from stablehand.cli.files import reason
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screen.screen import card_list_for
from stablehand.cli.terminal import console, draws_unicode
from stablehand.core.decks.places import Places
from stablehand.core.registry import manifest, manifests
from stablehand.text import voices

if TYPE_CHECKING:
    import argparse

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json

DESCRIPTION = """\
Make a deck of your own: a file with cards of your own, and with those of a deck that comes with the game.

new writes a file to begin with. check says everything that is wrong with one, each fault with its line and
column, and warns of what looks wrong; exit code 1 if the deck cannot be played. show draws the cards that are
yours, with their texts; diff compares the deck with the one that it extends. words prints what a card can
be made of.

Play it with --deck FILE in play, simulate, arena and cards. The fields are in docs/decks.md.
"""
FAILED = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("deck", help="make a deck of your own", description=DESCRIPTION)

    def explain(_: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(run=explain)
    parts = parser.add_subparsers(title="what to do", metavar="new|check|show|diff|words")
    new = parts.add_parser("new", help="write a file to begin with")
    new.add_argument("file", type=Path, metavar="FILE", help="a new file; its name is the id of the deck")
    new.add_argument("--game", metavar="GAME", help="the game (that of the deck, else unicorns)")
    new.add_argument("--extends", metavar="DECK", help="the deck that it extends (that of the game)")
    new.set_defaults(run=run_new)
    check = parts.add_parser("check", help="say what is wrong with a file")
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    check.add_argument("--json", action="store_true", help="print what is wrong as JSON")
    check.set_defaults(run=run_check)
    show = parts.add_parser("show", help="look at the cards of a file")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--all", action="store_true", help="the cards of the deck that is extended too")
    add_names(show)
    diff = parts.add_parser("diff", help="compare a file with the deck that it extends")
    diff.add_argument("file", type=Path, metavar="FILE")
    words = parts.add_parser("words", help="print what a card can be made of")
    words.add_argument("--game", metavar="GAME", help="the game (unicorns)")
    words.set_defaults(run=run_words)
    for one, run in ((show, run_show), (diff, run_diff)):
        add_language(one)
        one.add_argument("--json", action="store_true", help="print the cards as JSON")
        one.set_defaults(run=run)


def run_new(args: argparse.Namespace) -> int:
    """Write a file to begin with."""
    path: Path = args.file.with_suffix(ENDING) if not args.file.suffix else args.file
    with_decks = [one for one in manifests() if one.decks]
    extending = [one.name for one in with_decks if args.extends in own_decks(one.name).bases]
    game = args.game or (extending or [with_decks[0].name])[0]
    decks = own_decks(game)
    base = args.extends or manifest(game).deck
    if base not in decks.bases:
        raise CommandError(f"There is no deck {base!r} of {game}; choose one of: {', '.join(decks.bases)}.")
    name = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")[:40]
    name = name if name[:1].isalpha() else f"deck_{name}".rstrip("_")
    if name in decks.bases:
        name = f"my_{name}"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(decks.template(base, name))
    except FileExistsError as error:
        raise CommandError(f"{path} exists already; choose another name.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason(error)}.") from error
    print(f"{path} is a deck of {game} that extends {base}.")
    print(f"Edit it, then: stablehand deck check {shlex.quote(str(path))}")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say what is wrong with files."""
    told_all: list[dict[str, Json]] = []
    code = 0
    for path in args.files:
        try:
            file = read_deck(path)
        except CommandError as error:  # the others are checked all the same
            code = FAILED
            told_all.append({"file": str(path), "problem": str(error), "is_warning": False})
            print(error) if not args.json else None
            continue
        code = max(code, _check(file, told_all, is_told=not args.json))
    if args.json:
        print(json.dumps(told_all, indent=2, ensure_ascii=False))
    return code


def _check(file: DeckFile, told_all: list[dict[str, Json]], *, is_told: bool) -> int:
    found, all_found = findings(file)
    places = Places(file.text)
    for one in all_found:
        line, column = places.of(one.path, one.offset)
        told_all.append(
            {
                "file": str(file.path),
                "line": line,
                "column": column,
                "problem": one.sentence,
                "is_warning": one.is_warning,
            }
        )
        if is_told:
            print(told(file, one))
    faults = sum(not one.is_warning for one in all_found)
    if is_told and faults:
        print(f"{file.path}: {faults} {'fault' if faults == 1 else 'faults'}.")
    elif is_told:
        cards = sum(row["copies"] for row in found.table["card"])
        print(f"{file.path}: {found.name} has {cards} cards and can be played.")
    return FAILED if faults else 0


def run_show(args: argparse.Namespace) -> int:
    """Draw the cards of a file."""
    game, text = named_deck(_path(args.file), None)
    out = console()
    deck = card_list_for(game, text, reader_of(args, game), fancy=draws_unicode(out))
    cards = [card for card in deck.cards() if args.all or card["own"]] or deck.cards()
    if args.json:
        print(json.dumps(cards, indent=2, ensure_ascii=False))
        return 0
    out.print(deck.title, style="bold")
    if deck.notice:
        out.print(deck.notice)
    out.print(deck.draw(cards))
    return 0


def run_diff(args: argparse.Namespace) -> int:
    """Compare a file with the deck that it extends."""
    file = read_deck(args.file)
    game, text = named_deck(_path(args.file), None)
    base = file.table.get("extends")
    if base is None:
        raise CommandError(f"{args.file} extends no deck, so there is nothing to compare it with.")
    reader = reader_of(args)
    changes = _changes(_rows(game, base, reader), _rows(game, text, reader))
    if args.json:
        print(json.dumps(changes, indent=2, ensure_ascii=False))
        return 0
    out = console()
    for change in changes:
        for line in _lines(change):
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    return 0


def run_words(args: argparse.Namespace) -> int:
    """Print what a card can be made of."""
    game = args.game or next(one.name for one in manifests() if one.decks)
    print(own_decks(game).words().strip())
    return 0


def _path(path: Path) -> str:
    """Return the name of a file as one that cannot be taken for a deck."""
    return str(path) if path.suffix == ENDING else str(path.absolute())


def _rows(game: str, deck: str, reader: Reader) -> dict[str, dict[str, Any]]:
    return {str(row["id"]): row for row in voices.cards(game, deck, reader.lang)}


def _changes(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> list[dict[str, Json]]:
    """Return what differs, card by card: those left out, those changed, those added."""
    changes: list[dict[str, Json]] = []
    for card in (*before, *(card for card in after if card not in before)):
        old, new = before.get(card), after.get(card)
        if old and new and (old["copies"], old["text"]) == (new["copies"], new["text"]):
            continue
        row = new or old
        assert row is not None
        change: dict[str, Json] = {"id": card, "name": row["name"]}
        for key in ("copies", "text"):
            values = [None if one is None else one[key] for one in (old, new)]
            if values[0] != values[1]:
                change[key] = values
        changes.append(change)
    return sorted(changes, key=_order)


def _order(change: dict[str, Json]) -> int:
    copies = change.get("copies")
    assert copies is None or isinstance(copies, list)
    return 1 if copies is None or None not in copies else 0 if copies[1] is None else 2


def _lines(change: dict[str, Json]) -> list[str]:
    """Return a change as lines that need no words but the cards' own."""
    copies, text = change.get("copies"), change.get("text")
    assert copies is None or isinstance(copies, list)
    assert text is None or isinstance(text, list)
    old, new = copies or (None, None)
    called = f"{change['name']} [{change['id']}]"
    if copies and None in copies:
        mark, number = ("+", new) if old is None else ("-", old)
        told = [one for one in text or () if one]
        return [f"{mark} {number} {called}", *(f"    {one}" for one in told if mark == "+")]
    lines = [f"* {called}" + (f": {old} → {new}" if copies else "")]
    return lines + ([f"  - {text[0]}", f"  + {text[1]}"] if text else [])
