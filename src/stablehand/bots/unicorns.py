"""How the unicorns stand: a judge that counts as an experienced player does.

Unicorns win, but the first ones say little: they come and go, and what counts is who is about to have the
last. Then there is what a stable can do next turn, what guards it, what burdens it, what is still in hand,
and whose turn comes sooner. A card is weighed by its data: what sets it off, what it keeps off, what it
forbids. No card is known by name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stablehand.bots.judge import shares
from stablehand.bots.unicorn_replies import Replies
from stablehand.kernel.contract import Kind
from stablehand.unicorns.state import HANDS
from stablehand.unicorns.words import Become, Immune, Mute

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option
    from stablehand.kernel.rng import Rng
    from stablehand.unicorns.catalog import Definition
    from stablehand.unicorns.state import State

# How much each thing adds to the logarithm of the chances. Fitted to who won 1,400 games between greedy bots
# (two decks, a position a turn), then rounded; where those bots misused a card, set by hand.
UNICORN = 0.2
CLOSE = 2.0
"""What having all the Unicorns it takes would add; it grows with the cube of the way that is done."""
LAST_STEP = 0.25
"""What it adds that only one is missing."""
LATENT = 0.1
"""What a card is worth in a stable whose Unicorns count as something else."""
EVERY_TURN = 0.1
GUARD = 0.05
UPGRADE = 0.1
BUSY_UPGRADE = 0.2
"""An Upgrade that does something every turn."""
DOWNGRADE = -0.33
CRIPPLING = -0.6
"""A Downgrade that takes away what Unicorns are or do."""
IN_HAND = 0.03
ANSWER_IN_HAND = 0.2
UNICORN_IN_HAND = 0.08
SOONER = 0.3
"""What it adds to be at turn, against being the last to have a turn."""
A_TURN = 0.25


class UnicornsJudge:
    """Judges a table of unicorns."""

    def __init__(self) -> None:
        self.replies = Replies(weights)

    def values(self, state: State) -> list[float]:
        """Return each seat's share of the victory."""
        seats = state.rules.seats
        if state.is_over:
            if not state.winners:
                return [0.0] * seats
            return [1.0 / len(state.winners) if seat in state.winners else 0.0 for seat in range(seats)]
        in_stable, in_hand = weights(state.rules.deck)
        goal = state.rules.unicorns_to_win
        strengths = []
        for seat in range(seats):
            unicorns = state.counts[seat]
            strength = UNICORN * unicorns + CLOSE * (unicorns / goal) ** 3 - A_TURN * state.skips[seat]
            if unicorns >= goal - 1:
                strength += LAST_STEP
            strength -= SOONER * ((seat - state.active) % seats) / (seats - 1)
            stable = state.zones[HANDS + seats + seat]
            if state.pandas[seat]:
                strength += LATENT * len(stable)
            for card in stable:
                strength += in_stable[card]
            for card in state.zones[HANDS + seat]:
                strength += in_hand[card]
            strengths.append(strength)
        return shares(strengths, 1.0)

    def is_settled(self, state: State) -> bool:
        """Whether a turn waits for its action, or its player for the next one."""
        return state.is_over or (bool(state.asks) and state.asks[0].kind is Kind.ACTION)

    def horizon(self, state: State) -> int:
        """Return when this seat's next turn is over: all have answered, and what was kept can be played."""
        return state.turn + state.rules.seats + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Answer as somebody does who knows the game and is in a hurry."""
        return self.replies.reply(state, decision, rng)


@cache
def weights(deck: str) -> tuple[list[float], list[float]]:
    """Return what each card of a deck adds in a stable, besides the Unicorns it counts for, and in a hand."""
    from stablehand.unicorns.catalog import catalog  # noqa: PLC0415 - the catalog imports every card

    cards = catalog(deck).cards
    return [_in_stable(card) for card in cards], [_in_hand(card) for card in cards]


def _in_stable(card: Definition) -> float:
    if card.type == "upgrade":
        return BUSY_UPGRADE if card.moments else UPGRADE
    if card.type == "downgrade":
        is_crippling = any(isinstance(trait, Become | Mute) for trait in card.traits)
        return CRIPPLING if is_crippling else DOWNGRADE
    weight = EVERY_TURN * bool(card.moments.keys() & {"turn_begins", "turn_ends"})
    return weight + GUARD * bool(card.instead or any(isinstance(trait, Immune) for trait in card.traits))


def _in_hand(card: Definition) -> float:
    if card.type == "instant":
        return ANSWER_IN_HAND
    return UNICORN_IN_HAND * card.worth if card.is_unicorn else IN_HAND


JUDGE = UnicornsJudge()
