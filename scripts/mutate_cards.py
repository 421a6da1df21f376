"""Mutation test for the cases of the unicorns: change what a card does and check that a case fails.

    .venv/bin/python scripts/mutate_cards.py [--json] [--deck DECK ...] [--card ABILITY ...] [CASES]

A mutant is a card with one word of its data changed: a "may" dropped, a filter widened, a number one off.
For each distinct ability of the base decks and the packs the script makes every mutant and plays the cases
that name one of its cards until one fails. A mutant with which no case fails is a survivor: either a case is
missing, or the change makes no difference at any table. The report is the same in every run; the exit code is
0 when at least `--floor` per cent of all were killed, and at least `--pack-floor` per cent of each pack.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress

from card_mutants import mutants
from stablehand.cases.format import Case, CaseError, files_in, read
from stablehand.cases.runner import run
from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns.decks import catalog as catalogs
from stablehand.games.unicorns.decks.expansions import PACKS, chosen_packs
from stablehand.games.unicorns.state import rules, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from stablehand.games.unicorns.vocabulary import Abilities

ROOT = Path(__file__).resolve().parent.parent
FLOOR = 90
PACK_FLOOR = 98
"""Cards of packs had their cases from the beginning, so more is asked of each pack."""
SECONDS = 5
"""A case that takes longer with a mutant is stuck, which counts as a failure of the case."""


@dataclass
class Group:
    """The cards of all decks that have the same abilities; they are tested together."""

    name: str
    keys: list[str]
    abilities: Abilities
    cards: list[tuple[str, str]]
    """Deck and id."""
    kind: int
    cases: list[Case]

    @property
    def decks(self) -> set[str]:
        """The decks that contain one of its cards."""
        return {deck for deck, _ in self.cards}

    @property
    def packs(self) -> set[str]:
        """The packs that contain one of its cards."""
        return {pack for deck in self.decks for pack in deck.split("+")[1:]}


@dataclass
class Mutant:
    """One change, and the case that fails with it; `killer` is empty for a survivor."""

    group: Group
    what: str
    killer: str = ""


def groups_of(cases: list[Case]) -> list[Group]:
    """Group the cards of all decks by their abilities, with the cases that name one of the cards."""
    found: dict[Abilities, Group] = {}
    for deck in catalogs.all_catalogs():
        for definition in deck.definitions:
            if definition.abilities and bool(definition.pack) == bool(deck.packs):
                keys = [key for key, value in catalogs.ABILITIES.items() if value == definition.abilities]
                fresh = Group(keys[0], keys, definition.abilities, [], definition.kind, [])
                found.setdefault(definition.abilities, fresh).cards.append((named(deck), definition.id))
    for case in cases:
        words = set(re.findall(r"\w+", case.text))
        decks = decks_of(case)
        for group in found.values():
            if any(card in words for deck, card in group.cards if deck in decks):
                group.cases.append(case)
    return sorted(found.values(), key=lambda group: group.name)


def decks_of(case: Case) -> set[str]:
    """Return the deck of a case alone and with each of its packs, as groups name the decks of cards."""
    base = case.deck or "base_2e"
    return {base, *(f"{base}+{pack}" for pack in chosen_packs(case.options.get("expansions", ())))}


def named(deck: catalogs.Catalog) -> str:
    """Return the names of a deck and its expansions."""
    return "+".join((deck.id, *deck.packs))


@contextmanager
def installed(group: Group, abilities: Abilities) -> Iterator[None]:
    """Replace the abilities of a group's cards while the context is open."""
    try:
        for key in group.keys:
            catalogs.ABILITIES[key] = abilities
        clear_caches()
        yield
    finally:
        for key in group.keys:
            catalogs.ABILITIES[key] = group.abilities
        clear_caches()


def clear_caches() -> None:
    """Clear the caches of decks, rules and vocabularies, which hold the abilities of cards."""
    catalogs.all_catalogs.cache_clear()
    catalogs._catalog.cache_clear()  # noqa: SLF001 - the cache behind `catalog`
    rules._rules.cache_clear()  # noqa: SLF001 - rules hold their catalog
    words.words_of.cache_clear()


class _TimeExceeded(Exception):  # noqa: N818 - a stuck case is a result, not an error
    """Raised when a case takes too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `_TimeExceeded` if the context is open for longer."""

    def stop(*_: object) -> None:
        raise _TimeExceeded

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def holds(case: Case) -> bool:
    """Return whether a case holds; one that raises or takes too long does not."""
    try:
        with time_limit(SECONDS):
            return run(case).holds
    except Exception:  # noqa: BLE001 - a mutant may break anything
        return False


