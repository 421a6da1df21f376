"""A lesson as data: cards laid out beforehand, bots that play a part, and a note for each moment.

A note is shown at the first moment whose question it fits, and it names the answer it speaks of. The server
plays lessons (`server.learn.lessons`); a game brings its own as the part `lesson` of its manifest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.core.contract import Decision, Option, View
    from stablehand.core.events import Recorder

LEARNER: Final = 0
"""The seat of the learner."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is shown when a question fits, and the answer it speaks of."""

    id: str
    kind: str = ""
    """The kind of question; "" is any."""
    follow: tuple[Mapping[str, Any], ...] = ({},)
    """What the option it speaks of means, the first that is offered; {} is any."""
    turn: int = 0
    """Not before this turn or round."""
    points: int | None = None
    """With so many points only."""
    offered: int | None = None
    """With so many options only."""
    over: str = ""
    """The card that waits for answers."""
    why: str = ""
    """How the path of what asks begins."""

    def option(self, view: Mapping[str, Any]) -> int | None:
        """Return the option that the note speaks of; None if the note does not fit the view."""
        asked = view["decision"]
        over = view["pile"][-1]["card"] if view.get("pile") else ""
        fits = (
            self.kind in {"", asked["kind"]}
            and self.turn <= view.get("turn", view.get("round"))
            and self.points in {None, view["points"][LEARNER]}
            and self.offered in {None, len(asked["options"])}
            and self.over in {"", over}
            and asked["why"].startswith(self.why)
        )
        return next(iter(matching(asked["options"], self.follow)), None) if fits else None


def matching(options: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the options whose meaning has the wanted values, in the order of `wanted`."""
    return [
        option["option"]
        for one in wanted
        for option in options
        if all(option.get(name) == value for name, value in one.items())
    ]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scene, how the bots play, and the notes."""

    game: str
    seats: int
    options: Mapping[str, Any]
    begin: Callable[[Recorder], Any]
    """Lay out the scene and go on to the first question."""
    bot: Callable[[View, Decision], Option]
    """What a bot answers, given what its seat sees."""
    notes: tuple[Note, ...]
    """The first that fits is said."""
    is_over: Callable[[View], bool]
    """Whether all has been shown, as the learner sees the table."""
    ends: tuple[str, str] = ("won", "ended")
    """What is said at the end: to a winner, to others."""
