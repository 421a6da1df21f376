r"""The journal: the record from which a game can be replayed exactly.

It has a header (game, rules version, seats, seed, options; the proof of a verifiable shuffle; the branches
that a branched game comes from) and rows: answers in the order they arrived, and "undo to n", which takes
back all but the first n answers. A journal file is JSON lines. Its last line is a seal, a hash of every byte
before it, so a damaged file cannot pass for another game.

There is one engine: a journal of older rules is replayed by the rules of today, and read in the numbers
that options have today (`core.registry.new_numbers`). If an answer is not legal any
more, or the game does not end with the scores that the header names, the error says which version it was. A
journal of newer rules than these is an error. Tables restore their games by another policy
(`table.state.history`).

>>> from stablehand import Journal, load
>>> journal = Journal.begin("fairytale", seats=2, seed=7)
>>> state = journal.replay()
>>> decision = load("fairytale").pending(state)[0]
>>> journal.answer(decision.seat, decision.options[0])
>>> again = Journal.read(journal.write())
>>> again == journal
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from stablehand.core.branch import Branch, begin
from stablehand.core.contract import IllegalAnswer, check_seed
from stablehand.core.fairness import FairnessError, Proof
from stablehand.core.registry import load, new_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Option, Options, Seat
    from stablehand.core.events import Recorder
    from stablehand.core.registry import AnyGame

FORMAT = "stablehand journal"
VERSION = 1


class JournalError(ValueError):
    """Raised for a journal that cannot be read or replayed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A row: a seat answered with an option."""

    seat: Seat
    option: Option


@dataclass(frozen=True, slots=True)
class Undo:
    """A row: all but the first `to` answers were taken back."""

    to: int


Row = Answer | Undo


@dataclass(slots=True)
class Journal:
    """A game's header and its rows so far."""

    game: str
    seats: int
    seed: int
    options: dict[str, object] = field(default_factory=dict)
    rules_version: int = 1
    rows: list[Row] = field(default_factory=list)
    proof: Proof | None = None
    """The proof of the seed, if there is one; reading a journal does not check it."""
    branches: tuple[Branch, ...] = ()
    """The branches that the game comes from, oldest first; mostly none. The file's key is "pasts"."""
    scores: tuple[float, ...] | None = None
    """The final scores, if the writer recorded them."""

    @classmethod
    def begin(
        cls,
        game: str,
        seats: int,
        seed: int,
        options: Options | None = None,
        branches: tuple[Branch, ...] = (),
    ) -> Journal:
        """Return the journal of a game that starts now."""
        return cls(game, seats, seed, dict(options or {}), load(game).rules_version, branches=branches)

    def answer(self, seat: Seat, option: Option) -> None:
        """Append an answer."""
        self.rows.append(Answer(seat, option))
        self.scores = None

    def undo(self, to: int) -> None:
        """Append an undo: only the first `to` answers still stand."""
        standing = len(self.answers())
        if not 0 <= to <= standing:
            raise JournalError(f"Only {standing} answers stand, so undo to {to} is not possible.")
        self.rows.append(Undo(to))
        self.scores = None

    def answers(self) -> list[Answer]:
        """Return the answers that still stand."""
        standing: list[Answer] = []
        for row in self.rows:
            if isinstance(row, Undo):
                del standing[row.to :]
            else:
                standing.append(row)
        return standing

    def branches_at(self, to: int, seat: Seat) -> tuple[Branch, ...]:
        """Return the branches of a new game that continues this one after `to` answers.

        It keeps what `seat` knew then.
        """
        answers = tuple((answer.seat, answer.option) for answer in self.answers()[:to])
        return (*self.branches, Branch(self.seed, answers, seat))

    def start(self, recorder: Recorder | None = None) -> Any:  # noqa: ANN401 - the state of whichever game it is
        """Return the game's first state."""
        game = self._game()
        try:
            return begin(game, self.seats, self.seed, self.options, self.branches, recorder)
        except ValueError as error:
            if self._is_older:
                raise self._outdated("its header is not a game") from error
            raise JournalError(f"The journal's header is not a game: {error}") from error

    def replay(self, recorder: Recorder | None = None) -> Any:  # noqa: ANN401 - the state of whichever game it is
        """Replay the game and return its last state."""
        state = None
        for state in self.steps(recorder):  # noqa: B007 - only the last matters
            pass
        return state

    def steps(self, recorder: Recorder | None = None) -> Iterator[Any]:
        """Replay the game; yield the state at the start and after each answer that stands.

        It is one state that changes: clone it to keep it.
        """
        state = self.start(recorder)
        game = self._game()
        yield state
        for number, row in enumerate(self.answers(), start=1):
            try:
                game.answer(state, row.seat, row.option, recorder=recorder)
            except IllegalAnswer as error:
                raise self.not_legal(number, error) from error
            yield state
        self.check_end(state)

    def not_legal(self, number: int, error: IllegalAnswer) -> JournalError:
        """Return the error for an answer, counted from 1, that is not legal."""
        if self._is_older:
            return self._outdated(f"answer {number} is not legal")
        return JournalError(f"Answer {number} of the journal is not legal: {error}")

    def check_end(self, state: Any) -> None:  # noqa: ANN401 - the state of whichever game it is
        """Raise JournalError if the last state does not fit the scores of the header, if it has any."""
        game = self._game()
        if self.scores is None or (not game.pending(state) and tuple(game.scores(state)) == self.scores):
            return
        if self._is_older:
            raise self._outdated("it ends differently")
        raise JournalError("The journal's header has other scores than its game.")

    @property
    def _is_older(self) -> bool:
        return self.rules_version < load(self.game).rules_version

    def _outdated(self, why: str) -> JournalError:
        return JournalError(
            f"The journal was played under version {self.rules_version} of the rules of {self.game}; under "
            f"version {load(self.game).rules_version} {why}."
        )

    def _game(self) -> AnyGame:
        try:
            game = load(self.game)
        except ValueError as error:
            raise JournalError(f"The journal is of another game. {error}") from error
        if game.rules_version < self.rules_version:
            raise JournalError(
                f"The journal was written under version {self.rules_version} of the rules of {self.game}; "
                f"this is version {game.rules_version}."
            )
        return game

    def write(self) -> bytes:
        """Return the journal as the bytes of its file."""
        header: dict[str, object] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "seed": self.seed,
            "options": self.options,
        }
        if self.proof:
            header["proof"] = self.proof.write()
        if self.branches:
            header["pasts"] = [branch.write() for branch in self.branches]
        if self.scores is not None:
            header["scores"] = list(self.scores)
        lines: list[object] = [header]
        lines += [["undo", row.to] if isinstance(row, Undo) else [row.seat, row.option] for row in self.rows]
        body = b"".join(_line(line) for line in lines)
        return body + _line({"seal": _seal(body)})

    def digest(self) -> str:
        """Return a short hash of the journal, in hex digits."""
        return _seal(self.write())

    @classmethod
    def read(cls, data: bytes) -> Journal:
        """Read a journal from the bytes of its file; raise JournalError for anything else."""
        lines = data.splitlines(keepends=True)
        header = _header(lines[0] if lines else b"")
        seal = _parse(lines[-1], len(lines))
        if len(lines) < 2 or not isinstance(seal, dict) or "seal" not in seal:
            raise JournalError("The journal is incomplete: its last line is not a seal.")
        if seal["seal"] != _seal(b"".join(lines[:-1])):
            raise JournalError("The journal is damaged: its seal does not fit its lines.")
        journal = cls(
            header["game"], header["seats"], header["seed"], header["options"], header["rules_version"]
        )
        if "proof" in header:
            journal.proof = _proof(header["proof"], journal.seats)
        if "pasts" in header:
            journal.branches = _branches(header["pasts"])
        for number, line in enumerate(lines[1:-1], start=2):
            journal.add(_parse(line, number), number)
        if "scores" in header:
            journal.scores = _scores(header["scores"], journal.seats)
        journal.renumber()
        return journal

    def renumber(self) -> None:
        """Replace the numbers that options had under an older version of the rules."""
        numbers = new_numbers(self.game, self.rules_version)
        if numbers:
            self.branches = tuple(branch.renumbered(numbers) for branch in self.branches)
            self.rows = [
                Answer(row.seat, numbers.get(row.option, row.option)) if isinstance(row, Answer) else row
                for row in self.rows
            ]

    def add(self, row: object, number: int) -> None:
        """Append a row in its file form; `number` is its line, for the error."""
        match row:
            case ["undo", int(to)] if not isinstance(to, bool):
                try:
                    self.undo(to)
                except JournalError as error:
                    raise JournalError(f"Line {number} of the journal is wrong: {error}") from None
            case [int(seat), int(option)] if not isinstance(seat, bool) and not isinstance(option, bool):
                self.answer(seat, option)
            case _:
                raise JournalError(f"Line {number} of the journal is neither an answer nor an undo.")


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _seal(body: bytes) -> str:
    return blake2b(body, digest_size=16, person=b"stablehand seal").hexdigest()


