"""Announced cards that are not resolved yet, and what they are aimed at. All of it is public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.resolution.plan import targets
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.turn import aiming
from stablehand.games.unicorns.turn.play import Play
from stablehand.games.unicorns.turn.window import Unwind, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from stablehand.games.unicorns.knowledge.view_types import PlayedCard
    from stablehand.games.unicorns.state.records import CardNo, Frame
    from stablehand.games.unicorns.state.state import State


def card_ids(s: State, cards: Iterable[CardNo]) -> list[str]:
    """Return the ids of cards, as a view names them."""
    return [s.rules.catalog.cards[card].id for card in cards]


def pile(s: State) -> list[PlayedCard]:
    """Return the card being played and the Instants on it, the last one last, with whose they are."""
    found: list[PlayedCard] = []
    for frame in frames(s):
        match frame.word:
            case Play() if frame.pc > 0:
                card, to, plan = frame.data[:3]
                aimed, players = targets(s, plan, frame.env.you) if plan else ([], [])
                if len(frame.data) > 3:
                    players = aiming.players(s, frame.data[3])
                found.insert(0, {
                    "card": s.rules.catalog.cards[card].id,
                    "owner": frame.env.you,
                    "into": None if to == NOBODY else to,
                    "cards": card_ids(s, aimed),
                    "players": list(players),
                })  # fmt: skip
            case Window() | Unwind():
                cards = frame.data if isinstance(frame.word, Unwind) or frame.pc == 0 else frame.data[0]
                for card, owner in cards[1:]:
                    name = s.rules.catalog.cards[card].id
                    found.append({"card": name, "owner": owner, "into": None, "cards": [], "players": []})
            case _:
                pass
    return found


def frames(s: State) -> Iterator[Frame]:
    """Yield the frames of the continuation, from the top."""
    frame = s.k
    while frame is not None:
        yield frame
        frame = frame.next
