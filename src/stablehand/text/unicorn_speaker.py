"""Who speaks about a table of unicorns, to whom, and what cards, seats and moments are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.text import unicorn_english as english
from stablehand.text.unicorn_cards import Scribe
from stablehand.text.unicorn_rules_english import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.options import Rules


class Speaker:
    """Speaks to one viewer (None: a spectator) at one table, whose seats have names."""

    def __init__(self, rules: Rules, names: Sequence[str], viewer: Seat | None = None) -> None:
        self.rules = rules
        self.catalog = rules.catalog
        self.names = tuple(names)
        self.viewer = viewer
        self.scribe = Scribe(rules.catalog, rules.destroy_scope)
        self.words = english.TABLE

    # ---- cards

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        return self.scribe.card(card).name

    def text(self, card: str) -> str:
        """Return all a card says."""
        return self.scribe.text(self.scribe.card(card))

    def rule(self, rule: str) -> str:
        """Say a rule by its id, in a sentence."""
        return RULES[rule]

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        names = english.listed([self.name(card) for card in cards])
        if not rules:
            return self.say("refusal.unknown", card=names)
        reasons = [self.say("refusal.reason", sentence=self.rule(rule), rule=rule) for rule in rules]
        return self.say("refusal", card=names, reasons=" ".join(reasons))

    # ---- around the table

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's as such."""
        name = self.names[seat]
        if seat != self.viewer:
            return name
        alone = self.say("called.you_only")
        return alone if name == alone else self.say("called.you", who=name)

    def who(self, seat: Seat) -> str:
        """Name a seat in a sentence."""
        return self.say("you") if seat == self.viewer else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Say that something is a seat's."""
        return self.say("whose.you" if seat == self.viewer else "whose", who=self.names[seat])

    def where(self, option: Mapping[str, Any]) -> str:
        """Say where a card that may be chosen lies."""
        if "owner" in option:
            return self.say(f"{option['zone']}.of", whose=self.whose(option["owner"]))
        return self.say(f"zone.{option['zone']}")

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        if view["over"]:
            return self.say("moment.over")
        if view["active"] is None:
            return self.say("moment.setup")
        key = "moment.you" if view["active"] == self.viewer else "moment"
        phase = self.say(f"phase.{view['phase']}")
        return self.say(key, turn=view["turn"], who=self.names[view["active"]], phase=phase)

    def count(self, n: int) -> str:
        """Say a number of cards."""
        return self.say("cards.one" if n == 1 else "cards", n=n)

    def unicorns(self, n: int) -> str:
        """Say a number of Unicorns."""
        return self.say("unicorns.word.one" if n == 1 else "unicorns.word", n=n)

    def say(self, key: str, /, **words: object) -> str:
        """Fill in a template."""
        return self.words[key].format(**words)
