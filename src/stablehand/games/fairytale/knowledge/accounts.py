"""How the points of each seat are counted, as data: which card earns how much, and why.

Only face-up cards count, so everything here is public (FT-END-1). Page and terminal write it out in words.
The numbers come from `play.score`, which also decides the game.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stablehand.games.fairytale.play.score import account
from stablehand.games.fairytale.vocabulary import Has, Most, PerCard, Points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.knowledge.view_types import AccountLine, Because, Counted, SeatAccount
    from stablehand.games.fairytale.play.score import Account
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Condition, Faction, Worth


def seat_account(s: State, seat: Seat) -> SeatAccount:
    """Return how a seat's points are counted if the game ended now: a line for all copies of a card."""
    found = account(s, seat)
    cards = s.rules.cards.cards
    shown = [card for card, _ in found.lines]
    each = dict(found.lines)  # every copy of a card earns the same
    return {
        "total": found.total,
        "stand_ins": [cards[card].id for card in found.stand_ins],
        "lines": [_line(s, found, card, shown.count(card), each[card]) for card in sorted(each)],
    }


def _line(s: State, found: Account, card: CardNo, copies: int, each: int) -> AccountLine:
    definition = s.rules.cards.cards[card]
    worth = definition.worth
    because: Because
    if definition.chameleon and found.stand_ins:
        because, counted = "stands_in", _cards(s, Counter(found.stand_ins).items())
    else:
        because, counted = _reason(s, found, card, each, worth)
    return {
        "card": definition.id,
        "copies": copies,
        "each": each,
        "rate": worth.each if isinstance(worth, PerCard) else 0,
        "because": because,
        "counted": counted,
    }


def _reason(s: State, found: Account, card: CardNo, each: int, worth: Worth) -> tuple[Because, list[Counted]]:
    if isinstance(worth, Points):  # compiled, a pattern takes ten times as long
        return "value", []
    if isinstance(worth, PerCard):
        wanted = worth.card
        n = len([one for one, _ in found.lines if one == wanted]) + found.stand_ins.count(wanted)
        return "copies" if wanted == card else "cards", _cards(s, [(wanted, n)])
    return "met" if each else "unmet", _asked(s, worth.condition)


def _asked(s: State, condition: Condition) -> list[Counted]:
    """Return what a condition asks for; the most of a faction is the number 0 of it."""
    if isinstance(condition, Most):
        return _factions(s, [(condition.faction, 0)])
    return _cards(s, condition.cards) if isinstance(condition, Has) else _factions(s, condition.least)


def _cards(s: State, counted: Iterable[tuple[CardNo, int]]) -> list[Counted]:
    return [{"card": s.rules.cards.cards[card].id, "n": n} for card, n in counted]


def _factions(s: State, counted: Iterable[tuple[Faction, int]]) -> list[Counted]:
    return [{"faction": s.rules.cards.factions[faction], "n": n} for faction, n in counted]
