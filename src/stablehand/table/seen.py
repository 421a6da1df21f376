"""Sections of a frame: the open window, standing orders, requests to be let in."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stablehand.core.contract import Kind
from stablehand.table import protocol as p
from stablehand.table.commands.play import EXTENSIONS
from stablehand.table.state.clock import has_window_limit

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.state.orders import StandingOrders
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile


def window_seen(state: TableState, volatile: Volatile, seat: Seat | None, now: int) -> p.WindowSeen | None:
    """Return the open response window, None if there is none; only `can_hold` depends on the seat."""
    match = state.match
    if match is None or state.is_paused:
        return None
    opened = [one.at for one in match.pending.values() if one.decision.kind is Kind.RESPOND]
    if not opened:
        return None
    activity = [volatile.seats[one.seat] for one in state.seats]
    held_by = tuple(number for number, one in enumerate(activity) if one.extensions)
    own = None if seat is None or state.seats[seat].level is not None else match.question(seat)
    has_limit = has_window_limit(state, volatile)
    can_hold = has_limit and own is not None and volatile.seats[cast("int", seat)].extensions < EXTENSIONS
    if not has_limit:
        return p.WindowSeen(None, None, held_by, can_hold)
    total = state.house.window * 1000 + max(one.extra for one in activity)
    left = max(0, min(opened) + total - now)
    return p.WindowSeen(left / 1000, total / 1000, held_by, can_hold)


def knocks_seen(volatile: Volatile, now: int) -> tuple[p.KnockSeen, ...]:
    """Return the open requests to be let in."""
    standing = [knock for knock in volatile.knocks.values() if knock.until >= now]
    return tuple([p.KnockSeen(one.number, one.name, one.seat, tuple(sorted(one.agreed))) for one in standing])


def orders_seen(orders: StandingOrders) -> p.OrdersSeen:
    """Return a seat's standing orders."""
    return p.OrdersSeen(orders.until_turn, orders.threatened, orders.no_basics)
