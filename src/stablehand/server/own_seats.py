"""Whose seats a client can prove to have: mostly one, several where players share a device.

A device's cookie for a table holds a token for each of its players, in the order in which they sat down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.server.guard import tokens_of
from stablehand.server.hall import hashed

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from stablehand.kernel.contract import Seat
    from stablehand.table.table import Table


def own_seats(connection: ASGIConnection[Any, Any, Any, Any], table: Table) -> dict[Seat, str]:
    """Return the seats of a client at a table, each with the token that proves it."""
    found: dict[Seat, str] = {}
    for token in tokens_of(connection, table.code):
        seat = table.seat_of(hashed(token))
        if seat is not None:
            found[seat] = token
    return found
