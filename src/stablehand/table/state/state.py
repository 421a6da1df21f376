"""The state of a table and of each of its seats: what its facts add up to.

Only `fold.apply` changes it. Everything here comes back when the facts are read again; what does not is in
`volatile.Volatile`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from stablehand.table.protocol import House
from stablehand.table.state.bot_names import bot_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from stablehand.core.contract import Seat
    from stablehand.table.protocol import Level
    from stablehand.table.state.match import Match

Stage = Literal["lobby", "playing", "over", "closed"]
DEVICES: Final = 4
"""The most devices of one player; with one more, the oldest is forgotten."""
SENT_AWAY: Final = 16
"""The most players that are remembered as sent away."""
UNDOS: Final = 3
"""The most undos of one player in one turn."""


@dataclass(slots=True)
class SeatState:
    """The stored part of a seat. What is not stored, such as connections, is in `volatile.SeatActivity`."""

    seat: int
    name: str = ""
    tokens: list[str] = field(default_factory=list)
    """Hashes of the tokens that prove who the player is; none: nobody owns the seat."""
    level: Level | None = None
    """The level of the bot that decides here now; None if a player does, or nobody."""
    stands_in: bool = False
    """Whether that bot gives the seat back when the player returns."""
    taken_over: int = 0
    """When that bot took over, in milliseconds: it needs time to think, whenever the question was asked."""
    visitor: str = ""
    """A short hash of the address that the player sat down from; "" if it is not known."""
    sat: int = 0
    """The number of the fact by which the player sat down; the lowest is the host's."""
    is_ready: bool = False
    nonce: str = ""
    bank: int = 0
    """Milliseconds left for the whole game, besides those of each decision."""

    @property
    def is_player(self) -> bool:
        """Whether a player owns the seat, perhaps with a bot standing in."""
        return bool(self.tokens)

    @property
    def is_empty(self) -> bool:
        """Whether neither a player nor a bot is here."""
        return not self.tokens and self.level is None

    @property
    def is_active(self) -> bool:
        """Whether a player decides here."""
        return bool(self.tokens) and self.level is None

    def clear(self) -> None:
        """Make the seat empty."""
        self.name, self.tokens, self.level, self.stands_in = "", [], None, False
        self.is_ready, self.nonce, self.visitor = False, "", ""


class SentAway(NamedTuple):
    """A player whom the host has kicked, with what the table knows to recognise them by."""

    name: str
    visitor: str
    tokens: tuple[str, ...]


@dataclass(slots=True)
class TableState:
    """The stored part of a table; empty until the fact `Opened` is applied."""

    fact_count: int = 0
    """How many facts were applied. Clients know it as the number of the state."""
    id: str = ""
    code: str = ""
    game: str = ""
    options: dict[str, object] = field(default_factory=dict)
    house: House = field(default_factory=House)
    language: str = "en"
    """The language of the player who opened the table; bots get names in it."""
    seats: list[SeatState] = field(default_factory=list)
    key: bytes = b""
    """The table's part of the seed; secret until the game is over."""
    commitment: str = ""
    """The hash of the key, which everybody is shown."""
    nonces: tuple[str, ...] = ()
    match: Match | None = None
    """The game that is played or was played last; None before the first and after `Again`."""
    game_number: int = 1
    is_paused: bool = False
    paused_at: int = 0
    """When the pause began, or the server came back during it."""
    is_closed: bool = False
    is_locked: bool = False
    """Whether nobody else may sit down."""
    sent_away: list[SentAway] = field(default_factory=list)
    """Those who may not sit down again, the last one last."""
    undos: dict[tuple[Seat, int], int] = field(default_factory=dict)
    """The number of undos of each seat in each turn of this game."""
    touched: int = 0
    """The time of the last fact."""
    done: dict[tuple[Seat, str], None] = field(default_factory=dict)
    """The seat and id of each command that led to a fact, the newest last, so that none is applied again."""

    def copy(self) -> TableState:
        """Return a copy that keeps this state when facts change it; the game itself is shared."""
        return replace(
            self,
            seats=[replace(seat, tokens=list(seat.tokens)) for seat in self.seats],
            sent_away=list(self.sent_away),
            undos=dict(self.undos),
            done=dict(self.done),
        )

    @property
    def stage(self) -> Stage:
        """Whether the table is before, during or after a game, or closed."""
        if self.is_closed:
            return "closed"
        if self.match is None:
            return "lobby"
        return "over" if self.match.is_over else "playing"

    def display_names(self) -> list[str]:
        """Return the name of the player or bot on each seat; "" where nobody sits."""
        people = tuple(seat.name for seat in self.seats if seat.name)
        bots = bot_names(
            people, tuple(seat.seat for seat in self.seats if seat.level and not seat.name), self.language
        )
        return [seat.name or bots.get(seat.seat, "") for seat in self.seats]

    def names(self) -> list[str]:
        """Return a name for each seat; an empty seat is called by its number."""
        return [name or f"{seat + 1}" for seat, name in enumerate(self.display_names())]

    def owners(self) -> dict[str, Seat]:
        """Return the seat of every token's hash."""
        return {token: seat.seat for seat in self.seats for token in seat.tokens}

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that a token's hash belongs to, None if to none."""
        return next((seat.seat for seat in self.seats if token in seat.tokens), None)

    def is_sent_away(self, visitor: str, tokens: Collection[str]) -> bool:
        """Whether the host has sent a visitor away: from this address, or with one of these tokens."""
        return any(
            (visitor and visitor == one.visitor) or not set(one.tokens).isdisjoint(tokens)
            for one in self.sent_away
        )

    def has_other_players(self, seat: Seat) -> bool:
        """Whether players other than this one decide at the table."""
        return any(one.is_active and one.seat != seat for one in self.seats)

    def can_undo(self, seat: Seat) -> bool:
        """Whether a seat may ask to undo its own last answer."""
        match = self.match
        if match is None or match.is_over or not self.house.undo or self.seats[seat].level is not None:
            return False
        return (
            self.undos.get((seat, match.turn), 0) < UNDOS and match.last_answer(seat, is_own=True) is not None
        )
