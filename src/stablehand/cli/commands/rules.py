"""`stablehand rules`: the rulebook, the reference card, or single rules with the cases that show them."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from stablehand import names
from stablehand.cli.arguments import DEFAULT_GAME, checked_game
from stablehand.cli.errors import CommandError
from stablehand.cli.reader import add_language, reader_of
from stablehand.cli.screen.screen import rulebook_for
from stablehand.cli.terminal import console
from stablehand.text import voices
from stablehand.text.message import capital

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from rich.console import Console

    from stablehand.cases.casebook import CaseEntry
    from stablehand.cli.reader import Reader
    from stablehand.text.rulebook import Rulebook

DESCRIPTION = """\
Show a game’s rules as a player needs them, and its reference card; with --details every rule with its id as
well; or rules and rulings by their ids, with the cases that cite them. An id implies its game.

--json prints, without an id, one object: game, title, intro, chapters (id, title, text: paragraphs, sections:
ids), sections (id, title, rules: id, text and question), reference (title and text); with ids a list: id,
game, section, text, cases (file and title; null where the cases are not installed).
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("rules", help="read the rules", description=DESCRIPTION)
    parser.add_argument("--game", metavar="GAME", help=f"whose rules ({DEFAULT_GAME})")
    add_language(parser)
    parser.add_argument("--ruleset", metavar="RULESET", help="which edition’s rules, for instance first")
    parser.add_argument("--details", action="store_true", help="every rule with its id, too")
    parser.add_argument("--reference", action="store_true", help="only the reference card")
    parser.add_argument("--json", action="store_true", help="print the rules as JSON")
    parser.add_argument("ids", nargs="*", metavar="ID", help="a rule or ruling, for instance UU-TURN-4")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the rules."""
    if args.game is not None:
        checked_game(args.game)
    if args.ids and args.reference:
        raise CommandError("--reference shows the reference card, so no rule can be given as well.")
    if args.details and (args.ids or args.reference):
        raise CommandError(
            "--details shows the whole rulebook, so neither a rule nor --reference goes with it."
        )
    reader = reader_of(args)
    if args.ids:
        return _single(args.ids, {game: rulebook_for(game, reader) for game in names()}, reader, args)
    game = args.game or DEFAULT_GAME
    ruleset = _checked_ruleset(args.ruleset, game)
    if args.json:
        whole = {"game": game, **voices.rulebook(game, reader.lang, reader.layer, ruleset=ruleset)}
        print(json.dumps(whole["reference"] if args.reference else whole, indent=2, ensure_ascii=False))
        return 0
    out = console()
    book = rulebook_for(game, reader).under(ruleset)
    if not args.reference:
        _print_book(out, book, voices.rulesets(game, reader.lang).get(ruleset, ""), has_details=args.details)
    _print_reference(out, book, reader)
    if not args.reference:
        out.print()
        out.print(Text(reader.say("rules.hint" if args.details else "rules.more"), style="dim"))
    return 0


def _checked_ruleset(wanted: str | None, game: str) -> str:
    """Return the ruleset that was asked for, or the default one; "" for a game that has only one."""
    known = list(voices.rulesets(game))
    if wanted is None:
        return known[0] if known else ""
    if not known:
        raise CommandError(f"{game} has only one set of rules; leave out --ruleset.")
    if wanted not in known:
        raise CommandError(f"Unknown ruleset {wanted!r}; choose one of: {', '.join(known)}.")
    return wanted


def _print_book(out: Console, book: Rulebook, ruleset: str, *, has_details: bool) -> None:
    out.print(Rule(Text(book.title, style="bold")))
    if ruleset:
        out.print(Text(capital(ruleset), style="dim"))
    out.print(Text(book.intro))
    for chapter in book.chapters:
        out.print()
        out.print(Text(chapter.title, style="bold"))
        for paragraph in chapter.text:
            out.print(Text(paragraph))
        for section in chapter.sections if has_details else ():
            out.print()
            if section.title != chapter.title:
                out.print(Padding(Text(section.title, style="italic"), (0, 0, 0, 2)))
            out.print(_rows((rule, book[rule]) for rule in section.rules))
    out.print()


def _print_reference(out: Console, book: Rulebook, reader: Reader) -> None:
    out.print(Rule(Text(reader.say("rules.reference"), style="bold")))
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", ratio=1)
    table.add_column(ratio=3)
    for title, text in book.reference:
        table.add_row(Text(title), Text(text))
    out.print(table)


def _rows(rules: Iterable[tuple[str, str]]) -> Padding:
    """Return a table of rules with their ids."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for rule, text in rules:
        table.add_row(rule, Text(text))
    return Padding(table, (0, 0, 0, 2))


def _single(ids: list[str], books: dict[str, Rulebook], reader: Reader, args: argparse.Namespace) -> int:
    from stablehand.cases.casebook import cases_folder, citing  # noqa: PLC0415 - the rules alone need no cases

    found = [_found(wanted, books) for wanted in ids]
    folder = cases_folder()
    cited = [None if folder is None else citing(rule, folder) for _, rule in found]
    if args.json:
        rows = [
            _rule_as_json(game, books[game], rule, cases)
            for (game, rule), cases in zip(found, cited, strict=True)
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    out = console()
    for (game, rule), cases in zip(found, cited, strict=True):
        book = books[game]
        out.print(Rule(Text.assemble((rule, "bold"), f" {_section(book, rule)[1]}")))
        out.print(Text(book[rule]))
        _print_cases(out, cases, reader)
    return 0


def _print_cases(out: Console, cases: list[CaseEntry] | None, reader: Reader) -> None:
    if cases is None:
        out.print(Text(reader.say("rules.no_cases"), style="dim"))
        return
    out.print(Text(reader.say("rules.cases", n=len(cases)), style="dim"))
    for case in cases:
        out.print(Padding(Text.assemble(case.title, (f" ({case.name})", "dim")), (0, 0, 0, 2)))


def _section(book: Rulebook, rule: str) -> tuple[str, str]:
    return next((section.id, section.title) for section in book.sections if rule in section.rules)


def _rule_as_json(game: str, book: Rulebook, rule: str, cases: list[CaseEntry] | None) -> dict[str, Any]:
    files = None if cases is None else [{"file": str(case.path), "title": case.title} for case in cases]
    return {"id": rule, "game": game, "section": _section(book, rule)[0], "text": book[rule], "cases": files}


def _found(wanted: str, books: dict[str, Rulebook]) -> tuple[str, str]:
    """Return the game and the rule of an id, or raise a CommandError that suggests others."""
    known = {rule.casefold(): (game, rule) for game, book in books.items() for rule in book.ids()}
    if wanted.casefold() in known:
        return known[wanted.casefold()]
    near = difflib.get_close_matches(wanted.casefold(), known, n=3, cutoff=0.5)
    hint = f"; did you mean {', '.join(known[rule][1] for rule in near)}" if near else ""
    raise CommandError(f"Unknown rule {wanted!r}{hint}.")
