"""Lessons: a real table with the cards laid out beforehand, bots that play a part, a note for each moment.

Nothing is kept: a lesson is its scene and the learner's answers, played again for every request. There is no
secret at stake either, since everybody is dealt the same cards. A note is for the moment whose question it
fits, and it knows which answer it speaks of; whoever answers otherwise is told what fits then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from stablehand.kernel.events import Recorder
from stablehand.server.boards import Board
from stablehand.table import protocol as p
from stablehand.table.chairs import BOT_NAMES
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.kernel.contract import Decision, Option, View

LEARNER: Final = 0
LONGEST: Final = 400
"""Answers in a lesson; one that is played at random has half as many."""
FREE: Final = "free"
"""What is said where no note fits: do as you like."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is said when a question fits, and the answer it speaks of."""

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
        """Return the option that the note speaks of; None: it does not fit."""
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
    """Return the options that mean what is wanted, what is wanted most first."""
    return [
        option["option"]
        for one in wanted
        for option in options
        if all(option.get(name) == value for name, value in one.items())
    ]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scene, the parts of the bots, and what to say."""

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


class LessonSeen(Struct, frozen=True):
    """A lesson as far as it has got."""

    note: str
    """What to say now, a word for the pages’ `tutorial.GAME.NOTE`."""
    follow: int | None
    """The option that the note speaks of."""
    told: int
    """How many lines of the log there had been before the last answer."""
    is_done: bool
    table: p.Table


@dataclass(slots=True)
class Course:
    """A lesson being played."""

    lesson: Lesson
    board: Board
    answers: int = 0
    told: int = 0
    """How many events there had been before the last answer."""
    view: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    follow: int | None = None
    is_done: bool = False

    @classmethod
    def of(cls, lesson: Lesson, answers: Sequence[int] = ()) -> Course:
        """Play a lesson as far as it has been answered."""
        recorder = Recorder()
        state = lesson.begin(recorder)
        names = BOT_NAMES[: lesson.seats]
        course = cls(lesson, Board(lesson.game, names, lesson.options, LEARNER, state, recorder))
        course._go_on()
        for option in answers:
            course.answer(option)
        return course

    def answer(self, option: int) -> None:
        """Take the learner's answer and let the others answer, until the learner is asked again."""
        if self.is_done or self.answers >= LONGEST:
            raise Refusal("not_asked")
        self.told = len(self.board.recorder.events)
        self.board.answer(LEARNER, option)
        self.answers += 1
        self._go_on()

    def _go_on(self) -> None:
        """Play the bots' parts, and the learner's where there is neither a choice nor anything to say."""
        while not self._must_stop():
            asked = {decision.seat: decision for decision in self.board.asked}
            mine = asked.pop(LEARNER, None)
            if asked:
                seat, decision = next(iter(asked.items()))
                option = self.lesson.bot(self.board.view(seat), decision)
            else:
                assert mine is not None, "somebody is asked until the game is over"
                seat, option = LEARNER, mine.options[0]
            self.board.answer(seat, option)

    def _must_stop(self) -> bool:
        """Whether all is shown, or the learner alone is asked and has something to decide or to learn."""
        view = self.view = self.board.view(LEARNER)
        self.is_done = self.lesson.is_over(view)
        if self.is_done:
            self.note, self.follow = self.lesson.ends[LEARNER not in view["winners"]], None
            return True
        if view["asked"] != [LEARNER]:
            return False
        found = ((note.id, note.option(view)) for note in self.lesson.notes)
        self.note, self.follow = next((pair for pair in found if pair[1] is not None), (FREE, None))
        return self.note != FREE or len(view["decision"]["options"]) > 1

    def seen(self, lang: str, layer: str = "") -> LessonSeen:
        """Put it into words, as a table that sends its frames would."""
        table = self.board.shown(lang, layer, self.answers, is_done=self.is_done)
        return LessonSeen(self.note, self.follow, self.told, self.is_done, table)
