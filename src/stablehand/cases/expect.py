"""Compare the `[expect]` table of a case with the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.cases.adapter import Adapter
    from stablehand.cases.format import Case
    from stablehand.core.events import Recorder

RUNNER_KEYS = ("error",)
"""Keys that are not about the board; the runner checks them."""


def differences(case: Case, adapter: Adapter, recorder: Recorder, expect: dict[str, Any]) -> Iterator[str]:
    """Yield a message with the expected and the actual value for each expectation that does not hold."""
    for path, expected in _leaves(case, adapter, expect, ()):
        key = ".".join(path)
        if path == ("log",):
            if problem := _log(recorder, expected):
                yield problem
            continue
        actual = adapter.observe(path)
        if not _agrees(case, path, expected, actual):
            yield f"{key}: expected {_shown(expected)}, but it is {_shown(actual)}"


def _leaves(
    case: Case, adapter: Adapter, table: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Walk nested tables and yield each path that the game can observe; raise CaseError for any other."""
    for key, value in table.items():
        here = (*path, key)
        if here == ("log",):
            if not isinstance(value, list):
                raise case.error("log must be a list of rule ids", "log", "expect")
            yield here, value
        elif not path and key in RUNNER_KEYS:
            continue
        elif is_known(adapter, here):
            yield here, value
        elif isinstance(value, dict) and value:
            yield from _leaves(case, adapter, value, here)
        else:
            raise case.error(f"nothing can be expected of {'.'.join(here)!r}", ".".join(here), "expect")


def is_known(adapter: Adapter, path: tuple[str, ...]) -> bool:
    """Return whether the game can observe a path of keys."""
    try:
        adapter.observe(path)
    except KeyError:
        return False
    return True


def _agrees(case: Case, path: tuple[str, ...], expected: Any, actual: Any) -> bool:  # noqa: ANN401 - any TOML value
    match path:
        case ("winner",):
            wanted = [] if expected == "nobody" else [expected] if isinstance(expected, str) else expected
            return sorted(wanted) == sorted(actual)
        case ("deck", "top"):
            return list(actual[: len(expected)]) == list(expected)
        case ("offered", _) | ("asked",):
            return set(_list(case, path, expected)) == set(actual)
        case ("not_offered", _):
            return not set(_list(case, path, expected)) & set(actual)
        case _ if isinstance(actual, list):
            return Counter(_list(case, path, expected)) == Counter(actual)
        case _:
            return type(expected) is type(actual) and bool(expected == actual)


def _list(case: Case, path: tuple[str, ...], expected: Any) -> list[Any]:  # noqa: ANN401 - any TOML value
    if not isinstance(expected, list):
        raise case.error(f"{'.'.join(path)} must be a list", ".".join(path), "expect")
    return expected


def _log(recorder: Recorder, expected: list[str]) -> str | None:
    cited = [rule for event in recorder.events for rule in event.rules]
    rest = iter(cited)
    for rule in expected:
        if rule not in rest:
            return f"log: {rule} is missing or too early; cited were {', '.join(cited) or 'none'}"
    return None


def _shown(value: Any) -> str:  # noqa: ANN401 - any TOML value
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else repr(value)
