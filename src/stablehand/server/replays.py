"""A game that is over, to be looked at again: every state, as a seat knew it or as nobody could."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

from stablehand.kernel.events import Recorder
from stablehand.kernel.shelf import load
from stablehand.kernel.viewing import seen_view
from stablehand.table.protocol import Data, Line
from stablehand.table.refusal import Refusal
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.kernel.journal import Journal
    from stablehand.kernel.past import Past

Knowing = Literal["all"] | int | None
"""Whose knowledge is shown: a seat's, a spectator's (None), or everybody's."""
KEPT: Final = 16
"""Games at hand; a state is small, but a game has hundreds."""


class Chapter(Struct, frozen=True):
    """Where a turn or a round begins."""

    step: int
    moment: str


class ReplaySeen(Struct, frozen=True):
    """A game that can be looked at again."""

    game: str
    title: str
    seats: tuple[str, ...]
    options: Data
    steps: int
    chapters: tuple[Chapter, ...]
    result: str


class StepSeen(Struct, frozen=True):
    """The table after so many answers."""

    step: int
    moment: str
    answered: str
    """What was answered last, and by whom."""
    view: Data
    lines: tuple[Line, ...]
    """What that answer brought about."""


@dataclass(slots=True)
class Replay:
    """All states of a game, in order."""

    journal: Journal
    names: Sequence[str]
    states: list[Any]
    recorder: Recorder
    marks: list[int]
    """How many events there were in each state."""

    @classmethod
    def of(cls, journal: Journal, names: Sequence[str]) -> Replay:
        """Play a journal again."""
        game, recorder = load(journal.game), Recorder()
        states, marks = [], []
        for state in journal.steps(recorder):
            states.append(game.clone(state))
            marks.append(len(recorder.events))
        return cls(journal, names, states, recorder, marks)

    def seen(self, lang: str) -> ReplaySeen:
        """Tell what there is to look at."""
        game = load(self.journal.game)
        voice = voice_for(self.journal.game, self.names, None, self.journal.options, lang)
        chapters: list[Chapter] = []
        before: object = None
        for step, state in enumerate(self.states):
            view = game.view(state, None)
            turn = view["turn"] if "turn" in view else (view["round"], view["pass"])
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
        """Show one state."""
        if not 0 <= at < len(self.states):
            raise Refusal("no_step", number=at)
        game, state = load(self.journal.game), self.states[at]
        seat = knowing if isinstance(knowing, int) else None
        if seat is not None and seat >= self.journal.seats:
            raise Refusal("no_seat", number=seat + 1)
        voice = voice_for(self.journal.game, self.names, seat, self.journal.options, lang)
        if knowing == "all":  # only of a game that is over
            view = seen_view(game, state, self.journal.seats, None)
        else:
            view = game.view(state, seat)
        first = self.marks[at - 1] if at else 0
        lines = []
        for number in range(first, self.marks[at]):
            event = self.recorder.events[number].seen_by(seat)
            lines.append(Line(number, voice.log(event), voice.is_news(event), event))
        return StepSeen(at, voice.moment(view), self._answered(at, knowing, lang), view, tuple(lines))

    def pasts(self, at: int, seat: Seat) -> tuple[Past, ...]:
        """Return what a game comes from that goes on here, with somebody new on a seat."""
        if not 0 <= at < len(self.states):
            raise Refusal("no_step", number=at)
        if not 0 <= seat < self.journal.seats:
            raise Refusal("no_seat", number=seat + 1)
        if not load(self.journal.game).pending(self.states[at]):
            raise Refusal("ended_here")
        return self.journal.past(at, seat)

    def _answered(self, at: int, knowing: Knowing, lang: str) -> str:
        """Say what was answered, to those who saw it: sealed and secret choices only to who made them."""
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


class Replays:
    """The games that were looked at last, kept at hand."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Replay] = OrderedDict()

    def find(self, code: str, number: int) -> Replay | None:
        """Return a table's game, if it is at hand."""
        replay = self._kept.get((code, number))
        if replay is not None:
            self._kept.move_to_end((code, number))
        return replay

    def keep(self, code: str, number: int, replay: Replay) -> Replay:
        """Keep a game at hand, and let the oldest go."""
        self._kept[code, number] = replay
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return replay


def _viewer(knowing: Knowing) -> Seat | None:
    return knowing if isinstance(knowing, int) else None
