"""Which card somebody means by what they typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def found(typed: str, cards: Iterable[tuple[str, str]]) -> str | None:
    """Return the id of the one card (of id and name) that was typed, by its beginning or by a part of it."""
    wanted = typed.casefold()
    known = [(card_id, name.casefold()) for card_id, name in cards]
    for fits in (
        lambda card_id, name: wanted in {card_id, name},
        lambda card_id, name: card_id.startswith(wanted) or name.startswith(wanted),
        lambda card_id, name: wanted in card_id or wanted in name,
    ):
        hits = [card_id for card_id, name in known if fits(card_id, name)]
        if len(hits) == 1:
            return hits[0]
    return None
