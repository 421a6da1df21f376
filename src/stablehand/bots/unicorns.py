"""How the unicorns stand: a judge that counts as an experienced player does.

Unicorns win, so they count most, each for what it is worth; then what a stable can do next turn, what guards
it, what burdens it, and what is still in hand. A card is weighed by its data: what sets it off, what it keeps
off, what it forbids. No card is known by name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stablehand.bots.judge import NO_CHAPTER, shares
from stablehand.kernel.contract import Kind
from stablehand.unicorns.state import HANDS
from stablehand.unicorns.words import Become, Immune, Mute

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option
    from stablehand.kernel.rng import Rng
    from stablehand.unicorns.catalog import Definition
    from stablehand.unicorns.state import State

KEENNESS = 0.85
LATENT = 0.45
"""What a Unicorn is worth while it counts as something else."""
EVERY_TURN = 0.30
GUARD = 0.25
UPGRADE = 0.35
DOWNGRADE = -0.55
IN_HAND = 0.14
ANSWER_IN_HAND = 0.22
UNICORN_IN_HAND = 0.10
A_TURN = 0.25
CLOSE = 0.5
"""What the last step to victory adds; it grows with the cube of the way that is done."""
PLAYS = {
    "magical": 1.1,
    "basic": 1.0,
    "baby": 1.0,
    "magic": 0.45,
    "upgrade": 0.4,
    "downgrade": 0.4,
    "instant": 0.0,
}
"""How gladly a card of each type is played; drawing one instead is worth nothing now."""
TAKES_OFFERS = 3
"""Of four offers, three are taken at sight."""
LETS_PASS = 6
"""Of seven cards played, so many are let pass by those who could answer."""


class UnicornsJudge:
    """Judges a table of unicorns."""

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
            strength = unicorns + CLOSE * (unicorns / goal) ** 3 - A_TURN * state.skips[seat]
            for card in state.zones[HANDS + seats + seat]:
                strength += in_stable[card]
            if state.pandas[seat]:
                strength += LATENT * sum(in_stable[card] >= 0 for card in state.stable(seat))
            for card in state.zones[HANDS + seat]:
                strength += in_hand[card]
            strengths.append(strength)
        strengths[state.active] += A_TURN if state.phase in {"draw", "begin"} else 0.0
        return shares(strengths, KEENNESS)

    def is_settled(self, state: State) -> bool:
        """Whether a turn waits for its action, or its player for the next one."""
        return state.is_over or (bool(state.asks) and state.asks[0].kind is Kind.ACTION)

    def chapter(self, state: State) -> int:
        """Return none: what follows a settled position is more luck than judgement."""
        del state
        return NO_CHAPTER

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Let most cards pass, take what is offered, choose cards by their weight."""
        options = decision.options
        kind = decision.kind
        if kind is Kind.RESPOND:
            return options[-1] if rng.below(LETS_PASS + 1) else options[0]
        if kind is Kind.CARD:
            return self._card(state, decision, rng)
        if kind is Kind.ACTION:
            return self._action(state, decision, rng)
        if kind is Kind.YES_NO and rng.below(TAKES_OFFERS + 1):
            return options[0]
        return options[rng.below(len(options))]

    def _action(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Play a Unicorn if there is one, then what helps or harms most, else draw."""
        cards = state.rules.catalog.cards
        best, chosen = -1.0, decision.options[0]
        for option in decision.options:
            value = rng.below(256) / 512
            if option < len(cards):
                value += PLAYS[cards[option].type] * cards[option].worth
            if value > best:
                best, chosen = value, option
        return chosen

    def _card(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Part with the least of one's own, and reach for the best of others'."""
        in_stable, in_hand = weights(state.rules.deck)
        own_hand, own_stable = HANDS + decision.seat, HANDS + state.rules.seats + decision.seat
        best, chosen = -9.0, decision.options[0]
        for option in decision.options:
            if not 0 <= option < len(in_stable):
                continue
            zone = state.where[option]
            cards = state.rules.catalog.cards
            if zone == own_hand:
                value = -in_hand[option]
            else:
                value = in_stable[option] + cards[option].is_unicorn
                if zone == own_stable:
                    value = -value
            value += rng.below(64) / 256  # among equals any
            if value > best:
                best, chosen = value, option
        return chosen


@cache
def weights(deck: str) -> tuple[list[float], list[float]]:
    """Return what each card of a deck adds in a stable, besides the Unicorns it counts for, and in a hand."""
    from stablehand.unicorns.catalog import catalog  # noqa: PLC0415 - the catalog imports every card

    cards = catalog(deck).cards
    return [_in_stable(card) for card in cards], [_in_hand(card) for card in cards]


def _in_stable(card: Definition) -> float:
    weight = {"upgrade": UPGRADE, "downgrade": DOWNGRADE}.get(card.type, 0.0)
    if any(isinstance(trait, Become | Mute) for trait in card.traits):
        return 2 * DOWNGRADE
    if card.is_unicorn:
        weight += EVERY_TURN * bool(card.moments.keys() & {"turn_begins", "turn_ends"})
        weight += GUARD * bool(card.instead or any(isinstance(trait, Immune) for trait in card.traits))
    return weight


def _in_hand(card: Definition) -> float:
    if card.type == "instant":
        return IN_HAND + ANSWER_IN_HAND
    return IN_HAND + UNICORN_IN_HAND * card.is_unicorn * card.worth


JUDGE = UnicornsJudge()
