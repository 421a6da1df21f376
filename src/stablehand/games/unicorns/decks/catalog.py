"""The catalog of a deck: TOML printings and their abilities, checked and numbered.

A card of the game is a number, its place in the catalog's `cards`; equal copies have consecutive numbers.
Each ability that can be triggered is an `Effect` with a number and a path ("unicorn_phoenix/0"), by which
frames, events and prompts refer to it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks import DeckError, check_id, parse_deck, text_of
from stablehand.games.unicorns.cards import downgrades, instants, magic, magical, upgrades
from stablehand.games.unicorns.cards.rulings import RULINGS
from stablehand.games.unicorns.decks.checks import check_table
from stablehand.games.unicorns.vocabulary import (
    ANY_UNICORN,
    KINDS,
    PERMANENT,
    Abilities,
    Cast,
    Filter,
    Instead,
    Lands,
    May,
    Moment,
    Needs,
    Respond,
    Trait,
    When,
    Whenever,
    While,
    Word,
    Worth,
)
from stablehand.games.unicorns.vocabulary.schema import NotAWord, fault_in, load
from stablehand.games.unicorns.vocabulary.sense import nonsense_in

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.sense_of_acts import Known

DECKS: Final = ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
ABILITIES: Final[dict[str, Abilities]] = {
    **magical.CARDS, **magic.CARDS, **upgrades.CARDS, **downgrades.CARDS, **instants.CARDS
}  # fmt: skip


@dataclass(frozen=True)
class Effect:
    """An ability that can be triggered."""

    number: int
    path: str
    do: Word

    @property
    def is_optional(self) -> bool:
        """Whether it asks before it does anything (UU-EFF-2)."""
        return isinstance(self.do, May)


class Definition:
    """A card as its deck prints it, its abilities grouped by what triggers them."""

    def __init__(self, row: dict[str, Any], abilities: Abilities, effects: list[Effect]) -> None:
        self.id: str = row["id"]
        self.name: str = row["name"]
        self.printed: str = row.get("printed", self.name)
        self.names: dict[str, str] = row.get("names", {})
        self.type: str = row["type"]
        self.kind = KINDS[self.type]
        self.is_unicorn = bool(self.kind & ANY_UNICORN)
        self.copies: int = row["copies"]
        self.tags: tuple[str, ...] = tuple(row.get("tags", ()))
        self.confidence: str = row.get("confidence", "high")
        self.is_for_two: bool = row.get("two_player", True)
        self.abilities = abilities
        ability = row.get("ability", self.id)
        name = ability if isinstance(ability, str) else self.id
        self.rulings: tuple[str, ...] = RULINGS.get(name, ("UU-TYPE-2",))
        self.moments: dict[Moment, tuple[Effect, ...]] = {}
        self.whenever: tuple[tuple[Whenever, Effect], ...] = ()
        self.instead: tuple[tuple[Instead, Effect], ...] = ()
        self.cast: Effect | None = None
        self.respond: Effect | None = None
        self.is_final = False
        self.needs: Needs | None = None
        self.lands = False
        self.traits: tuple[Trait, ...] = ()
        self.worth = 1
        self.is_plain = self.kind & PERMANENT and not any(isinstance(ability, Needs) for ability in abilities)
        """Whether it can be played unless a card in a stable forbids it."""
        for number, ability in enumerate(abilities):
            self._sort(ability, f"{self.id}/{number}", effects)
        self.entering = self.moments.get("enters", ())
        self.dying = self.moments.get("dies", ())
        self.beginning = self.moments.get("turn_begins", ())

    def _sort(self, ability: Any, path: str, effects: list[Effect]) -> None:  # noqa: ANN401 - checked by the match
        def effect(do: Word) -> Effect:
            effects.append(Effect(len(effects), path, do))
            return effects[-1]

        match ability:
            case When(moment, do):
                self.moments[moment] = (*self.moments.get(moment, ()), effect(do))
            case Whenever(_, do):
                self.whenever += ((ability, effect(do)),)
            case Instead(_, _, do):
                self.instead += ((ability, effect(do)),)
            case Cast(do):
                self.cast = effect(do)
            case Respond(do, is_final):
                self.respond, self.is_final = effect(do), is_final
            case Needs():
                self.needs = ability
            case Lands():
                self.lands = True
            case While(Worth(n)):
                self.worth = n
            case While(trait):
                self.traits += (trait,)
            case _:
                raise AssertionError(f"{path} is not an ability the rules know: {ability!r}")

    def letters(self, lang: str) -> int:
        """Count the letters of the name in a language, for UU-END-5: the printed one, else our translation.

        Text in brackets only distinguishes Baby Unicorns and is not printed on the card.
        """
        name = self.names.get(lang) or translated(lang).get(self.id) or self.printed
        return sum(letter.isalpha() for letter in name.partition("(")[0])


@dataclass(frozen=True)
class Catalog:
    """A deck: every physical card by number, every effect by number."""

    id: str
    title: str
    edition: str
    ruleset: str
    is_adult: bool
    definitions: tuple[Definition, ...]
    cards: tuple[Definition, ...]
    """The definition of each physical card."""
    twins: tuple[tuple[int, ...], ...]
    """For each physical card, all copies of it, itself included."""
    first: dict[str, int]
    """The number of the first copy of each card, by id."""
    babies: tuple[int, ...]
    black_backs: tuple[int, ...]
    instants: tuple[int, ...]
    """One of each Instant."""
    effects: tuple[Effect, ...]
    two_player_neigh: str
    sought: dict[tuple[int, str, str], frozenset[int]] = field(default_factory=dict, repr=False)
    """A cache: the cards that fit a filter with a tag or a name."""
    by_kinds: tuple[frozenset[int], ...] = field(init=False, repr=False)
    """For each set of kinds, one bit per kind, the cards of these kinds."""
    # Frequent tests of cards, one byte per card: compiled, reading a byte takes a tenth of the time that it
    # takes to look a number up in a set.
    masks: tuple[bytes, ...] = field(init=False, repr=False)
    """For each set of kinds, one bit per kind: 1 for the cards of these kinds."""
    tag_masks: dict[tuple[int, str, str], bytes] = field(init=False, repr=False)
    """A cache: the same for filters with a tag or a name."""
    is_answer: bytes = field(init=False, repr=False)
    """1 for the Instants."""
    is_beginning: bytes = field(init=False, repr=False)
    """1 for the cards with an effect at the beginning of their player's turn."""
    is_waking: bytes = field(init=False, repr=False)
    """1 for the cards with an effect at the beginning of any turn; empty if there is none."""
    is_closing: bytes = field(init=False, repr=False)
    """1 for the cards with an effect at the end of their player's turn; empty if there is none."""
    is_listening: bytes = field(init=False, repr=False)
    """1 for the cards with an effect when a Unicorn enters or leaves the stable."""
    is_saving: bytes = field(init=False, repr=False)
    """1 for the cards with a replacement (`Instead`)."""
    is_standing: bytes = field(init=False, repr=False)
    """1 for the cards with a continuous effect (`While`)."""
    is_watching: bytes = field(init=False, repr=False)
    """1 for the cards with a condition (`Whenever`)."""
    originals: bytes = field(init=False, repr=False)
    """For each card, the first copy of it."""
    worths: bytes = field(init=False, repr=False)
    """The number of Unicorns that each card counts as, unless another card changes it."""

    def __post_init__(self) -> None:
        numbered = tuple(enumerate(self.cards))
        by_kinds = tuple(frozenset(n for n, card in numbered if card.kind & kinds) for kinds in range(128))
        object.__setattr__(self, "by_kinds", by_kinds)
        masks = tuple(bytes(card.kind & kinds != 0 for card in self.cards) for kinds in range(128))
        object.__setattr__(self, "masks", masks)
        object.__setattr__(self, "tag_masks", {})
        object.__setattr__(self, "is_answer", bytes(card.type == "instant" for card in self.cards))
        object.__setattr__(self, "is_beginning", self._waiting("turn_begins"))
        for name, moment in (("is_waking", "any_turn_begins"), ("is_closing", "turn_ends")):
            marks = self._waiting(moment)
            object.__setattr__(self, name, marks if any(marks) else b"")
        object.__setattr__(self, "is_listening", self._waiting("unicorn_comes_or_goes"))
        object.__setattr__(self, "is_saving", bytes(bool(card.instead) for card in self.cards))
        object.__setattr__(self, "is_standing", bytes(bool(card.traits) for card in self.cards))
        object.__setattr__(self, "is_watching", bytes(bool(card.whenever) for card in self.cards))
        object.__setattr__(self, "originals", bytes(twins[0] for twins in self.twins))
        object.__setattr__(self, "worths", bytes(card.is_unicorn * card.worth for card in self.cards))

    def _waiting(self, moment: str) -> bytes:
        return bytes(moment in card.moments for card in self.cards)

    def matches(self, of: Filter, card: int) -> bool:
        """Whether a card has a filter's kind, tag and name as printed."""
        return self.mask(of)[card] > 0

    def mask(self, of: Filter) -> bytes:
        """Return one byte per card: 1 for those that have a filter's kind, tag and name as printed."""
        if not of.tag and not of.name:  # most filters have kinds only, which is a list index
            return self.masks[of.kinds]
        key = of.kinds, of.tag, of.name
        found = self.tag_masks.get(key)
        if found is None:
            fitting = self.fitting(of)
            found = self.tag_masks[key] = bytes(number in fitting for number in range(len(self.cards)))
        return found

    def fitting(self, of: Filter) -> frozenset[int]:
        """Return the cards that have a filter's kind, tag and name as printed."""
        if not of.tag and not of.name:  # most filters have kinds only, which is a list index
            return self.by_kinds[of.kinds]
        key = of.kinds, of.tag, of.name
        found = self.sought.get(key)
        if found is None:
            found = self.sought[key] = frozenset(
                number
                for number in self.by_kinds[of.kinds]
                if (not of.tag or of.tag in self.cards[number].tags)
                and (not of.name or of.name == self.cards[number].id)
            )
        return found


