"""Results of an arena on disk, a line a game, so that a run can go on where it stopped.

The first line says what is played; a file of another contest is refused and left as it is. A line that was
torn when a run was killed is the last one: it is dropped, and its game is played again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from stablehand import __version__
from stablehand.kernel.shelf import load
from stablehand.sim.arena import Played

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.sim.arena import Contest

FORMAT = "stablehand arena 1"
MOST = 1e15
"""No count and no time of a game comes near it; sums of more would not be finite."""
UNREADABLE = (json.JSONDecodeError, UnicodeDecodeError)
"""How a torn line looks; one that can be read and is no game was changed by somebody."""


class LedgerError(ValueError):
    """A file that cannot be gone on with, in one sentence."""


class Ledger:
    """A file of results, open for more: `with Ledger(path, contest) as ledger`."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.played: list[Played] = []
        """The games it held when it was opened."""
        header = _line(heading(contest))
        data = path.read_bytes() if path.exists() else b""
        sound = self._read(data, header)
        self._file = path.open("ab", buffering=0)  # a line is there or not, whenever the run is killed
        self._file.truncate(sound)
        if not sound:
            self._file.write(header)

    def add(self, played: Played) -> None:
        """Write down a game."""
        self._file.write(_line(played._asdict()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self, data: bytes, header: bytes) -> int:
        """Take in what is there; return how many bytes of it are sound."""
        *lines, torn = data.split(b"\n")
        if not lines:
            if header.startswith(torn):  # empty, or killed at the first line
                return 0
            raise self._foreign()
        self._compare(lines[0])
        sound = len(lines[0]) + 1
        for number, line in enumerate(lines[1:], start=2):
            try:
                self.played.append(_game(line, len(self.contest.specs)))
            except (ValueError, TypeError, RecursionError) as error:
                if number == len(lines) and not torn and isinstance(error, UNREADABLE):
                    break
                raise LedgerError(f"{self.path}, line {number}, is no game of this arena.") from error
            sound += len(line) + 1
        return sound

    def _compare(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._foreign() from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._foreign()
        for key, ours in json.loads(_line(heading(self.contest))).items():
            theirs = found.get(key)
            if theirs != ours:
                raise LedgerError(
                    f"{self.path} holds another contest, with {key.replace('_', ' ')} {json.dumps(theirs)}, "
                    f"not {json.dumps(ours)}; choose another file, or ask for the same again."
                )

    def _foreign(self) -> LedgerError:
        return LedgerError(f"{self.path} is no file of arena results; choose another.")


def heading(contest: Contest) -> dict[str, object]:
    """Return what must be the same for a run to go on. The number of games is not: more may be asked for."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": contest.game,
        "rules_version": load(contest.game).rules_version,
        "bots": list(contest.specs),
        "seed": contest.seed,
        "options": contest.options,
    }


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _game(line: bytes, seats: int) -> Played:
    """Read one game; anything else is a ValueError or a TypeError."""
    record: dict[str, Any] = json.loads(line)
    played = Played(**record)
    lists = played[2:]
    whole = (played.deal, played.rotation, *played.decisions, *played.failures)
    if (
        any(type(part) is not list or len(part) != seats for part in lists)
        or any(type(number) is not int or number < 0 for number in whole)
        or not all(type(number) in {int, float} and 0 <= number < MOST for part in lists for number in part)
        or played.rotation >= seats
        or sum(played.scores) > 1 + 1e-6  # one victory, shared or not, or none
    ):
        raise ValueError("not a game")
    return played
