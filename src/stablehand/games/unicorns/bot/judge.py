"""Evaluate a position of Unstable Unicorns as an experienced player does.

Unicorns win, but the first ones say little: they come and go, and what counts is who is about to have the
last. Other terms are what a stable can do next turn, what protects it, its Downgrades, the cards in hand, and
whose turn comes sooner. A card is rated by its data: what triggers it, what it prevents, what it forbids. No
card is known by name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stablehand.bots.judge import shares
from stablehand.core.contract import Kind
from stablehand.games.unicorns.bot.replies import Replies
from stablehand.games.unicorns.state.state import HANDS
from stablehand.games.unicorns.vocabulary import Become, Immune, Mute

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option
    from stablehand.core.rng import Rng
    from stablehand.games.unicorns.decks.catalog import Definition
    from stablehand.games.unicorns.state.state import State

# What each term adds to the logarithm of the chances. Fitted to the winners of 1,400 games between greedy
# bots (two decks, one position per turn), then rounded; where those bots misused a card, set by hand.
UNICORN = 0.2
CLOSE = 2.0
"""For all the Unicorns that victory takes; it grows with the cube of the share that a stable has."""
LAST_STEP = 0.25
"""For a stable that needs only one Unicorn more."""
LATENT = 0.1
"""For each card in a stable whose Unicorns count as something else."""
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
"""The difference between the active seat and the seat whose turn comes last."""
A_TURN = 0.25


class UnicornsJudge:
    """Evaluates positions of Unstable Unicorns for the search (`bots.judge`)."""

    def __init__(self) -> None:
        self.replies = Replies(weights)

    def values(self, state: State) -> list[float]:
        """Return each seat's expected share of the victory; all 0 if the game ended without a winner."""
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
        """Return whether a turn waits for its action, or the game is over."""
        return state.is_over or (bool(state.asks) and state.asks[0].kind is Kind.ACTION)

    def horizon(self, state: State) -> int:
        """Return the end of the seat's next turn: all have answered, and kept cards could be played."""
        return state.turn + state.rules.seats + 1

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Return a quick answer without a search."""
        return self.replies.reply(state, decision, rng)


@cache
def weights(deck: str) -> tuple[list[float], list[float]]:
    """Return the weight of each card of a deck in a stable, without the Unicorns it counts as, and in a hand.

    The result is cached and shared: do not change it.
    """
    from stablehand.games.unicorns.decks.catalog import catalog  # noqa: PLC0415 - the catalog imports every card

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
