"""`stablehand verify`: check a journal, from the key of its shuffle to its last answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from stablehand import JournalError, load
from stablehand.cli.files import read_journal
from stablehand.cli.reader import add_language, reader_of
from stablehand.cli.terminal import console, draws_unicode
from stablehand.core.contract import IllegalAnswer
from stablehand.core.fairness import FairnessError, mix
from stablehand.core.journal import Undo

if TYPE_CHECKING:
    import argparse

    from stablehand import Journal
    from stablehand.cli.reader import Reader
    from stablehand.core.fairness import Proof

DESCRIPTION = """\
Check a journal and print what was checked: that the file is complete, that its key is the one that was
promised, that the seed follows from the key and the nonces, and that every answer is legal by the rules of
this version, including those taken back. Compare the commitment and your nonce with what you saw yourself: a
journal cannot do that for you.

The exit code is 0 if everything holds that can be checked (a journal without a proof says so), 1 if something
does not, 2 if the file is not a journal or is damaged.
"""


class ReplayResult(NamedTuple):
    """The result of replaying every answer."""

    answers: int
    taken_back: int
    is_over: bool


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("verify", help="check a journal and its shuffle", description=DESCRIPTION)
    parser.add_argument("file", type=Path, metavar="JOURNAL")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run all checks, even after one has failed; return 0 if all hold, 1 if not."""
    reader = reader_of(args, "")
    journal = read_journal(args.file)
    report = VerifyReport(reader)
    report.line("verify.seal", holds=True)
    if journal.proof:
        _shuffle(report, journal.proof, journal.seed)
    try:
        played = play_again(journal)
    except JournalError as error:
        report.line("verify.played.wrong", holds=False)
        print(f"stablehand: {args.file}: {error}", file=sys.stderr)
    else:
        over = "yes" if played.is_over else "no"
        report.line("verify.played", holds=True, n=played.answers, back=played.taken_back, over=over)
    report.close(has_proof=journal.proof is not None)
    return 0 if report.holds else 1


def play_again(journal: Journal) -> ReplayResult:
    """Replay every answer, also those taken back; raise JournalError unless all are legal and it ends so."""
    state: Any = next(journal.steps())
    game = load(journal.game)  # the journal has checked that the game exists
    wanted = _returned_to(journal)
    kept: dict[int, Any] = {0: game.clone(state)} if 0 in wanted else {}
    standing = [0]
    given = taken_back = 0
    for row in journal.rows:
        if isinstance(row, Undo):
            taken_back += len(standing) - 1 - row.to
            del standing[row.to + 1 :]
            state = game.clone(kept[standing[-1]])
            continue
        given += 1
        try:
            game.answer(state, row.seat, row.option)
        except IllegalAnswer as error:
            raise journal.not_legal(given, error) from error
        standing.append(given)
        if given in wanted:
            kept[given] = game.clone(state)
    journal.check_end(state)
    return ReplayResult(given, taken_back, not game.pending(state))


def _returned_to(journal: Journal) -> set[int]:
    """Return the answers (from 1; 0 is the start) that an undo returns to: only their states are kept."""
    wanted: set[int] = set()
    standing = [0]
    given = 0
    for row in journal.rows:
        if isinstance(row, Undo):
            del standing[row.to + 1 :]
            wanted.add(standing[-1])
        else:
            given += 1
            standing.append(given)
    return wanted


def _shuffle(report: VerifyReport, proof: Proof, seed: int) -> None:
    try:
        proof.check_key()
    except FairnessError:
        report.line("verify.key.wrong", holds=False, commitment=proof.commitment)
    else:
        report.line("verify.key", holds=True, commitment=proof.commitment)
    if mix(proof.key, proof.nonces) == seed:
        report.line("verify.seed", holds=True, n=len(proof.nonces))
    else:
        report.line("verify.seed.wrong", holds=False, n=len(proof.nonces))
    unsent = proof.seats_without_nonce()
    for seat, nonce in enumerate(proof.nonces):
        report.say("verify.nonce.none" if seat in unsent else "verify.nonce", seat=seat, nonce=nonce)


class VerifyReport:
    """Prints what was checked, line by line."""

    def __init__(self, reader: Reader) -> None:
        self.holds = True
        self._reader = reader
        self._out = console()
        self._marks = ("✗", "✓") if draws_unicode(self._out) else ("-", "+")

    def line(self, key: str, /, *, holds: bool, **values: object) -> None:
        """Print a check and its result."""
        self.holds = self.holds and holds
        self._print(f"{self._marks[holds]} {self._reader.say(key, **values)}")

    def say(self, key: str, /, **values: object) -> None:
        """Print something to compare."""
        self._print(f"  {self._reader.say(key, **values)}")

    def close(self, *, has_proof: bool) -> None:
        """Print the conclusion."""
        if not self.holds:
            self._print(self._reader.say("verify.fails"))
        elif has_proof:
            self._print(self._reader.say("verify.proved"))
        else:
            self._print(self._reader.say("verify.no_proof"))

    def _print(self, line: str) -> None:
        self._out.print(Text(line), soft_wrap=True)
