"""`stablehand cards`: a deck's cards, drawn or as JSON."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING

from stablehand.cli.arguments import DEFAULT_GAME, checked_game
from stablehand.cli.complaint import Complaint
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screens import catalogue_for
from stablehand.cli.terminal import console, draws_unicode
from stablehand.text.names import typeset

if TYPE_CHECKING:
    import argparse

    from stablehand.kernel.contract import Json

DESCRIPTION = """\
Show the cards of a deck, or only those named. Texts are made from the deck’s data.

--json prints a list of cards: name and text are in the language asked for, name_en is the English name,
name_is_ours says whether the name is not a printed one. Fairy Tale: id, faction, type, kind, copies, expert,
score and effect (as in the deck’s file), text, confidence, provenance (by field), sources, notes, deck,
reconstructed. Unicorns: id, type, copies, edition, confidence, ability (the words of the card), text,
tags, two_player (whether it is in the deck of two), deck.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("cards", help="look at cards", description=DESCRIPTION)
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="GAME")
    parser.add_argument("--deck", metavar="DECK", help="another deck than the usual one")
    add_language(parser)
    add_names(parser)
    parser.add_argument("--json", action="store_true", help="print the cards as JSON")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="a card’s id or name, in English too")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the cards."""
    checked_game(args.game)
    out = console()
    catalogue = catalogue_for(args.game, args.deck, reader_of(args, args.game), fancy=draws_unicode(out))
    cards = catalogue.cards()
    if args.cards:
        cards = [_found(name, cards) for name in args.cards]
    if args.json:
        print(json.dumps(cards, indent=2, ensure_ascii=False))
        return 0
    out.print(catalogue.title, style="bold")
    if catalogue.notice:
        out.print(catalogue.notice)
    out.print(catalogue.draw(cards))
    return 0


def _found(wanted: str, cards: list[dict[str, Json]]) -> dict[str, Json]:
    """Return the card of an id or name, or complain with the nearest."""
    known: dict[str, dict[str, Json]] = {}
    for field in ("name_en", "name", "id"):  # what comes later wins
        known |= {str(card[field]).casefold(): card for card in cards}
    typed = typeset(wanted).casefold()
    if typed in known:
        return known[typed]
    near = difflib.get_close_matches(typed, known, n=6, cutoff=0.4)
    names = list(dict.fromkeys(f"{known[name]['name']} ({known[name]['id']})" for name in near))[:3]
    hint = f"; the nearest: {', '.join(names)}" if names else ""
    raise Complaint(f"There is no card {wanted!r}{hint}.")
