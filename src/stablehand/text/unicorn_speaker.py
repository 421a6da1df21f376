"""Who speaks about a table of unicorns, to whom, and what cards, seats and moments are called."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from stablehand.text.language import language
from stablehand.text.names import Names
from stablehand.text.players import Player
from stablehand.text.rulebook import Rulebook
from stablehand.text.unicorn_cards import Scribe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.text.message import Phrase
    from stablehand.unicorns.options import Rules


class Speaker:
    """Speaks to one viewer (None: a spectator) at one table, whose seats have names, in a language.

    The table's own language is the usual one; `layer` is what cards are called (see `names`).
    """

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        viewer: Seat | None = None,
        lang: str = "",
        layer: str | Mapping[str, str] = "",
    ) -> None:
        self.rules = rules
        self.catalog = rules.catalog
        self.names = tuple(names)
        self.viewer = viewer
        self.language = language(lang or rules.lang)
        self.card_names = Names("unicorns", self.language.code, layer or rules.names)
        self.scribe = Scribe(rules.catalog, rules.destroy_scope, self.language, self.card_names)
        self.messages = self.language.catalogue("unicorn_table")

    # ---- cards

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        return self.card_names.of(self.scribe.card(card))

    def _quoted(self, card: str) -> str:
        known = card in self.catalog.first
        return self.language.quoted(self.name(card) if known else self.card_names.foreign(card))

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.language.listed([self._quoted(card) for card in cards])

    def text(self, card: str) -> str:
        """Return all a card says."""
        return self.scribe.text(self.scribe.card(card))

    def type(self, kind: str) -> str:
        """Name a type of card."""
        return self.say(f"type.{kind}")

    @cached_property
    def book(self) -> Rulebook:
        """The rules, with the names this table calls its cards."""
        return Rulebook("unicorns", self.language, self._quoted)

    def rule(self, rule: str) -> str:
        """Say a rule by its id, in a sentence."""
        return self.book[rule]

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        names = self.named(cards)
        if not rules:
            return self.say("refusal.unknown", card=names)
        reasons = [self.say("refusal.reason", sentence=self.rule(rule), rule=rule) for rule in rules]
        return self.say("refusal", card=names, reasons=" ".join(reasons))

    # ---- around the table

    def title(self) -> str:
        """Say what is played."""
        key = f"deck.{self.catalog.id}"
        deck = self.say(key) if key in self.messages else self.catalog.title
        return self.say("title", deck=deck, ruleset=self.say(f"ruleset.{self.rules.ruleset}"))

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's as such."""
        name = self.names[seat]
        if seat != self.viewer:
            return name
        alone = self.say("called.you_only")
        return alone if name == alone else self.say("called.you", who=name)

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        return Player(self.names[seat], seat == self.viewer, self.language)

    def where(self, option: Mapping[str, Any]) -> str:
        """Say where a card that may be chosen lies."""
        if "owner" in option:
            return self.say(f"{option['zone']}.of", who=self.who(option["owner"]))
        return self.say(f"zone.{option['zone']}")

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        if view["over"]:
            return self.say("moment.over")
        if view["active"] is None:
            return self.say("moment.setup")
        phase = self.say(f"phase.{view['phase']}")
        return self.say("moment", turn=view["turn"], who=self.who(view["active"]), phase=phase)

    def count(self, n: int) -> Phrase:
        """Say a number of cards."""
        return self.messages.phrase("cards", n=n)

    def unicorns(self, n: int) -> str:
        """Say a number of Unicorns."""
        return self.say("unicorns.word", n=n)

    def say(self, key: str, /, **words: object) -> str:
        """Fill in a message."""
        return self.messages.say(key, **words)
