"""Quick answers for Unstable Unicorns, as a player gives who knows the game and has no time to think.

Play Unicorns first; give Downgrades to the leader and steal from them; give up the card worth least; pay for
an offer from the hand rather than from the stable; stop a card that would win, and sometimes others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.bot.weights import ZERO, weights_of
from stablehand.games.unicorns.knowledge.candidates import players
from stablehand.games.unicorns.knowledge.occasions import open_occasion
from stablehand.games.unicorns.state.records import (
    ASK_ACTION,
    ASK_CARD,
    ASK_RESPOND,
    ASK_SEAT,
    ASK_YES_NO,
    NO_CARD,
)
from stablehand.games.unicorns.state.state import FINISH, HANDS, LIMBO, PASS, SEAT0
from stablehand.games.unicorns.vocabulary import Make, With

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.rng import Rng
    from stablehand.games.unicorns.bot.weights import Weights
    from stablehand.games.unicorns.knowledge.occasions import Occasion
    from stablehand.games.unicorns.state.records import CardNo, Option, Request, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.turn.window import Pile

LEAD: Final = 0.25
"""What each Unicorn of a stable adds to the value of affecting a card there."""
VICTORY: Final = 9.0
WELCOMED: Final = 1.0
"""The value of an offer of which nothing is known."""
GIVEN: Final = -0.4
"""What a card may be worth at most to be given up where any number can be."""

# How often a card is stopped, out of ALWAYS times.
ALWAYS: Final = 16
STOPS_A_THREAT: Final = 10
STOPS_THE_FIRST: Final = 3
STOPS_ANOTHER: Final = 1
SAVES_ITS_OWN: Final = 14
CATCHES: Final = 12
"""A Unicorn that another player steals, which goes into one's own stable instead."""


class Replies:
    """Answers by the weights of a deck's cards in a stable and in a hand."""

    def reply(
        self, state: State, asked: Request, options: tuple[Option, ...], picked: i64, rng: Rng
    ) -> Option:
        """Return one of the options of a question of any kind, of which so many parts are answered.

        Equal options are chosen at random.
        """
        kind = asked.kind
        if kind is ASK_ACTION:  # a chain of tests: compiled, it takes a tenth of the time of `match`
            return self._action(state, asked.seat, options, rng)
        if kind is ASK_RESPOND:
            is_stopped = rng.below(ALWAYS) < _stops(state, asked.seat)
            return options[0] if is_stopped else PASS
        if kind is ASK_CARD:
            if asked.most != 1 and FINISH in options:
                return self._several(state, asked.seat, options, asked.most - picked, rng)
            return self._card(state, asked.seat, options, rng, is_free=asked.least == 0)
        if kind is ASK_SEAT:
            return self._seat(state, asked, options, rng)
        if kind is ASK_YES_NO:
            return options[0] if self._takes(state, asked, rng) else options[-1]
        return options[rng.below(len(options))]

    def _action(self, state: State, seat: Seat, options: tuple[Option, ...], rng: Rng) -> Option:
        """Play a card that wins, else the one that helps most or stops a seat about to win, else draw."""
        weights = weights_of(state.rules.catalog)
        own, harm = weights.own, weights.harm
        worths = state.rules.catalog.worths
        count: i64 = len(own)
        missing: i64 = state.rules.unicorns_to_win - state.counts[seat]
        is_urgent = _is_urgent(state, seat)
        best, chosen = -99.0, options[0]
        for option in options:
            value = float(rng.below(256)) / 1024.0
            if option < count:
                value += own[option]
                if is_urgent:
                    value += harm[option]
                if worths[option] >= missing:
                    value += VICTORY
            if value > best:
                best, chosen = value, option
        return chosen

    def _takes(self, state: State, asked: Request, rng: Rng) -> bool:
        """Return whether an offer is worth its price."""
        weights = weights_of(state.rules.catalog)
        own = weights.offered.get(asked.why, WELCOMED)
        if _is_urgent(state, asked.seat):
            own += weights.offered_harm.get(asked.why, 0.0)
        return own + float(rng.below(256)) / 1024.0 > 0.12

    def _card(
        self, state: State, seat: Seat, options: tuple[Option, ...], rng: Rng, *, is_free: bool
    ) -> Option:
        """Choose the least valuable own card, or the most valuable card of others, the leader's first.

        `is_free`: whether none need be chosen; then an own card must be worth little.
        """
        weights = weights_of(state.rules.catalog)
        cards: i64 = len(state.where)
        best = -99.0
        chosen: Option = NO_CARD
        for option in options:
            if 0 <= option < cards:
                value = _worth(state, weights, seat, option) + _tie_break(rng)
                if value > best:
                    best, chosen = value, option
        if chosen == NO_CARD:
            return options[0]
        if is_free and best < GIVEN:
            zone = state.where[options[0]]
            if zone == HANDS + seat or zone == state.rules.first_stable + seat:
                return FINISH
        return chosen

    def _several(self, state: State, seat: Seat, options: tuple[Option, ...], left: i64, rng: Rng) -> Option:
        """Choose, of any number, the cards that are worth most; they are picked in ascending order."""
        weights, count = weights_of(state.rules.catalog), len(state.where)
        cards = [option for option in options if 0 <= option < count]
        values = [_worth(state, weights, seat, card) + _tie_break(rng) for card in cards]
        good = sorted([value for value in values if value > GIVEN], reverse=True)[:left]
        for at, card in enumerate(cards):
            if good and values[at] >= good[-1]:
                return card
        return FINISH if cards else options[0]

    def _seat(self, state: State, asked: Request, options: tuple[Option, ...], rng: Rng) -> Option:
        """Choose the own seat for a card that is good to have, else the seat with the most Unicorns."""
        own, played = SEAT0 + asked.seat, state.zones[LIMBO]
        is_welcome = weights_of(state.rules.catalog).is_welcome
        if played and is_welcome[played[-1]] and asked.why == "play" and own in options:
            return own
        best, chosen = -1.0, options[0]
        for option in _useful(state, options):
            if option != own and 0 <= option - SEAT0 < state.rules.seats:
                value = float(state.counts[option - SEAT0]) + float(rng.below(64)) / 64.0
                if value > best:
                    best, chosen = value, option
        return chosen


