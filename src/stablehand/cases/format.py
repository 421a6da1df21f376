"""Read case files: TOML in, a checked `Case` out; each error names file and line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stablehand.cases.script import Check, Sentence, parse_sentence
from stablehand.core.decks.examine import resolve
from stablehand.core.decks.files import DeckError
from stablehand.core.decks.written import read_file
from stablehand.core.registry import manifest, names

if TYPE_CHECKING:
    from pathlib import Path

KEYS = {
    "title": str, "rules": list, "game": str, "deck": str, "ruleset": str, "options": dict, "seats": list,
    "turn": str, "phase": str, "seed": int, "script": list, "strict": bool, "stop": str, "round": int,
    "pass": str, "board": dict, "expect": dict,
}  # fmt: skip
STOPS = ("chain", "decision")
RESERVED = {"deck", "discard", "nursery", "check"}


class CaseError(ValueError):
    """Raised, with one sentence that names file and line, for a case file that cannot be run."""


@dataclass
class Case:
    """One case file, parsed; the board and the expectations are checked when it is played."""

    path: str
    text: str
    title: str
    rules: list[str]
    game: str
    seats: list[str]
    deck: str | None
    options: dict[str, object]
    seed: int
    script: list[Sentence | Check]
    is_strict: bool
    stop: str
    board: dict[str, Any]
    expect: dict[str, Any]
    more: dict[str, Any] = field(default_factory=dict)
    """Keys that only some games have: turn, phase, ruleset, round, pass."""

    def error(self, sentence: str, about: str = "", section: str = "") -> CaseError:
        """Return an error to raise, with the line of the word `about` (searched in `section`, if named)."""
        return CaseError(f"{self.path}:{line_of(self.text, about, section)}: {sentence}.")

    def seat(self, name: str) -> int:
        """Return the number of a seat; raise CaseError for an unknown name."""
        if name not in self.seats:
            raise self.error(f"unknown seat {name!r}; the seats are {', '.join(self.seats)}", name)
        return self.seats.index(name)


def line_of(text: str, about: str, section: str = "") -> int:
    """Return the number of the line that starts with a key, or of the first that contains it, or 1."""
    lines = list(enumerate(text.splitlines(), 1))
    if section:
        start = next((n for n, line in lines if line.strip().startswith(f"[{section}")), 1)
        lines = lines[start - 1 :]
    word = re.escape(about)
    for pattern in (rf"\s*\[?{word}(?!\w)", rf".*(?<!\w){word}(?!\w)", rf".*{word}"):
        for number, line in lines:
            if about and re.match(pattern, line):
                return number
    return lines[0][0] if section and lines else 1


def files_in(folder: Path) -> list[Path]:
    """Return the case files of a folder, sorted; `uncased.toml`, the rules without cases, is not one."""
    return sorted(path for path in folder.rglob("*.toml") if path.name != "uncased.toml")


def read(path: Path) -> Case:
    """Read a case file; raise CaseError if it cannot be read or is not a case."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CaseError(f"{path}:1: the file cannot be read: {reason}.") from error
    case = parse(text, str(path))
    if case.deck is not None and case.deck.endswith(".toml"):
        case.deck = _deck_in(path.parent / case.deck, case)
    return case


def _deck_in(path: Path, case: Case) -> str:
    """Return the deck of one's own in a file that a case names, beside it; only a file may name a file."""
    decks = manifest(case.game).load("decks") if case.game in names() else None
    if decks is None:
        raise case.error(f"there is no deck of one's own for {case.game!r}", "deck")
    try:
        return resolve(decks, read_file(path.read_text("utf-8"), path.name)).text
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise case.error(f"the deck {path} cannot be read: {reason}", "deck") from error
    except DeckError as error:
        raise case.error(str(error).rstrip("."), "deck") from error


def parse(text: str, path: str) -> Case:
    """Parse the text of a case file; `path` is only for error messages."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also for a number with thousands of digits
        raise CaseError(f"{path}:{_line_of_fault(text, str(error))}: this is not TOML: {error}.") from error
    for key, value in table.items():
        where = f"{path}:{line_of(text, key)}"
        if key not in KEYS:
            raise CaseError(f"{where}: unknown key {key!r}.")
        if not isinstance(value, KEYS[key]) or (isinstance(value, bool) and KEYS[key] is not bool):
            raise CaseError(f"{where}: {key} must be a {_kind(KEYS[key])}, not {value!r}.")
    case = Case(
        path=path,
        text=text,
        title=table.get("title", ""),
        rules=table.get("rules", []),
        game=table.get("game", "unicorns"),
        seats=table.get("seats", []),
        deck=table.get("deck"),
        options=table.get("options", {}),
        seed=table.get("seed", 1),
        script=[],
        is_strict=table.get("strict", False),
        stop=table.get("stop", "chain"),
        board=table.get("board", {}),
        expect=table.get("expect", {}),
        more={k: table[k] for k in ("turn", "phase", "ruleset", "round", "pass") if k in table},
    )
    _check(case)
    case.script = [parse_sentence(case, sentence) for sentence in table.get("script", [])]
    return case


def _check(case: Case) -> None:
    if not case.title:
        raise case.error("a case needs a title")
    if not case.seats or not all(str(name).isidentifier() for name in case.seats):
        raise case.error("seats must be a list of names, each one word", "seats")
    if len(set(case.seats)) != len(case.seats):
        raise case.error("two seats have the same name", "seats")
    if taken := RESERVED & set(case.seats):
        raise case.error(f"a seat cannot be called {min(taken)!r}", "seats")
    if not 0 <= case.seed < 1 << 256:
        raise case.error(f"seed must be a whole number from 0 to 2**256 - 1, not {case.seed}", "seed")
    if case.stop not in STOPS:
        raise case.error(f"stop must be {' or '.join(STOPS)}, not {case.stop!r}", "stop")


def _line_of_fault(text: str, fault: str) -> int:
    """Return the line number in the TOML reader's error message."""
    found = re.search(r"at line (\d+)", fault)
    if found:
        return int(found[1])
    return max(1, len(text.splitlines())) if "end of document" in fault else 1


def _kind(kind: type) -> str:
    return {str: "text", list: "list", dict: "table", int: "whole number", bool: "true or false"}[kind]
