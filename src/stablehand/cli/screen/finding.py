"""Find a card by a part of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.text.names import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def found(typed: str, cards: Iterable[Sequence[str]]) -> str | None:
    """Return the id of the only card whose name is, starts with or contains the text; None if there is none.

    A card is its id and whatever else it is called: its name in the reader's language, its English one.
    """
    wanted = typeset(typed).casefold()
    known = [(card[0], [typeset(name).casefold() for name in card]) for card in cards]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        hits = [card for card, names in known if any(fits(name, wanted) for name in names)]
        if len(hits) == 1:
            return hits[0]
    return None