def _worth(s: State, weights: Weights, seat: Seat, card: CardNo) -> float:
    """Return what it is worth to a seat that something happens to a card, as a rule its loss."""
    zone = s.where[card]
    first_stable: i64 = s.rules.first_stable
    if zone == HANDS + seat:
        return -5.0 * float(weights.in_hand[card] - ZERO) / 100.0
    value = float(weights.in_stable[card] - ZERO) / 100.0 + float(s.rules.catalog.worths[card])
    if zone == first_stable + seat:
        return -value
    if zone >= first_stable:
        value += LEAD * float(s.counts[zone - first_stable])
    return value


def _tie_break(rng: Rng) -> float:
    return float(rng.below(64)) / 256.0


def _useful(state: State, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the players to whom something would happen: others may be chosen too (UU-WHO-1)."""
    frame = state.k
    if frame is None or not isinstance(frame.word, (Make, With)):
        return options
    affected = players(state, frame.word, frame.env)
    return tuple([option for option in options if option - SEAT0 in affected]) or options


def _stops(state: State, seat: Seat) -> i64:
    """Return how often, out of ALWAYS, a seat stops the card being played or the Instant against it."""
    window, active = state.k, state.active
    assert window is not None
    pile: Pile = window.data[0]
    about = open_occasion(state)
    if about is not None:
        return _catches(state, seat, about, len(pile) - 1)
    if len(pile) % 2 == 0:  # another seat has stopped it already
        return SAVES_ITS_OWN if active == seat else 0
    if active == seat:
        return 0
    worth = state.rules.catalog.worths[pile[0][0]]
    missing = state.rules.unicorns_to_win - state.counts[active] - worth
    if missing <= 0 and worth:
        return ALWAYS
    if missing <= 1:
        return STOPS_A_THREAT
    return STOPS_THE_FIRST if state.counts[active] == state.lead else STOPS_ANOTHER


def _catches(state: State, seat: Seat, about: Occasion, instants: i64) -> i64:
    """Return how often a seat answers a theft, a loss or a turn, or an Instant that was played on it."""
    if instants:  # who does it wants it to happen, and whoever has answered does not
        return SAVES_ITS_OWN if instants % 2 and about.by == seat else 0
    worths, goal = state.rules.catalog.worths, state.rules.unicorns_to_win
    if about.verb == "turn":
        is_close = state.counts[about.by] >= goal - 2
        return STOPS_A_THREAT if is_close else STOPS_ANOTHER
    is_unicorn = worths[about.card] > 0
    kind = state.rules.catalog.cards[about.card].type
    if about.verb == "steal":
        if kind == "downgrade":  # it would be in one's own stable
            return 0
        return CATCHES if is_unicorn else STOPS_THE_FIRST
    if kind == "baby":  # it goes to the nursery at any rate (UU-TYPE-8)
        return 0
    if about.owner == seat or not is_unicorn:
        return STOPS_THE_FIRST
    return STOPS_ANOTHER


def _is_urgent(state: State, seat: Seat) -> bool:
    """Return whether another seat needs at most one Unicorn to win."""
    enough: i64 = state.rules.unicorns_to_win - 1
    for other in state.rules.others[seat]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if state.counts[other] >= enough:
            return True
    return False
