"""Replays of finished games: every state, as one seat saw it or with all cards open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from stablehand.core.events import Recorder
from stablehand.core.open_cards import open_event, open_view
from stablehand.core.registry import load
from stablehand.server.learn.curve import Curve
from stablehand.table.protocol import Data, Line
from stablehand.table.refusal import Refusal
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.core.branch import Branch
    from stablehand.core.contract import Seat
    from stablehand.core.journal import Journal

Knowing = Literal["all"] | int | None
"""Whose knowledge is shown: a seat's, a spectator's (None), or everybody's."""


class Chapter(Struct, frozen=True):
    """Where a turn or a round begins."""

    step: int
    moment: str


class ReplaySeen(Struct, frozen=True):
    """The overview of a finished game."""

    game: str
    title: str
    seats: tuple[str, ...]
    options: Data
    steps: int
    chapters: tuple[Chapter, ...]
    result: str


class StepSeen(Struct, frozen=True):
    """The table after a number of answers."""

    step: int
    moment: str
    answered: str
    """The last answer and who gave it, in words; "" if the viewer may not know it."""
    view: Data
    lines: tuple[Line, ...]
    """The log lines that this answer caused."""


@dataclass(slots=True)
class Replay:
    """All states of a finished game, in order."""

    journal: Journal
    names: Sequence[str]
    states: list[Any]
    recorder: Recorder
    marks: list[int]
    """The number of events at each state."""
    _curve: Curve | None = None

    @classmethod
    def of(cls, journal: Journal, names: Sequence[str]) -> Replay:
        """Replay a journal."""
        game, recorder = load(journal.game), Recorder()
        states, marks = [], []
        for state in journal.steps(recorder):
            states.append(game.clone(state))
            marks.append(len(recorder.events))
        return cls(journal, names, states, recorder, marks)

    def curve(self) -> Curve:
        """Return the chances of each seat over the game. The first call may take a second."""
        if self._curve is None:
            self._curve = Curve.of(self.journal.game, self.states)
        return self._curve

    def seen(self, lang: str) -> ReplaySeen:
        """Return the overview in a language."""
        game = load(self.journal.game)
        voice = voice_for(self.journal.game, self.names, None, self.journal.options, lang)
        chapters: list[Chapter] = []
        before: object = None
        for step, state in enumerate(self.states):
            view = game.view(state, None)
            turn = (view.get("turn"), view.get("round"), view.get("pass"))
            if turn != before:
                chapters.append(Chapter(step, voice.moment(view)))
                before = turn
        last = game.view(self.states[-1], None)
        return ReplaySeen(
            game=self.journal.game,
            title=voice.title,
            seats=tuple(self.names),
            options=dict(self.journal.options),
            steps=len(self.states) - 1,
            chapters=tuple(chapters),
            result=voice.result(last),
        )

    def step(self, at: int, knowing: Knowing, lang: str) -> StepSeen:
        """Return one state; raise Refusal if there is no such step or seat."""
        if not 0 <= at < len(self.states):
            raise Refusal("no_step", number=at)
        game, state = load(self.journal.game), self.states[at]
        seat = _viewer(knowing)
        if seat is not None and seat >= self.journal.seats:
            raise Refusal("no_seat", number=seat + 1)
        voice = voice_for(self.journal.game, self.names, seat, self.journal.options, lang)
        is_open = knowing == "all"  # allowed because the game is over
        view = open_view(game, state, self.journal.seats) if is_open else game.view(state, seat)
        first = self.marks[at - 1] if at else 0
        lines = []
        for number in range(first, self.marks[at]):
            recorded = self.recorder.events[number]
            event = open_event(recorded) if is_open else recorded.seen_by(seat)
            lines.append(Line(number, voice.log(event), voice.is_news(event), event))
        return StepSeen(at, voice.moment(view), self._answered(at, knowing, lang), view, tuple(lines))

    def branches(self, at: int, seat: Seat) -> tuple[Branch, ...]:
        """Return the branches of a game that goes on from a step with a new player on a seat.

        Raise Refusal if there is no such step or seat, or the game ends there.
        """
        if not 0 <= at < len(self.states):
            raise Refusal("no_step", number=at)
        if not 0 <= seat < self.journal.seats:
            raise Refusal("no_seat", number=seat + 1)
        if not load(self.journal.game).pending(self.states[at]):
            raise Refusal("ended_here")
        return self.journal.branches_at(at, seat)

    def _answered(self, at: int, knowing: Knowing, lang: str) -> str:
        """Return the last answer in words, only to its own seat or with all cards open: it may be secret."""
        if not at:
            return ""
        answer = self.journal.answers()[at - 1]
        if knowing not in {"all", answer.seat}:
            return ""
        game, before = load(self.journal.game), self.states[at - 1]
        voice = voice_for(self.journal.game, self.names, _viewer(knowing), self.journal.options, lang)
        why = next((ask.why for ask in game.pending(before) if ask.seat == answer.seat), "")
        said = voice.answer(game.meaning(before, answer.seat, answer.option), why)
        return f"{voice.called(answer.seat)}: {said}"


def _viewer(knowing: Knowing) -> Seat | None:
    return knowing if isinstance(knowing, int) else None
