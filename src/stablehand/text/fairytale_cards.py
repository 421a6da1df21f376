"""What the cards of Fairy Tale say, and who says it: worth, effects, conditions.

Texts depend on the table's options where the rules do (`close_all_reaches`, `most_tie_counts`), so that what
differs also reads differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from stablehand.fairytale.words import ANY, Close, Factions, Has, Hunt, If, Most, Open, PerCard, Points
from stablehand.text.names import PRINTED
from stablehand.text.voice_speaker import TableSpeaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.fairytale.options import Rules
    from stablehand.fairytale.words import CardNo, Condition, Faction, Worth
    from stablehand.kernel.contract import Seat
    from stablehand.text.message import Phrase


class Speaker(TableSpeaker):
    """Speaks of Fairy Tale."""

    game = "fairytale"
    file = "fairytale"

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        viewer: Seat | None = None,
        lang: str = "en",
        layer: str | Mapping[str, str] = PRINTED,
    ) -> None:
        super().__init__(names, viewer, lang, layer)
        self.rules = rules
        self.deck = rules.cards

    # ---- cards

    def number(self, card: str) -> CardNo:
        """Return a card's number by its id."""
        return self.deck.number[card]

    def name(self, card: str | CardNo) -> str:
        """Return a card's name, by its id or its number."""
        return self.card_names.of(self.deck.cards[self.number(card) if isinstance(card, str) else card])

    def named(self, cards: Sequence[str | CardNo]) -> str:
        """Name cards in a sentence."""
        return self.language.listed([self.quoted(card) for card in cards])

    def quoted(self, card: str | CardNo) -> str:
        """Return a card's name as it stands in a sentence, by its id or its number."""
        return self.language.quoted(self.name(card))

    def faction(self, faction: Faction) -> str:
        """Return a faction's name."""
        faction_id = self.deck.factions[faction]
        return self.card_names.factions.get(faction_id) or faction_id.replace("_", " ").title()

    def text(self, card: CardNo) -> str:
        """Return all a card says: what it is worth, then what it does."""
        return " ".join(filter(None, (self.worth(card), self.effect(card))))

    def worth(self, card: CardNo) -> str:
        """Say what a card is worth."""
        definition = self.deck.cards[card]
        said = [self._worth(card, definition.worth)]
        if definition.chameleon:
            said.append(self.say("worth.chameleon"))
        if earners := self._earners(card):
            said.append(self.say("worth.friend", card=self.named(earners), n=len(earners)))
        return " ".join(said)

    def _earners(self, card: CardNo) -> list[CardNo]:
        """Return the other cards that earn by each copy of this one (FT-KIND-3)."""
        return [
            no
            for no, other in enumerate(self.deck.cards)
            if no != card and isinstance(other.worth, PerCard) and other.worth.card == card
        ]

    def _worth(self, card: CardNo, worth: Worth) -> str:
        match worth:
            case Points(value):
                return self.say("worth.points", points=self.points(value))
            case PerCard(named, each) if named == card:
                return self.say("worth.per_itself", points=self.points(each))
            case PerCard(named, each):
                return self.say("worth.per", points=self.points(each), card=self.quoted(named))
            case If(condition, value):
                return self.say("worth.if", points=self.points(value), condition=self._condition(condition))
            case _:
                assert_never(worth)

    def short_worth(self, card: CardNo) -> str:
        """Say what a card is worth in a few letters."""
        worth = self.deck.cards[card].worth
        match worth:
            case Points(value):
                return self.say("short.points", n=value)
            case PerCard(named, each):
                return self.say("short.per_itself" if named == card else "short.per", n=each)
            case If(_, value):
                return self.say("short.if", n=value)
            case _:
                assert_never(worth)

    def effect(self, card: CardNo) -> str:
        """Say what a card does when it is revealed; nothing if it does nothing."""
        definition = self.deck.cards[card]
        effect = definition.effect
        match effect:
            case None:
                return ""
            case Hunt():
                return self.say("effect.hunt", hunted=self.faction(self.deck.hunted))
            case Open(faction, count):
                key = "effect.open"
            case Close("all", faction, count):
                key = f"effect.close_all.{self.rules.close_all_reaches}"
            case Close(_, faction, count):
                fresh = faction in {ANY, definition.faction}
                key = "effect.close_own_fresh" if fresh else "effect.close_own"
            case _:
                assert_never(effect)
        return self.say(key, number=self.counted(count), n=count, cards=self.kind(faction))

    def points(self, n: int) -> str:
        """Say a number of points."""
        return self.say("points", n=n)

    def counted(self, n: int) -> Phrase:
        """Say a small number."""
        return self.messages.phrase("number", n=n)

    def kind(self, faction: Faction) -> Phrase:
        """Name cards of a faction, or of any."""
        if faction == ANY:
            return self.messages.phrase("kind.any")
        return self.messages.phrase("kind", faction=self.faction(faction))

    def _condition(self, condition: Condition) -> str:
        match condition:
            case Most(faction):
                key = "if.most" if self.rules.most_tie_counts else "if.most_alone"
                return self.say(key, faction=self.faction(faction))
            case Has(cards):
                parts = [self.say("if.has.card", n=n, card=self.quoted(card)) for card, n in cards]
                return self.say("if.has", cards=self.language.listed(parts))
            case Factions(least):
                parts = [self.say("if.factions.faction", n=n, faction=self.faction(of)) for of, n in least]
                return self.say("if.factions", factions=self.language.listed(parts))
            case _:
                assert_never(condition)

    # ---- around the table

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's and their partner's as such (FT-TEAM-1)."""
        is_partner = self.rules.teams and self.viewer is not None and (self.viewer + 2) % 4 == seat
        return self.say("called.partner", who=self.names[seat]) if is_partner else super().called(seat)
