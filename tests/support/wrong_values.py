"""Values of every wrong type and depth, put in the place of each value that a schema names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEEP: Final = 7_500
"""Levels of nesting that once gave a 500, in a message that is just small enough."""


def nested(levels: int, opening: str = "[", closing: str = "]") -> str:
    """Return JSON that is nested so many levels deep."""
    return opening * levels + closing * levels


VALUES: Final[tuple[str, ...]] = (
    *map(
        json.dumps,
        [
            None, True, False, 0, 1, -1, 7, 1 << 31, 1 << 63, 1 << 64, -(1 << 70), 10**40, 0.5, -0.0, 1e308,
            "", "x", "0", "null", "a" * 300, "\x00", "\u202e", "\ud83e\udd84", "../..", "f" * 32,
            [], [[]], [None], [0], ["x"], [[], {}], [["neigh", "x"]], [["neigh"]], [[["neigh", "x"], 1]],
            {}, {"": None}, {"x": {}}, {"deck": []}, {"deck": {}}, {"house_rules": {"neigh": "x"}},
        ],
    ),
    nested(20), nested(40), nested(900), nested(DEEP), '{"a":' * 2_000 + "1" + "}" * 2_000,
    "1e999", "-1e999", "NaN", "[", '"', "",
)  # fmt: skip
"""JSON texts, valid or not."""


def bodies(valid: Mapping[str, Any], places: Mapping[str, Any] | None = None) -> Iterator[bytes]:
    """Yield a valid body with each of its values, and each of `places`, replaced by each wrong value.

    `places` are fields that the valid body leaves out. A value that is an object is also changed inside.
    """
    for value in VALUES:
        yield value.encode()
    whole = {**valid, **(places or {})}
    for name, inside in whole.items():
        rest = {key: one for key, one in valid.items() if key != name}
        for value in VALUES:
            yield _with(rest, name, value)
        if isinstance(inside, dict):
            for part in inside:
                others = {key: one for key, one in inside.items() if key != part}
                for value in VALUES:
                    yield _with(rest, name, _with({}, part, value).decode())
                    yield _with(rest, name, _with(others, part, value).decode())
    yield _with(valid, "unknown", "1")


def _with(rest: Mapping[str, Any], name: str, value: str) -> bytes:
    """Return a body as JSON with one field whose value is already JSON, or no JSON at all."""
    parts = [f"{json.dumps(key)}:{json.dumps(one)}" for key, one in rest.items()]
    return ("{" + ",".join([*parts, f"{json.dumps(name)}:{value}"]) + "}").encode()
