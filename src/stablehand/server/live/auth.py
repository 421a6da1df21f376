"""Which seats a client may use: usually one, several if players share a device.

The cookie of a device for a table holds a token for each of its players, in the order in which they joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.server.limits.origin import tokens_of
from stablehand.server.live.registry import hashed
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from stablehand.core.contract import Seat
    from stablehand.table.state.state import TableState


def check_may_see(connection: ASGIConnection[Any, Any, Any, Any], state: TableState) -> None:
    """Raise Refusal unless the client may watch the table: it has a seat, or spectators are allowed."""
    if not state.house.spectators and not own_seats(connection, state):
        raise Refusal("no_spectators")


def own_seats(connection: ASGIConnection[Any, Any, Any, Any], state: TableState) -> dict[Seat, str]:
    """Return the seats of a client at a table, each with its token; unknown tokens are ignored."""
    found: dict[Seat, str] = {}
    for token in tokens_of(connection, state.code):
        seat = state.seat_of(hashed(token))
        if seat is not None:
            found[seat] = token
    return found
