"""What requests and answers are made of, as the API's own description (openapi.json) tells them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stablehand.table.protocol import Data, House, Language, SeatNo

Json = dict[str, Any] | list[Any] | str | float | int | bool | None
Name = Annotated[
    str, Meta(max_length=200, description="What the player is called: 1 to 24 visible characters")
]
"""What exactly is a name, the table says; this only keeps novels out."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    name: Name
    game: Annotated[str, Meta(max_length=20, description="A game of /api/games")] = "unicorns"
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    options: Annotated[Data, Meta(max_length=40, description="What differs from the book")] = {}
    house: House | None = None
    language: Language | None = None


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to sit down."""

    name: Name
    seat: SeatNo | None = None
    language: Language | None = None
    device: Annotated[
        Literal["own", "shared"], Meta(description="shared: beside those who sit here by the same cookie")
    ] = "own"


class Device(Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code that was typed on another device."""

    code: Annotated[str, Meta(max_length=20)]


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat that one has. The token is in the cookie; only bots are told."""

    code: str
    seat: int
    link: str
    token: str | None = None


class OneTimeCode(Struct, frozen=True):
    """What to type on the other device."""

    code: str
    seconds: int


class ChairListed(Struct, frozen=True):
    """A seat before one joins."""

    seat: int
    name: str
    is_free: bool
    is_bot: bool
    is_host: bool


class Changed(Struct, frozen=True):
    """An option that is not as the book has it."""

    id: str
    text: str
    value: Json
    says: str
    """The value in words, where it has any."""


class TableListed(Struct, frozen=True):
    """A public table."""

    code: str
    game: str
    title: str
    seats: int
    free: int
    stage: Literal["lobby", "playing", "over", "closed"]


class TableSeen(Struct, frozen=True):
    """What one may know of a table before joining."""

    code: str
    link: str
    game: str
    title: str
    notice: str
    is_adult: bool
    stage: Literal["lobby", "playing", "over", "closed"]
    game_number: int
    seats: tuple[ChairListed, ...]
    options: tuple[Changed, ...]
    house: House
    you: int | None
    """The seat one has already."""


class DeckListed(Struct, frozen=True):
    """A deck."""

    id: str
    title: str
    is_adult: bool


class ValueListed(Struct, frozen=True):
    """A value of an option."""

    value: Json
    text: str


class OptionListed(Struct, frozen=True):
    """An option of a game; one that depends on the number of seats is listed once for each of its forms."""

    id: str
    kind: Literal["choice", "flag", "number", "list"]
    text: str
    values: tuple[ValueListed, ...]
    defaults: Data
    """By deck."""
    least: int | None
    most: int | None
    seats: tuple[int, ...]
    """At tables of so many seats."""


class GameListed(Struct, frozen=True):
    """A game with all that a table may choose."""

    id: str
    title: str
    least_seats: int
    most_seats: int
    decks: tuple[DeckListed, ...]
    options: tuple[OptionListed, ...]


class About(Struct, frozen=True):
    """What this server allows."""

    is_family: bool
    """Whether all cards go by softened names, whatever a table or a reader would have."""
    has_public: bool
    """Whether a table may be listed for everybody."""
    languages: tuple[str, ...]


class Health(Struct, frozen=True):
    """That the server is well."""

    status: Literal["ok"]
    version: str
    protocol: int
    tables: int
