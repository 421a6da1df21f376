"""What cards are worth, and who has won.

Only face-up cards count (FT-END-1). A chameleon stands in for one named card wherever cards are asked for by
name; the assignment that is best for its owner is taken (FT-KIND-5). It changes nobody else's points: what
compares players, the most cards of a faction, never asks for a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from stablehand.games.fairytale.vocabulary import CardNo, Factions, Has, If, Most, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import Condition, Worth


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat's points came about: what each face-up card earns, and what its chameleons stand for."""

    lines: tuple[tuple[CardNo, int], ...]
    stand_ins: tuple[CardNo, ...]

    @property
    def total(self) -> int:
        """Return the sum of all lines."""
        return sum(value for _, value in self.lines)


def points(s: State, seat: Seat) -> int:
    """Return what a seat would have if the game ended now."""
    return account(s, seat).total


def account(s: State, seat: Seat) -> Account:
    """Return a seat's points card by card, as if the game ended now."""
    cards = s.face_up(seat)
    deck = s.rules.cards
    chameleons = sum(deck.cards[card].chameleon for card in cards)
    best: Account | None = None
    for stand_ins in combinations_with_replacement(_wanted(s, cards), chameleons) if chameleons else ((),):
        named = [*cards, *stand_ins]
        lines = tuple((card, _value(s, seat, named, deck.cards[card].worth)) for card in cards)
        found = Account(lines, tuple(card for card in stand_ins if not deck.cards[card].chameleon))
        if best is None or found.total > best.total:
            best = found
    assert best is not None
    return best


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
    match worth:
        case Points(value):
            return value
        case PerCard(card, each):
            return each * named.count(card)
        case If(condition, value):
            return value if _holds(s, seat, named, condition) else 0


def _holds(s: State, seat: Seat, named: list[CardNo], condition: Condition) -> bool:
    match condition:
        case Has(cards):
            return all(named.count(card) >= least for card, least in cards)
        case Factions(factions):
            return all(_count(s, seat, faction) >= least for faction, least in factions)
        case Most(faction):
            mine = _count(s, seat, faction)
            theirs = max(_count(s, other, faction) for other in range(s.rules.seats) if other != seat)
            return mine > theirs or (mine == theirs and s.rules.most_tie_counts)


def _count(s: State, seat: Seat, faction: int) -> int:
    return sum(s.rules.factions[card] == faction for card in s.face_up(seat))


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
