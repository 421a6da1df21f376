"""Small parts of the table frame; use them through `protocol`, which describes all messages."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class WindowSeen(Struct, frozen=True):
    """The open response window; only `can_hold` differs from seat to seat."""

    seconds: float | None
    """Seconds left; null if the window waits for all answers."""
    total: float | None
    """Seconds it is open in all, with those that were asked for; null as above."""
    held_by: tuple[int, ...]
    """The seats that have asked for more time."""
    can_hold: bool
    """Whether this seat may ask for more time."""


class OrdersSeen(Struct, frozen=True):
    """The standing orders of this seat; see the command `orders`."""

    until_turn: bool
    threatened: bool
    no_basics: bool


class AutoAnswer(Struct, frozen=True):
    """The last answer of this seat, if the table gave it."""

    state: int
    """The number of the state it led to."""
    by: str
    """Why: `forced`, `quiet`, `window`, `away` or `clock`."""
    text: str


class Line(Struct, frozen=True):
    """One line of the log: an event as this audience may see it."""

    number: int
    text: str
    is_news: bool
    event: dict[str, Any]


class Said(Struct, frozen=True):
    """One line of the chat."""

    number: int
    seat: int
    text: str
    emote: str
    notice: str = ""
    """Empty for what a player says; otherwise the table says it about the player: `joined`, `sent_away`."""


class KnockSeen(Struct, frozen=True):
    """Somebody who asks to be let in; players answer with `let_in`."""

    number: int
    name: str
    seat: int
    agreed: tuple[int, ...]
    """The seats that have agreed."""


class Vote(Struct, frozen=True):
    """An open vote on an undo, and the seats that have not voted."""

    seat: int
    waiting: tuple[int, ...]
    seconds: float


class Proof(Struct, frozen=True):
    """The data for checking the shuffle; the key is null until the game is over."""

    commitment: str
    nonces: tuple[str, ...]
    key: str | None
