"""What the cards of a deck do in a stable, as bits: what they watch (RUL-61), and what else.

So nothing is announced that no card watches, and no stable is searched for what no card in it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.games.unicorns.decks.definition import Definition

LOSSES: Final = 1
DRAWS: Final = 2
PLAYS: Final = 4
ANSWERS: Final = 8
"""What an `Each` watches: cards destroyed, sacrificed and stolen; drawing; playing; answers."""
WATCHING: Final = 16
SAVING: Final = 32
BEGINNING: Final = 64
LISTENING: Final = 128
"""What else a card does: it has a condition (`Whenever`), a replacement (`Instead`), an effect at the
beginning of its player's turn, or an effect when a card enters or leaves its stable."""
HANDS: Final = 256
"""Of a deck: a condition is about a hand."""
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


def roles_of(card: Definition) -> int:
    """Return what a card does in a stable: one bit each, up to `LISTENING`."""
    found = WATCHING * bool(card.whenever) | SAVING * bool(card.instead) | BEGINNING * bool(card.beginning)
    for ability, _ in card.each:
        for verb in ability.event.verbs:
            found |= VERBS.get(verb, 0)
    return found | LISTENING * listens(card)


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
