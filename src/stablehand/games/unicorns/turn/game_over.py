"""The end of a game: enough Unicorns, or an empty deck (UU-END).

Who has enough is noted after every change, since of several the first to have reached it wins (UU-END-3); the
game ends when nothing is pending any more or, at a table with `win = at_once`, after that change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.candidates import holds
from stablehand.games.unicorns.knowledge.counts import unicorns
from stablehand.games.unicorns.resolution.stables import put_away
from stablehand.games.unicorns.state.records import Env
from stablehand.games.unicorns.state.state import DECK, LIMBO
from stablehand.games.unicorns.state.zones import record, refill
from stablehand.games.unicorns.vocabulary import CannotWin

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Seat, Seats
    from stablehand.games.unicorns.state.state import State


def check_game_over(s: State) -> None:
    """End the game if somebody has won or the deck has run out; nothing may be pending (UU-END-3, RUL-03)."""
    if s.lead < s.rules.unicorns_to_win and not s.touched and s.zones[DECK]:
        return
    note_reached(s)
    if s.reached:
        _win(s)
    elif not s.zones[DECK] and s.turn and not refill(s):
        run_out(s, "UU-END-4")


def note_reached(s: State) -> None:
    """Note who has the number of Unicorns that wins, after those who have had it for longer (UU-END-3)."""
    goal: i64 = s.rules.unicorns_to_win
    if s.lead < goal and not s.reached and not s.touched:
        return
    have: Seats = 0
    for seat in range(s.rules.seats):
        if unicorns(s, seat) >= goal and can_win(s, seat):
            have |= 1 << seat
    before = [seats & have for seats in s.reached if seats & have]
    for seats in before:
        have &= ~seats
    s.reached = (*before, have) if have else tuple(before)


def can_win(s: State, seat: Seat) -> bool:
    """Whether no card keeps a seat from winning (RUL-60)."""
    for trait, source in s.live[seat]:
        if isinstance(trait, CannotWin) and (
            trait.condition is None or holds(s, trait.condition, Env(seat, source))
        ):
            return False
    return True


def ends_at_once(s: State) -> bool:
    """End the game in the middle of effects if somebody has enough Unicorns and the table plays so."""
    if not s.rules.wins_at_once or s.lead < s.rules.unicorns_to_win or not s.turn:
        return False
    note_reached(s)
    if not s.reached:  # whoever has enough cannot win (RUL-60)
        return False
    s.plan = s.queue = s.fresh = ()
    for card in s.zones[LIMBO][:]:  # what is being played has no more effect
        put_away(s, card)
    _win(s)
    return True


def _win(s: State) -> None:
    """End the game for the first who reached the number; by the same change, the next in turn order."""
    first = s.reached[0]
    is_alone = len(s.reached) == 1 and first & first - 1 == 0
    winner = next(seat for seat in s.clockwise(s.active) if first >> seat & 1)
    _end(s, (winner,), ("UU-END-1",) if is_alone else ("UU-END-1", "UU-END-3"))


def run_out(s: State, why: str) -> None:
    """End the game for lack of cards or turns: most Unicorns win, then most letters (UU-END-4 to 6).

    Who cannot win is passed over (RUL-60).
    """
    everybody = range(s.rules.seats)
    seats = [seat for seat in everybody if can_win(s, seat)]
    passed = () if len(seats) == len(everybody) else ("RUL-60",)
    if not seats:
        _end(s, (), (why, "UU-END-6", *passed))
        return
    most = max(unicorns(s, seat) for seat in seats)
    best = [seat for seat in seats if unicorns(s, seat) == most]
    if len(best) == 1:
        _end(s, (best[0],), (why, *passed))
        return
    longest = max(letters(s, seat) for seat in best)
    best = [seat for seat in best if letters(s, seat) == longest]
    if len(best) == 1:
        _end(s, (best[0],), (why, "UU-END-5", *passed))
    else:
        _end(s, (), (why, "UU-END-6", *passed))


def letters(s: State, seat: Seat) -> int:
    """Count the letters of the names of a seat's Unicorns, as printed in the table's language (UU-END-5)."""
    if s.pandas[seat]:
        return 0
    catalog = s.rules.catalog
    letters_of = catalog.letters_of(s.rules.lang)
    return sum([letters_of[card] for card in s.stable(seat) if catalog.cards[card].is_unicorn])


def _end(s: State, winners: tuple[Seat, ...], rules: tuple[str, ...]) -> None:
    s.is_over = True
    s.reached = ()
    s.winners = winners
    s.phase = "over"
    s.k = None
    record(s, "ended", rules, winners[0] if winners else -1, winners=list(winners))
