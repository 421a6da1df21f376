"""Evaluate a position of Unstable Unicorns as an experienced player does.

Unicorns win, but the first ones say little: they come and go, and what counts is who is about to have the
last. Other terms are what a stable can do next turn, what protects it, its Downgrades, the cards in hand, and
whose turn comes sooner. `weights` says what each card adds.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Final

from stablehand.bots.judge import InnerJudge, shares
from stablehand.games.unicorns.bot.replies import Replies
from stablehand.games.unicorns.bot.weights import ZERO, weights_of
from stablehand.games.unicorns.resolution.asking import first_unanswered, options_of
from stablehand.games.unicorns.state.records import ASK_ACTION, Request
from stablehand.games.unicorns.state.state import HANDS

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.driver import Inner
    from stablehand.core.rng import Rng
    from stablehand.games.unicorns.bot.weights import Weights
    from stablehand.games.unicorns.state.state import State

# What each term adds to the logarithm of the chances; `weights` says where the numbers come from.
LAST_STEP: Final = 0.25
"""For a stable that needs only one Unicorn more."""
LATENT: Final = 0.1
"""For each card in a stable whose Unicorns count as something else."""
SOONER: Final = 0.3
"""The difference between the active seat and the seat whose turn comes last."""
A_TURN: Final = 0.25


class UnicornsJudge(InnerJudge):
    """Evaluates positions of Unstable Unicorns for the search (`bots.judge`)."""

    def __init__(self) -> None:
        self.replies = Replies()

    def values(self, state: State) -> list[float]:
        """Return each seat's expected share of the victory; all 0 if the game ended without a winner."""
        seats = state.rules.seats
        if state.is_over:
            if not state.winners:
                return [0.0] * seats
            return [1.0 / len(state.winners) if seat in state.winners else 0.0 for seat in range(seats)]
        weights = weights_of(state.rules.catalog)
        counted = weights.counted(state.rules.unicorns_to_win)
        return shares([_strength(state, seat, weights, counted) for seat in range(seats)], 1.0)

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - as for every game
        """Return one seat's share of the victory."""
        s: State = state
        if s.is_over:
            return self.values(s)[seat]
        weights = weights_of(s.rules.catalog)
        counted = weights.counted(s.rules.unicorns_to_win)
        own, total = _strength(s, seat, weights, counted), 1.0
        for other in s.rules.others[seat]:
            total += exp(_strength(s, other, weights, counted) - own)
        return 1.0 / total

    def is_settled(self, state: Any) -> bool:  # noqa: ANN401 - the same
        """Return whether a turn waits for its action, or the game is over."""
        s: State = state
        return s.is_over or (len(s.requests) == 1 and s.requests[0].kind is ASK_ACTION)

    def horizon(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return the end of the seat's next turn: all have answered, and kept cards could be played."""
        s: State = state
        return s.turn + s.rules.seats + 1

    def reply(self, state: Any, decision: Decision, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return a quick answer without a search."""
        asked = Request(
            decision.seat, decision.kind, decision.options, decision.why, decision.least, decision.most
        )
        return self.replies.reply(state, asked, decision.options, len(decision.picked), rng)

    def answer(self, inner: Inner, state: Any, rng: Rng) -> Option:  # noqa: ANN401 - the same
        """Return a quick answer of the seat that is asked first; no `Decision` is built for it."""
        del inner
        s: State = state
        number = first_unanswered(s)
        asked, picks = s.requests[number], s.picks[number]
        return self.replies.reply(s, asked, options_of(asked, picks), len(picks), rng)


def _strength(s: State, seat: i64, weights: Weights, counted: list[float]) -> float:
    """Return the logarithm of a seat's chances, but for what is the same for all seats."""
    seats: i64 = s.rules.seats
    unicorns: i64 = s.counts[seat]
    strength = counted[unicorns] - A_TURN * float(s.skips[seat])
    if unicorns >= s.rules.unicorns_to_win - 1:
        strength += LAST_STEP
    later: i64 = seat - s.active
    if later < 0:
        later += seats
    strength -= SOONER * float(later) / float(seats - 1)
    stable, hand = s.zones[HANDS + seats + seat], s.zones[HANDS + seat]
    if s.pandas[seat]:
        strength += LATENT * float(len(stable))
    in_stable, in_hand = weights.in_stable, weights.in_hand
    hundredths: i64 = 0
    for card in stable:
        hundredths += in_stable[card]
    for card in hand:
        hundredths += in_hand[card]
    return strength + float(hundredths - ZERO * (len(stable) + len(hand))) / 100.0


JUDGE = UnicornsJudge()
