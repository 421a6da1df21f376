"""Requests that give somebody a seat. They reach a table over HTTP, before there is a connection.

Tokens are hashes here: the table never sees a token itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehand.core.branch import Branch
    from stablehand.core.contract import Seat


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat under a name; without a seat number, the first free one."""

    name: str
    seat: Seat | None
    token: str
    client: str = ""
    """The address of the client; only a short hash of it is kept."""
    tokens: tuple[str, ...] = ()
    """Hashes of the tokens that the client has for this table already."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Add a device to the seat that `token` proves; the device's own token is `device`."""

    token: str
    device: str


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Take a seat, put bots on the others, and start at once in the middle of a finished game."""

    name: str
    seat: Seat
    token: str
    branches: tuple[Branch, ...]


AnyRequest = Sit | Pair | PlayOn
