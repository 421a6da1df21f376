"""What viewers are told of a game: events, and the part of a view that all games have.

An event is recorded together with its audience at the moment it happens, so nobody has to work out later who
was allowed to see it. Events are built only if there is a `Recorder`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Json, Seat


class Event:
    """What happened, by which rules, what everybody sees, and what only the audience sees."""

    __slots__ = ("audience", "open", "rules", "secret", "what")

    def __init__(
        self,
        what: str,
        rules: tuple[str, ...],
        open_: Mapping[str, Json],
        secret: Mapping[str, Json] | None = None,
        audience: tuple[Seat, ...] = (),
    ) -> None:
        self.what = what
        self.rules = rules
        self.open = dict(open_)
        self.secret = dict(secret or {})
        self.audience = audience

    def seen_by(self, seat: Seat | None) -> dict[str, Json]:
        """Return the event as a seat (None: a spectator) may see it."""
        seen: dict[str, Json] = {"what": self.what, "rules": list(self.rules), **self.open}
        if seat in self.audience:
            seen.update(self.secret)
        return seen

    def __repr__(self) -> str:
        return f"Event({self.what!r}, {self.rules!r}, {self.open!r}, {self.secret!r}, {self.audience!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]  # holds dicts


class Recorder:
    """Keeps the events of a game, in order.

    While `context` is set, it is added to what everybody sees of each event.

    >>> recorder = Recorder()
    >>> recorder.note("dealt", ("FT-DEAL-1",), {"seat": 1, "count": 1}, {"cards": ["bard"]}, audience=(1,))
    >>> recorder.seen_by(0)
    [{'what': 'dealt', 'rules': ['FT-DEAL-1'], 'seat': 1, 'count': 1}]
    >>> recorder.seen_by(1)[0]["cards"]
    ['bard']
    """

    __slots__ = ("context", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.context: Mapping[str, Json] = {}

    def note(
        self,
        what: str,
        rules: tuple[str, ...],
        open_: Mapping[str, Json],
        secret: Mapping[str, Json] | None = None,
        audience: tuple[Seat, ...] = (),
    ) -> None:
        """Append an event."""
        self.events.append(Event(what, rules, {**open_, **self.context}, secret, audience))

    def seen_by(self, seat: Seat | None) -> list[dict[str, Json]]:
        """Return all events as a seat (None: a spectator) may see them."""
        return [event.seen_by(seat) for event in self.events]


class CommonView(TypedDict):
    """The part of a view that clients read in every game; a game's own view type adds the rest.

    The games of this package have all of it. A game from outside may have no `phase`, `active` and `points`:
    `core.simple.SimpleGame` adds none of them.
    """

    game: str
    seat: int | None
    """The seat whose view it is; a spectator has none."""
    phase: str
    active: int | None
    """Whose turn it is, in games in which one seat plays after the other."""
    asked: list[int]
    """The seats with an open decision."""
    over: bool
    points: list[int]
    winners: list[int]
