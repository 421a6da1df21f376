"""How many Unicorns a seat has (UU-END-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State


def unicorns(s: State, seat: Seat) -> i64:
    """Count a seat's Unicorns by their worth; cards that count as something else do not (UU-END-2)."""
    return count_as(s, seat, s.mute[seat], s.pandas[seat]) if s.touched else s.counts[seat]


def worth(s: State, seat: Seat, card: CardNo) -> i64:
    """Return how many of a seat's Unicorns a card counts as; 0 if it is not in that stable."""
    if s.controller(card) != seat or s.pandas[seat] or not s.rules.catalog.cards[card].is_unicorn:
        return 0
    return 1 if s.mute[seat] == 2 else s.rules.catalog.worths[card]


def count_as(s: State, seat: Seat, mute: i64, is_panda: bool) -> i64:
    """Count the Unicorns of a stable as if its cards were muted so far, or counted as something else."""
    if is_panda:
        return 0
    if mute == 2:
        cards = s.rules.catalog.cards
        return sum(cards[card].is_unicorn for card in s.stable(seat))
    worths = s.rules.catalog.worths
    count: i64 = 0
    for card in s.stable(seat):
        count += worths[card]
    return count
