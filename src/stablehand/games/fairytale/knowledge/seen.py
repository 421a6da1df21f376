"""What a seat knows: everything it has seen, in one canonical form.

Everybody saw the played cards. A seat sees the cards of each packet that it holds. Of a packet that it passed
on it knows the set of cards, not who took which; when the packet comes round again it knows which were taken
in between, still not by whom. Two states that look the same to a seat give the same `Knowledge`, and
`determinise` uses nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stablehand.core.contract import Seat  # noqa: TC001 - the same
from stablehand.games.fairytale.state.rules import Rules  # noqa: TC001 - compiled, a dataclass needs its hints at run time
from stablehand.games.fairytale.vocabulary import CardNo  # noqa: TC001 - the same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.fairytale.state.state import State, Trail


@dataclass(frozen=True)
class Sight:
    """These places of a packet hold these cards, in an order the seat does not know."""

    places: tuple[int, ...]
    cards: tuple[CardNo, ...]


@dataclass(frozen=True)
class Packet:
    """One packet as a seat knows it. Its places are first the cards taken, in order, then those left."""

    takers: tuple[Seat, ...]
    left: int
    own: tuple[tuple[int, CardNo], ...]
    """The cards that the seat took itself: (place, card)."""
    sights: tuple[Sight, ...]


@dataclass(frozen=True)
class Round:
    """A round as a seat knows it: its packets and everybody's plays."""

    packets: tuple[Packet, ...]
    played: tuple[tuple[CardNo, ...], ...]


@dataclass(frozen=True)
class Knowledge:
    """Everything that a seat (None: a spectator) knows."""

    rules: Rules
    seat: Seat | None
    round: int
    step: int
    stage: int
    is_over: bool
    tables: tuple[tuple[CardNo, ...], ...]
    down: tuple[int, ...]
    fresh: tuple[CardNo, ...]
    hunted: int
    sealed: tuple[int, ...]
    """How many picks each seat has sealed in this stage."""
    own_sealed: tuple[CardNo, ...]
    deck: int
    gone: int
    aside: tuple[CardNo, ...]
    rounds: tuple[Round, ...]
    """The past rounds, then the current one."""


def knowledge(s: State, seat: Seat | None) -> Knowledge:
    """Return what a seat knows of a state."""
    rounds = [
        Round(tuple(_packet(trail, (), None, seat) for trail in chapter.trails), chapter.played)
        for chapter in s.chapters
    ]
    packets = tuple(_packet(trail, s.hands[at], at, seat) for at, trail in enumerate(s.trails))
    return Knowledge(
        rules=s.rules,
        seat=seat,
        round=s.round,
        step=s.step,
        stage=s.stage,
        is_over=s.is_over,
        tables=tuple(tuple(table) for table in s.table),
        down=tuple(s.down),
        fresh=tuple(s.fresh),
        hunted=s.hunted,
        sealed=tuple(len(picks) for picks in s.sealed),
        own_sealed=() if seat is None else s.sealed[seat],
        deck=len(s.deck),
        gone=len(s.gone),
        aside=s.aside,
        rounds=(*rounds, Round(packets, tuple(s.played))),
    )


def _packet(trail: Trail, content: Iterable[CardNo], holder: Seat | None, seat: Seat | None) -> Packet:
    """Follow a packet's trail and collect what the seat saw whenever it held the packet."""
    left = sorted(content)
    taken = [card for _, card in trail]
    own: list[tuple[int, CardNo]] = []
    sights: list[Sight] = []
    unseen: list[CardNo] | None = None  # what the seat last left in it; None: never held it
    places: list[int] = []
    for place, (taker, card) in enumerate(trail):
        if taker == seat:
            now = sorted(taken[place:] + left)
            if unseen is not None:
                sights.append(Sight(tuple(places), minus(unseen, now)))
            own.append((place, card))
            unseen = list(minus(now, [card]))
            places = []
        elif unseen is not None:
            places.append(place)
    rest = list(range(len(trail), len(trail) + len(left)))
    if holder is not None and holder == seat:
        if unseen is not None:
            sights.append(Sight(tuple(places), minus(unseen, left)))
        sights.append(Sight(tuple(rest), tuple(left)))
    elif unseen is not None:
        sights.append(Sight(tuple(places + rest), tuple(unseen)))
    return Packet(
        tuple(taker for taker, _ in trail),
        len(left),
        tuple(own),
        tuple(sight for sight in sights if sight.places),
    )


def minus(cards: Iterable[CardNo], others: Iterable[CardNo]) -> tuple[CardNo, ...]:
    """Return the cards without the others, copy by copy, sorted."""
    rest = sorted(cards)
    for card in others:
        rest.remove(card)
    return tuple(rest)


def certain_hand(s: State, seat: Seat, other: Seat) -> tuple[CardNo, ...]:
    """Return the cards of another seat's hand that a seat knows for certain.

    Of a packet last seen with some cards, from which n have been taken since, all but n copies of each card
    must still be there.
    """
    if seat == other:
        return tuple(s.hands[other])
    packet = _packet(s.trails[other], s.hands[other], other, seat)
    rest = set(range(len(packet.takers), len(packet.takers) + packet.left))
    for sight in packet.sights:
        if rest <= set(sight.places):
            taken = len(sight.places) - packet.left
            return tuple(
                card for card in sorted(set(sight.cards)) for _ in range(sight.cards.count(card) - taken)
            )
    return ()
