"""A case that was gone through, in words: what was asked, answered and done, and what is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from stablehand.cases.expecting import Expecting, Naming
from stablehand.cases.tracing import Answer, Look, Passage, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from stablehand.cases.tracing import Step, Trace
    from stablehand.kernel.contract import Json
    from stablehand.text.language import Language

Kind = Literal["asked", "answered", "silent", "happened", "refused", "expected", "missed"]


class Said(NamedTuple):
    """A sentence, what it is, and the rules by which something happened."""

    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    is_silent: bool = False
    """It is about an answer that goes without saying."""


class Speaking(Naming, Protocol):
    """Who speaks of the table; a voice can."""

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        ...

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        ...

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        ...


class Teller:
    """Says the steps of one case; `seats` speak to each seat, `answered` says what was chosen."""

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
        self.expecting = Expecting(trace.case.seats, speaker, language)

    def said(self, step: Step) -> Iterator[Said]:
        """Say a step."""
        match step:
            case Answer():
                yield from self._answer(step)
                yield from self.events(step.events)
            case Passage():
                yield from self.events(step.events)
            case Refusal():
                rules = ", ".join(step.rules)
                key = "why.refused.rules" if rules else "why.refused"
                yield Said("refused", self.say(key, sentence=step.sentence, rules=rules), step.rules)
            case Look():
                yield from self._look(step)

    def events(self, events: Sequence[Mapping[str, Json]]) -> Iterator[Said]:
        """Say what happened, each line with the rules that made it happen."""
        for event in events:
            rules: Any = event["rules"]
            if self.speaker.is_news(event) or rules:
                yield Said("happened", self.speaker.log(event), tuple(rules))

    def _answer(self, step: Answer) -> Iterator[Said]:
        """Say question and answer, if the viewer may know them."""
        who, is_silent = self.speaker.who(step.seat), not step.sentence
        kind: Kind = "silent" if is_silent else "answered"
        if self.trace.viewer not in {None, step.seat}:
            yield Said("asked", self.say("why.asked.hidden", who=who), is_silent=is_silent)
            yield Said(kind, self.say("why.answer.hidden", who=who), is_silent=is_silent)
            return
        decision = step.view["decision"]
        if decision is not None:
            prompt = self.seats[step.seat].prompt(step.view)
            yield Said("asked", self.say("why.asked", who=who, prompt=prompt), is_silent=is_silent)
        why = decision["why"] if decision else ""
        answer = step.sentence if step.meaning is None else self.answered(step.meaning, why)
        key = "why.answer.silent" if is_silent else "why.answer"
        yield Said(kind, self.say(key, who=who, answer=answer), is_silent=is_silent)

    def _look(self, look: Look) -> Iterator[Said]:
        for one in look.expectations:
            if self.expecting.is_known_to(one.path, self.trace.viewer):
                kind: Kind = "missed" if one.problem else "expected"
                yield Said(kind, self.expecting.said(one.path, one.value))
