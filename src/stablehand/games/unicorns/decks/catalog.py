"""The catalog of a deck: TOML printings and their abilities, checked and numbered.

A card of the game is a number, its place in the catalog's `cards`; equal copies have consecutive numbers.
Each ability that can be triggered is an `Effect` with a number and a path ("unicorn_phoenix/0"), by which
frames, events and prompts refer to it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.files import DeckError, check_id, parse_deck, text_of
from stablehand.core.decks.written import is_own
from stablehand.games.unicorns.cards import downgrades, instants, magic, magical, upgrades
from stablehand.games.unicorns.cards.packs import (
    adventures,
    christmas,
    dragons,
    nightmares,
    rainbow_apocalypse,
    rainbow_apocalypse_1e,
    unicorns_of_legend,
)
from stablehand.games.unicorns.decks.checks import check_table, check_totals
from stablehand.games.unicorns.decks.definition import Definition, Effect
from stablehand.games.unicorns.decks.expansions import PACKS, Pack, pack, why_not, with_packs
from stablehand.games.unicorns.decks.watched import heard, roles_of, watched_by
from stablehand.games.unicorns.vocabulary import (
    Abilities,
    Event,
    Filter,
    HandLimit,
    Share,
)
from stablehand.games.unicorns.vocabulary.parse import parse as parse_abilities
from stablehand.games.unicorns.vocabulary.schema import NotAWord, fault_in, load
from stablehand.games.unicorns.vocabulary.sense import nonsense_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.games.unicorns.vocabulary.sense_of_acts import Known

PLAIN: Final = ("baby", "basic")
"""The types without abilities (UU-TYPE-7, UU-TYPE-8)."""
DECKS: Final = ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
MOST_CACHED: Final = 64
ABILITIES: Final[dict[str, Abilities]] = {
    **magical.CARDS, **magic.CARDS, **upgrades.CARDS, **downgrades.CARDS, **instants.CARDS,
    **adventures.CARDS, **christmas.CARDS, **dragons.CARDS, **nightmares.CARDS,
    **rainbow_apocalypse.CARDS, **rainbow_apocalypse_1e.CARDS, **unicorns_of_legend.CARDS,
}  # fmt: skip


@dataclass(frozen=True)
class Catalog:
    """A deck, perhaps with expansions: every physical card by number, every effect by number."""

    id: str
    packs: tuple[str, ...]
    """The expansions, sorted."""
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
    """One of each Instant that answers a card being played."""
    answering: tuple[tuple[int, Event], ...]
    """One of each other Instant, and what it answers."""
    effects: tuple[Effect, ...]
    two_player_neigh: str
    own: frozenset[str]
    """The ids of the cards that are not the publisher's: of a deck of one's own, new or changed there."""
    ids: tuple[str, ...] = field(init=False, repr=False)
    """The id of each physical card."""
    resting: tuple[dict[str, object], ...] = field(init=False, repr=False)
    """For each physical card, what views say of it in a stable where nothing changes it.

    They show copies of this, which take a third of the time of new ones."""
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
    occasions: frozenset[str] = field(init=False, repr=False)
    """What Instants of the deck answer besides cards being played."""
    is_answer: bytes = field(init=False, repr=False)
    """1 for the Instants that answer a card being played."""
    catching: tuple[int, ...] = field(init=False, repr=False)
    """Those that answer something else."""
    roles: bytes = field(init=False, repr=False)
    """For each card, what it does in a stable: the bits of `decks.watched`."""
    waking: tuple[int, ...] = field(init=False, repr=False)
    """The cards with an effect at the beginning of any turn."""
    is_closing: bytes = field(init=False, repr=False)
    """1 for the cards with an effect at the end of their player's turn; empty if there is none."""
    is_heard: bytes = field(init=False, repr=False)
    """1 for the cards whose entering or leaving a stable some card may watch."""
    watched: int = field(init=False, repr=False)
    """What else some card watches: the bits of `decks.watched`."""
    is_standing: bytes = field(init=False, repr=False)
    """1 for the cards with a continuous effect (`While`)."""
    is_needy: bytes = field(init=False, repr=False)
    """1 for the cards that need another one to be played or to enter a stable (`Needs`)."""
    copies_below: bytes = field(init=False, repr=False)
    """For each card, how many copies of it have lower numbers."""
    sharing: tuple[int, ...] = field(init=False, repr=False)
    """The cards that let others act for all stables (`Share`)."""
    has_common_limits: bool = field(init=False, repr=False)
    """Whether a card changes everybody's hand limit."""
    lettered: dict[str, tuple[int, ...]] = field(init=False, repr=False)
    """A cache: the letters of the names of all cards, by language."""
    worths: bytes = field(init=False, repr=False)
    """The number of Unicorns that each card counts as, unless another card changes it."""

    def __post_init__(self) -> None:
        numbered = tuple(enumerate(self.cards))
        object.__setattr__(self, "ids", tuple(card.id for card in self.cards))
        resting = tuple(
            {"option": n, "card": card.id, "muted": False, "counts_as": card.type, "goes_back_to": None}
            for n, card in numbered
        )
        object.__setattr__(self, "resting", resting)
        by_kinds = tuple(frozenset(n for n, card in numbered if card.kind & kinds) for kinds in range(128))
        object.__setattr__(self, "by_kinds", by_kinds)
        masks = tuple(bytes(card.kind & kinds != 0 for card in self.cards) for kinds in range(128))
        object.__setattr__(self, "masks", masks)
        object.__setattr__(self, "tag_masks", {})
        object.__setattr__(self, "lettered", {})
        object.__setattr__(self, "is_answer", bytes(answers_a_play(card) for card in self.cards))
        catching = tuple(n for n, card in numbered if card.answers is not None)
        object.__setattr__(self, "catching", catching)
        object.__setattr__(self, "roles", bytes(roles_of(card) for card in self.cards))
        occasions = frozenset(verb for _, event in self.answering for verb in event.verbs)
        object.__setattr__(self, "occasions", occasions)
        waking = tuple(n for n, card in numbered if "any_turn_begins" in card.moments)
        object.__setattr__(self, "waking", waking)
        is_closing = bytes("turn_ends" in card.moments for card in self.cards)
        object.__setattr__(self, "is_closing", is_closing if any(is_closing) else b"")
        kinds = heard(self.definitions)
        object.__setattr__(self, "is_heard", bytes(card.kind & kinds != 0 for card in self.cards))
        object.__setattr__(self, "watched", watched_by(self.definitions))
        object.__setattr__(self, "is_standing", bytes(bool(card.traits) for card in self.cards))
        traits = [trait for card in self.definitions for trait in card.traits]
        is_common = any(isinstance(one, HandLimit) and one.whose == "everybody" for one in traits)
        object.__setattr__(self, "has_common_limits", is_common)
        sharing = (n for n, card in numbered if any(isinstance(one, Share) for one in card.traits))
        object.__setattr__(self, "sharing", tuple(sharing))
        object.__setattr__(self, "is_needy", bytes(card.needs is not None for card in self.cards))
        object.__setattr__(self, "copies_below", bytes(n - twins[0] for n, twins in enumerate(self.twins)))
        object.__setattr__(self, "worths", bytes(card.is_unicorn * card.worth for card in self.cards))

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
            # Card by card of the deck's list, where copies follow each other.
            fitting = [_fits(of, card) * card.copies for card in self.definitions]
            found = self.tag_masks[key] = b"".join(fitting)
        return found

    def letters_of(self, lang: str) -> tuple[int, ...]:
        """Return how many letters the name of each card has in a language (UU-END-5)."""
        found = self.lettered.get(lang)
        if found is None:
            found = self.lettered[lang] = tuple([card.letters(lang) for card in self.cards])
        return found

    def fitting(self, of: Filter) -> frozenset[int]:
        """Return the cards that have a filter's kind, tag and name as printed."""
        if not of.tag and not of.name:  # most filters have kinds only, which is a list index
            return self.by_kinds[of.kinds]
        key = of.kinds, of.tag, of.name
        found = self.sought.get(key)
        if found is None:
            mask = self.mask(of)
            found = self.sought[key] = frozenset(number for number, fits in enumerate(mask) if fits)
        return found