def _parse(line: bytes, number: int) -> object:
    try:
        parsed: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"Line {number} of the journal cannot be read: it is not JSON.") from error
    return parsed


def _header(line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise JournalError("This is not a Stablehand journal: its first line is not a journal's header.")
    if header.get("version") != VERSION:
        raise JournalError(f"The journal has format version {header.get('version')!r}; this reads {VERSION}.")
    kinds = {"game": str, "seats": int, "seed": int, "options": dict, "rules_version": int}
    for key, kind in kinds.items():
        if not isinstance(header.get(key), kind) or isinstance(header[key], bool):
            raise JournalError(f"The journal's header has no usable {key!r}.")
    try:
        check_seed(header["seed"])
    except ValueError as error:
        raise JournalError(f"The journal's header is wrong: {error}") from error
    return header


def _proof(value: object, seats: int) -> Proof:
    try:
        proof = Proof.read(value)
    except FairnessError as error:
        raise JournalError(f"The journal's proof cannot be read: {error}") from error
    if len(proof.nonces) != seats:
        raise JournalError(
            f"The journal's proof cannot be read: nonces are for {len(proof.nonces)} seats, not {seats}."
        )
    return proof


def _scores(value: object, seats: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != seats or not all(type(n) in {int, float} for n in value):
        raise JournalError("The journal's header has no usable 'scores'.")
    return tuple(value)


def _branches(value: object) -> tuple[Branch, ...]:
    if not isinstance(value, list) or not value:
        raise JournalError("The journal's header has no usable 'pasts'.")
    try:
        return tuple(Branch.read(branch) for branch in value)
    except ValueError as error:
        raise JournalError(f"The journal's header has no usable 'pasts': {error}") from error
