"""Play a case: each sentence answers a question; questions with an obvious answer are answered silently.

Sentences are applied in order. If a sentence fits no open question, the runner gives silent answers and
starts the next phase until it fits one; if it never does, it is refused. A `check` compares the board at the
point where the next sentence is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stablehand.cases.adapter import adapter_for
from stablehand.cases.expect import differences
from stablehand.cases.format import Case, CaseError, read
from stablehand.cases.script import Check, Sentence
from stablehand.core.events import Recorder

if TYPE_CHECKING:
    from pathlib import Path

OPEN_KEYS = ("asked", "offered", "not_offered")
"""Expectations about an open decision: a case that has one may end in the middle of a chain."""


@dataclass
class Report:
    """The result of a case: its problems, if any, and the board on which they were found."""

    path: str
    title: str
    problems: list[str] = field(default_factory=list)
    board: str = ""
    is_broken: bool = False
    """Whether the file itself is wrong, so that it could not be played."""

    @property
    def holds(self) -> bool:
        """Whether every expectation was met."""
        return not self.problems

    def as_json(self) -> dict[str, object]:
        """Return the report as `case --json` prints it; the keys are part of the interface."""
        return {
            "file": self.path,
            "title": self.title,
            "holds": self.holds,
            "problems": self.problems,
            "board": self.board,
        }


class CaseFailed(Exception):  # noqa: N818 - not an error of the program
    """Raised, with the reason, when a case does not hold before its end."""


def run_file(path: Path) -> Report:
    """Play one case file; errors of the file are in the report."""
    try:
        case = read(path)
    except CaseError as error:
        return Report(str(path), "", [str(error)], is_broken=True)
    return run(case)


def run(case: Case) -> Report:
    """Play a case, compare the result with its expectations and report the differences."""
    report = Report(case.path, case.title)
    try:
        case_run = CaseRun(case)
        try:
            case_run.play()
            report.problems += case_run.compare(case.expect)
        except CaseFailed as failure:
            report.problems.append(str(failure))
        if report.problems:
            report.board = case_run.adapter.describe()
    except CaseError as error:
        report.problems.append(str(error))
        report.is_broken = True
    return report


class CaseRun:
    """Plays one case with its game's adapter, sentence by sentence."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.recorder = Recorder()
        self.adapter = adapter_for(case, self.recorder)
        self.sentences = [step for step in case.script if isinstance(step, Sentence)]
        self.progress: object = None
        """The adapter's progress just before the last sentence was answered."""

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
                self._check(waiting)
                self._must_be_refused(step)
                return
            self._advance_to(step, answered)
            if waiting and not self.case.is_strict:
                self._settle(self.sentences[answered - 1 :])
            self._check(waiting)
            found = self.adapter.find_answer(step)
            assert found is not None
            self.progress = self.adapter.progress()
            self.adapter.answer(*found)
        if "error" in self.case.expect:
            raise self.case.error("an error is expected, but the script has no sentence", "error")
        if self.sentences or self.case.stop == "decision":
            self._finish()
        self._check(waiting)

    def _check(self, waiting: list[Check]) -> None:
        for check in waiting:
            if problems := self.compare(check.expect):
                raise CaseFailed(f"{check.text!r}: {'; '.join(problems)}")
        waiting.clear()

    def compare(self, expect: dict[str, object]) -> list[str]:
        return list(differences(self.case, self.adapter, self.recorder, expect))

    def _advance_to(self, sentence: Sentence, number: int) -> None:
        """Give silent answers and start phases until the sentence answers something."""
        refused = self.adapter.refusal(sentence) if self.adapter.find_answer(sentence) is None else ()
        while self.adapter.find_answer(sentence) is None:
            if not self._step(sentence):
                rules = f" ({', '.join(refused)})" if refused else ""
                raise CaseFailed(
                    f"Sentence {number}, {sentence.text!r}, answers nothing that is asked{rules}."
                )

    def _settle(self, rest: list[Sentence]) -> None:
        """Before a check, give silent answers for the seats that no later sentence answers for."""
        while len(self.adapter.pending()) > 1:
            speaking = {found[0] for sentence in rest if (found := self.adapter.find_answer(sentence))}
            silent = self.adapter.silent_answer(rest[0], speaking)
            if silent is None:
                return
            self.adapter.answer(*silent, is_alone=True)

    def _step(self, upcoming: Sentence | None) -> bool:
        """Give one silent answer or start the next phase; return whether either was possible."""
        if not self.case.is_strict and (silent := self.adapter.silent_answer(upcoming)):
            self.adapter.answer(*silent, is_alone=True)
            return True
        return not self.adapter.pending() and self.adapter.move_on()

    def _must_be_refused(self, sentence: Sentence) -> None:
        cited: set[str] = set()
        before_phases = None
        while self.adapter.find_answer(sentence) is None:
            cited.update(self.adapter.refusal(sentence))
            if self.adapter.is_due(sentence):
                break
            if before_phases is None and not self.adapter.pending():
                before_phases = self.adapter.state.clone(), len(self.recorder.events)
            if not self._step(sentence):
                if before_phases is not None:  # later phases did not help: go back to where they started
                    self.adapter.state = before_phases[0]
                    del self.recorder.events[before_phases[1] :]
                break
        else:
            cited.update(refused := self.adapter.target_refusal(sentence))
            if not refused:
                raise CaseFailed(f"{sentence.text!r} should have been refused, but it was accepted.")
        wanted = self.case.expect["error"]
        if wanted is not True and wanted not in cited:
            raise CaseFailed(f"{sentence.text!r} was refused by {', '.join(sorted(cited))}, not by {wanted}.")

    def _finish(self) -> None:
        """Give silent answers up to the point where the case stops."""
        adapter = self.adapter
        if self.case.stop == "decision":
            while self._step(None):
                pass
            return
        while adapter.progress() == self.progress and adapter.pending():
            if not self.case.is_strict and (silent := adapter.silent_answer(None)):
                adapter.answer(*silent)
            elif any(key in self.case.expect for key in OPEN_KEYS):
                return
            else:
                raise CaseFailed(
                    "The script ends, but a decision is left that is neither answered nor silent."
                )
