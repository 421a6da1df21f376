"""What cards are worth, and who has won.

Only face-up cards count (FT-END-1). A chameleon stands in for one named card wherever cards are asked for by
name; the assignment that is best for its owner is taken (FT-KIND-5). It changes nobody else's points: what
compares players, the most cards of a faction, never asks for a name.

Every view counts the points of all seats. Compiled, `isinstance` and loops take a tenth of the time of
patterns and generators.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from stablehand.games.fairytale.vocabulary import CardNo, Factions, Has, If, PerCard, Points

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import Condition, Faction, Worth


class Account:
    """How a seat's points came about: what its face-up cards earn, and what its chameleons stand for."""

    __slots__ = ("have", "lines", "named", "stand_ins", "total")

    def __init__(
        self,
        have: list[int],
        named: list[int],
        lines: list[tuple[CardNo, int]],
        stand_ins: tuple[CardNo, ...],
    ) -> None:
        """Add up what cards earn."""
        self.have = have
        """By card: how many of it lie face up."""
        self.named = named
        """By card: how many there are for those who ask for it by name."""
        self.lines = lines
        """Each face-up card once, sorted, with what one copy earns: all copies earn the same."""
        self.stand_ins = stand_ins
        self.total = 0
        for card, each in lines:
            self.total += each * have[card]


def points(s: State, seat: Seat) -> int:
    """Return what a seat would have if the game ended now."""
    return points_of(s, seat, s.face_up(seat))


def points_of(s: State, seat: Seat, cards: list[CardNo]) -> int:
    """Return what a seat would have if the game ended now and these were its face-up cards."""
    deck, have = s.rules.definitions, counted(s, cards)
    total = chameleons = 0
    for card in cards:
        definition = deck[card]
        total += _value(s, seat, cards, have, definition.worth)
        if definition.chameleon:
            chameleons += 1
    if chameleons:
        total += _gain(s, cards, have, _best_stand_ins(s, cards, have, chameleons))
    return total


def account(s: State, seat: Seat) -> Account:
    """Return a seat's points card by card, as if the game ended now."""
    cards, deck = s.face_up(seat), s.rules.definitions
    have, chameleons = counted(s, cards), 0
    for card in cards:
        if deck[card].chameleon:
            chameleons += 1
    stand_ins = _best_stand_ins(s, cards, have, chameleons) if chameleons else ()
    named = have[:]
    for card in stand_ins:
        named[card] += 1
    lines = [
        (card, _value(s, seat, cards, named, deck[card].worth)) for card in range(len(have)) if have[card]
    ]
    return Account(have, named, lines, stand_ins)


def counted(s: State, cards: list[CardNo]) -> list[int]:
    """Return how many of each card of the deck there are among these."""
    counts = [0] * len(s.rules.copies)
    for card in cards:
        counts[card] = counts[card] + 1  # compiled, `+=` takes twice as long here
    return counts


def counted_up(s: State, seat: Seat) -> list[int]:
    """Return how many of each card of the deck a seat has face up."""
    counts, down = [0] * len(s.rules.copies), s.down[seat]
    for card in s.table[seat]:
        if not down & 1:
            counts[card] = counts[card] + 1
        down >>= 1
    return counts


def _best_stand_ins(s: State, cards: list[CardNo], have: list[int], chameleons: int) -> tuple[CardNo, ...]:
    """Return the cards that so many chameleons stand for; those that stand for none are left out."""
    deck, most = s.rules.definitions, 0
    best: tuple[CardNo, ...] = ()
    for combination in combinations_with_replacement(_wanted(s, cards), chameleons):
        stand_ins = tuple([card for card in combination if not deck[card].chameleon])
        gain = _gain(s, cards, have, stand_ins)
        if gain > most:
            best, most = stand_ins, gain
    return best


def _wanted(s: State, cards: list[CardNo]) -> list[CardNo]:
    """Return the cards that some card of these asks for by name; first a chameleon, standing for itself."""
    deck = s.rules.definitions
    wanted = {card: None for card in cards if deck[card].chameleon}
    for card in cards:
        worth = deck[card].worth
        if isinstance(worth, PerCard):
            wanted[worth.card] = None
        elif isinstance(worth, If) and isinstance(worth.condition, Has):
            for name, _ in worth.condition.cards:
                wanted[name] = None
    return list(wanted)


def _gain(s: State, cards: list[CardNo], have: list[int], stand_ins: tuple[CardNo, ...]) -> int:
    """Return how many points more these cards earn when chameleons stand for some others."""
    deck, gain = s.rules.definitions, 0
    for card in cards:
        worth = deck[card].worth
        if isinstance(worth, PerCard):
            gain += worth.each * _count(stand_ins, worth.card)
        elif isinstance(worth, If):
            condition = worth.condition
            if (
                isinstance(condition, Has)
                and _has(condition, have, stand_ins)
                and not _has(condition, have, ())
            ):
                gain += worth.value
    return gain


def _value(s: State, seat: Seat, cards: list[CardNo], named: list[int], worth: Worth) -> int:
    if isinstance(worth, Points):
        return worth.value
    if isinstance(worth, PerCard):
        return worth.each * named[worth.card]
    return worth.value if _holds(s, seat, cards, named, worth.condition) else 0


def _holds(s: State, seat: Seat, cards: list[CardNo], named: list[int], condition: Condition) -> bool:
    if isinstance(condition, Has):
        return _has(condition, named, ())
    if isinstance(condition, Factions):
        for faction, least in condition.least:  # noqa: SIM110 - compiled, a plain loop is the fastest
            if _of(s, cards, faction) < least:
                return False
        return True
    mine = _of(s, cards, condition.faction)
    for other in range(s.rules.seats):
        if other != seat:
            theirs = _of(s, s.face_up(other), condition.faction)
            if theirs > mine or (theirs == mine and not s.rules.most_tie_counts):
                return False
    return True


def _has(condition: Has, named: list[int], stand_ins: tuple[CardNo, ...]) -> bool:
    """Whether a condition's cards are there, those included for which chameleons stand."""
    for card, least in condition.cards:
        count = named[card]
        if count < least and count + _count(stand_ins, card) < least:
            return False
    return True


def _count(cards: tuple[CardNo, ...], card: CardNo) -> int:
    """Return how many there are of a card. Compiled, the method `count` takes much longer."""
    found = 0
    for other in cards:
        if other == card:
            found += 1
    return found


def _of(s: State, cards: list[CardNo], faction: Faction) -> int:
    """Return how many of these cards are of a faction."""
    factions, found = s.rules.factions, 0
    for card in cards:
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
