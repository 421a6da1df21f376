"""What makes every game end, with any cards and any options (RUL-47, RUL-48).

Cards can be written so that one effect triggers another without an end, and players can shuffle the discard
pile into the deck as long as they like. The bounds are far beyond what happens with printed cards: of
10,000 random games no turn had more than 18 effects, and where an empty deck ends the game, none more than
549 turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.state.state import DECK, DISCARD

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

MOST_EFFECTS: Final = 100
"""The effects, replacements, plays and responses of one turn; after that none of them is begun (RUL-47)."""
MOST_TURNS: Final = 1000
"""After this many turns a game ends as if the deck had run out (RUL-48)."""
MOST_REFILLS: Final = 10
"""How often the discard pile becomes the deck at a table with `deck_out = reshuffle` (RUL-48)."""


def is_spent(s: State) -> bool:
    """Whether nothing more is begun in this turn (RUL-47)."""
    return s.begun >= MOST_EFFECTS


def can_refill(s: State) -> bool:
    """Whether the discard pile would become the deck if the deck ran out now (UU-END-4, RUL-48)."""
    return s.rules.deck_out == "reshuffle" and s.refills < MOST_REFILLS and len(s.zones[DISCARD]) > 0


def can_draw(s: State) -> bool:
    """Whether there is a card to draw."""
    return len(s.zones[DECK]) > 0 or can_refill(s)
