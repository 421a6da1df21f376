"""What has been announced and is not resolved yet: the cards being played, and what they are aimed at.

All of it is public: everybody who may answer sees what it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns.aims import targets
from stablehand.unicorns.commit import Offer
from stablehand.unicorns.playing import Play
from stablehand.unicorns.records import NOBODY
from stablehand.unicorns.window import Unwind, Window
from stablehand.unicorns.zones import ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.kernel.contract import Json
    from stablehand.unicorns.records import Frame
    from stablehand.unicorns.state import State


def pile(s: State) -> list[Json]:
    """Return the card being played and the Instants on it, the last one last, with whose they are."""
    found: list[Json] = []
    for frame in frames(s):
        match frame.word:
            case Play() if frame.pc > 0:
                card, to, plan = frame.data
                aimed, players = targets(s, plan, frame.env.you)
                found.insert(0, {
                    "card": s.rules.catalog.cards[card].id,
                    "owner": frame.env.you,
                    "into": None if to == NOBODY else to,
                    "cards": ids(s, aimed),
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


def endangered(s: State) -> str | None:
    """Return the card that the replacement offered now would save."""
    top = s.k
    if top is None or not isinstance(top.word, Offer):
        return None
    return s.rules.catalog.cards[top.env.it].id


def frames(s: State) -> Iterator[Frame]:
    """Go through all that is still to be done, from the top."""
    frame = s.k
    while frame is not None:
        yield frame
        frame = frame.next
