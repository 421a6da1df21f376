"""The messages of a table actor's mailbox.

A message says what is wanted and nothing about how it is done: `TableActor` handles them all in one place.
A message from a connection is answered through that connection's queue of frames. The others carry a future,
which is resolved after the commit or fails with `ActorStopped`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from stablehand.core.contract import Option, Seat
    from stablehand.server.ws.outbox import Connection
    from stablehand.table.commands.admission import Admission
    from stablehand.table.commands.requests import AnyRequest
    from stablehand.table.protocol import AnyCommand


@dataclass(frozen=True, slots=True)
class Receive:
    """A command that arrived on a connection."""

    connection: Connection
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class Join:
    """A connection that wants to be sent the table."""

    connection: Connection
    token: str
    """The hash of the token that proves the connection's seat; empty for a spectator."""


@dataclass(frozen=True, slots=True)
class Part:
    """A connection that has ended."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class Admit:
    """A request to give somebody a seat; the reply is the seat."""

    request: AnyRequest
    reply: asyncio.Future[Admission]


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table for good."""

    reply: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class Sync:
    """Reply as soon as everything that arrived before is stored."""

    reply: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class Thought:
    """The option that a bot has chosen for a question; None if it found none in time."""

    seat: Seat
    question: int
    option: Option | None


@dataclass(frozen=True, slots=True)
class Stop:
    """End the actor after this round."""


Message = Receive | Join | Part | Admit | Close | Sync | Thought | Stop
