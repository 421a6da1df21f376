"""Which cards, how many, where: the nouns of the cards' language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.text import unicorn_english as english
from stablehand.unicorns.words import (
    ANY_CARD,
    ANY_UNICORN,
    KINDS,
    All,
    AtLeast,
    It,
    No,
    Same,
    Some,
    This,
)  # fmt: skip

if TYPE_CHECKING:
    from stablehand.unicorns.catalog import Catalog, Definition
    from stablehand.unicorns.words import Condition, Filter, What

YOU: Final = "you"
THEY: Final = "they"


class Nouns:
    """Names the cards of one deck, for a table where `destroy` reaches as far as it says."""

    def __init__(self, catalog: Catalog, destroy_scope: str) -> None:
        self.catalog = catalog
        self.scope = "stables" if destroy_scope == "any" else "others"
        self.words = english.CARDS

    def card(self, card: str) -> Definition:
        """Return a card by its id."""
        return self.catalog.cards[self.catalog.first[card]]

    def what(self, what: What) -> str:
        """Say which cards."""
        match what:
            case Some(Same(), of):
                return self.say("same", cards=self.nouns(of))
            case Some(n, of):
                return self.one(of) if n == 1 else self.say("n", n=n, cards=self.nouns(of))
            case All(of):
                return self.say("all", cards=self.nouns(of))
            case This():
                return self.say("this")
            case It():
                return self.say("it")

    def one(self, of: Filter) -> str:
        """Say "one such card"."""
        said = english.one(self.noun(of))
        return self.say("not_this", what=said) if of.is_other else said

    def noun(self, of: Filter) -> str:
        """Name a kind of card."""
        if of.name:
            return self.say("named", name=self._name(of.name))
        kind = self._kind(of, english.OR)
        return self.say("kind.card", kind=kind) if kind else self.say("card")

    def nouns(self, of: Filter) -> str:
        """Name a kind of card, in the plural."""
        if of.name:
            return self.say("named.many", name=self._name(of.name))
        kind = self._kind(of, english.AND)
        return self.say("kind.cards", kind=kind) if kind else self.say("cards")

    def _name(self, card: str) -> str:
        return self.card(card).name if card in self.catalog.first else card.replace("_", " ").title()

    def _kind(self, of: Filter, last: str) -> str:
        parts = []
        if of.tag:
            key = f"tag.{of.tag}"
            parts.append(self.say(key if key in self.words else "tag", tag=of.tag.title()))
        kinds = of.kinds
        if kinds == ANY_CARD:
            return "".join(parts)
        names = []
        if kinds & ANY_UNICORN == ANY_UNICORN:
            names.append(self.say("kind.unicorn"))
            kinds &= ~ANY_UNICORN
        names += [self.say(f"kind.{name}") for name, bit in KINDS.items() if kinds & bit]
        return " ".join([*parts, english.listed(names, last)])

    def count_noun(self, of: Filter) -> str:
        """Name what is counted: Unicorns for what they are worth, other cards one by one (UU-END-2)."""
        return self.say("kind.unicorn") if of.kinds == ANY_UNICORN else self.noun(of)

    def count_nouns(self, of: Filter) -> str:
        """Name what is counted, in the plural."""
        return self.say("kind.unicorns") if of.kinds == ANY_UNICORN else self.nouns(of)

    def condition(self, condition: Condition, who: str = YOU) -> str:
        """Say what must be so."""
        you = self.say(f"if.{who}")
        match condition:
            case AtLeast(n, of):
                where = self.where("in", "hand", who, is_one=True) if of.place == "hand" else ""
                cards = self.count_noun(of) if n == 1 else self.count_nouns(of)
                return self.say("if.at_least", you=you, what=self.say("n", n=n, cards=cards)) + where
            case No(of):
                return self.say("if.no", you=you, what=self.noun(of))

    def where(self, preposition: str, place: str, who: str, *, is_one: bool) -> str:
        """Say where cards are, or where they come from; nothing if the verb says it."""
        if not place:
            return ""
        for key in (f"{preposition}.{place}.{who}", "" if is_one else f"{preposition}.{place}.many"):
            if key in self.words:
                return self.say(key)
        return self.say(f"{preposition}.{place}")

    def say(self, key: str, /, **words: object) -> str:
        """Fill in a template."""
        return self.words[key].format(**words)
