"""Play a case and record every question, answer and comparison.

The runner plays it as usual; only its adapter is wrapped, so that what is shown is what was tested.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from stablehand.cases.expect import is_known
from stablehand.cases.runner import CaseFailed, CaseRun
from stablehand.core.open_cards import open_event, open_view
from stablehand.core.registry import load

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from stablehand.cases.adapter import Adapter
    from stablehand.cases.format import Case
    from stablehand.cases.script import Sentence
    from stablehand.core.contract import Decision, Json, Option, Seat


@dataclass
class TracedAnswer:
    """A question and its answer; `view` is the view of the seat that was asked."""

    seat: Seat
    view: dict[str, Any]
    meaning: dict[str, Any] | None
    sentence: str
    """The sentence of the script; empty for a silent answer."""
    before: dict[str, Json]
    """The table when the question was asked, as the viewer sees it."""
    events: list[dict[str, Json]] = field(default_factory=list)


@dataclass
class Passage:
    """The game went on to the next phase without a question."""

    before: dict[str, Json]
    events: list[dict[str, Json]] = field(default_factory=list)


@dataclass
class TracedRefusal:
    """A sentence that must be refused, and the rules that refuse it."""

    sentence: str
    rules: tuple[str, ...]


@dataclass
class Expectation:
    """One expected value; `problem` tells the actual one and is empty if the expectation holds."""

    path: tuple[str, ...]
    value: Any
    problem: str


@dataclass
class Comparison:
    """The case compared expectations with the board: at a `check`, or at its end."""

    expectations: list[Expectation]
    is_end: bool


Step: TypeAlias = TracedAnswer | Passage | TracedRefusal | Comparison


class Trace(CaseRun):
    """Plays a case and records its steps as a seat sees them; with `seat` None, everything is seen."""

    def __init__(self, case: Case, seat: Seat | None) -> None:
        super().__init__(case)
        self.viewer = seat
        self.steps: list[Step] = []
        self.problems: list[str] = []
        self.game = load(case.game)
        self.reported = 0
        """How many events `new_events` has returned."""
        self.refused: dict[str, tuple[str, ...]] = {}
        """The rules that refused each sentence."""
        tracing = TracingAdapter(self.adapter, self)
        self.adapter = tracing
        self.start = self.seen()
        self.opening = self.new_events()

    def go_through(self) -> None:
        """Play to the end or to the first failure."""
        try:
            self.play()
            if "error" in self.case.expect:
                self.steps.append(self._refusal(self.sentences[-1].text, self.case.expect["error"]))
            self.problems += self.compare(self.case.expect)
        except CaseFailed as failure:
            self.problems.append(str(failure))

    def _refusal(self, sentence: str, wanted: object) -> TracedRefusal:
        """Return the refusal of a sentence: by the rule that the case expects, or by all that refuse it."""
        rules = self.refused.get(sentence, ())
        return TracedRefusal(sentence, (wanted,) if isinstance(wanted, str) else rules)

    def compare(self, expect: dict[str, object]) -> list[str]:
        """Compare the expectations one by one and record the comparison."""
        found = []
        for path, value in _leaves(self.adapter, expect):
            table: dict[str, Any] = {path[-1]: value}
            for key in reversed(path[:-1]):
                table = {key: table}
            found.append(Expectation(path, value, "; ".join(super().compare(table))))
        super().compare(expect)  # raises CaseError for an unknown key
        self.steps.append(Comparison(found, is_end=expect is self.case.expect))
        return [expectation.problem for expectation in found if expectation.problem]

    def seen(self) -> dict[str, Json]:
        """Return the table as the viewer sees it."""
        state = self.adapter.state
        if self.viewer is None:
            return open_view(self.game, state, len(self.case.seats))
        return self.game.view(state, self.viewer)

    def new_events(self) -> list[dict[str, Json]]:
        """Return the events since the last call, as the viewer saw them."""
        events = self.recorder.events[self.reported :]
        self.reported = len(self.recorder.events)
        if self.viewer is None:
            return [open_event(event) for event in events]
        return [event.seen_by(self.viewer) for event in events]


def _leaves(
    adapter: Adapter, table: dict[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Walk nested tables and yield each path that the game can observe."""
    for key, value in table.items():
        here = (*path, key)
        if here in {("log",), ("error",)} or is_known(adapter, here):
            yield here, value
        elif isinstance(value, dict):
            yield from _leaves(adapter, value, here)


class TracingAdapter:
    """Wraps an adapter and records its answers in a trace."""

    def __init__(self, adapter: Adapter, trace: Trace) -> None:
        self.adapter = adapter
        self.trace = trace
        self.sentence = ""
        """The sentence that gives the next answer; empty for a silent answer."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - any game's state
        """Return the game's state."""
        return self.adapter.state

    @state.setter
    def state(self, state: Any) -> None:  # noqa: ANN401 - the same
        # The runner goes back: the phases since the last question did not happen.
        self.adapter.state = state
        while self.trace.steps and isinstance(self.trace.steps[-1], Passage):
            self.trace.steps.pop()

    def pending(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return self.adapter.pending()

    def find_answer(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        """Return the answer that a sentence gives, and remember the sentence."""
        found = self.adapter.find_answer(sentence)
        if found is not None:
            self.sentence = sentence.text
        return found

    def silent_answer(
        self, upcoming: Sentence | None, excluded: Collection[Seat] = ()
    ) -> tuple[Seat, Option] | None:
        """Return an answer that needs no sentence, or None."""
        found = self.adapter.silent_answer(upcoming, excluded)
        if found is not None:
            self.sentence = ""
        return found

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = False) -> None:
        """Apply an answer and record the question, the answer and its events."""
        view: dict[str, Any] = self.trace.game.view(self.state, seat)
        try:
            meaning: dict[str, Any] | None = self.trace.game.meaning(self.state, seat, option)
        except ValueError:  # a seat that replaces its answer, or names whose card it will choose
            meaning = None
        step = TracedAnswer(seat, view, meaning, self.sentence, self.trace.seen())
        self.adapter.answer(seat, option, is_alone=is_alone)
        step.events = self.trace.new_events()
        self.trace.steps.append(step)

    def move_on(self) -> bool:
        """Start the next phase and record its events."""
        before = self.trace.seen()
        has_moved = self.adapter.move_on()
        if has_moved and (events := self.trace.new_events()):
            self.trace.steps.append(Passage(before, events))
        return has_moved

    def progress(self) -> Hashable:
        """Return the adapter's progress."""
        return self.adapter.progress()

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules that refuse a sentence, and record them."""
        return self._refused(sentence, self.adapter.refusal(sentence))

    def target_refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules that refuse the targets of a sentence, and record them."""
        return self._refused(sentence, self.adapter.target_refusal(sentence))

    def _refused(self, sentence: Sentence, rules: tuple[str, ...]) -> tuple[str, ...]:
        earlier = self.trace.refused.get(sentence.text, ())
        self.trace.refused[sentence.text] = tuple(dict.fromkeys((*earlier, *rules)))
        return rules

    def is_due(self, sentence: Sentence) -> bool:
        """Return whether a sentence must answer now or be refused."""
        return self.adapter.is_due(sentence)

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Adapter
        """Return the current value of a key of `[expect]`."""
        return self.adapter.observe(path)

    def describe(self) -> str:
        """Return the whole board and every offer in a few lines."""
        return self.adapter.describe()
