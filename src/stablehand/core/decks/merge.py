"""Build a deck of one's own on a deck that comes with the game: without some of its cards, with others.

A card of one's own that has the id of a card of the base changes that card: it has the fields that are
written, and the base's for the rest. Its name stays, so that no card passes for another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

EXTENDS: Final = "extends"
WITHOUT: Final = "without"
GAME: Final = "game"
CARDS: Final = "card"
OWN_KEYS: Final = (GAME, EXTENDS, WITHOUT)
"""The fields of a deck of one's own that decks that come with a game do not have."""
COPIES: Final = "copies"

Row = dict[str, Any]


def merged_head(table: Mapping[str, Any], base: Mapping[str, Any], totals: Collection[str]) -> dict[str, Any]:
    """Return the head of a deck on its base; `totals` are counted again unless the deck itself says them."""
    head = {key: value for key, value in base.items() if key not in totals}
    for key, value in table.items():
        old = head.get(key)
        head[key] = old | value if isinstance(old, dict) and isinstance(value, dict) else value
    return {key: value for key, value in head.items() if key not in OWN_KEYS}


def merged_rows(own: Sequence[Row], base: Sequence[Row]) -> list[Row]:
    """Return the cards of a deck: those of its base in their order, changed or not, then the new ones."""
    known = {row["id"] for row in base}
    changes = {row["id"]: row for row in own if row["id"] in known}
    new = [row for row in own if row["id"] not in known]
    return [*({**row, **changes.get(row["id"], {})} for row in base), *new]


def own_ids(own: Sequence[Row], base: Sequence[Row]) -> frozenset[str]:
    """Return the ids of the cards that are not as the base has them, whatever their copies."""
    printed = {row["id"]: row for row in base}
    return frozenset(
        row["id"]
        for row in own
        if any(
            key not in {"id", COPIES} and value != printed.get(row["id"], {}).get(key)
            for key, value in row.items()
        )
        or row["id"] not in printed
    )