@cache
def catalog(deck: str) -> Catalog:
    """Return a deck that comes with the game; raise ValueError for an unknown name."""
    if deck not in DECKS:
        raise ValueError(f"Unstable Unicorns has no deck {deck!r}; choose one of: {', '.join(DECKS)}.")
    found = parse(text_of("unicorns", deck), deck)
    check_id(found.id, deck)
    return found


@cache
def translated(lang: str) -> dict[str, str]:
    """Return our translations of card names, by id; empty for a language without translations."""
    file = files("stablehand.games.unicorns").joinpath("decks", "names", f"{lang}.toml")
    names: dict[str, str] = tomllib.loads(file.read_text("utf-8")).get("ours", {}) if file.is_file() else {}
    return names


def parse(text: str, where: str, abilities: dict[str, Any] | None = None) -> Catalog:
    """Read a deck from the text of its file, and check its abilities; `where` names the file in errors."""
    table = parse_deck(text, where)
    known: dict[str, Any] = ABILITIES if abilities is None else abilities
    effects: list[Effect] = []
    rows = check_table(table, where)
    listed = {row["id"]: (row["type"], tuple(row.get("tags", ()))) for row in rows}
    definitions = [
        Definition(row, _abilities(row, f"Deck {where}, card {row['id']}", known, listed), effects)
        for row in rows
    ]
    _drop_shared_names(definitions)
    cards = [definition for definition in definitions for _ in range(definition.copies)]
    first = {definition.id: cards.index(definition) for definition in definitions}
    babies = tuple(n for n, card in enumerate(cards) if card.type == "baby")
    black_backs = tuple(n for n, card in enumerate(cards) if card.type != "baby")
    for key, count in (("cards", len(black_backs)), ("babies", len(babies))):
        if table.get(key) != count:
            raise DeckError(f"Deck {where} says {key} = {table.get(key)}, but holds {count}.")
    neigh = table.get("two_player_neigh")
    if neigh not in [card.id for card, twin in pairwise(cards) if _is_pair(card, twin)]:
        raise DeckError(
            f"Deck {where}: two_player_neigh must be an Instant of which there are two, not {neigh!r}."
        )
    return Catalog(
        id=str(table.get("id", where)),
        title=str(table.get("title", where)),
        edition=str(table.get("edition", "")),
        ruleset=str(table.get("ruleset", "second")),
        is_adult=bool(table.get("adult", False)),
        definitions=tuple(definitions),
        cards=tuple(cards),
        twins=tuple(tuple(range(first[c.id], first[c.id] + c.copies)) for c in cards),
        first=first,
        babies=babies,
        black_backs=black_backs,
        instants=tuple(first[d.id] for d in definitions if d.type == "instant"),
        effects=tuple(effects),
        two_player_neigh=str(neigh),
    )


