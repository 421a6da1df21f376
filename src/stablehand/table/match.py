"""One game at the table: its state, who is asked what since when, and what has been answered.

A question keeps its number as long as it is the same question: while others answer sealed, one's own stays
open. When anything else happens, everybody is asked anew, and an answer to the old question comes too late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stablehand.kernel.events import Recorder
from stablehand.kernel.journal import Answer
from stablehand.kernel.shelf import load

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.events import Event
    from stablehand.kernel.journal import Journal


class Asked(NamedTuple):
    """A question to a seat: the state number it was first asked in, and when that was."""

    decision: Decision
    id: int
    at: int


class Match:
    """A game that is played, or over."""

    def __init__(self, journal: Journal, number: int, at: int) -> None:
        self.game = load(journal.game)
        self.journal = journal
        self.recorder = Recorder()
        self.state: Any = journal.start(self.recorder)
        self.number = number
        """The number of the fact that came last; it goes up even when answers are taken back."""
        self.standing: list[Answer] = []
        """The answers that still stand."""
        self.marks: list[int] = []
        """How many events there had been before each answer that stands."""
        self.before: Any = None
        """The state before the last answer, if that still stands."""
        self.asked: dict[Seat, Asked] = {}
        self.sealed: dict[Seat, Asked] = {}
        """What was asked of those who have answered and may still answer otherwise."""
        self._ask_all(at)

    @property
    def events(self) -> list[Event]:
        """What has happened."""
        return self.recorder.events

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.asked

    @property
    def turn(self) -> int:
        """The part of the game in which passing wishes hold and takings-back are counted."""
        return self.game.clock(self.state)

    def question(self, seat: Seat) -> Asked | None:
        """Return what a seat may answer: an open decision, or a sealed one anew."""
        return self.asked.get(seat) or self.sealed.get(seat)

    def answer(self, seat: Seat, option: Option, number: int, at: int) -> None:
        """Move the game on; an answer that is not offered is IllegalAnswer and changes nothing."""
        before = self.game.clone(self.state)
        told = len(self.events)
        self.game.answer(self.state, seat, option, self.recorder)
        self.before = before
        self.marks.append(told)
        self.standing.append(Answer(seat, option))
        self.journal.answer(seat, option)
        self.number = number
        self._ask_after(seat, at)

    def undo(self, to: int, number: int, at: int) -> None:
        """Take back all but the first `to` answers."""
        self.journal.undo(to)
        self.state = self.journal.replay()
        del self.recorder.events[self.marks[to] :]
        del self.marks[to:], self.standing[to:]
        self.before = None
        self.number = number
        self._ask_all(at)

    def resume(self, at: int) -> None:
        """Let the time of every question begin now."""
        self.asked = {seat: asked._replace(at=at) for seat, asked in self.asked.items()}

    def _ask_all(self, at: int) -> None:
        self.asked = {
            decision.seat: Asked(decision, self.number, at) for decision in self.game.pending(self.state)
        }
        self.sealed = {}

    def _ask_after(self, seat: Seat, at: int) -> None:
        """Keep the others' questions if a seat's answer has changed nothing for them."""
        pending = {decision.seat: decision for decision in self.game.pending(self.state)}
        own = pending.pop(seat, None)
        others = {other: asked for other, asked in self.asked.items() if other != seat}
        if pending != {other: asked.decision for other, asked in others.items()} or not pending:
            self._ask_all(at)
            return
        answered = self.question(seat)
        self.asked = others
        if own is not None:
            self.asked[seat] = Asked(own, self.number, at)
            self.sealed.pop(seat, None)
            return
        revisable = {decision.seat: decision for decision in self.game.revisable(self.state)}
        if seat in revisable and answered is not None:
            self.sealed[seat] = Asked(revisable[seat], answered.id, answered.at)
        else:
            self.sealed.pop(seat, None)
