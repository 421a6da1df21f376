"""Whether a deck has enough cards for a table: babies, cards to deal, Unicorns to win with.

A deck that passes can be dealt, and no question of the set-up is without options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.decks.files import DeckError

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.catalog import Catalog


def check_supply(deck: Catalog, seats: int, hand_size: int, goal: int, *, is_two: bool) -> None:
    """Raise DeckError, in one sentence, unless the deck is enough for a table.

    `goal`: how many Unicorns win. `is_two`: whether the rules for two players leave some cards out.
    """
    name = f"Deck {deck.id}"
    if len(deck.babies) < seats:
        raise DeckError(
            f"{name} has {_counted(len(deck.babies), 'Baby Unicorn')}, but each of {seats} players "
            "chooses one (UU-SETUP-2)."
        )
    cards = [no for no in deck.black_backs if not is_two or deck.cards[no].is_for_two]
    # UU-TWO-2: each of two players is given a Neigh first. One card is left to be drawn in the first turn.
    needed = seats * (hand_size + is_two) + 1
    if len(cards) < needed:
        raise DeckError(
            f"{name} has {_counted(len(cards), 'card')} to deal, but {seats} players with {hand_size} each "
            f"need at least {needed} (UU-SETUP-1)."
        )
    if not any(deck.cards[no].is_unicorn for no in cards):
        raise DeckError(f"{name} has no Unicorn card to play (UU-TYPE-1).")
    most = sum(deck.worths[no] for no in (*deck.babies, *cards))
    if most < goal:
        raise DeckError(f"{name} has {_counted(most, 'Unicorn')} in all, but {goal} win (UU-END-1).")


def _counted(n: int, noun: str) -> str:
    return f"no {noun}" if n == 0 else f"{n} {noun}" if n == 1 else f"{n} {noun}s"
