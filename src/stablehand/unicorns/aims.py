"""What declared choices are aimed at.

Only what everybody may see is told: a card chosen from a hand stays secret until it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns.plan import Later
from stablehand.unicorns.records import NOBODY
from stablehand.unicorns.words import Act, Pull, Rob, SeeHand, TradeHands
from stablehand.unicorns.zones import is_public

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.records import CardNo, Change
    from stablehand.unicorns.state import State


def targets(s: State, plan: tuple[Change, ...], caster: Seat) -> tuple[list[CardNo], list[Seat]]:
    """Return the cards and the players that declared choices are aimed at (UU-PLAY-4)."""
    cards: list[CardNo] = []
    players: list[Seat] = []
    for change in plan:
        cards += [card for card in change.cards if is_public(s, s.where[card])]
        match change.word:
            case Act("move" | "give"):
                players.append(change.to)
            case Pull() | Rob() | SeeHand() | TradeHands():
                players.append(change.to)
            case Later():
                players += [frame.env.you for frame in change.frames[:1] if frame.env.you != caster]
            case _:
                pass
    return list(dict.fromkeys(cards)), [player for player in dict.fromkeys(players) if player != NOBODY]
