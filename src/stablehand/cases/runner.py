"""Playing a case: each sentence answers a question, what goes without saying is answered silently.

Sentences are taken in order. Before a sentence that answers nothing yet, silent answers are given and the
phase moves on, until it does answer something; if it never does, it is refused. A `check` looks where the
next sentence would be needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stablehand.cases.expect import differences
from stablehand.cases.fairytale import FairyTaleStage
from stablehand.cases.format import Case, CaseError, read
from stablehand.cases.script import Check, Sentence
from stablehand.cases.unicorns import UnicornStage
from stablehand.kernel.events import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from stablehand.cases.stage import Stage

STAGES: dict[str, Callable[[Case, Recorder], Stage]] = {"fairytale": FairyTaleStage, "unicorns": UnicornStage}

OPEN_KEYS = ("asked", "offered", "not_offered")
"""Expectations that look at an open decision: a case that has one may end in the middle of a chain."""


@dataclass
class Report:
    """What came of a case: no problems, or each with the board it was seen on."""

    path: str
    title: str
    problems: list[str] = field(default_factory=list)
    board: str = ""
    is_broken: bool = False
    """The file itself is wrong: it was not played."""

    @property
    def holds(self) -> bool:
        """Whether everything was as expected."""
        return not self.problems

    def as_json(self) -> dict[str, object]:
        """Return the stable form of `case --json`."""
        return {
            "file": self.path,
            "title": self.title,
            "holds": self.holds,
            "problems": self.problems,
            "board": self.board,
        }


class Failed(Exception):  # noqa: N818 - not an error of the program
    """The case cannot go on; the sentence says why."""


def run_file(path: Path) -> Report:
    """Play one case file."""
    try:
        case = read(path)
    except CaseError as error:
        return Report(str(path), "", [str(error)], is_broken=True)
    return run(case)


def run(case: Case) -> Report:
    """Play a case and compare."""
    report = Report(case.path, case.title)
    try:
        if case.game not in STAGES:
            raise case.error(f"there is no game {case.game!r}; there is {', '.join(STAGES)}", "game")
        performance = Performance(case)
        try:
            performance.play()
            report.problems += performance.compare(case.expect)
        except Failed as failure:
            report.problems.append(str(failure))
        if report.problems:
            report.board = performance.stage.describe()
    except CaseError as error:
        report.problems.append(str(error))
        report.is_broken = True
    return report


class Performance:
    """One case on its stage, sentence by sentence."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.recorder = Recorder()
        self.stage: Stage = STAGES[case.game](case, self.recorder)
        self.sentences = [step for step in case.script if isinstance(step, Sentence)]
        self.begun: object = None
        """The stage's mark when the last sentence was answered."""

    def play(self) -> None:
        answered = 0
        waiting: list[Check] = []
        for step in self.case.script:
            if isinstance(step, Check):
                waiting.append(step)
                continue
            answered += 1
            is_last = answered == len(self.sentences)
            if is_last and "error" in self.case.expect:
                self._look(waiting)
                self._must_be_refused(step)
                return
            self._advance_to(step, answered)
            if waiting and not self.case.is_strict:
                self._settle(self.sentences[answered - 1 :])
            self._look(waiting)
            found = self.stage.hit(step)
            assert found is not None
            self.begun = self.stage.mark()
            self.stage.answer(*found)
        if "error" in self.case.expect:
            raise self.case.error("an error is expected, but the script has no sentence", "error")
        if self.sentences or self.case.stop == "decision":
            self._finish()
        self._look(waiting)

    def _look(self, waiting: list[Check]) -> None:
        for check in waiting:
            if problems := self.compare(check.expect):
                raise Failed(f"{check.text!r}: {'; '.join(problems)}")
        waiting.clear()

    def compare(self, expect: dict[str, object]) -> list[str]:
        return list(differences(self.case, self.stage, self.recorder, expect))

    def _advance_to(self, sentence: Sentence, number: int) -> None:
        """Give silent answers and let phases go by until the sentence answers something."""
        refused = self.stage.refusal(sentence) if self.stage.hit(sentence) is None else ()
        while self.stage.hit(sentence) is None:
            if not self._step(sentence):
                rules = f" ({', '.join(refused)})" if refused else ""
                raise Failed(f"Sentence {number}, {sentence.text!r}, answers nothing that is asked{rules}.")

    def _settle(self, rest: list[Sentence]) -> None:
        """Before a check, give the silent answers that no later sentence gives; others stay asked."""
        while len(self.stage.pending()) > 1:
            spoken = {found[0] for sentence in rest if (found := self.stage.hit(sentence))}
            quiet = self.stage.silent(rest[0], spoken)
            if quiet is None:
                return
            self.stage.answer(*quiet, is_alone=True)

    def _step(self, upcoming: Sentence | None) -> bool:
        """Answer one question that goes without saying, or let the phase move on; whether there was one."""
        if not self.case.is_strict and (quiet := self.stage.silent(upcoming)):
            self.stage.answer(*quiet, is_alone=True)
            return True
        return not self.stage.pending() and self.stage.move_on()

    def _must_be_refused(self, sentence: Sentence) -> None:
        cited: set[str] = set()
        rest = None
        while self.stage.hit(sentence) is None:
            cited.update(self.stage.refusal(sentence))
            if self.stage.meets(sentence):
                break
            if rest is None and not self.stage.pending():
                rest = self.stage.state.clone(), len(self.recorder.events)
            if not self._step(sentence):
                if rest is not None:  # it was in vain to let phases go by
                    self.stage.state = rest[0]
                    del self.recorder.events[rest[1] :]
                break
        else:
            cited.update(missed := self.stage.misses(sentence))
            if not missed:
                raise Failed(f"{sentence.text!r} should have been refused, but it was accepted.")
        wanted = self.case.expect["error"]
        if wanted is not True and wanted not in cited:
            raise Failed(f"{sentence.text!r} was refused by {', '.join(sorted(cited))}, not by {wanted}.")

    def _finish(self) -> None:
        """Go on to where the case says it stops."""
        stage = self.stage
        if self.case.stop == "decision":
            while self._step(None):
                pass
            return
        while stage.mark() == self.begun and stage.pending():
            if not self.case.is_strict and (quiet := stage.silent(None)):
                stage.answer(*quiet)
            elif any(key in self.case.expect for key in OPEN_KEYS):
                return
            else:
                raise Failed("The script ends, but a decision is left that is neither answered nor silent.")
