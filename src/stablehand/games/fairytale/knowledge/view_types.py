"""The shape of a view of Fairy Tale, as `view.py` builds it; the page's types are made from it."""

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from stablehand.core.events import CommonView


class Pile(TypedDict):
    """The cards of a zone: how many, and the ids of those that the seat knows."""

    size: int
    cards: list[str]


class SeatZones(TypedDict):
    """A seat's cards: the packet it chooses from, what it kept, what it has played face up and face down."""

    hand: Pile
    kept: Pile
    table: Pile
    closed: Pile


class Zones(TypedDict):
    """Where all cards are."""

    deck: Pile
    discard: Pile
    seats: list[SeatZones]


class Meaning(TypedDict):
    """What an option is."""

    verb: str
    card: str
    owner: int
    zone: str


class OfferedOption(Meaning):
    """An option of a decision."""

    option: int


class OpenDecision(TypedDict):
    """A question to the seat."""

    kind: str
    why: str
    options: list[OfferedOption]
    group: list[str]
    least: int
    most: int
    picked: list[str]


Because = Literal["value", "copies", "cards", "met", "unmet", "stands_in"]


class Counted(TypedDict):
    """Cards that an account counts or a condition asks for: of one name, or of one faction."""

    card: NotRequired[str]
    faction: NotRequired[str]
    n: int
    """How many; 0 with a faction: nobody may have more of it."""


class AccountLine(TypedDict):
    """What all copies of one face-up card earn, and why."""

    card: str
    copies: int
    each: int
    """The points of one copy."""
    rate: int
    """The points for each card counted; 0 where none are counted."""
    because: Because
    """Its own value, its copies, other cards, a condition that holds or not, or what it stands in for."""
    counted: list[Counted]


class SeatAccount(TypedDict):
    """A seat's points as if the game ended now; the lines add up to the total."""

    total: int
    lines: list[AccountLine]
    stand_ins: list[str]
    """What its chameleons stand for; one that stands for nothing is not listed."""


# `pass` is a Python keyword, so this field cannot be written in a class.
_Pass = TypedDict("_Pass", {"pass": Literal["draft", "play"]})


class FairyTaleView(CommonView, _Pass):
    """The table as a seat, or a spectator, may know it."""

    options: Mapping[str, object]
    round: int
    passing: Literal["left", "right"]
    decision: OpenDecision | None
    revisable: OpenDecision | None
    sealed: list[str]
    zones: Zones
    stages: list[str]
    """What follows a reveal, in the order of this table."""
    accounts: list[SeatAccount]
