"""The contract between a game and the programs that play it.

A game is a set of functions over a plain-data state. Only `answer` changes a state. Whoever plays (a person,
a bot, a journal, a server) reads `pending` and answers with one of the offered options, and needs to know
nothing else about the rules. The messages of errors are one sentence each, fit to show a user.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar, final

if TYPE_CHECKING:
    from stablehand.core.events import Recorder

Seat: TypeAlias = int
Option: TypeAlias = int
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
View: TypeAlias = dict[str, Json]
Options: TypeAlias = Mapping[str, object]


class Kind(StrEnum):
    """The kind of question a decision asks; clients choose their prompt by it."""

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

    A plain class: compiled, creating and freeing one takes a fifth of the time of a named tuple.
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
        """The legal answers, in canonical order, never deck order; `Game.meaning` describes each."""
        self.why = why
        """The effect that asks, as a path such as "demon/effect"; prompts are rendered from it."""
        self.group = group
        """A multi-pick: every candidate of the group, whether or not it may be picked next."""
        self.least = least
        self.most = most
        self.picked = picked
        """The picks already made from this group."""

    def but(
        self,
        *,
        seat: Seat | None = None,
        options: tuple[Option, ...] | None = None,
        why: str | None = None,
        group: tuple[Option, ...] | None = None,
        picked: tuple[Option, ...] | None = None,
    ) -> Decision:
        """Return a copy with some fields changed."""
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

    def __reduce__(self) -> tuple[type[Decision], tuple[object, ...]]:
        """Copy and pickle by the constructor: a compiled class has no other way."""
        return Decision, self._parts()

    def __repr__(self) -> str:
        return f"Decision{self._parts()!r}"

    @property
    def is_forced(self) -> bool:
        """Whether there is only one option."""
        return len(self.options) == 1


class WindowSubject(NamedTuple):
    """What an open response window is about, as far as everybody can see.

    A table reads it to decide whether a seat passes automatically (`table.state.orders`).
    """

    player: Seat
    """Who plays the card; not who responds to it."""
    is_basic: bool
    """Whether the card has no text."""
    against: frozenset[Seat]
    """The seats that the last card played is aimed at, or that its player may still choose."""
    is_nearly_won: bool
    """Whether the player could win with one more card."""
    card: str = ""
    """The id of the last card played, which may be responded to; empty if the game does not tell."""


class IllegalAnswer(ValueError):  # noqa: N818 - the public name says what happened, as in python-chess
    """Raised for an answer that is not offered. The state is unchanged; `rules` are ids that say why."""

    def __init__(self, sentence: str, rules: tuple[str, ...] = (), decision: Decision | None = None) -> None:
        super().__init__(sentence)
        self.rules = rules
        self.decision = decision


class BoardError(ValueError):
    """A board that cannot be set up; `about` is the word in it that is at fault."""

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


S = TypeVar("S")


class Game(Protocol[S]):
    """What a game offers. No function but `answer` changes a state."""

    name: str
    rules_version: int
    """Increased whenever the same answers would lead to another game; journals store it."""
    seat_counts: range

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> S:
        """Start a game; raise ValueError for a bad seat count, seed or option."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the open decisions, at most one per seat, to be answered in any order; empty when over."""
        ...

    def revisable(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions whose sealed answers may still be replaced."""
        ...

    def answer(self, state: S, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        """Apply an answer, or raise IllegalAnswer and change nothing."""
        ...

    def meaning(self, state: S, seat: Seat, option: Option) -> dict[str, Json]:
        """Describe an option or a candidate of its group: verb, card, owner, zone, mode, as they apply."""
        ...

    def refusals(self, state: S, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Explain why a card or option is not offered: its name → rule ids."""
        ...

    def clock(self, state: S) -> int:
        """Return how many turns or rounds have begun, which is public; it is not a time."""
        ...

    def scores(self, state: S) -> tuple[float, ...]:
        """Return a number for each seat, adding up to 1 when somebody has won; all 0 before the end."""
        ...

    def clone(self, state: S) -> S:
        """Return a copy that plays on independently."""
        ...

    def encode(self, state: S) -> bytes:
        """Return a state as canonical bytes: equal states have equal bytes."""
        ...

    def decode(self, data: bytes) -> S:
        """Read what `encode` wrote; raise ValueError for anything else."""
        ...

    def digest(self, state: S) -> str:
        """Return a short hash of the encoded state, in hex digits."""
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """Return what a seat (None: a spectator) may know, as JSON-able data."""
        ...

    def determinise(self, state: S, seat: Seat | None, seed: int) -> S:
        """Return a random state that fits what the seat knows; it depends on that and the seed only."""
        ...


def check_seats(name: str, seats: object, allowed: range) -> int:
    """Return the number of seats; raise ValueError if it is not allowed."""
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise ValueError(f"The number of seats must be a whole number, not {seats!r}.")  # noqa: TRY004 - one error class for bad input
    if seats not in allowed:
        raise ValueError(f"{name} is for {allowed[0]} to {allowed[-1]} seats, not {seats}.")
    return seats


def check_seed(seed: object) -> int:
    """Return the seed; raise ValueError if it is not allowed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 256:
        raise ValueError(f"The seed must be a whole number from 0 to 2**256 - 1, not {seed!r}.")
    return seed
