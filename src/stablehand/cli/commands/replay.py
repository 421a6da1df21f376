"""`stablehand replay`: step through a journal, as one seat knew the game or with everything open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.rule import Rule
from rich.text import Text

from stablehand import JournalError, Recorder, load
from stablehand.cli.arguments import whole_number
from stablehand.cli.errors import CommandError
from stablehand.cli.files import read_journal
from stablehand.cli.reader import add_language, add_names, reader_of
from stablehand.cli.screen.screen import screen_for
from stablehand.cli.terminal import ask, console, draws_unicode, is_interactive
from stablehand.core.open_cards import open_event, open_view

if TYPE_CHECKING:
    import argparse

    from stablehand import Journal
    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json, Seat
    from stablehand.core.registry import AnyGame

DESCRIPTION = """\
Step through a journal. With --seat only what that seat may know is shown; without it everything is, hidden
cards included. On a terminal: Enter is the next step, b the one before, a number jumps, q leaves; without a
terminal all steps are printed.

--json prints one object: game, seats, options, seat, seed (not with --seat: it would tell the deal), and
steps: each with step, answer (null for the start; the option and its meaning only if they may be known),
events, view.
"""


class Step(NamedTuple):
    """The game after one answer, as the viewer knows it."""

    number: int
    answer: dict[str, Json] | None
    events: list[dict[str, Json]]
    view: dict[str, Json]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("replay", help="step through a journal", description=DESCRIPTION)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--seat", type=whole_number("seat"), metavar="N", help="only what this seat may know")
    add_language(parser)
    add_names(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--step", type=whole_number("step"), metavar="N", help="show one step; 0 is the start")
    shown.add_argument("--all", action="store_true", help="print all steps, on a terminal too")
    parser.add_argument("--json", action="store_true", help="print the steps as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay and show."""
    journal = read_journal(args.file)
    try:
        steps = list(_steps(journal, args.seat))
    except JournalError as error:
        raise CommandError(f"{args.file}: {error}") from error
    if args.step is not None and not 0 <= args.step < len(steps):
        raise CommandError(f"The journal has steps 0 to {len(steps) - 1}, not {args.step}.")
    chosen = steps if args.step is None else [steps[args.step]]
    reader = reader_of(args, journal.game)
    if args.json:
        print(json.dumps(_as_json(journal, args.seat, chosen), indent=2, ensure_ascii=False))
        return 0
    printer = StepPrinter(journal, args.seat, steps, reader)
    if args.step is None and not args.all and is_interactive():
        printer.browse()
    else:
        printer.unroll(chosen)
    return 0


def _steps(journal: Journal, seat: Seat | None) -> list[Step]:
    """Replay the game; return what a seat knew at each step, or, without a seat, all cards open."""
    recorder = Recorder()
    answers = journal.answers()
    steps: list[Step] = []
    answer: dict[str, Json] | None = None
    told = 0
    for number, state in enumerate(journal.steps(recorder)):
        game = load(journal.game)  # the journal has checked that the game exists
        if number == 0 and seat is not None and not 0 <= seat < journal.seats:
            raise CommandError(f"The journal has seats 0 to {journal.seats - 1}, not {seat}.")
        new = recorder.events[told:]
        told = len(recorder.events)
        if seat is None:
            events, view = [open_event(event) for event in new], open_view(game, state, journal.seats)
        else:
            events, view = [event.seen_by(seat) for event in new], game.view(state, seat)
        steps.append(Step(number, answer, events, view))
        if number < len(answers):
            answer = _answer(game, state, answers[number].seat, answers[number].option, seat)
    return steps


def _answer(game: AnyGame, state: Any, by: Seat, option: int, seat: Seat | None) -> dict[str, Json]:  # noqa: ANN401 - any game's state
    """Return the next answer as JSON: the option and its meaning only if the viewer may know them."""
    if seat not in {None, by}:
        return {"seat": by}
    try:
        meaning: dict[str, Json] = game.meaning(state, by, option)
    except ValueError:  # the answer is not legal; the journal raises an error with its number
        meaning = {}
    return {"seat": by, "option": option, "meaning": meaning}


def _as_json(journal: Journal, seat: Seat | None, steps: list[Step]) -> dict[str, Any]:
    head: dict[str, Any] = {
        "game": journal.game,
        "seats": journal.seats,
        "options": journal.options,
        "seat": seat,
    }
    if seat is None:
        head["seed"] = journal.seed
    return head | {"steps": [{"step": step.number, **step._asdict()} for step in steps]}


class StepPrinter:
    """Prints the steps of a game."""

    def __init__(self, journal: Journal, seat: Seat | None, steps: list[Step], reader: Reader) -> None:
        self.steps = steps
        self.seat = seat
        self.say = reader.say
        self.out = console()
        names = [self.say("seat", n=at) for at in range(journal.seats)]
        fancy = draws_unicode(self.out)
        self.screen = screen_for(journal.game, names, seat, journal.options, reader, fancy=fancy)

    def unroll(self, steps: list[Step]) -> None:
        """Print steps, with the table only where more happened than a sealed answer."""
        self._greet()
        for step in steps:
            is_quiet = all(event["what"] == "chose" for event in step.events)
            self._show(step, board=not is_quiet or len(steps) == 1)

    def browse(self) -> None:
        """Show steps as the viewer asks for them."""
        self._greet()
        at, last = 0, len(self.steps) - 1
        self._show(self.steps[at], board=True)
        while True:
            try:
                typed = ask(self.out, self.say("replay.prompt", at=at, last=last)).lower()
            except (EOFError, KeyboardInterrupt):
                self.out.print()
                return
            if typed in {"q", "quit", "exit"}:
                return
            wanted = self._wanted(typed, at)
            if wanted is None:
                self.out.print(self.say("replay.keys", last=last))
                continue
            at = wanted
            self._show(self.steps[at], board=True)

    def _wanted(self, typed: str, at: int) -> int | None:
        last = len(self.steps) - 1
        if typed in {"", "n"}:
            return min(at + 1, last)
        if typed == "b":
            return max(at - 1, 0)
        if typed.isascii() and typed.isdigit() and len(typed) < 9 and int(typed) <= last:
            return int(typed)
        return None

    def _greet(self) -> None:
        self.out.print(self.screen.title, style="bold")
        if self.screen.notice:
            self.out.print(self.screen.notice)
        if self.seat is None:
            self.out.print(self.say("shown.everything"))
        else:
            self.out.print(self.say("shown.seat", seat=self.seat))

    def _show(self, step: Step, *, board: bool) -> None:
        view = step.view
        last, moment = len(self.steps) - 1, self.screen.moment(view)
        self.out.print(Rule(Text(self.say("replay.step", n=step.number, last=last, moment=moment))))
        for event in step.events:
            self.out.print(Text(self.screen.log(_named(event, step.answer))))
        if board:
            self.out.print(self.screen.board(view))
        if view["over"] and step is self.steps[-1]:
            self.out.print(Text(self.screen.result(view), style="bold"))


def _named(event: dict[str, Json], answer: dict[str, Json] | None) -> dict[str, Json]:
    """Add the chosen card to the event `chose`, if the viewer may know it."""
    meaning = (answer or {}).get("meaning")
    if event["what"] == "chose" and isinstance(meaning, dict) and "card" in meaning:
        return event | {"card": meaning["card"]}
    return event
