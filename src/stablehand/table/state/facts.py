"""What is stored of a table: facts, in the order in which they happened. A table is what they add up to.

Applying them again from the first gives the same table, in the middle of any effect, window or clock. A
fact's time is the server's, in milliseconds; clocks are computed from these times alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec import Struct

from stablehand.table.protocol import Data, House, Level

if TYPE_CHECKING:
    from collections.abc import Callable

By = Literal["player", "bot", "clock", "window", "quiet", "forced", "away"]
"""Who gave an answer: the player, the bot on the seat, or the table and why.

`clock`, `window`: time was up. `quiet`: a standing order. `forced`: it was the only option. `away`: the
player is disconnected.
"""


class Caused(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The command that led to a fact, so that it is not applied again if it is sent again."""

    actor: int = -1
    """The seat whose command it was; -1 without a command."""
    command: str = ""


class Fact(Caused, frozen=True, tag_field="fact", tag=str.lower):
    """Something that happened at the table."""

    at: int


class Opened(Fact, frozen=True):
    """The table was made. The key is secret until the game is over."""

    table: str
    code: str
    game: str
    seats: int
    options: Data
    house: House
    key: str
    language: str = "en"
    """The language of the player who opened it, for the names of bots."""


class Configured(Fact, frozen=True):
    """The host changed what is played and how."""

    game: str
    seats: int
    options: Data
    house: House


class Sat(Fact, frozen=True):
    """A player took a seat. Only the hash of the token is stored. A bot on a seat is `Seated`."""

    seat: int
    name: str
    token: str
    visitor: str = ""
    """A short hash of the address it came from."""


class Renamed(Fact, frozen=True):
    """A player has another name."""

    seat: int
    name: str


class Rekeyed(Fact, frozen=True):
    """A player has got one more token, for another device."""

    seat: int
    token: str


class Stood(Fact, frozen=True):
    """A player has left for good: before the game the seat becomes empty, during it a bot takes it over."""

    seat: int
    is_kicked: bool = False
    """Whether the host kicked the player, who may not sit down again until the host allows it."""


class Locked(Fact, frozen=True):
    """The host locked the table, so that nobody else can sit down, or unlocked it."""

    on: bool


class Pardoned(Fact, frozen=True):
    """The host allowed all players who were kicked to sit down again."""


class Readied(Fact, frozen=True):
    """A player is ready, or no longer."""

    seat: int
    on: bool
    nonce: str = ""


class Seated(Fact, frozen=True):
    """A bot decides on a seat from now on; with level null, no bot does any more."""

    seat: int
    level: Level | None
    stands_in: bool = False
    """Whether the bot plays for a player who is away, and gives the seat back when the player returns."""


class Started(Fact, frozen=True):
    """The game began, perhaps in the middle of another. Its seed follows from the key and the nonces."""

    nonces: tuple[str, ...]
    pasts: tuple[Data, ...] = ()
    """The branches that it continues, as `core.branch` writes them."""
    rules_version: int = 0
    """The version of the game's rules it began under; 0 in facts from before this was stored."""


class Answered(Fact, frozen=True):
    """A decision was answered."""

    seat: int
    option: int
    by: By = "player"


class Undone(Fact, frozen=True):
    """All but the first `to` answers were taken back, at the request of a seat."""

    seat: int
    to: int


class Paused(Fact, frozen=True):
    """The game was paused (clocks and bots stand still), or, with `on` false, resumed."""

    on: bool


class Resumed(Fact, frozen=True):
    """A restored table was woken; clocks did not run meanwhile. The end of a pause is `Paused`."""


class Again(Fact, frozen=True):
    """A rematch is prepared; the shuffle has a new key."""

    key: str


class Closed(Fact, frozen=True):
    """The table was closed for good."""


AnyFact = (
    Opened
    | Configured
    | Sat
    | Renamed
    | Rekeyed
    | Stood
    | Locked
    | Pardoned
    | Readied
    | Seated
    | Started
    | Answered
    | Undone
    | Paused
    | Resumed
    | Again
    | Closed
)

_decoder: msgspec.json.Decoder[AnyFact] = msgspec.json.Decoder(AnyFact)
write: Final[Callable[[AnyFact], bytes]] = msgspec.json.Encoder(order="sorted").encode
"""Return a fact as it is stored."""


def read(body: bytes) -> AnyFact:
    """Read what `write` wrote; raise ValueError for anything else.

    >>> write(Paused(at=5, on=True))
    b'{"at":5,"fact":"paused","on":true}'
    >>> read(write(Paused(at=5, on=True))).on
    True
    """
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"This is not a fact: {error}.") from error
