"""Quick answers for Unstable Unicorns, as a player gives who knows the game and has no time to think.

Play Unicorns first; give Downgrades to the leader and steal from them; give up the card worth least; pay for
an offer from the hand rather than from the stable; stop a card that would win, and sometimes others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.bot.gains import Gain, gains
from stablehand.games.unicorns.knowledge.candidates import players
from stablehand.games.unicorns.state.state import HANDS, LIMBO, PASS, SEAT0
from stablehand.games.unicorns.vocabulary import Make, With

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option
    from stablehand.core.rng import Rng
    from stablehand.games.unicorns.state.state import State

WELCOME = frozenset({"magical", "basic", "baby", "upgrade"})
"""The types of card that a player wants in their own stable."""
LEAD = 0.25
"""What each Unicorn of a stable adds to the value of affecting a card there."""
VICTORY = 9.0
WELCOMED = Gain(1.0)

# How often a card is stopped, out of ALWAYS times.
ALWAYS = 16
STOPS_A_THREAT, STOPS_THE_FIRST, STOPS_ANOTHER, SAVES_ITS_OWN = 10, 3, 1, 14


class Replies:
    """Answers by the weights of a deck's cards in a stable and in a hand."""

    def __init__(self, weights: Callable[[str], tuple[list[float], list[float]]]) -> None:
        self.weights = weights

    def reply(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Return a legal answer to a decision of any kind; equal options are chosen at random."""
        options = decision.options
        match decision.kind:
            case Kind.ACTION:
                return self._action(state, decision, rng)
            case Kind.RESPOND:
                is_stopped = rng.below(ALWAYS) < _stops(state, decision.seat)
                return options[0] if is_stopped else PASS
            case Kind.CARD:
                return self._card(state, decision, rng)
            case Kind.SEAT:
                return self._seat(state, decision, rng)
            case Kind.YES_NO:
                return options[0] if self._takes(state, decision, rng) else options[-1]
            case _:
                return options[rng.below(len(options))]

    def _action(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Play a card that wins, else the one that helps most or stops a seat about to win, else draw."""
        played, _ = gains(state.rules.deck)
        worths, count = state.rules.catalog.worths, len(played)
        missing = state.rules.unicorns_to_win - state.counts[decision.seat]
        is_urgent = _is_urgent(state, decision.seat)
        best, chosen = -99.0, decision.options[0]
        for option in decision.options:
            value = rng.below(256) / 1024
            if option < count:
                own, harm = played[option]
                value += own + harm if is_urgent else own
                if worths[option] >= missing:
                    value += VICTORY
            if value > best:
                best, chosen = value, option
        return chosen

    def _takes(self, state: State, decision: Decision, rng: Rng) -> bool:
        """Return whether an offer is worth its price."""
        _, offers = gains(state.rules.deck)
        own, harm = offers.get(decision.why, WELCOMED)
        if _is_urgent(state, decision.seat):
            own += harm
        return own + rng.below(256) / 1024 > 0.12

    def _card(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Choose the least valuable own card, or the most valuable card of others, the leader's first."""
        in_stable, in_hand = self.weights(state.rules.deck)
        worths, first_stable = state.rules.catalog.worths, state.rules.first_stable
        own_hand, own_stable = HANDS + decision.seat, first_stable + decision.seat
        best, chosen = -99.0, decision.options[0]
        for option in decision.options:
            if not 0 <= option < len(in_stable):
                continue
            zone = state.where[option]
            if zone == own_hand:
                value = -5 * in_hand[option]
            else:
                value = in_stable[option] + worths[option]
                if zone == own_stable:
                    value = -value
                elif zone >= first_stable:
                    value += LEAD * state.counts[zone - first_stable]
            value += rng.below(64) / 256  # break ties at random
            if value > best:
                best, chosen = value, option
        return chosen

    def _seat(self, state: State, decision: Decision, rng: Rng) -> Option:
        """Choose the own seat for a card that is good to have, else the seat with the most Unicorns."""
        own, played = SEAT0 + decision.seat, state.zones[LIMBO]
        is_welcome = bool(played) and state.rules.catalog.cards[played[-1]].type in WELCOME
        if decision.why == "play" and own in decision.options and is_welcome:
            return own
        best, chosen = -1.0, decision.options[0]
        for option in _useful(state, decision.options):
            if option != own and 0 <= option - SEAT0 < state.rules.seats:
                value = state.counts[option - SEAT0] + rng.below(64) / 64
                if value > best:
                    best, chosen = value, option
        return chosen


def _useful(state: State, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the players to whom something would happen: others may be chosen too (UU-WHO-1)."""
    frame = state.k
    if frame is None or not isinstance(frame.word, Make | With):
        return options
    affected = players(state, frame.word, frame.env)
    return tuple(option for option in options if option - SEAT0 in affected) or options


def _stops(state: State, seat: int) -> int:
    """Return how often, out of ALWAYS, a seat stops the card being played or the Instant against it."""
    played, active = state.zones[LIMBO], state.active
    if not played or len(played) % 2 == 0:  # another seat has stopped it already
        return SAVES_ITS_OWN if active == seat else 0
    if active == seat:
        return 0
    then = state.counts[active] + state.rules.catalog.worths[played[0]]
    missing = state.rules.unicorns_to_win - then
    if missing <= 0 and state.rules.catalog.worths[played[0]]:
        return ALWAYS
    if missing <= 1:
        return STOPS_A_THREAT
    return STOPS_THE_FIRST if state.counts[active] == max(state.counts) else STOPS_ANOTHER


def _is_urgent(state: State, seat: int) -> bool:
    """Return whether another seat needs at most one Unicorn to win."""
    enough = state.rules.unicorns_to_win - 1
    return any(count >= enough for other, count in enumerate(state.counts) if other != seat)
