"""What is kept of a table: facts, in the order they happened. A table is what they add up to.

Whoever reads them again from the first comes to the same table, in the middle of any effect, window or clock.
A fact's time is the server's, in milliseconds; clocks are reckoned from these times alone.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from stablehand.table.protocol import Data, House, Level

By = Literal["player", "bot", "clock", "window", "quiet", "forced", "away"]
"""Who gave an answer: the player, the bot on the seat, or the table and why.

`clock`, `window`: time was up. `quiet`: a standing order. `forced`: it was the only option. `away`: the
player is disconnected.
"""


class Caused(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whose command brought something about, so that it is not done again when it is sent again."""

    actor: int = -1
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
    """That of the player who opened it, for the names of bots."""


class Configured(Fact, frozen=True):
    """The host changed what is played and how."""

    game: str
    seats: int
    options: Data
    house: House


class Sat(Fact, frozen=True):
    """A player took a seat; of the token only its hash is kept."""

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
    """A player has another token too, for another device."""

    seat: int
    token: str


class Stood(Fact, frozen=True):
    """A player is gone for good: before the game the seat is empty then, during it a bot has it."""

    seat: int
    is_kicked: bool = False
    """Whether the host sent the player away, who may not sit down again until the host allows it."""


class Locked(Fact, frozen=True):
    """The host lets nobody else sit down, or lets everybody again."""

    on: bool


class Pardoned(Fact, frozen=True):
    """The host lets all those sit down again who were sent away."""


class Readied(Fact, frozen=True):
    """A player is ready, or no longer."""

    seat: int
    on: bool
    nonce: str = ""


class Seated(Fact, frozen=True):
    """A bot decides on a seat from now on (level null: no longer)."""

    seat: int
    level: Level | None
    stands_in: bool = False
    """Whether the bot plays for a player who is away, and gives the seat back when the player returns."""


class Started(Fact, frozen=True):
    """The game began, perhaps in the middle of another. With the key, the nonces make its seed."""

    nonces: tuple[str, ...]
    pasts: tuple[Data, ...] = ()
    """What it goes on from, as `core.branch` writes it."""
    rules_version: int = 0
    """The version of the game's rules it began under; 0 in facts from before this was stored."""


class Answered(Fact, frozen=True):
    """A decision was answered."""

    seat: int
    option: int
    by: By = "player"


class Undone(Fact, frozen=True):
    """All but the first `to` answers were taken back, as a seat wished."""

    seat: int
    to: int


class Paused(Fact, frozen=True):
    """Clocks and bots stand still, or go on."""

    on: bool


class Resumed(Fact, frozen=True):
    """The server was away and is back; nobody's time ran meanwhile."""


class Again(Fact, frozen=True):
    """A rematch is prepared; the shuffle has a new key."""

    key: str


class Closed(Fact, frozen=True):
    """Nobody will play here any more."""


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
_encoder = msgspec.json.Encoder(order="sorted")


def write(fact: AnyFact) -> bytes:
    """Return a fact as it is stored.

    >>> write(Paused(at=5, on=True))
    b'{"at":5,"fact":"paused","on":true}'
    """
    return _encoder.encode(fact)


def read(body: bytes) -> AnyFact:
    """Read what `write` wrote; anything else is a ValueError."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"This is not a fact: {error}.") from error
