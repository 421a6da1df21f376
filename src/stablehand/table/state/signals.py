"""Signals: what happens at a table and is not stored. `Volatile` is what they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Seat
    from stablehand.table.state.orders import StandingOrders


@dataclass(frozen=True, slots=True)
class Vote:
    """A request for an undo that needs the other players' consent."""

    seat: Seat
    to: int
    """How many answers would still stand."""
    command: str
    waiting: frozenset[Seat]
    """The seats that have not agreed yet."""
    until: int


@dataclass(frozen=True, slots=True)
class Knock:
    """A request to be let in, to which the host or all present players must agree."""

    number: int
    name: str
    seat: Seat
    token: str
    """The hash of the token that will prove the seat."""
    visitor: str
    until: int
    agreed: frozenset[Seat] = frozenset()


# ---- signals


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that happens at a table and is not stored."""

    is_visible: ClassVar[bool] = True
    """Whether a frame may look different afterwards."""


@dataclass(frozen=True, slots=True)
class Connected(Signal):
    """A connection was opened, by a spectator if `seat` is None."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Disconnected(Signal):
    """A connection has ended."""

    seat: Seat | None
    at: int


@dataclass(frozen=True, slots=True)
class Woke(Signal):
    """A restored table was woken: from now on disconnected players are counted as such."""

    at: int


@dataclass(frozen=True, slots=True)
class ChatSent(Signal):
    """A player wrote a line or sent an emote."""

    seat: Seat
    text: str
    emote: str


@dataclass(frozen=True, slots=True)
class QuietSet(Signal):
    """A player passes in every window of a turn; None ends that."""

    seat: Seat
    turn: int | None


@dataclass(frozen=True, slots=True)
class ReadySet(Signal):
    """A player is ready, or no longer; what counts is stored when the game starts."""

    seat: Seat
    on: bool
    nonce: str


@dataclass(frozen=True, slots=True)
class ChangeCounted(Signal):
    """A player has changed something around the game, which counts for the limit on such changes."""

    is_visible = False
    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class OrdersSet(Signal):
    """A player gave standing orders."""

    seat: Seat
    orders: StandingOrders


@dataclass(frozen=True, slots=True)
class WentAway(Signal):
    """A player has been disconnected for a while."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeExtended(Signal):
    """A player got more time for the open decision; in a response window everybody did."""

    seat: Seat
    is_window: bool


@dataclass(frozen=True, slots=True)
class VoteOpened(Signal):
    """The other players are asked to agree to an undo."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class Agreed(Signal):
    """A player has agreed to the open vote."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class VoteFailed(Signal):
    """Somebody disagreed, or time was up."""


@dataclass(frozen=True, slots=True)
class Knocked(Signal):
    """Somebody asks to be let in."""

    knock: Knock


@dataclass(frozen=True, slots=True)
class LetInAgreed(Signal):
    """A player agrees that somebody is let in."""

    seat: Seat
    knock: int


@dataclass(frozen=True, slots=True)
class KnockEnded(Signal):
    """A request to be let in is decided."""

    knock: int


@dataclass(frozen=True, slots=True)
class TaskGiven(Signal):
    """A question was given to a bot."""

    is_visible = False
    seat: Seat
    question: int


@dataclass(frozen=True, slots=True)
class TaskDone(Signal):
    """A bot has chosen an option for a question, or has given up (None)."""

    is_visible = False
    seat: Seat
    question: int
    option: Option | None


@dataclass(frozen=True, slots=True)
class CommandDone(Signal):
    """A command was applied that led to no fact."""

    is_visible = False
    seat: Seat
    command: str


AnySignal = (
    Connected
    | Disconnected
    | Woke
    | ChatSent
    | QuietSet
    | ReadySet
    | ChangeCounted
    | OrdersSet
    | WentAway
    | TimeExtended
    | VoteOpened
    | Agreed
    | VoteFailed
    | Knocked
    | LetInAgreed
    | KnockEnded
    | TaskGiven
    | TaskDone
    | CommandDone
)
