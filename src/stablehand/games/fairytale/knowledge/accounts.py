"""How the points of each seat are counted, as data: which card earns how much, and why.

Only face-up cards count, so everything here is public (FT-END-1). Page and terminal write it out in words.
The numbers come from `play.score`, which also decides the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.fairytale.play.score import account
from stablehand.games.fairytale.vocabulary import Has, Most, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.knowledge.view_types import AccountLine, Because, Counted, SeatAccount
    from stablehand.games.fairytale.play.score import Account
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Condition, Faction, Worth


def seat_accounts(s: State) -> list[SeatAccount]:
    """Return how the points of all seats are counted if the game ended now.

    The views of all seats have the same accounts, and most answers change no table: what was counted for the
    tables as they are is not counted again. Shared: copy an account before changing it.
    """
    known = s.accounts
    if known is None or known[0] is not s.table or known[1] is not s.down:  # they are replaced, never changed
        known = s.accounts = (s.table, s.down, [seat_account(s, seat) for seat in range(s.rules.seats)])
    accounts: list[SeatAccount] = known[2]
    return accounts[:]


def seat_account(s: State, seat: Seat) -> SeatAccount:
    """Return how a seat's points are counted if the game ended now: a line for all copies of a card."""
    found = account(s, seat)
    ids = s.rules.ids
    return {
        "total": found.total,
        "stand_ins": [ids[card] for card in found.stand_ins],
        "lines": [_line(s, found, card, each) for card, each in found.lines],
    }


def _line(s: State, found: Account, card: CardNo, each: int) -> AccountLine:
    definition = s.rules.definitions[card]
    worth = definition.worth
    because: Because
    if definition.chameleon and found.stand_ins:
        names = dict.fromkeys(found.stand_ins)  # a `Counter` takes a tenth of the time of a whole view
        because, counted = (
            "stands_in",
            _cards(s, tuple([(name, found.stand_ins.count(name)) for name in names])),
        )
    else:
        because, counted = _reason(s, found, card, each, worth)
    return {
        "card": definition.id,
        "copies": found.have[card],
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
        return "copies" if wanted == card else "cards", _cards(s, ((wanted, found.named[wanted]),))
    return "met" if each else "unmet", _asked(s, worth.condition)


def _asked(s: State, condition: Condition) -> list[Counted]:
    """Return what a condition asks for; the most of a faction is the number 0 of it."""
    if isinstance(condition, Most):
        return _factions(s, ((condition.faction, 0),))
    return _cards(s, condition.cards) if isinstance(condition, Has) else _factions(s, condition.least)


def _cards(s: State, counted: tuple[tuple[CardNo, int], ...]) -> list[Counted]:
    ids = s.rules.ids
    return [{"card": ids[card], "n": n} for card, n in counted]


def _factions(s: State, counted: tuple[tuple[Faction, int], ...]) -> list[Counted]:
    names = s.rules.faction_names
    return [{"faction": names[faction], "n": n} for faction, n in counted]
