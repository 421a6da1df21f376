"""Hand limits (UU-TURN-5), and what cards in stables make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.traits import LIMITS, LIMITS_ALL
from stablehand.games.unicorns.vocabulary import HandLimit

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Seat
    from stablehand.games.unicorns.state.state import State


def _is_limited(s: State, seat: Seat) -> bool:
    """Whether a card in some stable changes a seat's hand limit."""
    if s.kinds[seat] & LIMITS:
        return True
    if s.rules.catalog.has_common_limits:
        for kinds in s.kinds:
            if kinds & LIMITS_ALL:
                return True
    return False


def hand_limit(s: State, seat: Seat) -> int:
    """Return a hand limit: cards that set it apply before those that change it; at least 0 (RUL-04)."""
    if not _is_limited(s, seat):
        return s.rules.hand_limit
    least, change = 0, 0
    is_set = False
    for other in s.rules.around[seat]:
        if not s.kinds[other] & LIMITS:
            continue
        for trait, _ in s.live[other]:
            if not isinstance(trait, HandLimit) or (other != seat and trait.whose != "everybody"):  # RUL-71
                continue
            if trait.is_change:
                change += trait.n
            elif not is_set or trait.n < least:
                least, is_set = trait.n, True
    return max(0, (least if is_set else s.rules.hand_limit) + change)
