"""Fairy Tale decks of one's own: the game's part `decks` (see `core.decks.contract`)."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.examine import Examined, resolve
from stablehand.core.decks.files import DeckError, text_of
from stablehand.core.decks.labels import fault_in_id
from stablehand.core.decks.template import template_of
from stablehand.core.decks.written import is_own, read_table
from stablehand.games.fairytale.decks.checks import DEFAULTS, check_card, check_head
from stablehand.games.fairytale.decks.deck import DECKS, Deck, Reader
from stablehand.games.fairytale.vocabulary import ANY, Close, Factions, Has, If, Open

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stablehand.core.decks.merge import Row

MOST_CACHED: Final = 32
"""Decks of one's own that are kept ready, since nobody knows how many there will be."""
MOST_CARDS: Final = 1024
MOST_POINTS: Final = 99
SCORES: Final = (
    '{ points = 3 }, { per = "bard", each = 3 }, { points = 6, most = "shadow" }, '
    "{ points = 7, has = { bard = 1 } } or { points = 8, factions = { shadow = 2 } }"
)
EFFECTS: Final = (
    '{ hunt = true }, { close = 1, who = "own", faction = "shadow" }, '
    '{ close = 1, who = "all" } or { open = 2, who = "own" }'
)


def checked_deck(deck: object) -> str | None:
    """Return the canonical text of a deck of one's own; None for anything that is not one.

    Raise DeckError for one that is wrong.
    """
    if not is_own(deck):
        return None
    return _checked(deck).text if isinstance(deck, str) else resolve(OWN, read_table(deck)).text


@lru_cache(MOST_CACHED)
def _checked(text: str) -> Examined:
    return resolve(OWN, read_table(text))


@lru_cache(MOST_CACHED)
def own_deck(text: str) -> Deck:
    """Return a deck of one's own by its canonical text."""
    found = _checked(text)
    return Reader(found.name, found.table).deck(found.own)


