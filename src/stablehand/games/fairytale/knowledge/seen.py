"""What a seat knows: everything it has seen, in one canonical form.

Everybody saw the played cards. A seat sees the cards of each packet that it holds. Of a packet that it passed
on it knows the set of cards, not who took which; when the packet comes round again it knows which were taken
in between, still not by whom. Two states that look the same to a seat give the same `Knowledge`, and
`determinise` uses nothing else.

Plain classes: compiled, creating a named tuple or a dataclass takes ten times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from stablehand.games.fairytale.state.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.state.state import Chapter, State, Trail
    from stablehand.games.fairytale.vocabulary import CardNo


class _Record:
    """Something that is known; equal to another that says the same. Immutable."""

    __slots__ = ()

    def parts(self) -> tuple[object, ...]:
        """Return the values of all fields."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.parts()!r}"


@final
class Sight(_Record):
    """These places of a packet hold these cards, in an order the seat does not know."""

    __slots__ = ("cards", "places")

    def __init__(self, places: tuple[int, ...], cards: tuple[CardNo, ...]) -> None:
        self.places = places
        self.cards = cards
        """Sorted."""

    def parts(self) -> tuple[object, ...]:
        """Return the values of all fields."""
        return self.places, self.cards


@final
class Packet(_Record):
    """One packet as a seat knows it. Its places are first the cards taken, in order, then those left."""

    __slots__ = ("left", "own", "sights", "takers")

    def __init__(
        self,
        takers: tuple[Seat, ...],
        left: int,
        own: tuple[tuple[int, CardNo], ...],
        sights: tuple[Sight, ...],
    ) -> None:
        self.takers = takers
        self.left = left
        self.own = own
        """The cards that the seat took itself: (place, card)."""
        self.sights = sights

    def parts(self) -> tuple[object, ...]:
        """Return the values of all fields."""
        return self.takers, self.left, self.own, self.sights


@final
class Round(_Record):
    """A round as a seat knows it: its packets and everybody's plays."""

    __slots__ = ("packets", "played")

    def __init__(self, packets: tuple[Packet, ...], played: tuple[tuple[CardNo, ...], ...]) -> None:
        self.packets = packets
        self.played = played

    def parts(self) -> tuple[object, ...]:
        """Return the values of all fields."""
        return self.packets, self.played


@final
class Knowledge(_Record):
    """Everything that a seat (None: a spectator) knows of a state, besides what everybody sees of it."""

    __slots__ = (
        "aside", "deck", "down", "fresh", "gone", "hunted", "is_over", "own_sealed", "round", "rounds",
        "rules", "sealed", "seat", "stage", "step", "tables",
    )  # fmt: skip

    def __init__(self, s: State, seat: Seat | None, rounds: tuple[Round, ...]) -> None:
        self.rules: Rules = s.rules
        self.seat = seat
        self.round = s.round
        self.step = s.step
        self.stage = s.stage
        self.is_over = s.is_over
        self.tables = tuple([tuple(table) for table in s.table])
        self.down = tuple(s.down)
        self.fresh = tuple(s.fresh)
        self.hunted = s.hunted
        self.sealed = tuple([len(picks) for picks in s.sealed])
        """How many picks each seat has sealed in this stage."""
        self.own_sealed: tuple[CardNo, ...] = () if seat is None else s.sealed[seat]
        self.deck = len(s.deck)
        self.gone = len(s.gone)
        self.aside = s.aside
        self.rounds = rounds
        """The past rounds, then the current one."""

    def parts(self) -> tuple[object, ...]:
        """Return the values of all fields."""
        return (
            self.rules, self.seat, self.round, self.step, self.stage, self.is_over, self.tables, self.down,
            self.fresh, self.hunted, self.sealed, self.own_sealed, self.deck, self.gone, self.aside,
            self.rounds,
        )  # fmt: skip


def knowledge(s: State, seat: Seat | None) -> Knowledge:
    """Return what a seat knows of a state."""
    rounds = [_past_round(chapter, seat) for chapter in s.chapters]
    packets = [_packet(trail, s.hands[at], seat, is_held=at == seat) for at, trail in enumerate(s.trails)]
    rounds.append(Round(tuple(packets), tuple(s.played)))
    return Knowledge(s, seat, tuple(rounds))


def _past_round(chapter: Chapter, seat: Seat | None) -> Round:
    """Return what a seat knows of a finished round; samples of a search ask for it again and again."""
    who = NOBODY if seat is None else seat
    known = chapter.known.get(who)
    if known is None:
        nothing: list[CardNo] = []
        packets = [_packet(trail, nothing, seat, is_held=False) for trail in chapter.trails]
        known = chapter.known[who] = Round(tuple(packets), chapter.played)
    return known


def _packet(trail: Trail, left: list[CardNo], seat: Seat | None, *, is_held: bool) -> Packet:
    """Follow a packet's trail and collect what the seat saw whenever it held the packet.

    From one time to the next it sees which cards were taken in between; of what was taken after the last time
    it knows only that these cards, and those that are left, were in the packet then.
    """
    takers: list[Seat] = []
    cards: list[CardNo] = []
    for taker, card in trail:
        takers.append(taker)
        cards.append(card)
    own: list[tuple[int, CardNo]] = []
    sights: list[Sight] = []
    after = -1  # the place after the last card that the seat took; -1: it took none
    taken = len(takers)
    for place in range(taken):
        if takers[place] == seat:
            if 0 <= after < place:
                sights.append(_sight(cards, after, place))
            own.append((place, cards[place]))
            after = place + 1
    if is_held or after >= 0:
        cards += left
        if is_held and 0 <= after < taken:
            sights.append(_sight(cards, after, taken))
        first = taken if is_held else after
        if first < len(cards):
            sights.append(_sight(cards, first, len(cards)))
    return Packet(tuple(takers), len(left), tuple(own), tuple(sights))


def _sight(cards: list[CardNo], first: int, end: int) -> Sight:
    """Return the sight of some places of a packet that holds these cards."""
    seen = cards[first:end]
    seen.sort()
    return Sight(tuple(range(first, end)), tuple(seen))


def minus(cards: Iterable[CardNo], others: Iterable[CardNo]) -> tuple[CardNo, ...]:
    """Return the cards without the others, copy by copy, sorted."""
    rest = sorted(cards)
    for card in others:
        rest.remove(card)
    return tuple(rest)


def certain_hand(s: State, seat: Seat, other: Seat) -> tuple[CardNo, ...]:
    """Return the cards of another seat's hand that a seat knows for certain, sorted.

    Of a packet last seen with some cards, from which n have been taken since, all but n copies of each card
    must still be there.
    """
    hand, trail = s.hands[other], s.trails[other]
    if seat == other or not hand:
        return tuple(hand)
    taken: list[CardNo] = []  # by others, after the seat last held the packet
    for place in range(len(trail) - 1, -1, -1):
        taker, card = trail[place]
        if taker == seat:
            cards = taken + hand
            cards.sort()
            return _surely_left(cards, len(taken))
        taken.append(card)
    return ()


def _surely_left(cards: list[CardNo], taken: int) -> tuple[CardNo, ...]:
    """Return what is left of some cards, which are sorted, whichever of them were taken."""
    return tuple([cards[at] for at in range(taken, len(cards)) if cards[at - taken] == cards[at]])
