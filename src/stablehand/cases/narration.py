"""Write a traced case as sentences: what was asked, answered and done, and what is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from stablehand.cases.expectation_text import ExpectationText, Naming
from stablehand.cases.trace import Comparison, Passage, TracedAnswer, TracedRefusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from stablehand.cases.trace import Step, Trace
    from stablehand.core.contract import Json
    from stablehand.text.language import Language

Kind = Literal["asked", "answered", "silent", "happened", "refused", "expected", "missed"]


class NarrationLine(NamedTuple):
    """A sentence, its kind, and the rules that made something happen."""

    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    is_silent: bool = False
    """Whether it is about an answer that the script does not mention."""


class Speaking(Naming, Protocol):
    """The sentences about a table; a voice provides them."""

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question that the viewer is asked."""
        ...

    def log(self, event: Mapping[str, Any]) -> str:
        """Return an event as a log line."""
        ...

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Return whether an event is shown to players during the game."""
        ...


class CaseNarrator:
    """Writes the steps of one case.

    `speaker` addresses the viewer and `seats` each seat; `answered` names a chosen option.
    """

    def __init__(
        self,
        trace: Trace,
        speaker: Speaking,
        seats: Sequence[Speaking],
        answered: Callable[[Mapping[str, Any], str], str],
        language: Language,
    ) -> None:
        self.trace = trace
        self.speaker = speaker
        self.seats = seats
        self.answered = answered
        self.say = language.catalogue("interface").say
        self.expecting = ExpectationText(trace.case.seats, speaker, language)

    def said(self, step: Step) -> Iterator[NarrationLine]:
        """Yield the lines of a step."""
        match step:
            case TracedAnswer():
                yield from self._answer(step)
                yield from self.events(step.events)
            case Passage():
                yield from self.events(step.events)
            case TracedRefusal():
                rules = ", ".join(step.rules)
                key = "why.refused.rules" if rules else "why.refused"
                yield NarrationLine("refused", self.say(key, sentence=step.sentence, rules=rules), step.rules)
            case Comparison():
                yield from self._comparison(step)

    def events(self, events: Sequence[Mapping[str, Json]]) -> Iterator[NarrationLine]:
        """Yield a line for each event that is shown or cites a rule."""
        for event in events:
            rules: Any = event["rules"]
            if self.speaker.is_news(event) or rules:
                yield NarrationLine("happened", self.speaker.log(event), tuple(rules))

    def _answer(self, step: TracedAnswer) -> Iterator[NarrationLine]:
        """Yield question and answer, without their content if the viewer may not know it."""
        who, is_silent = self.speaker.who(step.seat), not step.sentence
        kind: Kind = "silent" if is_silent else "answered"
        if self.trace.viewer not in {None, step.seat}:
            yield NarrationLine("asked", self.say("why.asked.hidden", who=who), is_silent=is_silent)
            yield NarrationLine(kind, self.say("why.answer.hidden", who=who), is_silent=is_silent)
            return
        decision = step.view["decision"]
        if decision is not None:
            prompt = self.seats[step.seat].prompt(step.view)
            yield NarrationLine("asked", self.say("why.asked", who=who, prompt=prompt), is_silent=is_silent)
        why = decision["why"] if decision else ""
        answer = step.sentence if step.meaning is None else self.answered(step.meaning, why)
        key = "why.answer.silent" if is_silent else "why.answer"
        yield NarrationLine(kind, self.say(key, who=who, answer=answer), is_silent=is_silent)

    def _comparison(self, step: Comparison) -> Iterator[NarrationLine]:
        for expectation in step.expectations:
            if self.expecting.is_known_to(expectation.path, self.trace.viewer):
                kind: Kind = "missed" if expectation.problem else "expected"
                yield NarrationLine(kind, self.expecting.said(expectation.path, expectation.value))
