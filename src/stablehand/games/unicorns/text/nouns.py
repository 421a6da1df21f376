"""The nouns of card texts: which cards, how many, where. The message they stand in chooses the case."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, Self

from stablehand.games.unicorns.decks.catalog import all_catalogs
from stablehand.games.unicorns.text.shape import asks_whom, words_in
from stablehand.games.unicorns.vocabulary import (
    ANY_CARD,
    ANY_UNICORN,
    EVERYBODY,
    KINDS,
    NSFW,
    OTHERS,
    All,
    AtLeast,
    AtMost,
    It,
    No,
    Same,
    Some,
    This,
    UpTo,
)
from stablehand.text.message import Phrase

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.games.unicorns.decks.definition import Definition
    from stablehand.games.unicorns.vocabulary import Condition, Filter, What, Word
    from stablehand.text.language import Language
    from stablehand.text.names import Names

YOU: Final = "you"
THEY: Final = "they"
NAMED: Final = "named"
"""The players spoken of are one whose name is known."""
OF_A_PACK: Final = (NSFW.tag,)
"""The tags that say of which expansion a card is, not what its name has in it."""
MANY: Final = None
"""The plural without a number."""


class Nouns:
    """Writes the nouns of one deck's card texts; `destroy_scope` is the option of the table."""

    def __init__(self, catalog: Catalog, destroy_scope: str, language: Language, names: Names) -> None:
        self.catalog = catalog
        self.scope = "stables" if destroy_scope == "any" else "others"
        self.language = language
        self.names = names
        self.messages = language.catalogue("unicorns/cards")
        self.whom, self.whose = "", ""
        self.this = ""
        """The name of the card itself, if it is known."""
        self.is_replayed = False
        """Whether the card spoken of is one that was played before."""
        self.has_named = False
        """Whether a player was chosen before: another one may be the same again (UU-WHO-1)."""

    def about(self, whom: str, name: str = "") -> Self:
        """Return a writer to whom "that player" is somebody else: a kind of players, or NAMED with a name."""
        writer = copy(self)
        writer.whom, writer.whose = whom, name
        return writer

    def after(self, *words: Word) -> Self:
        """Return a writer of what follows some words, which may have named a player."""
        writer = copy(self)
        writer.has_named |= any(asks_whom(part) for word in words for part in words_in(word))
        return writer

    def card(self, card: str) -> Definition:
        """Return a card by its id; an id of another deck is a KeyError."""
        return self.catalog.cards[self.catalog.first[card]]

    def what(self, what: What) -> Phrase:
        """Return which cards a word is about."""
        match what:
            case Some(Same(), of):
                return self.other(of, self.phrase("same", cards=self.noun(of, MANY)), MANY)
            case Some(UpTo(None), of):
                return self.other(of, self.phrase("any", cards=self.noun(of, MANY)), MANY)
            case Some(UpTo(most), of):
                return self.other(of, self.phrase("up_to", n=most, cards=self.noun(of, MANY)), MANY)
            case Some(1, of):
                return self.one(of)
            case Some(n, of):
                assert isinstance(n, int)
                return self.other(of, self.phrase("n", n=n, cards=self.noun(of, n)), n)
            case All(of):
                return self.other(of, self.phrase("all", cards=self.noun(of, MANY)), MANY)
            case This():
                return self.phrase("this")
            case It():
                return self.phrase("it")

    def one(self, of: Filter) -> Phrase:
        """Return one such card, with the indefinite article."""
        noun, indefinite = self.noun(of), self.language.grammar.indefinite
        return self.other(of, Phrase(lambda case: indefinite(noun.render(case))))

    def other(self, of: Filter, what: Phrase, number: int | None = 1) -> Phrase:
        """Return such cards "other than this card", if the filter says so."""
        return self.phrase("not_this", what=what, n=number or 2) if of.is_other else what

    def noun(self, of: Filter, number: int | None = 1, last: str = "") -> Phrase:
        """Return a kind of card in the singular, for a number, or (None) in the plural.

        `last` is the word that joins several kinds, if not "or" for one card and "and" for more.
        """
        card = self.language.noun("card", number)
        if of.name:
            return self.phrase("named", card=card, name=self.language.quoted(self._name(of.name)))
        kind = self._kind(of, last or ("or" if number == 1 else "and"))
        has_unicorns = "yes" if of.kinds & ANY_UNICORN else "no"
        said = self.phrase("kind.card", card=card, kind=kind, unicorns=has_unicorns) if kind else card
        if not of.tag:
            return said
        if of.tag in OF_A_PACK:
            return self.phrase(f"of.{of.tag}", card=said)
        many = "no" if number == 1 else "yes"
        tag = self.names.tags.get(of.tag) or self.language.noun(of.tag)
        return self.phrase("tagged", card=said, tag=tag, many=many)

    def _name(self, card: str) -> str:
        return (
            self.names.of(self.card(card))
            if card in self.catalog.first
            else name_of_any_deck(self.names, card)
        )

    def _kind(self, of: Filter, last: str) -> Phrase | None:
        kinds = self._kinds(of.kinds)
        if not kinds:
            return None
        return Phrase(lambda case: self.language.listed([name.render(case) for name in kinds], last))

    def _kinds(self, kinds: int) -> list[Phrase]:
        if kinds == ANY_CARD:
            return []
        names = []
        if kinds & ANY_UNICORN == ANY_UNICORN:
            names.append("unicorn")
            kinds &= ~ANY_UNICORN
        return [
            self.language.noun(name) for name in (*names, *(n for n, bit in KINDS.items() if kinds & bit))
        ]

    def counted(self, of: Filter, number: int | None = 1) -> Phrase:
        """Return what is counted: in stables Unicorns by their worth, all others one by one (UU-END-2)."""
        return self.language.noun("unicorn", number) if is_by_worth(of) else self.noun(of, number)

    def condition(self, condition: Condition, who: str = YOU) -> Phrase:
        """Return a condition, to follow "if": what you have, or what there is elsewhere."""
        of = condition.of
        where = self.where("in", of.place, who, is_many=of.place == "others")
        is_had = of.place in {"", "hand"}
        match condition:
            case AtLeast(n, of):
                unicorns = "yes" if is_by_worth(of) else "no"
                what = self.phrase("n", n=n, cards=self.counted(of, n), unicorns=unicorns)
                what = self.other(of, what, n)
                if is_had:
                    return self.phrase("if.at_least", who=who, what=what, **{"in": where})
                return self.phrase("if.there", who=who, what=what, **{"in": where})
            case AtMost(n, of):
                what = self.other(of, self.phrase("n", n=n, cards=self.noun(of, n), unicorns="no"), n)
                return self.phrase("if.at_most", who=who, what=what, **{"in": where})
            case No(of):
                what = self.other(of, self.noun(of))
                if is_had:
                    return self.phrase("if.no", who=who, what=what, **{"in": where})
                return self.phrase("if.none", what=what, **{"in": where})

    def where(
        self, preposition: str, place: str, who: str, *, is_many: bool = False, is_every: bool = False
    ) -> Phrase | str:
        """Return where cards are or come from, with a space before it; "" if it goes without saying.

        `is_every` tells that all cards there are meant, not several of them.
        """
        if not place:
            return ""
        many, every = ("yes" if is_so else "no" for is_so in (is_many, is_every))
        place_text = self.phrase(f"{preposition}.{place}", who=who, many=many, every=every)
        return Phrase(lambda form: " " * bool(text := place_text.render(form)) + text)

    def phrase(self, key: str, /, **values: object) -> Phrase:
        """Return a message as a value for another message's slot, which then chooses the form."""
        is_each = self.whom in {EVERYBODY, OTHERS}
        told: dict[str, object] = {
            "whom": self.whom or "that",
            "each": "yes" if is_each else "no",
            "name": self.whose,
            "this": self.this,
            "named": "yes" if self.this else "no",
            "again": "yes" if self.has_named else "no",
        }
        told["their"] = self.messages.phrase("their", **told)
        return self.messages.phrase(key, **(told | values))


def is_by_worth(of: Filter) -> bool:
    """Whether such cards are counted by what they are worth: all Unicorns, in a stable."""
    return of.kinds == ANY_UNICORN and not (of.tag or of.name or of.place in {"hand", "discard", "nursery"})


def name_of_any_deck(names: Names, card: str) -> str:
    """Return the name of a card of any deck by its id, because rulings name cards of every deck."""
    for deck in all_catalogs():
        if card in deck.first:
            return names.of(deck.cards[deck.first[card]])
    return card.replace("_", " ").title()
