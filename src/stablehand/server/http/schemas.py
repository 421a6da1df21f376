"""Bodies of requests and responses; the OpenAPI description is built from them."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from stablehand.table.protocol import Data, House, Language, SeatNo

Json = dict[str, Any] | list[Any] | str | float | int | bool | None
DEFAULT_GAME: Final = "unicorns"
Name = Annotated[
    str, Meta(max_length=200, description="What the player is called: 1 to 24 visible characters")
]
"""The exact rules are `clean_name`'s; this only limits the length."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open a table."""

    name: Name
    game: Annotated[str, Meta(max_length=20, description="A game of /api/games")] = DEFAULT_GAME
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    options: Annotated[Data, Meta(max_length=40, description="What differs from the book")] = {}
    house: House | None = None
    language: Language | None = None


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take a seat."""

    name: Name
    seat: SeatNo | None = None
    language: Language | None = None
    device: Annotated[
        Literal["own", "shared"], Meta(description="shared: beside those who sit here by the same cookie")
    ] = "own"


class Device(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to use a seat on this device, with a code from another."""

    code: Annotated[str, Meta(max_length=20)]


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat of the client. The token is in the cookie; it is in the body for bots only."""

    code: str
    seat: int
    link: str
    token: str | None = None
    is_waiting: bool = False
    """Whether those at the table are asked first; once they agree, the token is valid."""


class OneTimeCode(Struct, frozen=True):
    """A code to type on the other device."""

    code: str
    seconds: int


class SeatListed(Struct, frozen=True):
    """A seat, as seen before joining."""

    seat: int
    name: str
    is_free: bool
    is_bot: bool
    is_host: bool


class Changed(Struct, frozen=True):
    """An option whose value is not the default of the deck."""

    id: str
    text: str
    value: Json
    says: str
    """The value in words; "" if it has none."""


class TableListed(Struct, frozen=True):
    """A public table."""

    code: str
    game: str
    title: str
    seats: int
    free: int
    stage: Literal["lobby", "playing", "over", "closed"]


class TableSeen(Struct, frozen=True):
    """A table, as seen before joining."""

    code: str
    link: str
    game: str
    title: str
    notice: str
    is_adult: bool
    stage: Literal["lobby", "playing", "over", "closed"]
    game_number: int
    seats: tuple[SeatListed, ...]
    options: tuple[Changed, ...]
    house: House
    you: int | None
    """The client's seat; null if it has none."""
    is_locked: bool
    """Whether nobody else may sit down."""
    is_asking: bool
    """Whether the client has asked to be let in, and waits for an answer."""


class DeckListed(Struct, frozen=True):
    """A deck."""

    id: str
    title: str
    is_adult: bool


class BarListed(Struct, frozen=True):
    """Why an expansion cannot be added to a deck, or not beside another expansion."""

    deck: str
    """The deck; empty if it is about an expansion."""
    pack: str
    """The other expansion; empty if it is about a deck."""
    text: str
    """The reason, in a sentence."""


class PackListed(Struct, frozen=True):
    """An expansion: cards that are added to a deck."""

    id: str
    title: str
    text: str
    """What it brings, in a sentence."""
    cards: int
    is_adult: bool
    decks: tuple[str, ...]
    """The decks that it can be added to."""
    bars: tuple[BarListed, ...]
    """What it cannot be combined with."""
    cover: str
    """The card whose picture stands for it."""


class ValueListed(Struct, frozen=True):
    """A value of an option."""

    value: Json
    text: str


class OptionListed(Struct, frozen=True):
    """An option of a game; listed several times if it differs by the number of seats."""

    id: str
    kind: Literal["choice", "flag", "number", "list"]
    text: str
    values: tuple[ValueListed, ...]
    defaults: Data
    """Default values by deck."""
    least: int | None
    most: int | None
    seats: tuple[int, ...]
    """The numbers of seats that it applies to."""
    is_adult: bool
    """Whether it is only for adults."""


class PresetListed(Struct, frozen=True):
    """Options that a table can choose by one name; all others are as in the rulebook of the deck."""

    id: str
    options: Data


class GameListed(Struct, frozen=True):
    """A game with its decks and options."""

    id: str
    title: str
    least_seats: int
    most_seats: int
    decks: tuple[DeckListed, ...]
    packs: tuple[PackListed, ...]
    """Its expansions; those of a table are the option `expansions`."""
    options: tuple[OptionListed, ...]
    default_deck: str
    """The deck that is played unless a table chooses another; empty if the game has no decks."""
    rule_prefixes: tuple[str, ...]
    """How the ids of its rules begin."""
    has_lesson: bool
    presets: tuple[PresetListed, ...]
    has_windows: bool
    """Whether there are response windows, and so settings for them."""
    rank: int
    """Where it stands in lists that people read: the lowest first."""


class RuleListed(Struct, frozen=True):
    """A rule of a game."""

    id: str
    text: str
    question: str
    """With what the text of a ruling begins: the question that it answers; empty for other rules."""


class CardListed(Struct, frozen=True):
    """A card of a deck. Besides these fields it has those of its game."""

    id: str
    name: str
    name_en: str
    type: str
    type_name: str
    """Its type in words."""
    copies: int
    text: str
    rulings: tuple[RuleListed, ...]
    """The rules that name it."""
    deck: str


class SectionListed(Struct, frozen=True):
    """A section of a rulebook."""

    id: str
    title: str
    rules: tuple[RuleListed, ...]
    is_adult: bool
    """Whether it is only for adults."""


class ChapterListed(Struct, frozen=True):
    """A chapter of a rulebook: the rule as a player needs it."""

    id: str
    title: str
    text: tuple[str, ...]
    """Its paragraphs, for the ruleset that was asked for."""
    sections: tuple[str, ...]
    """The ids of the sections that hold its details."""
    is_adult: bool
    """Whether it is only for adults."""


class ReferenceEntry(Struct, frozen=True):
    """An entry of the reference card."""

    title: str
    text: str


class BookSeen(Struct, frozen=True):
    """The rules of a game."""

    title: str
    intro: str
    chapters: tuple[ChapterListed, ...]
    """In the order of a game; each section belongs to one of them."""
    sections: tuple[SectionListed, ...]
    reference: tuple[ReferenceEntry, ...]
    """The reference card: what one looks up while playing."""


class About(Struct, frozen=True):
    """What this server allows."""

    is_family: bool
    """Whether all cards have softened names, whatever a table or a reader asks for."""
    has_public: bool
    """Whether public tables are allowed."""
    languages: tuple[str, ...]
    game: str
    """The game of a table that is opened without one."""
    house: House
    """The settings of a table that is opened without any."""
    adult: Literal["off", "private", "on"]
    """Where 18+ decks may be played. Off is the default; `--adult` allows them."""


class Readiness(Struct, frozen=True):
    """Whether the server can take visitors."""

    status: Literal["ready", "waiting"]
    store: Literal["ok", "failing"]
    bots: Literal["ok", "starting"]
    """Whether a process for bots is ready."""


class Health(Struct, frozen=True):
    """The state of the server."""

    status: Literal["ok", "failing"]
    version: str
    protocol: int
    tables: int
    store: Literal["ok", "failing"]
    """Whether the last try to write something to the store, a few seconds ago at most, succeeded."""
