"""Announced cards that are not resolved yet, and what they are aimed at. All of it is public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.resolution.machine import Window
from stablehand.games.unicorns.resolution.plan import targets
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.turn import aiming
from stablehand.games.unicorns.turn.play import Play
from stablehand.games.unicorns.turn.window import Unwind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.knowledge.view_types import PlayedCard
    from stablehand.games.unicorns.state.records import CardNo, Frame, Seat
    from stablehand.games.unicorns.state.state import State


def card_ids(s: State, cards: list[CardNo]) -> list[str]:
    """Return the ids of cards, as a view names them."""
    if not cards:
        return []
    ids = s.rules.catalog.ids
    return [ids[card] for card in cards]


def pile(s: State) -> list[PlayedCard]:
    """Return the card being played and the Instants on it, the last one last, with whose they are."""
    found: list[PlayedCard] = []
    frame = s.k
    while (
        frame is not None
    ):  # compiled, `isinstance` and loops take a tenth of the time of patterns and generators
        word = frame.word
        if isinstance(word, Play):
            if frame.pc > 0:
                found.insert(0, _played(s, frame))
        elif isinstance(word, Window):
            found += _instants(s, frame.data if frame.pc == 0 else frame.data[0])
        elif isinstance(word, Unwind):
            found += _instants(s, frame.data)
        frame = frame.next
    return found


def _played(s: State, frame: Frame) -> PlayedCard:
    card, to, plan = frame.data[:3]
    aimed, players = targets(s, plan, frame.env.you) if plan else ([], [])
    if len(frame.data) > 3:
        players = aiming.players(s, frame.data[3])
    return {
        "card": s.rules.catalog.ids[card],
        "owner": frame.env.you,
        "into": None if to == NOBODY else to,
        "cards": card_ids(s, aimed),
        "players": list(players),
    }


def _instants(s: State, cards: tuple[tuple[CardNo, Seat], ...]) -> list[PlayedCard]:
    """Return the Instants of a pile, which are all its cards but the first."""
    ids = s.rules.catalog.ids
    return [
        {"card": ids[card], "owner": owner, "into": None, "cards": [], "players": []}
        for card, owner in cards[1:]
    ]


def frames(s: State) -> Iterator[Frame]:
    """Yield the frames of the continuation, from the top."""
    frame = s.k
    while frame is not None:
        yield frame
        frame = frame.next
