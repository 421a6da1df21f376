"""The options of Unstable Unicorns as earlier versions named them.

Views, and states that are stored, have had all options from the beginning. Golden files of then are compared
with views of now in the names of then: options that came later are left out if they have their default, and
values have their older names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.state.rules import OLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Json

LATER: Final = (("then_needs", "some"), ("win", "settled"))
OLDER_NAMES: Final[dict[str, dict[str, Any]]] = {
    name: {new: old for old, new in names.items()} for name, names in OLDER.items()
}


def older_options(options: Mapping[str, Json]) -> dict[str, Json]:
    """Return options, or any other JSON object, in the names of then."""
    kept = {name: value for name, value in options.items() if (name, value) not in LATER}
    return {
        name: OLDER_NAMES[name].get(str(value), value) if name in OLDER_NAMES else value
        for name, value in kept.items()
    }
