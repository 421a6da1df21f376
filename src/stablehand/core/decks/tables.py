"""At how many seats a deck can be played."""

from __future__ import annotations

from typing import Final, NamedTuple

from stablehand.core.decks.files import DeckError
from stablehand.core.registry import load

MOST_SEATS: Final = 12


class PlayableSeats(NamedTuple):
    """For which numbers of players a deck is enough."""

    seats: list[int]
    sentences: list[str]
    """Why it is not for the others that the game allows."""


def short_tables(game: str, deck: str) -> PlayableSeats:
    """Return for how many players a deck of one's own is enough, with the other options at their defaults."""
    rules = load(game)
    seats, sentences = [], []
    for number in range(1, MOST_SEATS + 1):
        try:
            rules.start(number)
        except ValueError:
            continue  # not with any deck
        try:
            rules.start(number, 0, {"deck": deck})
        except DeckError as error:
            sentences.append(f"{number} players: {error}")
        else:
            seats.append(number)
    return PlayableSeats(seats, list(dict.fromkeys(sentences)))