def _fits(of: Filter, card: Definition) -> bytes:
    """Return a byte: 1 if a card has a filter's kind, tag and name as printed."""
    is_named = not of.name or of.name == card.id
    is_tagged = not of.tag or of.tag in card.tags
    return b"\1" if card.kind & of.kinds and is_named and is_tagged else b"\0"


@lru_cache(MOST_CACHED)  # decks of one's own have no end; those that come with the game are kept below
def catalog(deck: str, expansions: tuple[str, ...] = ()) -> Catalog:
    """Return a deck with expansions; raise ValueError for an unknown name.

    It comes with the game, or is one's own as `own.checked_deck` returned it.
    """
    if is_own(deck):
        from stablehand.games.unicorns.decks.own import own_catalog  # noqa: PLC0415 - it builds on this module

        return own_catalog(deck, expansions)
    return _catalog(deck, expansions)


@cache
def _catalog(deck: str, expansions: tuple[str, ...]) -> Catalog:
    if deck not in DECKS:
        raise ValueError(f"Unstable Unicorns has no deck {deck!r}; choose one of: {', '.join(DECKS)}.")
    found = parse(text_of("unicorns", deck), deck, packs=[pack(name) for name in expansions])
    check_id(found.id, deck)
    return found


def packs_for(deck: str) -> tuple[str, ...]:
    """Return the expansions that go with a deck."""
    base = catalog(deck)
    return tuple(name for name in PACKS if not why_not(pack(name), base.edition, is_adult=base.is_adult))


