"""Cases with one expectation made wrong: each of them must fail, or the expectation proves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.cases.format import Case, read
from stablehand.cases.script import Check
from stablehand.games.unicorns.decks.catalog import catalog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def falsified(path: Path) -> Iterator[tuple[str, Case]]:
    """Yield a case once for each expectation, that one falsified, with the name of its key.

    The expectations of checks in the script are among them.
    """
    plain = read(path)
    places: list[tuple[int | None, tuple[str, ...], Any]] = [
        (None, key, value) for key, value in _expectations(plain.expect)
    ]
    for number, step in enumerate(plain.script):
        if isinstance(step, Check):
            places += [(number, key, value) for key, value in _expectations(step.expect)]
    for at, key, value in places:
        case = read(path)
        check = None if at is None else case.script[at]
        table = check.expect if isinstance(check, Check) else case.expect
        for part in key[:-1]:
            table = table[part]
        table[key[-1]] = _wrong(key, value, case)
        yield ".".join(key), case


def _expectations(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _expectations(value, (*path, key))
        else:
            yield (*path, key), value


def _wrong(path: tuple[str, ...], value: Any, case: Case) -> Any:  # noqa: ANN401 - any TOML value
    """Return an expectation that cannot hold if this one does."""
    match value:
        case bool():
            return "NONE" if path == ("error",) else not value
        case int():
            return value + 1
        case str() if path == ("winner",):
            return case.seats if value == "nobody" else "nobody"
        case list() if path[0] == "not_offered":
            return _everything(case)
        case list():
            return [*value, "NONE"]
        case _:
            return f"{value}-NONE"


def _everything(case: Case) -> list[str]:
    """Return all that may be offered: whoever is asked anything is offered one of these."""
    if case.game == "unicorns":
        return [*catalog(case.deck or "base_2e").first, *case.seats, "draw", "pass", "accept", "decline"]
    zones = [zones for zones in case.board.values() if isinstance(zones, dict)]
    return sorted({card for one in zones for cards in one.values() for card in cards})
