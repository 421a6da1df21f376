"""Comparing what `[expect]` says with what is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.cases.format import Case
    from stablehand.cases.stage import Stage
    from stablehand.kernel.events import Recorder

ELSEWHERE = ("error",)
"""Keys that are not about the board; the runner looks at them."""


def differences(case: Case, stage: Stage, recorder: Recorder, expect: dict[str, Any]) -> Iterator[str]:
    """Say of every expectation that does not hold what was expected and what is."""
    for path, expected in _leaves(case, stage, expect, ()):
        key = ".".join(path)
        if path == ("log",):
            if problem := _log(recorder, expected):
                yield problem
            continue
        actual = stage.observe(path)
        if not _agrees(case, path, expected, actual):
            yield f"{key}: expected {_shown(expected)}, but it is {_shown(actual)}"


def _leaves(
    case: Case, stage: Stage, table: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Walk down nested tables until the game knows what a key stands for."""
    for key, value in table.items():
        here = (*path, key)
        if here == ("log",):
            if not isinstance(value, list):
                raise case.error("log must be a list of rule ids", "log", "expect")
            yield here, value
        elif not path and key in ELSEWHERE:
            continue
        elif is_known(stage, here):
            yield here, value
        elif isinstance(value, dict) and value:
            yield from _leaves(case, stage, value, here)
        else:
            raise case.error(f"nothing can be expected of {'.'.join(here)!r}", ".".join(here), "expect")


def is_known(stage: Stage, path: tuple[str, ...]) -> bool:
    """Whether the game knows what a path of keys stands for."""
    try:
        stage.observe(path)
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
