"""Evaluate a position of Fairy Tale: points on the table, and what the kept cards would add to them.

A card is rated by what it adds to a collection: its own worth, what other cards earn by it, and how much of
their conditions it fulfils. Quick answers without a search use the same rating.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from stablehand.bots.judge import shares
from stablehand.games.fairytale.play.score import points, winners
from stablehand.games.fairytale.state.state import PLAYS, ROUNDS
from stablehand.games.fairytale.vocabulary import Factions, Has, If, Most, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option
    from stablehand.core.rng import Rng
    from stablehand.games.fairytale.decks.deck import Deck
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Condition, Faction

POINT_WEIGHT = 0.13
"""The weight of a point in `shares`: a lead of eight points means nearly three times the chance."""
KEPT_SHARE = 0.6
"""The share of its value that a kept card counts: two of five are never played, some are closed."""
HOPE = 0.35
"""The share that each unfulfilled part of a condition counts at the start of the game."""
MOST = 4
"""The number of cards of a faction with which a seat is assumed to have the most."""
ANOTHER = 0.5
"""How many more copies of a wanted card a seat can expect at the start of the game."""


class FairyTaleJudge:
    """Evaluates positions of Fairy Tale for the search (`bots.judge`)."""

    def values(self, state: State) -> list[float]:
        """Return each seat's expected share of the victory; the shares add up to 1."""
        seats = range(state.rules.seats)
        if state.is_over:
            won = winners(state)
            return [1.0 / len(won) if seat in won else 0.0 for seat in seats]
        return shares([self._strength(state, seat) for seat in seats], POINT_WEIGHT)

    def _strength(self, state: State, seat: int) -> float:
        earned = points(state, seat)
        kept = state.kept[seat]
        plays_left = PLAYS - len(state.played[seat])
        if not kept or plays_left <= 0:
            return earned
        table = state.table[seat]
        state.table[seat] = [*table, *kept]  # as if all were played; restored below
        expected = points(state, seat) - earned
        state.table[seat] = table
        return earned + KEPT_SHARE * expected * min(1.0, plays_left / len(kept))

    def is_settled(self, state: State) -> bool:
        """Return whether every seat is about to choose, or the game is over."""
        return state.is_over or (state.stage == 0 and not any(state.sealed))

    def horizon(self, state: State) -> int:
        """Return the next round, since drafted cards score only when they are played."""
        return state.round + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Choose the card that adds most to the seat's cards; to close, the one that adds least."""
        seat, ratings = decision.seat, card_ratings(state.rules.cards)
        have = [0] * len(ratings.cards)
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
            have[option] -= is_own  # rate it by what it adds to the other cards
            value = ratings.added(option, have, left)
            have[option] += is_own
            value = (-value if is_close else value) + rng.below(256) / 256
            if value > best:
                best, chosen = value, option
        return chosen


class CardRatings:
    """Rates what a card adds to other cards of a deck; `have` is the number of each card in a collection."""

    def __init__(self, deck: Deck) -> None:
        self.cards = deck.cards
        numbered = list(enumerate(deck.cards))
        self.members = [
            [no for no, card in numbered if card.faction == faction] for faction in range(len(deck.factions))
        ]
        self.earners: list[list[tuple[CardNo, int]]] = [[] for _ in numbered]
        """For each card, the cards that earn by it, and how much."""
        self.tales: list[list[tuple[CardNo, int]]] = [[] for _ in numbered]
        """For each card, the cards that require it, and what they would be worth."""
        for no, card in numbered:
            worth = card.worth
            if isinstance(worth, PerCard):
                self.earners[worth.card].append((no, worth.each))
            elif isinstance(worth, If) and isinstance(worth.condition, Has):
                for name, _ in worth.condition.cards:
                    self.tales[name].append((no, worth.value))

    def added(self, card: CardNo, have: list[int], left: float) -> float:
        """Return the points that a card is expected to add; `left` is the share of the game to come."""
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
        """Estimate how likely a condition is to hold at the end; `hope` is the share of a missing part."""
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


_RATINGS: dict[str, CardRatings] = {}


def card_ratings(deck: Deck) -> CardRatings:
    """Return the ratings of a deck; they are shared and must not be changed."""
    if deck.id not in _RATINGS:
        _RATINGS[deck.id] = CardRatings(deck)
    return _RATINGS[deck.id]


JUDGE = FairyTaleJudge()
