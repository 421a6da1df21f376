"""Lessons: a real table with the cards laid out beforehand, bots that play a part, a note for each moment.

Nothing is kept: a lesson is its scene and the learner's answers, played again for every request. There is no
secret at stake either, since everybody is dealt the same cards. A note is for the moment whose question it
fits, and it knows which answer it speaks of; whoever answers otherwise is told what fits then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from stablehand.kernel.contract import IllegalAnswer
from stablehand.kernel.events import Recorder
from stablehand.kernel.shelf import load
from stablehand.table import protocol as p
from stablehand.table.asking import question
from stablehand.table.chairs import BOT_NAMES
from stablehand.table.refusal import Refusal
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.kernel.contract import Decision, Option, Seat, View
    from stablehand.text.voices import Voice

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
    recorder: Recorder = field(default_factory=Recorder)
    answers: int = 0
    told: int = 0
    """How many events there had been before the last answer."""
    state: Any = None
    view: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    follow: int | None = None
    is_done: bool = False

    @classmethod
    def of(cls, lesson: Lesson, answers: Sequence[int] = ()) -> Course:
        """Play a lesson as far as it has been answered."""
        course = cls(lesson)
        course.state = lesson.begin(course.recorder)
        course._go_on()
        for option in answers:
            course.answer(option)
        return course

    def answer(self, option: int) -> None:
        """Take the learner's answer and let the others answer, until the learner is asked again."""
        if self.is_done or self.answers >= LONGEST:
            raise Refusal("not_asked")
        self.told = len(self.recorder.events)
        try:
            load(self.lesson.game).answer(self.state, LEARNER, option, self.recorder)
        except IllegalAnswer as error:
            raise Refusal("not_offered", error.rules) from error
        self.answers += 1
        self._go_on()

    def _go_on(self) -> None:
        """Play the bots' parts, and the learner's where there is neither a choice nor anything to say."""
        game = load(self.lesson.game)
        while not self._must_stop():
            asked = {decision.seat: decision for decision in game.pending(self.state)}
            mine = asked.pop(LEARNER, None)
            if asked:
                seat, decision = next(iter(asked.items()))
                option = self.lesson.bot(game.view(self.state, seat), decision)
            else:
                assert mine is not None, "somebody is asked until the game is over"
                seat, option = LEARNER, mine.options[0]
            game.answer(self.state, seat, option, self.recorder)

    def _must_stop(self) -> bool:
        """Whether all is shown, or the learner alone is asked and has something to decide or to learn."""
        game = load(self.lesson.game)
        view: dict[str, Any] = game.view(self.state, LEARNER)
        self.view = view
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
        lesson, view = self.lesson, self.view
        names = BOT_NAMES[: lesson.seats]
        voice = voice_for(lesson.game, names, LEARNER, lesson.options, lang, layer)
        lines = [event.seen_by(LEARNER) for event in self.recorder.events]
        table = p.Table(
            protocol=p.PROTOCOL,
            code="",
            stage="over" if self.is_done else "playing",
            game=lesson.game,
            game_number=1,
            title=voice.title,
            notice=voice.notice,
            options=view["options"],
            house=p.House(window=0, chat=False, undo=False, spectators=False),
            seats=tuple(_chair(seat, name) for seat, name in enumerate(names)),
            you=LEARNER,
            language=lang,
            state=self.answers,
            is_paused=False,
            is_quiet=False,
            watching=0,
            moment=voice.moment(view),
            prompt=voice.prompt(view),
            decision=None if self.is_done else self._decision(voice),
            view=view,
            result=voice.result(view) if view["over"] else "",
            log_from=0,
            log=tuple(
                p.Line(number, voice.log(line), voice.is_news(line), line)
                for number, line in enumerate(lines)
            ),
            chat=(),
            vote=None,
            can_undo=self.answers > 0,
            proof=p.Proof("", (), None),
        )
        return LessonSeen(self.note, self.follow, self.told, self.is_done, table)

    def _decision(self, voice: Voice) -> p.DecisionSeen:
        game = load(self.lesson.game)
        asked = next(decision for decision in game.pending(self.state) if decision.seat == LEARNER)
        return question(game, self.state, asked, self.view, voice, self.answers)


def _chair(seat: Seat, name: str) -> p.ChairSeen:
    is_bot = seat != LEARNER
    return p.ChairSeen(
        seat=seat,
        name=name,
        is_bot=is_bot,
        level="easy" if is_bot else None,
        is_player=not is_bot,
        is_host=not is_bot,
        is_ready=True,
        is_here=True,
        bank=None,
    )
