"""How Fairy Tale stands: points on the table, and what the kept cards would add to them.

A card is weighed by what it adds to a collection: its own worth, what others earn by it, and how much of a
condition it fulfils. That is also how somebody who does not search picks a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from stablehand.bots.judge import shares
from stablehand.fairytale.score import points, winners
from stablehand.fairytale.state import PLAYS, ROUNDS
from stablehand.fairytale.words import Factions, Has, If, Most, PerCard, Points

if TYPE_CHECKING:
    from stablehand.fairytale.deck import Deck
    from stablehand.fairytale.state import State
    from stablehand.fairytale.words import CardNo, Condition, Faction
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

    def horizon(self, state: State) -> int:
        """Return the next round: what is drafted shows its worth when it is played."""
        return state.round + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Take what adds most to all one has and may still play, close what adds least."""
        seat, weigh = decision.seat, scales(state.rules.cards)
        have = [0] * len(weigh.cards)
        for card in state.face_up(seat):
            have[card] += 1
        if state.stage == 0:
            for card in state.kept[seat]:
                have[card] += 1
        is_close = state.stage > 0 and have[decision.options[0]] > 0
        is_own = is_close or not state.is_draft
        left = (ROUNDS - state.round + state.is_draft) / ROUNDS
        best, chosen = -99.0, decision.options[0]
        for option in decision.options:
            have[option] -= is_own  # what it adds to the others
            value = weigh.added(option, have, left)
            have[option] += is_own
            value = (-value if is_close else value) + rng.below(256) / 256
            if value > best:
                best, chosen = value, option
        return chosen


class Scales:
    """Weighs what a card adds to others; of those, how many one has of each."""

    def __init__(self, deck: Deck) -> None:
        self.cards = deck.cards
        numbered = list(enumerate(deck.cards))
        self.members = [
            [no for no, card in numbered if card.faction == faction] for faction in range(len(deck.factions))
        ]
        self.earners: list[list[tuple[CardNo, int]]] = [[] for _ in numbered]
        """For each card, which earn by it, and how much."""
        self.tales: list[list[tuple[CardNo, int]]] = [[] for _ in numbered]
        """For each card, which ask for it, and what they would be worth."""
        for no, card in numbered:
            worth = card.worth
            if isinstance(worth, PerCard):
                self.earners[worth.card].append((no, worth.each))
            elif isinstance(worth, If) and isinstance(worth.condition, Has):
                for name, _ in worth.condition.cards:
                    self.tales[name].append((no, worth.value))

    def added(self, card: CardNo, have: list[int], left: float) -> float:
        """Return what a card adds, when so much of the game is left to hope for."""
        worth = self._worth(card, have, left)
        for earner, each in self.earners[card]:
            worth += each * have[earner]
        if not have[card]:
            for tale, value in self.tales[card]:
                if have[tale]:
                    worth += HOPE * value
        return worth

    def _worth(self, card: CardNo, have: list[int], left: float) -> float:
        worth = self.cards[card].worth
        match worth:
            case Points(value):
                return value
            case PerCard(wanted, each):
                return each * (have[wanted] + (wanted == card) + ANOTHER * left)
            case If(condition, value):
                return value * self._likely(condition, have, HOPE * left)

    def _likely(self, condition: Condition, have: list[int], hope: float) -> float:
        """Guess how likely a condition is to hold in the end."""
        likely = 1.0
        match condition:
            case Has(cards):
                for card, n in cards:
                    likely *= hope + (1 - hope) * min(1.0, have[card] / n)
            case Factions(least):
                for faction, n in least:
                    likely *= hope + (1 - hope) * min(1.0, self._of(faction, have) / n)
            case Most(faction):
                likely = hope + (1 - hope) * min(1.0, self._of(faction, have) / MOST)
            case _:
                assert_never(condition)
        return likely

    def _of(self, faction: Faction, have: list[int]) -> int:
        count = 0
        for card in self.members[faction]:
            count += have[card]
        return count


_SCALES: dict[str, Scales] = {}


def scales(deck: Deck) -> Scales:
    """Return the scales of a deck."""
    if deck.id not in _SCALES:
        _SCALES[deck.id] = Scales(deck)
    return _SCALES[deck.id]


JUDGE = FairyTaleJudge()
