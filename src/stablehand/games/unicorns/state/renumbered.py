"""Options of versions before 4, when cards had numbers up to 255 and all other options came right after.

Whatever reads journals and facts gets them from `core.registry.new_numbers`; a state is translated here,
before it is read.
"""

from __future__ import annotations

import json
from typing import Any, Final

from stablehand.games.unicorns.state.encode import FORMAT
from stablehand.games.unicorns.state.state import MODE0, MOST_OPTIONS, REDRAW, SEAT0, YES

OLD_FORMAT: Final = 3
"""The format of states with the old numbers."""
OLD_SEAT0: Final = 256
OLD_YES: Final = 300
OLD_MODE0: Final = 320
OLD_NUMBERS: Final = {
    **{OLD_SEAT0 + seat: SEAT0 + seat for seat in range(OLD_YES - OLD_SEAT0)},
    **{OLD_YES + answer: YES + answer for answer in range(REDRAW - YES + 1)},
    **{OLD_MODE0 + mode: MODE0 + mode for mode in range(MOST_OPTIONS - MODE0)},
}
"""For each old number the new one. No deck of then had cards with these numbers."""
OPTIONS: Final = 3
"""The fields of a request, as they are written, that hold options: those alike, the candidates, the ends."""


def written(table: object) -> bytes:
    """Return JSON as states are written."""
    return json.dumps(table, separators=(",", ":"), sort_keys=True).encode()


def with_new_numbers(table: dict[str, Any]) -> dict[str, Any]:
    """Return a parsed state of the old format as it is written now."""
    found: dict[str, Any] = _in_requests(table)
    return {**found, "format": FORMAT, **{name: _new(table[name]) for name in ("picked", "picks")}}


def _in_requests(part: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a part of a state with new numbers in its requests, wherever they are."""
    if isinstance(part, list):
        return [_in_requests(one) for one in part]
    if not isinstance(part, dict):
        return part
    if part.keys() == {"r"}:
        return {"r": [*_new(part["r"][:OPTIONS]), *part["r"][OPTIONS:]]}
    return {key: _in_requests(one) for key, one in part.items()}


def _new(part: Any) -> Any:  # noqa: ANN401 - JSON
    """Return nested lists of options with their new numbers."""
    return [_new(one) for one in part] if isinstance(part, list) else OLD_NUMBERS.get(part, part)
