"""The names of cards and places at a table of Unstable Unicorns, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.games.unicorns.decks.expansions import pack
from stablehand.games.unicorns.text.cards import CardWriter
from stablehand.games.unicorns.text.nouns import name_of_any_deck
from stablehand.text.names import Titled, title_of
from stablehand.text.speaker import TableSpeaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.rules import Rules
    from stablehand.text.message import Phrase

NO_ACTION, ANSWERS = "UU-TURN-4", "UU-INST-1"


class Speaker(TableSpeaker):
    """Names the cards and places of one table.

    `lang` and `layer` default to those of the table's rules; a layer replaces names of cards (see
    `text.names`).
    """

    game = "unicorns"
    file = "unicorns/table"

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        viewer: Seat | None = None,
        lang: str = "",
        layer: str | Mapping[str, str] = "",
    ) -> None:
        super().__init__(names, viewer, lang or rules.lang, layer or rules.names)
        self.rules = rules
        self.catalog = rules.catalog
        self.card_writer = CardWriter(rules.catalog, rules.destroy_scope, self.language, self.card_names)

    @property
    def has_adult(self) -> bool:
        """Whether the deck or its ruleset is for adults."""
        return self.catalog.is_adult or self.rules.ruleset == "first-nsfw"

    # ---- cards

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        return self.card_names.of(self.catalog.cards[self.catalog.first[card]])

    def any_name(self, card: str) -> str:
        """Return a card's name by its id; the card may be of another deck."""
        return self.name(card) if card in self.catalog.first else name_of_any_deck(self.card_names, card)

    def text(self, card: str) -> str:
        """Return the whole text of a card by its id."""
        return self.card_writer.text(self.card_writer.card(card))

    def type(self, kind: str) -> str:
        """Return the name of a type of card."""
        return self.say(f"type.{kind}")

    # ---- rules

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Explain why cards cannot be chosen now; an Instant is no action, which says all about it."""
        told = [rule for rule in rules if rule != ANSWERS or NO_ACTION not in rules]
        return super().refusal(cards, told)

    def reason(self, rule: str) -> str:
        """Return why a rule forbids a card, as this table plays it; a rule without a reason speaks itself."""
        reasons = self.language.catalogue("unicorns/reasons")
        if rule not in reasons:
            return self.rule(rule)
        edition = "second" if self.rules.ruleset == "second" else "first"
        names = {card: self.quoted(card) for card in reasons.message(rule).slots()}
        return reasons.say(rule, **(names | {"edition": edition}))

    # ---- around the table

    def title(self) -> str:
        """Return the names of deck, expansions and ruleset."""
        parts: list[Titled] = [self.catalog, *map(pack, self.catalog.packs)]
        deck = " + ".join(title_of(part, self.messages) for part in parts)
        return self.say("title", deck=deck, ruleset=self.say(f"ruleset.{self.rules.ruleset}"))

    def where(self, option: Mapping[str, Any]) -> str:
        """Return where the card of an option is."""
        if "owner" in option:
            return self.say(f"{option['zone']}.of", who=self.who(option["owner"]))
        return self.say(f"zone.{option['zone']}")

    def count(self, n: int) -> Phrase:
        """Return a number of cards."""
        return self.messages.phrase("cards", n=n)

    def unicorns(self, n: int) -> str:
        """Return a number of Unicorns as text."""
        return self.say("unicorns.word", n=n)
