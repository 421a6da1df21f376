"""The once-a-game redraw of the party rules (UU-DRINK-4, UU-STRIP-4).

It is an extra option of decisions that are asked between effects and of response windows. It answers nothing:
it is carried out at once, and the same question comes again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.resolution.events import draw_cards
from stablehand.games.unicorns.resolution.hands import discard_cards
from stablehand.games.unicorns.state.state import REDRAW
from stablehand.games.unicorns.turn import party

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Option, Seat
    from stablehand.games.unicorns.state.state import State

OFFERED: Final[tuple[Option, ...]] = (REDRAW,)
NOT_OFFERED: Final[tuple[Option, ...]] = ()


def redraws(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return the redraw as an option, if the seat still has it; none without party rules."""
    if not s.rules.has_party or s.lost_redraws >> seat & 1 or not s.hand(seat):
        return NOT_OFFERED
    return OFFERED


def redraw(s: State, seat: Seat) -> None:
    """Discard the whole hand and draw as many cards, once per game, with its forfeits."""
    s.lost_redraws |= 1 << seat
    cards = tuple(s.hand(seat))
    discard_cards(s, s.rules.envs[seat], cards)
    draw_cards(s, seat, len(cards))
    if party.drinks(s):
        party.drink(s, seat, "UU-DRINK-4")
    if party.strips(s):
        party.strip(s, seat, "UU-STRIP-4", 1)
