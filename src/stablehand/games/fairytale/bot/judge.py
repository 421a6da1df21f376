"""Evaluate a position of Fairy Tale: points on the table, and what the kept cards would add to them.

A card is rated by what it adds to a collection: its own worth, what other cards earn by it, and how much of
their conditions it fulfils. Quick answers without a search use the same rating.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.bots.judge import InnerJudge, shares
from stablehand.games.fairytale.play.score import counted_up, points_of, winners
from stablehand.games.fairytale.state.state import PLAYS, ROUNDS
from stablehand.games.fairytale.vocabulary import Factions, Has, If, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option
    from stablehand.core.rng import Rng
    from stablehand.games.fairytale.decks.deck import Deck
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Condition, Faction

POINT_WEIGHT: Final = 0.13
"""The weight of a point in `shares`: a lead of eight points means nearly three times the chance."""
KEPT_SHARE: Final = 0.6
"""The share of its value that a kept card counts: two of five are never played, some are closed."""
HOPE: Final = 0.35
"""The share that each unfulfilled part of a condition counts at the start of the game."""
MOST: Final = 4
"""The number of cards of a faction with which a seat is assumed to have the most."""
ANOTHER: Final = 0.5
"""How many more copies of a wanted card a seat can expect at the start of the game."""


class FairyTaleJudge(InnerJudge):
    """Evaluates positions of Fairy Tale for the search (`bots.judge`)."""

    def __init__(self) -> None:
        self._ratings: CardRatings | None = None
        """Those of the deck that was rated last."""

    def values(self, state: State) -> list[float]:
        """Return each seat's expected share of the victory; the shares add up to 1."""
        seats = range(state.rules.seats)
        if state.is_over:
            won = winners(state)
            return [1.0 / len(won) if seat in won else 0.0 for seat in seats]
        return shares([self._strength(state, seat) for seat in seats], POINT_WEIGHT)

    def value(self, state: State, seat: int) -> float:
        """Return one seat's share of the victory."""
        return self.values(state)[seat]

    def _strength(self, state: State, seat: int) -> float:
        table, kept = state.face_up(seat), state.kept[seat]
        earned = points_of(state, seat, table)
        plays_left = PLAYS - len(state.played[seat])
        if not kept or plays_left <= 0:
            return earned
        expected = points_of(state, seat, [*table, *kept]) - earned  # as if all were played
        return earned + KEPT_SHARE * expected * min(1.0, plays_left / len(kept))

    def is_settled(self, state: State) -> bool:
        """Return whether every seat is about to choose, or the game is over."""
        if state.is_over:
            return True
        if state.stage:
            return False
        for picks in state.sealed:  # noqa: SIM110 - compiled, a plain loop is the fastest
            if picks:
                return False
        return True

    def horizon(self, state: State) -> int:
        """Return the next round, since drafted cards score only when they are played."""
        return state.round + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Choose the card that adds most to the seat's cards; to close, the one that adds least."""
        seat, options, is_draft = decision.seat, decision.options, state.is_draft
        ratings = self._ratings
        if ratings is None or ratings.deck is not state.rules.cards:
            ratings = self._ratings = card_ratings(state.rules.cards)
        have = counted_up(state, seat)
        if state.stage == 0:
            for card in state.kept[seat]:
                have[card] = have[card] + 1  # compiled, `+=` takes twice as long here
        is_close = state.stage > 0 and have[options[0]] > 0
        own = 1 if is_close or not is_draft else 0
        rounds_left = ROUNDS - state.round + (1 if is_draft else 0)
        left = rounds_left / ROUNDS
        best, chosen = -99.0, options[0]
        for option in options:
            had = have[option]
            have[option] = had - own  # rate it by what it adds to the other cards
            value = ratings.added(option, have, left)
            have[option] = had
            value = (-value if is_close else value) + rng.below(256) / 256
            if value > best:
                best, chosen = value, option
        return chosen


class CardRatings:
    """Rates what a card adds to other cards of a deck; `have` is the number of each card in a collection."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
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
        if isinstance(worth, Points):  # compiled, a pattern takes ten times as long
            return worth.value
        if isinstance(worth, PerCard):
            return worth.each * (have[worth.card] + (worth.card == card) + ANOTHER * left)
        return worth.value * self._likely(worth.condition, have, HOPE * left)

    def _likely(self, condition: Condition, have: list[int], hope: float) -> float:
        """Estimate how likely a condition is to hold at the end; `hope` is the share of a missing part."""
        likely = 1.0
        if isinstance(condition, Has):
            for card, n in condition.cards:
                likely *= hope + (1 - hope) * min(1.0, have[card] / n)
            return likely
        if isinstance(condition, Factions):
            for faction, n in condition.least:
                likely *= hope + (1 - hope) * min(1.0, self._of(faction, have) / n)
            return likely
        return hope + (1 - hope) * min(1.0, self._of(condition.faction, have) / MOST)

    def _of(self, faction: Faction, have: list[int]) -> int:
        count = 0
        for card in self.members[faction]:
            count += have[card]
        return count


MOST_CACHED: Final = 256
"""Decks whose ratings are kept: with decks of one's own there is no end of them."""
_RATINGS: dict[str, CardRatings] = {}


def card_ratings(deck: Deck) -> CardRatings:
    """Return the ratings of a deck; they are shared and must not be changed."""
    found = _RATINGS.get(deck.id)
    if found is None or found.deck is not deck:
        if len(_RATINGS) >= MOST_CACHED:
            _RATINGS.clear()
        found = _RATINGS[deck.id] = CardRatings(deck)
    return found


JUDGE = FairyTaleJudge()