@cache
def all_catalogs() -> tuple[Catalog, ...]:
    """Return every deck, then every deck with each expansion that goes with it: together, every card."""
    return (
        *(catalog(deck) for deck in DECKS),
        *(catalog(deck, (name,)) for deck in DECKS for name in packs_for(deck)),
    )


def parse(
    text: str, where: str, abilities: dict[str, Any] | None = None, packs: Sequence[Pack] = ()
) -> Catalog:
    """Read a deck from the text of its file, and check its abilities; `where` names the file in errors."""
    return built(parse_deck(text, where), where, ABILITIES if abilities is None else abilities, packs)


def built(
    table: dict[str, Any],
    where: str,
    known: dict[str, Any],
    packs: Sequence[Pack] = (),
    own: frozenset[str] = frozenset(),
) -> Catalog:
    """Return the deck that a table says; `known` are the abilities that it may name."""
    effects: list[Effect] = []
    written = check_table(table, where)
    rows = with_packs(table, written, where, packs)
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
    check_totals(table, written, where)
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
        is_adult=bool(table.get("adult", False)) or any(one.is_adult for one in packs),
        packs=tuple(sorted(one.id for one in packs)),
        definitions=tuple(definitions),
        cards=tuple(cards),
        twins=tuple(tuple(range(first[c.id], first[c.id] + c.copies)) for c in cards),
        first=first,
        babies=babies,
        black_backs=black_backs,
        instants=tuple(first[d.id] for d in definitions if answers_a_play(d)),
        answering=tuple((first[d.id], d.answers) for d in definitions if d.answers is not None),
        effects=tuple(effects),
        two_player_neigh=str(neigh),
        own=own,
    )


def answers_a_play(card: Definition) -> bool:
    """Whether a card is an Instant against a card being played, as nearly all are."""
    return card.type == "instant" and card.answers is None


def _is_pair(card: Definition, twin: Definition) -> bool:
    """Whether two consecutive cards are equal Instants, so that two players get one each (UU-TWO-2)."""
    return card.type == twin.type == "instant" and card.is_for_two and card.abilities == twin.abilities


def _drop_shared_names(definitions: list[Definition]) -> None:
    """Remove translated names that several cards share: they name a group, not a card.

    The names of a deck are the same with and without expansions.
    """
    before: Counter[tuple[str, str]] = Counter()
    for _, group in groupby(definitions, key=lambda definition: definition.pack):
        cards = list(group)
        before.update(pair for definition in cards for pair in definition.names.items())
        for definition in cards:
            definition.names = {
                lang: name for lang, name in definition.names.items() if before[lang, name] == 1
            }


def _abilities(row: dict[str, Any], place: str, known: dict[str, Any], listed: Known) -> Abilities:
    """Return what a card does; raise DeckError, in one sentence, if it is not a sensible expression."""
    if row["type"] in PLAIN:
        return ()  # UU-TYPE-7, UU-TYPE-8: these have no effect of their own
    try:
        found = abilities_of(row, known)
    except NotAWord as error:
        raise DeckError(f"{place}: {error}") from error
    if fault := fault_in(found) or nonsense_in(found, row["type"], listed):
        raise DeckError(f"{place}: {fault}.")
    abilities: Abilities = found
    return abilities


def abilities_of(row: dict[str, Any], known: dict[str, Any]) -> Any:  # noqa: ANN401 - anything if the card is wrong; compiled, a narrower type is checked before `fault_in`
    """Return the abilities that a card names, or that it has as text or data; raise NotAWord for others."""
    ability = row.get("ability", row["id"])
    if isinstance(ability, list):
        return load(ability)
    if ability in known:
        return known[ability]
    if ability.isidentifier():
        raise NotAWord(f"there are no abilities {ability!r}.")
    return parse_abilities(ability)
