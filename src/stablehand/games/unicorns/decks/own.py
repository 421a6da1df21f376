"""Unicorn decks of one's own: the game's part `decks` (see `core.decks.contract`).

Such a deck can extend a deck that comes with the game; its cards have their abilities as text, in the
language of `vocabulary.parse`, or name those of a printed card.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.contract import FieldError
from stablehand.core.decks.examine import Examined, resolve
from stablehand.core.decks.files import text_of
from stablehand.core.decks.template import template_of
from stablehand.core.decks.written import is_own, read_table
from stablehand.games.unicorns import vocabulary
from stablehand.games.unicorns.decks.catalog import ABILITIES, DECKS, PLAIN, Catalog, abilities_of, built
from stablehand.games.unicorns.decks.checks import check_head, check_row
from stablehand.games.unicorns.decks.expansions import PACKS, pack
from stablehand.games.unicorns.vocabulary import KINDS, Needs
from stablehand.games.unicorns.vocabulary.parse import parse
from stablehand.games.unicorns.vocabulary.schema import NotAWord, load
from stablehand.games.unicorns.vocabulary.sense import nonsense_in
from stablehand.games.unicorns.vocabulary.sense_of_acts import kinds_of
from stablehand.games.unicorns.vocabulary.tokens import CardTextError
from stablehand.games.unicorns.vocabulary.write import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stablehand.core.decks.merge import Row
    from stablehand.games.unicorns.vocabulary import Abilities
    from stablehand.games.unicorns.vocabulary.sense_of_acts import Known

MOST_CACHED: Final = 32
"""Decks of one's own that are kept ready, since nobody knows how many there will be."""


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
def own_catalog(text: str, expansions: tuple[str, ...]) -> Catalog:
    """Return a deck of one's own with expansions, by its canonical text."""
    found = _checked(text)
    return built(found.table, found.name, ABILITIES, [pack(name) for name in expansions], found.own)


