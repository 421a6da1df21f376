"""Check a deck of one's own: everything that is wrong with it at once, each fault with its place.

`examine` knows what is the same for all games; what a game's cards are is said by its part `decks`
(`contract.OwnDecks`). `resolve` is the same for one who only wants the deck: the first fault is a DeckError.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.contract import WHOLE, FieldError, Finding
from stablehand.core.decks.files import DeckError
from stablehand.core.decks.labels import fault_in_id, fault_in_label, unseen_in
from stablehand.core.decks.merge import (
    CARDS,
    EXTENDS,
    GAME,
    WITHOUT,
    merged_head,
    merged_rows,
    own_ids,
)
from stablehand.core.decks.written import canonical, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from stablehand.core.decks.contract import OwnDecks, Path
    from stablehand.core.decks.merge import Row

MOST_REPAIRS: Final = 30
"""Faults of one card that are told; somebody who makes more has written no card."""
MOST_FINDINGS: Final = 200
MOST_TOLD: Final = 500
"""Characters of a sentence."""
MOST_LAYERS: Final = 200
"""Lists and tables in each other; abilities as data have four for each bracket of their text."""
LABELS: Final = ("title", "edition")
MEANING: Final = {"id", "type", "ability", "faction"}
"""The fields of a card without which nobody can tell whether it makes sense."""
NAMES: Final = ("name", "printed", "names")
"""The fields of a head and of a card that are shown."""


@dataclass(slots=True)
class Examined:
    """What was found."""

    findings: list[Finding] = field(default_factory=list)
    text: str = ""
    """The canonical text; "" if something is wrong."""
    name: str = ""
    table: dict[str, Any] = field(default_factory=dict)
    """The whole deck, its base included, as a file of the game would have it."""
    own: frozenset[str] = frozenset()
    """The ids of the cards that are not as the publisher has them."""

    @property
    def faults(self) -> list[Finding]:
        """What makes the deck unusable."""
        return [one for one in self.findings if not one.is_warning]


def resolve(decks: OwnDecks, table: Mapping[str, Any]) -> Examined:
    """Return a deck with its name; raise DeckError, with the first fault, if there is one."""
    found = examine(decks, table)
    if found.faults:
        first = found.faults[0]
        name = table.get("id")
        where = f"Deck {name}" if isinstance(name, str) else "The deck"
        raise DeckError(
            f"{where}: {first.sentence}" if first.sentence[:5] != "card " else f"{where}, {first.sentence}"
        )
    return found


def examine(decks: OwnDecks, table: Mapping[str, Any]) -> Examined:
    """Return everything that is wrong with a deck; its text and its table if nothing is."""
    examiner = _Examiner(decks, dict(table))
    examiner.run()
    return examiner.found


class _Examiner:
    def __init__(self, decks: OwnDecks, table: dict[str, Any]) -> None:
        self.decks = decks
        self.table = table
        self.found = Examined()
        self.where = str(table.get("id", "?"))[:60]
        self.repaired: list[Row] = []
        """The cards, with something sound in place of each field that is wrong."""
        first: list[Row] = decks.table(decks.bases[0])[CARDS]
        self.samples = {key: value for row in first for key, value in row.items()}
        """A sound value of every field of a card."""
        self.numbers: dict[str, int] = {}
        """The number of each card in the file."""

    def run(self) -> None:
        if _layers(self.table) > MOST_LAYERS:
            self.add((), f"in a deck lists and tables stand in at most {MOST_LAYERS} others.")
            return
        for path, text in _texts(self.table, ()):
            if sign := unseen_in(text):
                self.add(path, f"there must be no sign U+{ord(sign):04X} in a deck, since it cannot be seen.")
        base = self.base()
        base_rows: list[Row] = base.get(CARDS, [])
        without = self.without(base_rows)
        base_rows = [row for row in base_rows if row["id"] not in without]
        head = self.head(base)
        rows = self.rows(base_rows)
        merged = merged_rows(list(rows.values()), base_rows)
        normal = [self.card(number, row, merged, head, base_rows) for number, row in rows.items()]
        self.sense({**head, CARDS: merged_rows(self.repaired, base_rows)})
        if self.found.faults:
            return
        head["title"] = self.table.get("title", self.table["id"])
        head["adult"] = bool(head.get("adult", False) or base.get("adult", False))
        self.whole({**head, CARDS: merged_rows(normal, base_rows)}, normal, base_rows)

    def add(self, path: Path, sentence: str, offset: int = WHOLE) -> None:
        """Add a fault; its sentence may quote the deck, so it is cut where it is too long."""
        if len(self.found.findings) < MOST_FINDINGS:
            short = sentence if len(sentence) <= MOST_TOLD else f"{sentence[: MOST_TOLD - 2]}…."
            self.found.findings.append(Finding(path, short, offset))

    # ---- the head

    def base(self) -> dict[str, Any]:
        """Return the deck that this one extends; an empty one if it stands alone."""
        if fault := fault_in_id(self.table.get("id")):
            self.add(("id",), f"id {fault}.")
        elif self.table["id"] in self.decks.bases:
            self.add(
                ("id",), f"id must not be that of a deck that comes with the game, {self.table['id']!r}."
            )
        for key in LABELS:
            if key in self.table and (fault := fault_in_label(self.table[key])):
                self.add((key,), f"{key} {fault}.")
        if self.table.get(GAME, self.decks.game) != self.decks.game:
            self.add((GAME,), f"game must be {self.decks.game!r}, not {self.table[GAME]!r:.60}.")
        name = self.table.get(EXTENDS)
        if name is None:
            return {}
        if name not in self.decks.bases:
            known = ", ".join(self.decks.bases)
            self.add((EXTENDS,), f"extends must be one of {known}, not {name!r:.60}.")
            return {}
        return self.decks.table(name)

    def without(self, base_rows: Sequence[Row]) -> list[str]:
        """Return the ids of the base's cards that are left out."""
        ids = self.table.get(WITHOUT, [])
        if not isinstance(ids, list) or not all(isinstance(card, str) for card in ids):
            self.add((WITHOUT,), "without must be a list of ids of cards.")
            return []
        known = {row["id"] for row in base_rows}
        for number, card in enumerate(ids):
            if card not in known:
                self.add((WITHOUT, number), f"without: the deck that is extended has no card {card!r:.60}.")
            elif card in ids[:number]:
                self.add((WITHOUT, number), f"without: {card!r} stands there twice.")
        return [card for card in ids if card in known]

    def head(self, base: dict[str, Any]) -> dict[str, Any]:
        head = merged_head(self.table, base, self.decks.totals)
        head.pop(CARDS, None)

        def check() -> None:
            self.decks.check_head(head, self.where)

        for key, sentence in self.told(check, head, lambda key: head.pop(key, None)):
            self.add((key,) if key else (), sentence)
        return head

    # ---- cards

    def rows(self, base_rows: Sequence[Row]) -> dict[int, Row]:
        """Return the cards of the file that have an id of their own, by their number in it."""
        rows = self.table.get(CARDS, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.add((CARDS,), "each card must be a table of its own, [[card]].")
            return {}
        found: dict[int, Row] = {}
        ids: set[str] = set()
        known = {row["id"]: row for row in base_rows}
        names = {str(row["name"]).casefold(): card for card, row in known.items()}
        for number, row in enumerate(rows):
            card = row.get("id")
            path: Path = (CARDS, number)
            if fault := fault_in_id(card):
                self.add((*path, "id"), f"the id of a card {fault}.")
                continue
            if card in ids:
                self.add((*path, "id"), f"card {card}: another card has this id already.")
                continue
            ids.add(str(card))
            found[number] = row
            self.numbers[str(card)] = number
            name = row.get("name", known.get(card, {}).get("name"))
            other = names.setdefault(name.casefold(), str(card)) if isinstance(name, str) else card
            if other != card:
                self.add(
                    (*path, "name"), f"card {card}: name must not be that of card {other}, {name!r:.60}."
                )
        return found

    def card(
        self, number: int, row: Row, rows: Sequence[Row], head: Mapping[str, Any], base_rows: Sequence[Row]
    ) -> Row:
        """Return a card in its canonical form, as far as nothing is wrong with it."""
        card, path = row["id"], (CARDS, number)
        printed = next((one for one in base_rows if one["id"] == card), {})
        for key in self.decks.fixed:
            if printed and row.get(key, printed.get(key)) != printed.get(key):
                self.add(
                    (*path, key),
                    f"card {card}: {key} is that of the card in {self.table[EXTENDS]}; take another id.",
                )
        name = self.decks.printed().get(card)
        if not printed and name is not None and row.get("name", name) != name:
            self.add(
                (*path, "id"),
                f"card {card}: this id is that of {name}, a card of the game; take another id.",
            )
        for key in NAMES[:2]:
            if key in row and (fault := fault_in_label(row[key])):
                self.add((*path, key), f"card {card}: {key} {fault}.")
        names = row.get("names")
        for lang, label in names.items() if isinstance(names, dict) else ():
            if fault := fault_in_label(label):
                self.add((*path, "names", lang), f"card {card}: the name in {lang!r:.10} {fault}.")
        try:
            normal = self.decks.normal({**printed, **row})
        except FieldError as error:
            self.add((*path, error.key), f"card {card}: {error}", error.offset)
            normal = {**printed, **row}
        trial = dict(normal)

        def check() -> None:
            self.decks.check_row(trial, rows, head, self.where)

        def repair(key: str) -> None:
            trial.pop(key, None)
            if key in self.samples:
                trial[key] = self.samples[key]

        for key, sentence in self.told(check, {*self.samples, *trial}, repair):
            self.add((*path, key) if key in row else path, sentence)
        with suppress(DeckError):  # what could not be repaired is no card that others could speak of
            check()
            self.repaired.append(trial)
        return {key: value for key, value in normal.items() if key in row}

    def told(
        self, check: Callable[[], None], known: Collection[str], repair: Callable[[str], object]
    ) -> Iterator[tuple[str, str]]:
        """Yield each fault that a check raises, with its field; after each the field is repaired."""
        repaired: set[str] = set()
        for _ in range(MOST_REPAIRS):
            try:
                check()
            except DeckError as error:
                sentence = _without_name(str(error), self.where)
                key = _field_of(sentence, known)
                yield key, sentence
                if not key or key in repaired:
                    return
                repaired.add(key)
                repair(key)
            else:
                return

    # ---- the whole

    def sense(self, table: dict[str, Any]) -> None:
        """Check what the cards do that are well written, even if others are not."""
        unsound = {one.path[:2] for one in self.found.findings if {*one.path[2:3]} <= MEANING}
        was_sound = not self.found.findings
        try:
            for card, key, sentence in self.decks.faults(table):
                path: Path = (CARDS, self.numbers[card]) if card in self.numbers else ()
                if path not in unsound:
                    self.add((*path, key) if path else (), f"card {card}: {sentence}")
        except DeckError as error:  # the rest cannot be told while the deck is no deck
            if was_sound:
                self.add((), _without_name(str(error), self.where))

    def whole(self, table: dict[str, Any], normal: list[Row], base_rows: Sequence[Row]) -> None:
        """Check a deck whose cards are well written, and give it its text and its name."""
        own = {key: value for key, value in self.table.items() if key != CARDS}
        try:
            text = canonical({**own, GAME: self.decks.game, CARDS: normal})
        except DeckError as error:
            self.add((), str(error))
            return
        name = name_of(text, self.table)
        whole = {**self.decks.counted(table[CARDS]), **table, "id": name}
        marked = own_ids(normal, base_rows)
        try:
            self.decks.build(whole, marked)
        except DeckError as error:
            self.add((), _without_name(str(error), name))
            return
        for card, sentence in islice(self.decks.doubts(whole, marked), MOST_FINDINGS):
            path: Path = (CARDS, self.numbers[card]) if card in self.numbers else ()
            told = f"card {card}: {sentence}" if card else sentence
            self.found.findings.append(Finding(path, told, is_warning=True))
        self.found.text, self.found.name, self.found.table, self.found.own = text, name, whole, marked


def _without_name(sentence: str, name: str) -> str:
    """Return a sentence about a deck without its name, which its reader knows."""
    for begin in (f"Deck {name}: ", f"Deck {name}, "):
        sentence = sentence.removeprefix(begin)
    return (
        f"the deck{sentence.removeprefix(f'Deck {name}')}"
        if sentence.startswith(f"Deck {name}")
        else sentence
    )


def _field_of(sentence: str, known: Collection[str]) -> str:
    """Return the field that a sentence is about; "" if it names none."""
    unknown = re.search(r"unknown field '([^']*)'", sentence)
    if unknown:
        return unknown[1]
    words = re.sub(r"^card [a-z0-9_]*: ", "", sentence).split()
    named = [word.strip(":,.") for word in words if word.strip(":,.") in known]
    return named[0] if named else ""


def _layers(table: object) -> int:
    """Return how many lists and tables stand in each other, up to one more than is allowed."""
    layer, number = [table], 0
    while layer and number <= MOST_LAYERS:
        parts = [
            one.values() if isinstance(one, dict) else one for one in layer if isinstance(one, dict | list)
        ]
        layer, number = [part for several in parts for part in several], number + 1
    return number


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield every text in a table that is no label, with its path; a key has that of its value."""
    if isinstance(value, str) and not {*LABELS, *NAMES} & {*path}:
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield (*path, str(key)), str(key)
            yield from _texts(part, (*path, str(key)))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _texts(part, (*path, number))
