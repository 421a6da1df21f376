"""What cards are worth, and who has won.

Only face-up cards count (FT-END-1). A chameleon stands in for one named card wherever cards are asked for by
name; the assignment that is best for its owner is taken (FT-KIND-5). It changes nobody else's points: what
compares players, the most cards of a faction, never asks for a name.

Every view counts the points of all seats. Compiled, `isinstance` and lists take a tenth of the time of
patterns and generators.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from stablehand.games.fairytale.vocabulary import CardNo, Factions, Has, If, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import Condition, Worth


class Account:
    """How a seat's points came about: what each face-up card earns, and what its chameleons stand for."""

    __slots__ = ("lines", "stand_ins", "total")

    def __init__(self, lines: list[tuple[CardNo, int]], stand_ins: tuple[CardNo, ...]) -> None:
        """Add up what cards earn."""
        self.lines = lines
        self.stand_ins = stand_ins
        self.total = sum([value for _, value in lines])


def points(s: State, seat: Seat) -> int:
    """Return what a seat would have if the game ended now."""
    return account(s, seat).total


def account(s: State, seat: Seat) -> Account:
    """Return a seat's points card by card, as if the game ended now."""
    cards, deck = s.face_up(seat), s.rules.cards.cards
    chameleons = sum([deck[card].chameleon for card in cards])
    best = _account(s, seat, cards, ())
    if chameleons:
        for stand_ins in combinations_with_replacement(_wanted(s, cards), chameleons):
            found = _account(s, seat, cards, tuple([c for c in stand_ins if not deck[c].chameleon]))
            if found.total > best.total:
                best = found
    return best


def _account(s: State, seat: Seat, cards: list[CardNo], stand_ins: tuple[CardNo, ...]) -> Account:
    """Return a seat's points if its chameleons stand for some cards."""
    deck = s.rules.cards.cards
    named = [*cards, *stand_ins] if stand_ins else cards
    return Account([(card, _value(s, seat, named, deck[card].worth)) for card in cards], stand_ins)


def _wanted(s: State, cards: list[CardNo]) -> list[CardNo]:
    """Return the cards that some card of these asks for by name; first a chameleon, standing for itself."""
    chameleon = next(card for card in cards if s.rules.cards.cards[card].chameleon)
    wanted = {chameleon: None}
    for card in cards:
        match s.rules.cards.cards[card].worth:
            case PerCard(name, _):
                wanted[name] = None
            case If(Has(names), _):
                wanted.update(dict.fromkeys(name for name, _ in names))
            case _:
                pass
    return list(wanted)


def _value(s: State, seat: Seat, named: list[CardNo], worth: Worth) -> int:
    if isinstance(worth, Points):
        return worth.value
    if isinstance(worth, PerCard):
        return worth.each * named.count(worth.card)
    return worth.value if _holds(s, seat, named, worth.condition) else 0


def _holds(s: State, seat: Seat, named: list[CardNo], condition: Condition) -> bool:
    if isinstance(condition, Has):
        return all(named.count(card) >= least for card, least in condition.cards)
    if isinstance(condition, Factions):
        return all(_count(s, seat, faction) >= least for faction, least in condition.least)
    mine = _count(s, seat, condition.faction)
    theirs = max([_count(s, other, condition.faction) for other in range(s.rules.seats) if other != seat])
    return mine > theirs or (mine == theirs and s.rules.most_tie_counts)


def _count(s: State, seat: Seat, faction: int) -> int:
    factions, found = s.rules.factions, 0
    for card in s.face_up(seat):
        if factions[card] == faction:
            found += 1
    return found


def winners(s: State) -> tuple[Seat, ...]:
    """Return the seats that have won; nobody before the end (FT-END-1, FT-END-2, FT-TEAM-1)."""
    if not s.is_over:
        return ()
    seats = range(s.rules.seats)
    sides = [(0, 2), (1, 3)] if s.rules.teams else [(seat,) for seat in seats]
    results = {
        side: (
            sum(points(s, seat) for seat in side),
            sum(len(s.table[seat]) for seat in side) if s.rules.tie == "face_up" else 0,
        )
        for side in sides
    }
    best = max(results.values())
    return tuple(sorted(seat for side, result in results.items() if result == best for seat in side))
