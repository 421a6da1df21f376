"""`stablehand cards`: the cards of a deck, drawn or as JSON."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING

from stablehand.cli.arguments import DEFAULT_GAME, add_game, checked_game, read_packs
from stablehand.cli.deckfiles import named_deck
from stablehand.cli.errors import CommandError
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screen.screen import card_list_for
from stablehand.cli.terminal import console, draws_unicode
from stablehand.core.registry import manifest
from stablehand.text.names import typeset
from stablehand.text.packs import joined

if TYPE_CHECKING:
    import argparse

    from stablehand.core.contract import Json

DESCRIPTION = """\
Show the cards of a deck, or only those given. Texts are generated from the data of the deck.

--json prints a list of cards: name and text are in the language asked for, name_en is the English name,
name_is_ours is true for a name that is not printed on a card. Fairy Tale: id, faction, type, kind, copies,
expert, score and effect (as in the deck’s file), text, confidence, provenance (by field), sources, notes,
deck, reconstructed. Unicorns: id, type, copies, edition, confidence, ability (the words of the card), text,
tags, two_player (whether it is in the deck of two), deck, pack (the expansion that it is of, or "").
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("cards", help="look at cards", description=DESCRIPTION)
    add_game(parser)
    parser.add_argument(
        "--deck", metavar="DECK", help="a deck (by default that of the game), or the file of one"
    )
    parser.add_argument(
        "--expansions", type=read_packs, default=[], metavar="PACK,PACK", help="expansions added to the deck"
    )
    add_language(parser)
    add_names(parser)
    parser.add_argument("--json", action="store_true", help="print the cards as JSON")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="a card’s id or name, in English too")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the cards."""
    name = args.deck
    if name is not None:
        args.game, name = named_deck(name, args.game)
    args.game = args.game or DEFAULT_GAME
    checked_game(args.game)
    out = console()
    if args.expansions:
        name = joined(name or manifest(args.game).deck, args.expansions)
    deck = card_list_for(args.game, name, reader_of(args, args.game), fancy=draws_unicode(out))
    cards = deck.cards()
    if args.cards:
        cards = [_found(name, cards) for name in args.cards]
    if args.json:
        print(json.dumps(cards, indent=2, ensure_ascii=False))
        return 0
    out.print(deck.title, style="bold")
    if deck.notice:
        out.print(deck.notice)
    out.print(deck.draw(cards))
    return 0


def _found(wanted: str, cards: list[dict[str, Json]]) -> dict[str, Json]:
    """Return the card of an id or name, or raise a CommandError that suggests others."""
    known: dict[str, dict[str, Json]] = {}
    for field in ("name_en", "name", "id"):  # in this order: an id wins over a name
        known |= {str(card[field]).casefold(): card for card in cards}
    typed = typeset(wanted).casefold()
    if typed in known:
        return known[typed]
    near = difflib.get_close_matches(typed, known, n=6, cutoff=0.4)
    names = list(dict.fromkeys(f"{known[name]['name']} ({known[name]['id']})" for name in near))[:3]
    hint = f"; did you mean {', '.join(names)}" if names else ""
    raise CommandError(f"Unknown card {wanted!r}{hint}.")
