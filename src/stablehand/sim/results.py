"""Results of an arena in a file, one line for each game, so that a run can continue where it stopped.

The first line describes the contest; a file of another contest is refused and left unchanged. If a run is
killed while it writes, the last line is incomplete: it is removed, and its game is played again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from stablehand import __version__
from stablehand.bots.registry import find
from stablehand.bots.specs import parse_spec
from stablehand.core.registry import load
from stablehand.sim.arena import MatchResult

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.sim.arena import Contest

FORMAT = "stablehand arena 1"
MOST = 1e15
"""A limit for counts and times, far above any game, so that sums stay finite."""
UNREADABLE = (json.JSONDecodeError, UnicodeDecodeError)
"""Errors of an incomplete line. A line that is JSON but no game was edited and is refused."""


class ResultsError(ValueError):
    """A file that cannot be continued; the message is one sentence."""


class ResultsFile:
    """A file of results, open for appending: `with ResultsFile(path, contest) as results`."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.played: list[MatchResult] = []
        """The games that were in the file when it was opened."""
        header = _line(heading(contest))
        data = path.read_bytes() if path.exists() else b""
        sound = self._read(data, header)
        self._file = path.open("ab", buffering=0)  # unbuffered: each result is in the file at once
        self._file.truncate(sound)
        if not sound:
            self._file.write(header)

    def add(self, played: MatchResult) -> None:
        """Append a game."""
        record = played._asdict()
        if not played.errors:
            del record["errors"]
        self._file.write(_line(record))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self, data: bytes, header: bytes) -> int:
        """Read the games of a file; return the number of bytes up to the last complete line."""
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
                raise ResultsError(f"{self.path}, line {number}, is not a game of this arena.") from error
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
                raise ResultsError(
                    f"{self.path} holds another contest, with {key.replace('_', ' ')} {json.dumps(theirs)}, "
                    f"not {json.dumps(ours)}; choose another file, or give the same arguments again."
                )

    def _foreign(self) -> ResultsError:
        return ResultsError(f"{self.path} is not a file of arena results; choose another.")


def heading(contest: Contest) -> dict[str, object]:
    """Return what must be equal for a run to continue; the number of games may differ."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": contest.game,
        "rules_version": load(contest.game).rules_version,
        "bots": list(contest.specs),
        "seed": contest.seed,
        "options": contest.options,
    } | ({"bot_code": versions} if (versions := _versions(contest)) else {})


def _versions(contest: Contest) -> dict[str, str]:
    """Return the versions of the bots from outside: results of other code are another contest's."""
    found = [find(parse_spec(spec).kind) for spec in contest.specs]
    return {one.name: one.version for one in found if one is not None}


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _game(line: bytes, seats: int) -> MatchResult:
    """Parse one game; raise a ValueError or TypeError if the line is not one."""
    record: dict[str, Any] = json.loads(line)
    played = MatchResult(**record)
    lists = played[2:-1]
    errors = played.errors
    whole = (played.deal, played.rotation, *played.decisions, *played.failures)
    if (
        any(type(part) is not list or len(part) != seats for part in lists)
        or any(type(number) is not int or number < 0 for number in whole)
        or not all(type(number) in {int, float} and 0 <= number < MOST for part in lists for number in part)
        or played.rotation >= seats
        or sum(played.scores) > 1 + 1e-6  # one victory, shared or not, or none
        or (errors and (len(errors) != seats or not all(type(error) is str for error in errors)))
    ):
        raise ValueError("not a game")
    return played
