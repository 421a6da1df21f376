"""One game at a table: the game's state, the open questions, and the answers.

A question keeps its number as long as it is the same question: while other seats give sealed answers, it
stays open. When anything else happens, all seats are asked again, and an answer to an old question is late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from stablehand.core.contract import IllegalAnswer, Kind
from stablehand.core.events import Recorder
from stablehand.core.registry import load, manifest

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Option, Seat, WindowSubject
    from stablehand.core.events import Event
    from stablehand.core.journal import Answer, Journal


T = TypeVar("T")

KEPT_STATES: Final = 8
"""The most earlier states that are kept, to judge whether an answer may be taken back freely."""
WORLDS: Final = 6
"""How many possible truths are drawn to judge whether everybody can see that a question is forced."""


class Question(NamedTuple):
    """A decision that a seat may answer."""

    decision: Decision
    id: int
    """The number of the fact that first asked it; clients send it back as `decision` of their answer."""
    at: int
    """When its time began, in milliseconds."""

    @property
    def choices(self) -> tuple[Option, ...]:
        """All that may be chosen, now or as a later pick."""
        return (*self.decision.options, *self.decision.group)


class AnswerPosition(NamedTuple):
    """An answer that was not taken back."""

    row: int
    """Its row in the journal, which alone keeps the answer itself."""
    events: int
    """How many events had happened before it."""
    is_own: bool
    """Whether the player gave it: not a bot, not the table."""


class Match:
    """A game that is played, or over. Only `fold` changes it."""

    def __init__(self, journal: Journal, number: int, at: int) -> None:
        self.game = load(journal.game)
        self.journal = journal
        """The header, and every answer and undo so far."""
        self.recorder = Recorder()
        self.state: Any = journal.start(self.recorder)
        self.before: dict[int, Any] = {}
        """The states before the players' last answers, by the number of the answer, oldest first."""
        self.number = number
        """The number of the last fact that changed the game; it goes up also when answers are taken back."""
        self.turn = 0
        """How many turns or rounds have begun; undos are counted for one of them."""
        self.card_before = ""
        """The id of the card that a bot or the table responded to or passed on just now; else empty."""
        self.standing: list[AnswerPosition] = []
        self.pending: dict[Seat, Question] = {}
        """The open questions; none when the game is over."""
        self.revisable: dict[Seat, Question] = {}
        """Questions whose answers may be replaced until all others have answered."""
        self._known: dict[object, Any] = {}
        """Results of `once` for this position; cleared by the next answer."""
        self._ask_all(at)

    def take(self, journal: Journal, state: bytes, events: list[Event]) -> None:
        """Take over a game in the middle, for a snapshot, which fills in the rest."""
        self.game = load(journal.game)
        self.journal = journal
        self.recorder = Recorder()
        self.recorder.events = events
        self.state = self.game.decode(state)
        self.before, self.revisable, self._known = {}, {}, {}
        self.turn = self.game.clock(self.state)

    @property
    def events(self) -> list[Event]:
        """What has happened, without what was taken back."""
        return self.recorder.events

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.pending

    def question(self, seat: Seat) -> Question | None:
        """Return the open question of a seat, or the one whose answer it may replace; None without either."""
        return self.pending.get(seat) or self.revisable.get(seat)

    def last_answer(self, seat: Seat, *, is_own: bool = False) -> int | None:
        """Return the number of a seat's last answer that stands, from 0; None if there is none.

        With `is_own`, of those that the player gave.
        """
        for number in reversed(range(len(self.standing))):
            if self.standing_answer(number).seat == seat and self.standing[number].is_own >= is_own:
                return number
        return None

    def sealed_option(self, seat: Seat) -> Option | None:
        """Return the option that a seat has chosen; None if it has not answered yet.

        An answer that took effect at once, and is not offered again, does not count.
        """
        question = self.question(seat)
        for number in reversed(range(len(self.standing))):
            answer = self.standing_answer(number)
            if answer.seat == seat and (question is None or answer.option in question.choices):
                return answer.option
        return None

    def standing_answer(self, number: int) -> Answer:
        """Return an answer that stands, by its number from 0; negative numbers count from the last."""
        return cast("Answer", self.journal.rows[self.standing[number].row])

    def answer(self, seat: Seat, option: Option, number: int, at: int, *, is_own: bool = True) -> None:
        """Give the game an answer; one that is not offered raises IllegalAnswer and changes nothing."""
        question, events = self.question(seat), len(self.recorder.events)
        saved = (
            self.number,
            self.turn,
            self.card_before,
            self.pending,
            self.revisable,
            self.before.copy(),
        )
        rows, standing = len(self.journal.rows), len(self.standing)
        before = self.game.clone(self.state) if is_own else None
        is_response = question is not None and question.decision.kind is Kind.RESPOND
        subject = self.subject if is_response and not is_own else None
        try:
            self.game.answer(self.state, seat, option, self.recorder)
            self.journal.answer(seat, option)
            self.standing.append(AnswerPosition(rows, events, is_own))
            self.card_before = subject.card if subject else ""
            self.number = number
            self._keep(standing, before)
            self._ask_after(seat, at)
        except IllegalAnswer:
            raise
        except Exception:
            # The game broke in the middle: nothing of this answer may stay.
            del self.journal.rows[rows:], self.standing[standing:], self.recorder.events[events:]
            self.number, self.turn, self.card_before, self.pending, self.revisable, self.before = saved
            self.state = self.journal.replay() if before is None else before
            self._known = {}
            raise

    def _keep(self, answer: int, before: Any) -> None:  # noqa: ANN401 - any game's state
        """Keep the state before an answer, for taking it back; None is not kept."""
        if before is not None:
            self.before[answer] = before
            if len(self.before) > KEPT_STATES:
                del self.before[next(iter(self.before))]

    def undo(self, to: int, number: int, at: int) -> None:
        """Take back all but the first `to` answers."""
        # What was before the last own answers is kept, so that a long game is not played again for it.
        before = self.before.get(to)
        self.journal.undo(to)
        self.state = self.journal.replay() if before is None else self.game.clone(before)
        del self.recorder.events[self.standing[to].events :]
        del self.standing[to:]
        self.before = {answer: before for answer, before in self.before.items() if answer < to}
        self.number = number
        self._ask_all(at)

    def delay_clocks(self, by: int) -> None:
        """Add the length of a pause to the beginning of every open question's time."""
        self.pending = {
            seat: question._replace(at=question.at + by) for seat, question in self.pending.items()
        }

    def restart_clocks(self, at: int) -> None:
        """Let the time of every open question begin now."""
        self.pending = {seat: question._replace(at=at) for seat, question in self.pending.items()}

    # ---- what everybody can see of this position

    @property
    def subject(self) -> WindowSubject | None:
        """What the open response window is about; None if there is none, or the game does not tell."""
        return self.once("subject", self._subject)

    @property
    def active(self) -> Seat | None:
        """Whose turn it is; None in games without turns."""
        return cast(
            "Seat | None", self.once("active", lambda: self.game.view(self.state, None).get("active"))
        )

    def is_openly_forced(self, decision: Decision) -> bool:
        """Whether everybody can see that a decision has only this one option.

        That is so if it is the same decision however the cards hidden from a spectator are dealt.
        """
        return decision.is_forced and self.once(("forced", decision.seat), lambda: self._is_same(decision))

    def once(self, what: object, find: Callable[[], T]) -> T:
        """Return what `find` returns, called once for each position."""
        if what not in self._known:
            self._known[what] = find()
        return cast("T", self._known[what])

    def _subject(self) -> WindowSubject | None:
        find = manifest(self.game.name).load("window")
        return find(self.state) if find else None

    def _is_same(self, decision: Decision) -> bool:
        worlds = (self.game.determinise(self.state, None, luck) for luck in range(WORLDS))
        return all(decision in self.game.pending(world) for world in worlds)

    # ---- questions

    def _ask_all(self, at: int) -> None:
        self._set_pending(
            {decision.seat: Question(decision, self.number, at) for decision in self.game.pending(self.state)}
        )
        self.revisable = {}

    def _ask_after(self, seat: Seat, at: int) -> None:
        """Ask after a seat's answer; the others keep their questions if it has changed nothing for them."""
        decisions = {decision.seat: decision for decision in self.game.pending(self.state)}
        own = decisions.pop(seat, None)
        others = {other: question for other, question in self.pending.items() if other != seat}
        if decisions != {other: question.decision for other, question in others.items()} or not decisions:
            self._ask_all(at)
            return
        answered = self.question(seat)
        if own is not None:
            others[seat] = Question(own, self.number, at)
        self._set_pending(others)
        self.revisable.pop(seat, None)
        if own is None and answered is not None:
            for decision in self.game.revisable(self.state):
                if decision.seat == seat:
                    self.revisable[seat] = Question(decision, answered.id, answered.at)

    def _set_pending(self, pending: dict[Seat, Question]) -> None:
        self.pending = pending
        self.turn = self.game.clock(self.state)
        self._known = {}