def _is_pair(card: Definition, twin: Definition) -> bool:
    """Whether two consecutive cards are equal Instants, so that two players get one each (UU-TWO-2)."""
    return card.type == twin.type == "instant" and card.is_for_two and card.abilities == twin.abilities


def _drop_shared_names(definitions: list[Definition]) -> None:
    """Remove translated names that several cards share: they name a group, not a card."""
    shared = Counter(pair for definition in definitions for pair in definition.names.items())
    for definition in definitions:
        definition.names = {lang: name for lang, name in definition.names.items() if shared[lang, name] == 1}


def _abilities(row: dict[str, Any], place: str, known: dict[str, Any], listed: Known) -> Abilities:
    """Return what a card does; raise DeckError, in one sentence, if it is not a sensible expression."""
    if row["type"] in {"baby", "basic"}:
        return ()  # UU-TYPE-7, UU-TYPE-8: these have no effect of their own
    ability = row.get("ability", row["id"])
    found: Any  # anything if the card is wrong; compiled, a narrower type is checked before `fault_in`
    if isinstance(ability, list):
        try:
            found = load(ability)
        except NotAWord as error:
            raise DeckError(f"{place}: {error}") from error
    elif ability not in known:
        raise DeckError(f"{place}: there are no abilities {ability!r}.")
    else:
        found = known[ability]
    if fault := fault_in(found) or nonsense_in(found, row["type"], listed):
        raise DeckError(f"{place}: {fault}.")
    abilities: Abilities = found
    return abilities
