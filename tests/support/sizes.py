"""How much a test run plays: quick for everybody, full for a change, release before one is published.

`check.py` sets the environment variable STABLEHAND_SIZE and leaves out tests marked `slow` at the quick size.
Pytest on its own runs everything at the full size, as a change must pass it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

T = TypeVar("T")

NAME: Final = "STABLEHAND_SIZE"
SIZES: Final = ("quick", "full", "release")
SIZE: Final = os.environ.get(NAME) or "full"
if SIZE not in SIZES:
    raise pytest.UsageError(f"Unknown {NAME} {SIZE!r}; choose one of: {', '.join(SIZES)}.")
IS_RELEASE: Final = SIZE == "release"


def sized(*, quick: T, full: T, release: T) -> T:
    """Return the value for the size of this run."""
    return {"quick": quick, "full": full, "release": release}[SIZE]


SCALE: Final = sized(quick=1, full=1, release=20)
"""How many times as many random games the release size plays."""


def slow_after(quick: int, values: Iterable[Any], reason: str) -> list[Any]:
    """Return parameters for a test, of which only the first `quick` are part of the quick run.

    A value that is a tuple stands for the arguments of several parameter names.
    """
    assert quick > 0, "a test with no quick parameter is marked slow itself"
    return [
        value if at < quick else _slow(value, reason)  # plain values keep their ids
        for at, value in enumerate(values)
    ]


def slow_except(quick: Iterable[Any], values: Iterable[Any], reason: str) -> list[Any]:
    """Return parameters for a test, of which only those in `quick` are part of the quick run."""
    kept = list(quick)
    assert kept, "a test with no quick parameter is marked slow itself"
    return [value if value in kept else _slow(value, reason) for value in values]


def _slow(value: Any, reason: str) -> Any:  # noqa: ANN401 - any parameter of a test
    return pytest.param(*_arguments(value), marks=pytest.mark.slow(reason))


def _arguments(value: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any parameter of a test
    # A named tuple is one value: only a plain tuple is several arguments.
    return value if type(value) is tuple else (value,)


def lacks_reason(mark: pytest.Mark) -> bool:
    """Return whether a `slow` mark lacks a reason of at least three words."""
    is_said = len(mark.args) == 1 and isinstance(mark.args[0], str) and len(mark.args[0].split()) > 2
    return not is_said or bool(mark.kwargs)