class FairyTaleDecks:
    """What Fairy Tale decks of one's own may be (see `core.decks.contract.OwnDecks`)."""

    game = "fairytale"
    bases = DECKS
    totals = ("cards", "base")
    fixed = ("name", "names", "name_is_ours", "faction")

    def table(self, base: str) -> dict[str, Any]:
        """Return a deck that comes with the game, as its file has it."""
        return _table(base)

    def printed(self) -> Mapping[str, str]:
        """Return the names of all cards that come with the game, by id."""
        return _printed()

    def check_head(self, head: dict[str, Any], where: str) -> None:
        """Raise DeckError for a head that is wrong."""
        check_head(head, f"Deck {where}")
        for faction in head.get("factions", []):
            if fault := fault_in_id(faction):
                raise DeckError(f"Deck {where}: factions: each {fault}.")
        if head.get("hunted") not in head.get("factions", []):
            raise DeckError(f"Deck {where}: hunted must be one of its factions, not {head.get('hunted')!r}.")

    def check_row(self, row: Row, rows: Sequence[Row], head: Mapping[str, Any], where: str) -> None:
        """Raise DeckError for a card that is wrong, whatever it scores and does."""
        place = f"Deck {where}, card {row['id']}"
        check_card(DEFAULTS | row, [one["id"] for one in rows], head.get("sources", {}), place)
        if row.get("faction") not in head.get("factions", []):
            raise DeckError(f"{place}: faction must be one of the deck's, not {row.get('faction')!r}.")

    def normal(self, row: Row) -> Row:
        """Return a card as it is: its score and its effect are data already."""
        return row

    def counted(self, rows: Sequence[Row]) -> dict[str, int]:
        """Return the numbers of cards, with and without the expert ones."""
        return {
            "cards": sum(row["copies"] for row in rows),
            "base": sum(row["copies"] for row in rows if not row.get("expert", False)),
        }

    def build(self, table: dict[str, Any], own: frozenset[str]) -> object:
        """Return the deck; raise DeckError if it cannot be played."""
        if sum(row["copies"] for row in table["card"]) > MOST_CARDS:
            raise DeckError(f"Deck {table['id']}: there must be at most {MOST_CARDS} cards in all.")
        return Reader(table["id"], table).deck(own)

    def faults(self, table: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield each card whose score or effect the rules do not know."""
        name = str(table.get("id", ""))
        reader = Reader(name, table)
        for row in table["card"]:
            score, effect = row.get("score"), row.get("effect")
            for key, value, known in (("score", score, SCORES), ("effect", effect, EFFECTS)):
                try:
                    reader.worth(value, "") if key == "score" else reader.effect(value, "")
                except DeckError as error:
                    told = str(error).removeprefix(f"Deck {name}, : ").rstrip(".")
                    yield (
                        row["id"],
                        key,
                        f"{told}; write {known}." if told.startswith(key) else f"{key}: {told}.",
                    )
            if too_big := [
                n for n in _numbers(score) + _numbers(effect) if not -MOST_POINTS <= n <= MOST_POINTS
            ]:
                yield (
                    row["id"],
                    "score",
                    f"score must be of numbers up to {MOST_POINTS}, not {too_big[0]:.5g}.",
                )

    def doubts(self, table: dict[str, Any], own: frozenset[str]) -> Iterator[tuple[str, str]]:
        """Yield cards that can never score or do anything, and those that say the same as another card."""
        reader = Reader(table["id"], table)
        copies = Counter({number: row["copies"] for number, row in enumerate(reader.rows)})
        factions: Counter[int] = Counter()
        for row in reader.rows:
            factions[reader.faction(row["faction"], "")] += row["copies"]
        alike: dict[str, list[str]] = defaultdict(list)
        for row in reader.rows:
            worth, effect = reader.worth(row.get("score"), ""), reader.effect(row.get("effect"), "")
            match worth:
                case If(Has(cards), _) if any(copies[card] < least for card, least in cards):
                    yield (
                        row["id"],
                        "it never scores, since the deck has too few of the cards that it asks for.",
                    )
                case If(Factions(least), _) if any(factions[one] < n for one, n in least):
                    yield (
                        row["id"],
                        "it never scores, since the deck has too few cards of a faction that it asks for.",
                    )
                case _:
                    pass
            if isinstance(effect, Close | Open) and effect.faction != ANY and not factions[effect.faction]:
                yield row["id"], "its effect never does anything, since the deck has no card of the faction."
            alike[repr((row["faction"], worth, effect, row.get("chameleon", False)))].append(row["id"])
        for ids in alike.values():
            for card in sorted(own.intersection(ids[1:])):
                yield card, f"it has the same faction and the same text as {ids[0]}."

    def words(self) -> str:
        """Return the scores and effects that the rules know."""
        return f"score = {SCORES}\neffect = {EFFECTS}\n"

    def template(self, base: str, name: str) -> str:
        """Return the text of a new file that extends a deck."""
        return template_of(self.game, base, name, _EXAMPLE)


def _numbers(value: object) -> list[int]:
    """Return every number in a score or an effect."""
    if isinstance(value, dict):
        return [n for part in value.values() for n in _numbers(part)]
    return [value] if isinstance(value, int) else []


@cache
def _table(base: str) -> dict[str, Any]:
    """Return a deck that comes with the game; it is shared, and nobody changes it."""
    return tomllib.loads(text_of("fairytale", base))


@cache
def _printed() -> dict[str, str]:
    return {row["id"]: row["name"] for name in DECKS for row in _table(name)["card"]}


_EXAMPLE: Final = """\
# Two copies of a card. `stablehand deck words --game fairytale` prints the other scores and effects. Its
# text is made in every language.
[[card]]
id = "lamplighter"
name = "Lamplighter"
faction = "fairywood"            # one of the factions of the deck
type = "character"               # character, place, tale
kind = "action"                  # for display: action, condition, friend, variable, chameleon
copies = 2
score = { points = 2 }
effect = { open = 2, who = "own" }

# A card of the deck that is extended, with other copies. Its score can be changed too, its name cannot.
# [[card]]
# id = "bard"
# copies = 8
"""

OWN: Final = FairyTaleDecks()
