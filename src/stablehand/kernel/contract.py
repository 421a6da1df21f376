"""The contract between a game and the world.

A game is a bag of functions over its own plain-data state. `answer` is the only way a game moves; whatever
plays it (a person, a bot, a journal, a server) reads `pending`, sends back one of the offered options, and
needs to know nothing else about the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar, final

if TYPE_CHECKING:
    from stablehand.kernel.events import Recorder

Seat: TypeAlias = int
Option: TypeAlias = int
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]
Options: TypeAlias = Mapping[str, object]


class Kind(StrEnum):
    """What sort of question a decision is; clients choose their prompt by it."""

    ACTION = "action"
    RESPOND = "respond"
    CARD = "card"
    SEAT = "seat"
    YES_NO = "yes_no"
    MODE = "mode"
    ORDER = "order"
    SETUP = "setup"


@final
class Decision:
    """One open question to one seat. At most one is open for a seat at any time. Immutable.

    A plain class: compiled, that is made and dropped in a fifth of the time of a tuple with names.
    """

    __slots__ = ("group", "kind", "least", "most", "options", "picked", "seat", "why")

    def __init__(
        self,
        seat: Seat,
        kind: Kind,
        options: tuple[Option, ...],
        why: str,
        group: tuple[Option, ...] = (),
        least: int = 1,
        most: int = 1,
        picked: tuple[Option, ...] = (),
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.options = options
        """What may be answered now, in canonical order, never deck order; `Game.meaning` says what it is."""
        self.why = why
        """The path of what asks, for instance "demon/effect"; prompts are rendered from it."""
        self.group = group
        """A multi-pick: every candidate of the group, whether or not it may be picked next."""
        self.least = least
        self.most = most
        self.picked = picked
        """What this group has picked already."""

    def but(
        self,
        *,
        seat: Seat | None = None,
        options: tuple[Option, ...] | None = None,
        why: str | None = None,
        group: tuple[Option, ...] | None = None,
        picked: tuple[Option, ...] | None = None,
    ) -> Decision:
        """Return a copy with some things different."""
        return Decision(
            self.seat if seat is None else seat,
            self.kind,
            self.options if options is None else options,
            self.why if why is None else why,
            self.group if group is None else group,
            self.least,
            self.most,
            self.picked if picked is None else picked,
        )

    def _parts(self) -> tuple[object, ...]:
        return (self.seat, self.kind, self.options, self.why, self.group, self.least, self.most, self.picked)

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Decision) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"Decision{self._parts()!r}"

    @property
    def is_forced(self) -> bool:
        """Whether there is nothing to decide."""
        return len(self.options) == 1


class IllegalAnswer(ValueError):  # noqa: N818 - the public name says what happened, as in python-chess
    """An answer that was not offered. Nothing has changed; `rules` are the ids that say why."""

    def __init__(self, sentence: str, rules: tuple[str, ...] = (), decision: Decision | None = None) -> None:
        super().__init__(sentence)
        self.rules = rules
        self.decision = decision


S = TypeVar("S")


class Game(Protocol[S]):
    """What a game offers. Every function but `answer` leaves the state alone."""

    name: str
    rules_version: int
    """Raised whenever the same answers would lead elsewhere; journals carry it."""
    seat_counts: range

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> S:
        """Begin a game. A bad seat count, seed or option is a ValueError with one clear sentence."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the open decisions, at most one a seat, to be answered in any order; none when over."""
        ...

    def revisable(self, state: S) -> tuple[Decision, ...]:
        """Return sealed answers that may still be replaced, as the decisions they answered."""
        ...

    def answer(self, state: S, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        """Move the game on, or raise IllegalAnswer and change nothing."""
        ...

    def meaning(self, state: S, seat: Seat, option: Option) -> dict[str, Json]:
        """Say what an option (or another of its group) is: verb, card, owner, zone, mode, as they apply."""
        ...

    def refusals(self, state: S, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Say why what one might expect is not offered: card or option → rule ids."""
        ...

    def clock(self, state: S) -> int:
        """Return how many turns or rounds have begun; everybody knows it."""
        ...

    def scores(self, state: S) -> tuple[float, ...]:
        """One number a seat, adding up to one when somebody has won; all zero before the end."""
        ...

    def clone(self, state: S) -> S:
        """Copy a state so that the two play on independently."""
        ...

    def encode(self, state: S) -> bytes:
        """Write a state as canonical bytes: equal states, equal bytes."""
        ...

    def decode(self, data: bytes) -> S:
        """Read what `encode` wrote. Anything else is a ValueError."""
        ...

    def digest(self, state: S) -> str:
        """Return a short hex name of the encoded state."""
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """Build what a seat (None: a spectator) may know, as JSON-able data."""
        ...

    def determinise(self, state: S, seat: Seat | None, seed: int) -> S:
        """Draw a possible truth given what the seat knows; depends on that knowledge and the seed only."""
        ...


def check_seats(name: str, seats: object, allowed: range) -> int:
    """Return the number of seats, or say in one sentence what is wrong with it."""
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise ValueError(f"The number of seats must be a whole number, not {seats!r}.")  # noqa: TRY004 - one error class for bad input
    if seats not in allowed:
        raise ValueError(f"{name} is for {allowed[0]} to {allowed[-1]} seats, not {seats}.")
    return seats


def check_seed(seed: object) -> int:
    """Return the seed, or say in one sentence what is wrong with it."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 256:
        raise ValueError(f"The seed must be a whole number from 0 to 2**256 - 1, not {seed!r}.")
    return seed