def killer(group: Group, abilities: Abilities) -> str:
    """Return the path of the first case that fails with a mutant, or an empty text.

    A deck that refuses the mutant counts as a failure; then its message is returned.
    """
    try:
        with installed(group, abilities):
            return next((case.path for case in group.cases if not holds(case)), "")
    except DeckError as error:
        return str(error)


def run_mutants(groups: list[Group], console: Console) -> Iterator[Mutant]:
    """Play the cases with every mutant of these groups and yield the results."""
    todo = [(group, what, new) for group in groups for what, new in mutants(group.abilities, group.kind)]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("mutants", total=len(todo))
        for group, what, new in todo:
            progress.update(task, description=group.name)
            yield Mutant(group, what, killer(group, new))
            progress.advance(task)


def score(found: Iterable[Mutant]) -> dict[str, float]:
    """Return the number of mutants, the number killed and the percentage."""
    all_ = list(found)
    killed = sum(bool(mutant.killer) for mutant in all_)
    return {
        "mutants": len(all_), "killed": killed,
        "percent": round(100 * killed / len(all_), 1) if all_ else 100.0
    }  # fmt: skip


def read_cases(folder: Path) -> tuple[list[Case], list[str]]:
    """Return the unicorn cases of a folder that hold, and the names of the files that do not."""
    good: list[Case] = []
    bad: list[str] = []
    for path in files_in(folder):
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        try:
            case = read(path)
        except CaseError:
            bad.append(name)
            continue
        case.path = name
        if case.game == "unicorns":
            if holds(case):
                good.append(case)
            else:
                bad.append(name)
    return good, bad


def report(found: list[Mutant], bad: list[str]) -> dict[str, Any]:
    """Return the report as `--json` prints it."""
    return {
        "all": score(found),
        "decks": {
            deck: score(m for m in found if deck in m.group.decks)
            for deck in map(named, catalogs.all_catalogs())
        },
        "packs": {pack: score(m for m in found if pack in m.group.packs) for pack in PACKS},
        "survivors": [
            {
                "ability": m.group.name, "cards": sorted({card for _, card in m.group.cards}),
                "mutant": m.what, "cases": len(m.group.cases),
            }
            for m in found if not m.killer
        ],
        "cases_that_do_not_hold": bad,
    }  # fmt: skip


def show(table: dict[str, Any], console: Console) -> None:
    """Print the report as text."""
    for name in table["cases_that_do_not_hold"]:
        console.print(f"not used, since it fails without mutants: {name}", highlight=False)
    for row in table["survivors"]:
        console.print(
            f"{row['ability']}: {row['mutant']} ({row['cases']} cases)", highlight=False, markup=False
        )
    for name, row in {**table["decks"], **table["packs"], "all": table["all"]}.items():
        console.print(
            f"{name}: {row['killed']} of {row['mutants']} killed, {row['percent']} %", highlight=False
        )


def main(arguments: list[str] | None = None) -> int:
    """Run all mutants and print the report; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("cases", nargs="?", type=Path, default=ROOT / "cases" / "unicorns", metavar="CASES")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--deck", action="append", help="only abilities of this deck, such as base_2e+nsfw_expansion"
    )
    parser.add_argument("--card", action="append", help="only the abilities of this name or card id")
    parser.add_argument("--floor", type=float, default=FLOOR, help=f"per cent to kill (default {FLOOR})")
    parser.add_argument(
        "--pack-floor", type=float, default=PACK_FLOOR, help=f"per cent of each pack (default {PACK_FLOOR})"
    )
    args = parser.parse_args(arguments)
    cases, bad = read_cases(args.cases)
    groups = [
        group
        for group in groups_of(cases)
        if (not args.deck or group.decks & set(args.deck))
        and (not args.card or {*group.keys, *(card for _, card in group.cards)} & set(args.card))
    ]
    found = list(run_mutants(groups, Console(stderr=True)))
    table = report(found, bad)
    if args.json:
        print(json.dumps(table, indent=1))
    else:
        show(table, Console(width=200))
    low = too_low(table, args.floor, args.pack_floor)
    for name in low:
        print(f"Too few mutants were killed: {name}.", file=sys.stderr)
    return 1 if low else 0


def too_low(table: dict[str, Any], floor: float, pack_floor: float) -> list[str]:
    """Return the packs of which too few mutants were killed, and `all` if that is true of all together."""
    floors = {**dict.fromkeys(table["packs"], pack_floor), "all": floor}
    rows = {**table["packs"], "all": table["all"]}
    return [name for name, row in rows.items() if row["percent"] < floors[name]]


if __name__ == "__main__":
    sys.exit(main())
