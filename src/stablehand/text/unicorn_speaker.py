"""Who speaks about a table of unicorns, to whom, and what cards, seats and moments are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.text.names import title_of
from stablehand.text.unicorn_cards import Scribe
from stablehand.text.voice_speaker import TableSpeaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.text.message import Phrase
    from stablehand.unicorns.options import Rules


class Speaker(TableSpeaker):
    """Speaks of unicorns.

    The table's own language is the usual one; `layer` is what cards are called (see `names`).
    """

    game = "unicorns"
    file = "unicorn_table"

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
        self.scribe = Scribe(rules.catalog, rules.destroy_scope, self.language, self.card_names)

    @property
    def has_adult(self) -> bool:
        """Whether the deck or its rules are for adults."""
        return self.catalog.is_adult or self.rules.ruleset == "first-nsfw"

    # ---- cards

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        return self.card_names.of(self.scribe.card(card))

    def quoted(self, card: str) -> str:
        """Return a card's name as it stands in a sentence; rulings speak of cards of every deck."""
        known = card in self.catalog.first
        return self.language.quoted(self.name(card) if known else self.card_names.foreign(card))

    def text(self, card: str) -> str:
        """Return all a card says."""
        return self.scribe.text(self.scribe.card(card))

    def type(self, kind: str) -> str:
        """Name a type of card."""
        return self.say(f"type.{kind}")

    # ---- around the table

    def title(self) -> str:
        """Say what is played."""
        deck = title_of(self.catalog, self.messages)
        return self.say("title", deck=deck, ruleset=self.say(f"ruleset.{self.rules.ruleset}"))

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
