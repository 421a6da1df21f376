"""What the cards of a deck watch (`Each`, `Whenever`), so that nothing else is announced (RUL-61)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.games.unicorns.decks.definition import Definition

LOSSES: Final = 1
DRAWS: Final = 2
PLAYS: Final = 4
ANSWERS: Final = 8
HANDS: Final = 16
"""Cards destroyed, sacrificed and stolen; drawing; playing; answers; empty hands."""
COMINGS: Final = ("enter", "leave")
VERBS: Final = {
    "sacrifice": LOSSES, "destroy": LOSSES, "steal": LOSSES, "draw": DRAWS, "play": PLAYS, "answer": ANSWERS,
}  # fmt: skip


def watched_by(definitions: Sequence[Definition]) -> int:
    """Return what cards watch beside others coming and going: one bit each."""
    found = 0
    for card in definitions:
        for ability, _ in card.each:
            for verb in ability.event.verbs:
                found |= VERBS.get(verb, 0)
        for condition, _ in card.whenever:
            found |= HANDS if condition.condition.of.place == "hand" else 0
    return found


def listens(card: Definition) -> bool:
    """Whether a card watches others enter or leave its stable."""
    return any(verb in ability.event.verbs for ability, _ in card.each for verb in COMINGS)


def heard(definitions: Sequence[Definition]) -> int:
    """Return the kinds of cards that are watched when they enter or leave a stable, as bits."""
    kinds = 0
    for card in definitions:
        if listens(card):
            for ability, _ in card.each:
                kinds |= ability.event.of.kinds
    return kinds