class UnicornDecks:
    """What unicorn decks of one's own may be (see `core.decks.contract.OwnDecks`)."""

    game = "unicorns"
    bases = DECKS
    totals = ("cards", "babies")
    fixed = ("name", "type", "printed", "names")

    def table(self, base: str) -> dict[str, Any]:
        """Return a deck that comes with the game, as its file has it."""
        return _table(base)

    def printed(self) -> Mapping[str, str]:
        """Return the names of all cards that come with the game, by id."""
        return _printed()

    def check_head(self, head: dict[str, Any], where: str) -> None:
        """Raise DeckError for a head that is wrong."""
        check_head(head, where)

    def check_row(self, row: Row, rows: Sequence[Row], head: Mapping[str, Any], where: str) -> None:
        """Raise DeckError for a card that is wrong, whatever it does."""
        del rows, head
        check_row(row, where)

    def normal(self, row: Row) -> Row:
        """Return a card with its abilities as canonical text; raise FieldError if they are none."""
        if row.get("type") in PLAIN:
            if "ability" in row:
                raise FieldError("ability", f"a card of type {row['type']} has no ability.")
            return row
        ability = row.get("ability", row["id"])
        if "ability" not in row and ability not in ABILITIES:
            raise FieldError("id", "it needs an ability.")
        if not isinstance(ability, str | list):
            return row  # refused by `check_row`
        try:
            return {**row, "ability": _canonical(ability)} if "ability" in row else row
        except CardTextError as error:
            stop = "" if error.message.endswith("?") else "."
            raise FieldError("ability", f"{error.message}{stop}", error.at) from error
        except NotAWord as error:
            raise FieldError("ability", str(error)) from error

    def counted(self, rows: Sequence[Row]) -> dict[str, int]:
        """Return the numbers of cards and of babies."""
        babies = sum(row["copies"] for row in rows if row["type"] == "baby")
        return {"cards": sum(row["copies"] for row in rows) - babies, "babies": babies}

    def build(self, table: dict[str, Any], own: frozenset[str]) -> object:
        """Return the deck without expansions; raise DeckError if it cannot be played."""
        return built(table, table["id"], ABILITIES, (), own)

    def faults(self, table: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield each card whose abilities make no sense for its type or in its deck."""
        known = _known(table)
        for row in table["card"]:
            try:
                abilities = () if row["type"] in PLAIN else abilities_of(row, ABILITIES)
            except NotAWord:
                continue  # told already
            if abilities and (fault := nonsense_in(abilities, row["type"], known)):
                yield row["id"], "ability", f"{fault}."

    def doubts(self, table: dict[str, Any], own: frozenset[str]) -> Iterator[tuple[str, str]]:
        """Yield cards that can never be played, and those that say the same as another card."""
        known = _known(table)
        permanents = {row["type"] for row in table["card"]}
        alike: dict[tuple[str, Abilities], list[str]] = defaultdict(list)
        for row, abilities in _acting(table):
            alike[row["type"], abilities].append(row["id"])
            for ability in abilities:
                if isinstance(ability, Needs) and not _is_met(ability, table, known):
                    yield row["id"], "it can never be played, since no card of the deck is what it needs."
        if not permanents & {"basic", "magical"}:
            yield "", "there is no Unicorn to be played."
        for ids in alike.values():
            for card in sorted(own.intersection(ids[1:])):
                yield card, f"it has the same text as {ids[0]}."

    def words(self) -> str:
        """Return the reference of the card language."""
        return str(vocabulary.__doc__)

    def template(self, base: str, name: str) -> str:
        """Return the text of a new file that extends a deck."""
        return template_of(self.game, base, name, _EXAMPLE)


def _known(table: dict[str, Any]) -> Known:
    return {row["id"]: (row["type"], tuple(row.get("tags", ()))) for row in table["card"]}


def _acting(table: dict[str, Any]) -> Iterator[tuple[Row, Abilities]]:
    """Yield the cards of a deck that have abilities, with these."""
    for row in table["card"]:
        if row["type"] not in PLAIN:
            yield row, abilities_of(row, ABILITIES)


def _is_met(needs: Needs, table: dict[str, Any], known: Known) -> bool:
    """Whether some card of the deck is what another one needs in the stable."""
    of = needs.of
    return any(
        KINDS[row["type"]] & kinds_of(of, known)
        and (not of.tag or of.tag in row.get("tags", ()))
        and of.name in {"", row["id"]}
        for row in table["card"]
    )


def _canonical(ability: str | list[Any]) -> str:
    """Return the canonical text of abilities, or the name of those of a printed card."""
    if isinstance(ability, str) and ability.strip().isidentifier():
        if ability.strip() in ABILITIES:
            return ability.strip()
        raise NotAWord(f"there are no abilities {ability!r}; write them, as in 'When(ENTERS, May(Draw(1)))'.")
    try:
        text = write(parse(ability) if isinstance(ability, str) else load(ability))
        return write(parse(text))  # data are as limited as a text is
    except RecursionError as error:
        raise NotAWord("its abilities have too many layers.") from error


@cache
def _table(base: str) -> dict[str, Any]:
    """Return a deck that comes with the game; it is shared, and nobody changes it."""
    return tomllib.loads(text_of("unicorns", base))


@cache
def _printed() -> dict[str, str]:
    tables = [_table(name) for name in DECKS]
    tables += [{"card": pack(name).rows} for name in PACKS]
    return {row["id"]: row["name"] for table in tables for row in table["card"]}


_EXAMPLE: Final = """\
# Two copies of a card. `stablehand deck words` prints what an ability can be made of, `stablehand cards
# --game unicorns --json rhinocorn` the ability of a printed card. Its text is made in every language.
[[card]]
id = "lantern_unicorn"
name = "Lantern Unicorn"
type = "magical"                 # baby, basic, magical, upgrade, downgrade, magic, instant
copies = 2
ability = "When(ENTERS, May(Then(discard(a(CARD)), take(a(UPGRADE)))))"

# A card of the deck that is extended, with other copies. Its ability can be changed too, its name cannot.
# [[card]]
# id = "neigh"
# copies = 12
"""

OWN: Final = UnicornDecks()
