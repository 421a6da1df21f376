"""`stablehand why`: explain a case step by step: questions, answers, events and the rules behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from stablehand.cli.arguments import whole_number
from stablehand.cli.errors import CommandError
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screen.screen import screen_for
from stablehand.cli.terminal import console, draws_unicode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping
    from typing import Any

    from stablehand.cases.narration import NarrationLine
    from stablehand.cases.trace import Step, Trace
    from stablehand.cli.reader import Reader

DESCRIPTION = """\
Explain a case: the board at the start, then who is asked what, what they answer, what happens and by which
rules, and what the case expects. CASE is a file, or the name of a case that comes with the source.
With --seat only what that seat may know is shown. The exit code is 0 if the case holds, 1 if it does not.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("why", help="explain a case step by step", description=DESCRIPTION)
    parser.add_argument("case", metavar="CASE")
    parser.add_argument("--seat", type=whole_number("seat"), metavar="N", help="only what this seat may know")
    add_language(parser)
    add_names(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Explain the case; return 0 if it holds, 1 if not."""
    from stablehand.cases.format import CaseError, read  # noqa: PLC0415 - other commands start faster so
    from stablehand.cases.runner import run as run_case  # noqa: PLC0415 - the same
    from stablehand.cases.trace import Trace  # noqa: PLC0415 - the same
    from stablehand.cli.casefiles import case_file  # noqa: PLC0415 - the same

    try:
        case = read(case_file(args.case))
    except CaseError as error:
        raise CommandError(str(error)) from error
    report = run_case(case)
    if report.is_broken:
        raise CommandError(report.problems[0])
    if args.seat is not None and not 0 <= args.seat < len(case.seats):
        raise CommandError(f"The case has seats 0 to {len(case.seats) - 1}, not {args.seat}.")
    trace = Trace(case, args.seat)
    trace.go_through()
    CasePrinter(trace, reader_of(args, case.game)).tell()
    return 1 if trace.problems else 0


class CasePrinter:
    """Prints a case that has been traced."""

    def __init__(self, trace: Trace, reader: Reader) -> None:
        from stablehand.cases.narration import CaseNarrator  # noqa: PLC0415 - as above

        self.trace = trace
        self.case = trace.case
        self.say = reader.say
        self.out = console()
        self.fancy = draws_unicode(self.out)
        names = [name[:1].upper() + name[1:] for name in self.case.seats]
        options: Mapping[str, Any] = trace.adapter.state.rules.options
        self.screen, *screens = (
            screen_for(self.case.game, names, seat, options, reader, fancy=self.fancy)
            for seat in (trace.viewer, *range(len(names)))
        )
        # One screen for the viewer, and one for the prompts of each seat.
        self.teller = CaseNarrator(trace, self.screen, screens, self.screen.option, reader.language)
        self.number = 0

    def tell(self) -> None:
        """Print everything."""
        self.out.print(Text(self.case.title, style="bold"))
        self.out.print(Text(self.screen.title))
        if self.screen.notice:
            self.out.print(Text(self.screen.notice))
        seat = self.trace.viewer
        shown = self.say("shown.everything") if seat is None else self.say("shown.seat", seat=seat)
        self.out.print(Text(shown, style="dim"))
        if self.case.rules:
            self.out.print(Text(self.say("why.rules", rules=", ".join(self.case.rules)), style="dim"))
        self.out.print(Rule(Text(self.say("why.start"))))
        self._print(self.teller.events(self.trace.opening))
        self.out.print(self.screen.board(self.trace.start))
        for step in self.trace.steps:
            self._step(step)
        key, style = ("why.fails", "bold red") if self.trace.problems else ("why.holds", "bold green")
        self.out.print(Text(self.say(key), style=style))
        for problem in self.trace.problems:
            self.out.print(Text(f"  {problem}"))

    def _step(self, step: Step) -> None:
        from stablehand.cases.trace import Comparison, TracedAnswer, TracedRefusal  # noqa: PLC0415 - as above

        if isinstance(step, Comparison):
            self.out.print(Rule(Text(self.say("why.end" if step.is_end else "why.look"))))
            if step.is_end:
                self.out.print(self.screen.board(self.trace.seen()))
        elif not isinstance(step, TracedRefusal) and (not isinstance(step, TracedAnswer) or step.sentence):
            self.number += 1
            moment = self.screen.moment(step.before)
            self.out.print(Rule(Text(self.say("why.step", n=self.number, moment=moment))))
        self._print(self.teller.said(step))

    def _print(self, lines: Iterable[NarrationLine]) -> None:
        """Print lines, each kind in its style; silent answers are dimmed."""
        good, bad = ("✓", "✗") if self.fancy else ("+", "-")
        for kind, text, rules, is_silent in lines:
            match kind:
                case "happened":
                    line = Text(text)
                    if rules:
                        line.append(f" ({', '.join(rules)})", style="dim")
                    self.out.print(Padding(line, (0, 0, 0, 2)))
                case "expected":
                    self.out.print(Text(f"{good} ", style="green").append(text, style="default"))
                case "missed":
                    self.out.print(Text(f"{bad} ", style="bold red").append(text, style="default"))
                case _:
                    style = "dim" if is_silent else "" if kind == "asked" else "bold"
                    self.out.print(Text(text, style=style))
