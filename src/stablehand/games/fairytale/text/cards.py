"""The texts of Fairy Tale's cards: worth, effects, conditions.

Where the rules depend on an option of the table (`close_all_reaches`, `most_tie_counts`), the text does too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from stablehand.games.fairytale.vocabulary import (
    ANY,
    Close,
    Factions,
    Has,
    Hunt,
    If,
    Most,
    Open,
    PerCard,
    Points,
)
from stablehand.text.names import PRINTED
from stablehand.text.speaker import TableSpeaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo, Condition, Faction, Worth
    from stablehand.text.message import Phrase


PAGE: Final = "fairytale/page"


def squares(each: int, most: int, comma: str = ", ") -> str:
    """Return what 1, 2, 3 … copies make together if each copy scores for every copy (FT-KIND-4).

    >>> squares(1, 4)
    '1, 4, 9, 16'
    """
    return comma.join(str(each * n * n) for n in range(1, most + 1))


class Speaker(TableSpeaker):
    """Writes the cards and names the seats of a table of Fairy Tale."""

    game = "fairytale"
    file = "fairytale/table"

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
        self.page = self.language.catalogue(PAGE)
        """The messages that the page has too."""

    # ---- cards

    def number(self, card: str) -> CardNo:
        """Return a card's number by its id; an unknown id is a KeyError."""
        return self.deck.number[card]

    def name(self, card: str | CardNo) -> str:
        """Return a card's name, by its id or its number."""
        return self.card_names.of(self.deck.cards[self.number(card) if isinstance(card, str) else card])

    def any_name(self, card: str) -> str:
        """Return a card's name by its id."""
        return self.name(card)

    def named(self, cards: Sequence[str | CardNo]) -> str:
        """Return the names of cards as a list in a sentence."""
        return self.language.listed([self.quoted(card) for card in cards])

    def quoted(self, card: str | CardNo) -> str:
        """Return a card's name as it stands in a sentence, by its id or its number."""
        return self.language.quoted(self.name(card))

    def faction(self, faction: Faction) -> str:
        """Return a faction's name; its id in capitals and spaces if no language names it."""
        faction_id = self.deck.factions[faction]
        return self.card_names.factions.get(faction_id) or faction_id.replace("_", " ").title()

    def badge(self, faction: Faction) -> str:
        """Return the letter of a faction: the first one of its name, unless the language has another."""
        return self.card_names.badges.get(self.deck.factions[faction]) or self.faction(faction)[0].upper()

    def text(self, card: CardNo) -> str:
        """Return the whole text of a card: what it is worth, then what it does."""
        return " ".join(filter(None, (self.worth(card), self.effect(card))))

    def worth(self, card: CardNo) -> str:
        """Return what a card is worth, in sentences."""
        definition = self.deck.cards[card]
        parts = [self._worth(card, definition.worth)]
        if definition.chameleon:
            parts.append(self.say("worth.chameleon"))
        for each, earners in self._earners(card).items():
            points, names, this = self.points(each), self.named(earners), self.quoted(card)
            parts.append(self.say("worth.friend", card=names, n=len(earners), points=points, this=this))
        return " ".join(parts)

    def _earners(self, card: CardNo) -> dict[int, list[CardNo]]:
        """Return the other cards that score for each copy of this one, by their points (FT-KIND-3)."""
        earners: dict[int, list[CardNo]] = {}
        for no, other in enumerate(self.deck.cards):
            if no != card and isinstance(other.worth, PerCard) and other.worth.card == card:
                earners.setdefault(other.worth.each, []).append(no)
        return earners

    def _worth(self, card: CardNo, worth: Worth) -> str:
        match worth:
            case Points(value):
                return self.say("worth.points", points=self.points(value))
            case PerCard(named, each) if named == card:
                said = self.points(each)
                return self.say("worth.per_itself", n=each, points=said, squares=squares(each, 4))
            case PerCard(named, each):
                return self.say("worth.per", points=self.points(each), card=self.quoted(named))
            case If(condition, value):
                return self.say("worth.if", points=self.points(value), condition=self._condition(condition))
            case _:
                assert_never(worth)

    def short_worth(self, card: CardNo) -> str:
        """Return what a card is worth in a few letters."""
        worth = self.deck.cards[card].worth
        match worth:
            case Points(value):
                return self.say("short.points", n=value)
            case PerCard(named, each) if named == card:
                return self.say("short.per_itself", squares=squares(each, 3, "·"))
            case PerCard(_, each):
                return self.say("short.per", n=each)
            case If(_, value):
                return self.say("short.if", n=value)
            case _:
                assert_never(worth)

    def effect(self, card: CardNo) -> str:
        """Return what a card does when it is revealed; "" if it has no effect."""
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
                is_fresh_one_of_them = faction in {ANY, definition.faction}
                key = "effect.close_own_fresh" if is_fresh_one_of_them else "effect.close_own"  # FT-CLOSE-1
            case _:
                assert_never(effect)
        return self.say(key, number=self.counted(count), n=count, cards=self.kind(faction))

    def brief(self, card: CardNo) -> list[str]:
        """Return what `short_worth` leaves out, a few words each: condition, counted cards, effect."""
        definition = self.deck.cards[card]
        worth, effect = definition.worth, definition.effect
        parts = []
        match worth:
            case PerCard(named, _) if named == card:
                parts.append(self.say("brief.per_itself"))
            case PerCard(named, _):
                parts.append(self.say("brief.per", card=self.quoted(named)))
            case If(condition, _):
                parts.append(self._condition(condition, "brief."))
            case _:
                pass
        if definition.chameleon:
            parts.append(self.say("brief.chameleon"))
        if earners := self._earners(card):
            names = self.named([no for numbers in earners.values() for no in numbers])
            parts.append(self.say("brief.friend", card=names))
        match effect:
            case Hunt():
                parts.append(self.say("brief.hunt", faction=self.faction(self.deck.hunted)))
            case Open(faction, count):
                parts.append(self.say("brief.open", n=count, faction=self._brief_kind(faction)))
            case Close(who, faction, count):
                parts.append(self.say(f"brief.close_{who}", n=count, faction=self._brief_kind(faction)))
            case _:
                pass
        return parts

    def _brief_kind(self, faction: Faction) -> str:
        return self.say("brief.any") if faction == ANY else self.faction(faction)

    def points(self, n: int) -> str:
        """Return a number of points as text."""
        return self.say("points", n=n)

    def counted(self, n: int) -> Phrase:
        """Return a small number as a word."""
        return self.messages.phrase("number", n=n)

    def kind(self, faction: Faction) -> Phrase:
        """Return the noun for cards of a faction, or of any faction."""
        if faction == ANY:
            return self.messages.phrase("kind.any")
        return self.messages.phrase("kind", faction=self.faction(faction))

    def _condition(self, condition: Condition, form: str = "") -> str:
        """Return a condition in a sentence, or ("brief.") in the few words of a small card."""
        match condition:
            case Most(faction):
                key = f"{form}if.most" if self.rules.most_tie_counts else f"{form}if.most_alone"
                return self.say(key, faction=self.faction(faction))
            case Has(cards):
                key = f"{form}if.has"
                parts = [self.say(f"{key}.card", n=n, card=self.quoted(card)) for card, n in cards]
                return self.say(key, cards=self.language.listed(parts))
            case Factions(least):
                key = f"{form}if.factions"
                parts = [self.say(f"{key}.faction", n=n, faction=self.faction(of)) for of, n in least]
                return self.say(key, factions=self.language.listed(parts))
            case _:
                assert_never(condition)

    # ---- around the table

    def called(self, seat: Seat) -> str:
        """Return a seat's name; the viewer's and their partner's are marked (FT-TEAM-1)."""
        is_partner = self.rules.teams and self.viewer is not None and (self.viewer + 2) % 4 == seat
        return self.say("called.partner", who=self.names[seat]) if is_partner else super().called(seat)
