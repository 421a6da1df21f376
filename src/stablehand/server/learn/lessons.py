"""Lessons: a game with prepared cards, scripted bots and notes for the learner.

Nothing is stored: a lesson is its scene and the learner's answers, replayed for every request. Nothing is
secret either, since everybody gets the same cards. A note belongs to the questions that it matches and names
the option it talks about; a learner who chooses another option gets the note that matches next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from stablehand.core.events import Recorder
from stablehand.core.lesson import LEARNER, Lesson
from stablehand.core.registry import manifest, names
from stablehand.server.learn.boards import PracticeBoard
from stablehand.table import protocol as p
from stablehand.table.refusal import Refusal
from stablehand.table.state.bot_names import usual_names

if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST: Final = 400
"""The most answers of a learner; a lesson that is played at random has half as many."""
FREE: Final = "free"
"""The note where no other matches: do as you like."""


def lesson_of(game: str) -> Lesson:
    """Return a game's lesson; raise Refusal if the game is unknown or has none."""
    lesson: Lesson | None = manifest(game).load("lesson") if game in names() else None
    if lesson is None:
        raise Refusal("no_page")
    return lesson


class LessonSeen(Struct, frozen=True):
    """The state of a lesson after the answers so far."""

    note: str
    """The note to show, NOTE in the message key `tutorial.GAME.NOTE`."""
    follow: int | None
    """The option that the note talks about; null if it talks about none."""
    told: int
    """The number of log lines before the last answer."""
    is_done: bool
    table: p.Table


@dataclass(slots=True)
class LessonRun:
    """A lesson in progress."""

    lesson: Lesson
    board: PracticeBoard
    answers: int = 0
    told: int = 0
    """The number of events before the last answer."""
    view: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    follow: int | None = None
    is_done: bool = False

    @classmethod
    def of(cls, lesson: Lesson, answers: Sequence[int] = ()) -> LessonRun:
        """Return a lesson after these answers of the learner; raise Refusal if one is not offered."""
        recorder = Recorder()
        state = lesson.begin(recorder)
        names = [""] * lesson.seats  # each reader sees names of their language
        run = cls(lesson, PracticeBoard(lesson.game, names, lesson.options, LEARNER, state, recorder))
        run._go_on()
        for option in answers:
            run.answer(option)
        return run

    def answer(self, option: int) -> None:
        """Apply an answer of the learner and those of the bots until the learner is asked again."""
        if self.is_done or self.answers >= LONGEST:
            raise Refusal("not_asked")
        self.told = len(self.board.recorder.events)
        self.board.answer(LEARNER, option)
        self.answers += 1
        self._go_on()

    def _go_on(self) -> None:
        """Answer for the bots, and for the learner where there is neither a choice nor a note."""
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
        """Update view and note; return whether the lesson is over or the learner has to answer."""
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
        """Return the lesson with its table frame in a language."""
        board = replace(self.board, names=usual_names(lang)[: self.lesson.seats])
        table = board.shown(lang, layer, self.answers, is_done=self.is_done)
        return LessonSeen(self.note, self.follow, self.told, self.is_done, table)
