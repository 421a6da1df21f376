"""A case gone through with every question, answer and look written down.

The runner plays it as ever; its stage is watched from outside, so that what is shown is what was tested.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from stablehand.cases.expect import is_known
from stablehand.cases.runner import Failed, Performance
from stablehand.kernel.shelf import load
from stablehand.kernel.viewing import seen_event, seen_view

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from stablehand.cases.format import Case
    from stablehand.cases.script import Sentence
    from stablehand.cases.stage import Stage
    from stablehand.kernel.contract import Decision, Json, Option, Seat


@dataclass
class Answer:
    """A question and what was answered; `view` is that of who was asked."""

    seat: Seat
    view: dict[str, Any]
    meaning: dict[str, Any] | None
    sentence: str
    """What the script says; nothing if it goes without saying."""
    before: dict[str, Json]
    """The table when it was asked, as the viewer sees it."""
    events: list[dict[str, Json]] = field(default_factory=list)


@dataclass
class Passage:
    """The game moves on by itself."""

    before: dict[str, Json]
    events: list[dict[str, Json]] = field(default_factory=list)


@dataclass
class Refusal:
    """A sentence that must be refused, and the rules that refuse it."""

    sentence: str
    rules: tuple[str, ...]


@dataclass
class Expectation:
    """One thing that is expected, and what is instead, if it is not so."""

    path: tuple[str, ...]
    value: Any
    problem: str


@dataclass
class Look:
    """The case compares."""

    expectations: list[Expectation]
    is_end: bool


Step: TypeAlias = Answer | Passage | Refusal | Look


class Trace(Performance):
    """Plays a case and keeps its steps; `seat` is whose eyes the table is seen with (None: everything)."""

    def __init__(self, case: Case, seat: Seat | None) -> None:
        super().__init__(case)
        self.viewer = seat
        self.steps: list[Step] = []
        self.problems: list[str] = []
        self.game = load(case.game)
        self.told = 0
        self.refused: dict[str, tuple[str, ...]] = {}
        watched = Watched(self.stage, self)
        self.stage = watched
        self.start = self.seen()
        self.opening = self.news()

    def go_through(self) -> None:
        """Play to the end, or to where it fails."""
        try:
            self.play()
            if "error" in self.case.expect:
                self.steps.append(self._refusal(self.sentences[-1].text, self.case.expect["error"]))
            self.problems += self.compare(self.case.expect)
        except Failed as failure:
            self.problems.append(str(failure))

    def _refusal(self, sentence: str, wanted: object) -> Refusal:
        """Return what refuses a sentence: the rule that the case is about, or all that do."""
        rules = self.refused.get(sentence, ())
        return Refusal(sentence, (wanted,) if isinstance(wanted, str) else rules)

    def compare(self, expect: dict[str, object]) -> list[str]:
        """Compare one expectation after the other."""
        found = []
        for path, value in _leaves(self.stage, expect):
            table: dict[str, Any] = {path[-1]: value}
            for key in reversed(path[:-1]):
                table = {key: table}
            found.append(Expectation(path, value, "; ".join(super().compare(table))))
        super().compare(expect)  # complains of what nothing can be expected of
        self.steps.append(Look(found, is_end=expect is self.case.expect))
        return [one.problem for one in found if one.problem]

    def seen(self) -> dict[str, Json]:
        """Return the table as the viewer sees it."""
        return seen_view(self.game, self.stage.state, len(self.case.seats), self.viewer)

    def news(self) -> list[dict[str, Json]]:
        """Return what has happened since it was last asked for, as the viewer saw it."""
        events = self.recorder.events[self.told :]
        self.told = len(self.recorder.events)
        return [seen_event(event, self.viewer) for event in events]


def _leaves(
    stage: Stage, table: dict[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Walk down nested tables until the game knows what a key stands for."""
    for key, value in table.items():
        here = (*path, key)
        if here in {("log",), ("error",)} or is_known(stage, here):
            yield here, value
        elif isinstance(value, dict):
            yield from _leaves(stage, value, here)


class Watched:
    """A stage whose answers are written down."""

    def __init__(self, stage: Stage, trace: Trace) -> None:
        self.stage = stage
        self.trace = trace
        self.said = ""
        """The sentence that gives the next answer, if it does not go without saying."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - any game's state
        """Return the game's state."""
        return self.stage.state

    @state.setter
    def state(self, state: Any) -> None:  # noqa: ANN401 - the same
        # The runner goes back: phases went by in vain, and what was seen since the last question is void.
        self.stage.state = state
        while self.trace.steps and isinstance(self.trace.steps[-1], Passage):
            self.trace.steps.pop()

    def pending(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return self.stage.pending()

    def hit(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        """Return the answer a sentence gives, and keep in mind that it did."""
        found = self.stage.hit(sentence)
        if found is not None:
            self.said = sentence.text
        return found

    def silent(self, upcoming: Sentence | None, spared: Collection[Seat] = ()) -> tuple[Seat, Option] | None:
        """Return an answer that goes without saying."""
        found = self.stage.silent(upcoming, spared)
        if found is not None:
            self.said = ""
        return found

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = False) -> None:
        """Answer, and write down what was asked, answered and done."""
        view: dict[str, Any] = self.trace.game.view(self.state, seat)
        try:
            meaning: dict[str, Any] | None = self.trace.game.meaning(self.state, seat, option)
        except ValueError:  # a seat that chooses anew, or names whose card it will choose
            meaning = None
        step = Answer(seat, view, meaning, self.said, self.trace.seen())
        self.stage.answer(seat, option, is_alone=is_alone)
        step.events = self.trace.news()
        self.trace.steps.append(step)

    def move_on(self) -> bool:
        """Let the phase move on, and write down what happened."""
        before = self.trace.seen()
        has_moved = self.stage.move_on()
        if has_moved and (events := self.trace.news()):
            self.trace.steps.append(Passage(before, events))
        return has_moved

    def mark(self) -> Hashable:
        """Return something that changes when what a sentence set off is resolved."""
        return self.stage.mark()

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules by which a sentence is refused, and keep them."""
        return self._refused(sentence, self.stage.refusal(sentence))

    def misses(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules that refuse what else a sentence says, and keep them."""
        return self._refused(sentence, self.stage.misses(sentence))

    def _refused(self, sentence: Sentence, rules: tuple[str, ...]) -> tuple[str, ...]:
        kept = self.trace.refused.get(sentence.text, ())
        self.trace.refused[sentence.text] = tuple(dict.fromkeys((*kept, *rules)))
        return rules

    def meets(self, sentence: Sentence) -> bool:
        """Whether its seat is asked what a sentence is about."""
        return self.stage.meets(sentence)

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Stage
        """Return what a key of `[expect]` stands for."""
        return self.stage.observe(path)

    def describe(self) -> str:
        """Return the whole board in a few lines."""
        return self.stage.describe()
