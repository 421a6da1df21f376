"""A lesson as data: cards laid out beforehand, bots that play a part, and a note for each moment.

A note is shown at the first question it fits, and points at one of the options. The server
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
    """A text, the questions with which it is shown, and the option it points at."""

    id: str
    kind: str = ""
    """The kind of question; "" is any."""
    follow: tuple[Mapping[str, Any], ...] = ({},)
    """Meanings to look for, the preferred one first; the note points at the first match, `{}` matches any."""
    turn: int = 0
    """Not before this turn or round."""
    points: int | None = None
    """Only if the learner has exactly this many points."""
    offered: int | None = None
    """Only if exactly this many options are offered."""
    over: str = ""
    """Only in a response window about this card, the last of `view["pile"]`; "" is any."""
    why: str = ""
    """Only if `Decision.why` begins with this."""

    def option(self, view: Mapping[str, Any]) -> int | None:
        """Return the option that the note points at; None if the note does not fit the view.

        It reads the view's keys `decision`, `points`, and `turn` or `round`. Only the unicorns have a `pile`.
        """
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
    """A board, how the bots play, and the notes."""

    game: str
    seats: int
    options: Mapping[str, Any]
    begin: Callable[[Recorder], Any]
    """Set up the board and play on to the first question."""
    bot: Callable[[View, Decision], Option]
    """Return a bot's answer, given what its seat sees."""
    notes: tuple[Note, ...]
    """The first that fits is shown."""
    is_over: Callable[[View], bool]
    """Whether the lesson is over, judged by the learner's view."""
    ends: tuple[str, str] = ("won", "ended")
    """The ids of the texts at the end: for a winner, for others."""
