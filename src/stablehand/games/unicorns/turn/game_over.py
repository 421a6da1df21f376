"""The end of a game: enough Unicorns, or an empty deck (UU-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.traits import unicorns
from stablehand.games.unicorns.state.state import DECK
from stablehand.games.unicorns.state.zones import record, refill

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.state import State


def check_game_over(s: State) -> None:
    """End the game if somebody has won or the deck has run out; nothing may be pending (UU-END-3, RUL-03)."""
    goal = s.rules.unicorns_to_win
    if s.lead < goal and not s.touched and s.zones[DECK]:
        return
    reached = [seat for seat in s.clockwise(s.active) if unicorns(s, seat) >= goal]
    if reached:
        rules = ("UU-END-1",) if len(reached) == 1 else ("UU-END-1", "UU-END-3")
        _end(s, (reached[0],), rules)
    elif not s.zones[DECK] and s.turn and not refill(s):
        _run_out(s)


def _run_out(s: State) -> None:
    """End the game for lack of cards; most Unicorns win, then most letters (UU-END-4 to UU-END-6)."""
    seats = range(s.rules.seats)
    most = max(unicorns(s, seat) for seat in seats)
    best = [seat for seat in seats if unicorns(s, seat) == most]
    if len(best) == 1:
        _end(s, (best[0],), ("UU-END-4",))
        return
    longest = max(letters(s, seat) for seat in best)
    best = [seat for seat in best if letters(s, seat) == longest]
    if len(best) == 1:
        _end(s, (best[0],), ("UU-END-4", "UU-END-5"))
    else:
        _end(s, (), ("UU-END-4", "UU-END-6"))


def letters(s: State, seat: Seat) -> int:
    """Count the letters of the names of a seat's Unicorns, as printed in the table's language (UU-END-5)."""
    if s.pandas[seat]:
        return 0
    cards = s.rules.catalog.cards
    return sum(cards[card].letters(s.rules.lang) for card in s.stable(seat) if cards[card].is_unicorn)


def _end(s: State, winners: tuple[Seat, ...], rules: tuple[str, ...]) -> None:
    s.is_over = True
    s.winners = winners
    s.phase = "over"
    s.k = None
    record(s, "ended", rules, winners[0] if winners else -1, winners=list(winners))
