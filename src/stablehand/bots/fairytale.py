"""How Fairy Tale stands: points on the table, and what the kept cards would add to them.

A card is weighed by what it adds to a collection: its own worth, what others earn by it, and how much of a
condition it fulfils. That is also how somebody who does not search picks a card.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from stablehand.bots.judge import shares
from stablehand.fairytale.score import points, winners
from stablehand.fairytale.state import PLAYS
from stablehand.fairytale.words import Factions, Has, If, Most, PerCard, Points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.fairytale.deck import Deck
    from stablehand.fairytale.state import State
    from stablehand.fairytale.words import Card, CardNo, Faction
    from stablehand.kernel.contract import Decision, Option
    from stablehand.kernel.rng import Rng

KEENNESS = 0.13
"""Eight points ahead is nearly three times the chance."""
PROMISE = 0.6
"""What a kept card counts of what it would earn: two of five are never played, some are closed."""
HOPE = 0.35
"""What a condition counts that is not fulfilled yet, for each part of it."""
MOST = 4
"""With so many cards of a faction one may well have the most."""
ANOTHER = 0.5
"""How many more of a card that others earn by, or that earns by itself, one may hope for."""


class FairyTaleJudge:
    """Judges a table of Fairy Tale."""

    def values(self, state: State) -> list[float]:
        """Return each seat's share of the victory."""
        seats = range(state.rules.seats)
        if state.is_over:
            won = winners(state)
            return [1.0 / len(won) if seat in won else 0.0 for seat in seats]
        return shares([self._strength(state, seat) for seat in seats], KEENNESS)

    def _strength(self, state: State, seat: int) -> float:
        earned = points(state, seat)
        kept = state.kept[seat]
        still = PLAYS - len(state.played[seat])
        if not kept or still <= 0:
            return earned
        table = state.table[seat]
        state.table[seat] = [*table, *kept]  # as if all were played; put back at once
        promised = points(state, seat) - earned
        state.table[seat] = table
        return earned + PROMISE * promised * min(1.0, still / len(kept))

    def is_settled(self, state: State) -> bool:
        """Whether everybody is about to choose."""
        return state.is_over or (state.stage == 0 and not any(state.sealed))

    def clock(self, state: State) -> int:
        """Return the round."""
        return state.round

    def horizon(self, state: State) -> int:
        """Return the next round: what is drafted shows its worth when it is played."""
        return state.round + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Take what adds most, close what adds least."""
        seat, weigh = decision.seat, scales(state.rules.cards)
        have = state.face_up(seat)
        if state.stage == 0 and not state.kept[seat][PLAYS:]:
            have = [*have, *state.kept[seat]]
        collection = Counter(have)
        is_close = state.stage > 0 and decision.options[0] in collection
        best, chosen = -99.0, decision.options[0]
        for option in decision.options:
            value = weigh.added(option, collection)
            value = (-value if is_close else value) + rng.below(256) / 256
            if value > best:
                best, chosen = value, option
        return chosen


class Scales:
    """Weighs what a card adds to a collection of cards."""

    def __init__(self, deck: Deck) -> None:
        self.cards = deck.cards
        self.earners: dict[CardNo, list[tuple[CardNo, int]]] = {}
        self.wanted: dict[CardNo, list[CardNo]] = {}
        for no, card in enumerate(deck.cards):
            if isinstance(card.worth, PerCard):
                self.earners.setdefault(card.worth.card, []).append((no, card.worth.each))
            elif isinstance(card.worth, If) and isinstance(card.worth.condition, Has):
                for name, _ in card.worth.condition.cards:
                    self.wanted.setdefault(name, []).append(no)

    def added(self, card: CardNo, collection: Mapping[CardNo, int]) -> float:
        """Return what a card adds."""
        worth = self._worth(self.cards[card], card, collection)
        for earner, each in self.earners.get(card, ()):
            worth += each * collection.get(earner, 0)
        for tale in self.wanted.get(card, ()):
            if collection.get(tale, 0) and not collection.get(card, 0):
                worth += HOPE * self._points(self.cards[tale])
        return worth

    def _points(self, card: Card) -> float:
        return card.worth.value if isinstance(card.worth, If) else 0.0

    def _worth(self, definition: Card, card: CardNo, collection: Mapping[CardNo, int]) -> float:
        worth = definition.worth
        match worth:
            case Points(value):
                return value
            case PerCard(wanted, each):
                mine = collection.get(wanted, 0)
                return each * (mine + 1 + ANOTHER if wanted == card else mine + ANOTHER)
            case If(condition, value):
                return value * self._likely(condition, collection)

    def _likely(self, condition: Most | Has | Factions, collection: Mapping[CardNo, int]) -> float:
        """Guess how likely a condition is to hold in the end."""
        match condition:
            case Has(cards):
                parts = [min(1.0, collection.get(card, 0) / n) for card, n in cards]
            case Factions(least):
                parts = [min(1.0, self._of(faction, collection) / n) for faction, n in least]
            case Most(faction):
                parts = [min(1.0, self._of(faction, collection) / MOST)]
            case _:
                assert_never(condition)
        likely = 1.0
        for part in parts:
            likely *= HOPE + (1 - HOPE) * part
        return likely

    def _of(self, faction: Faction, collection: Mapping[CardNo, int]) -> int:
        return sum(n for card, n in collection.items() if self.cards[card].faction == faction)


_SCALES: dict[str, Scales] = {}


def scales(deck: Deck) -> Scales:
    """Return the scales of a deck."""
    if deck.id not in _SCALES:
        _SCALES[deck.id] = Scales(deck)
    return _SCALES[deck.id]


JUDGE = FairyTaleJudge()
