"""Who is at the table and ready, as far as that decides what somebody may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile


def is_ready(state: TableState, volatile: Volatile, seat: Seat) -> bool:
    """Whether a player is ready."""
    mark = volatile.seats[seat].ready
    return state.seats[seat].is_ready if mark is None else mark


def nonce_of(state: TableState, volatile: Volatile, seat: Seat) -> str:
    """Return the nonce that a seat has sent for the shuffle; "" if it has sent none."""
    return volatile.seats[seat].nonce or state.seats[seat].nonce


def host_of(state: TableState, volatile: Volatile) -> Seat | None:
    """Return the seat of the host: the player who has been here longest, still plays and is not away.

    If all are away, whoever has been here longest; None without players. A returning host is host again.
    """
    players = [
        (volatile.seats[seat.seat].is_away, seat.sat, seat.seat) for seat in state.seats if seat.is_active
    ]
    return min(players)[2] if players else None
