"""Which card lies in which place, as far as a seat does not know: dealt at random.

Every place is filled so that all that the seat has seen stays true: cards it saw in packets are still there,
everybody held the cards they later played, no card exists twice. How likely an opponent is to make just those
picks is not considered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from stablehand.games.fairytale.state.state import NOTHING

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.core.rng import Rng
    from stablehand.games.fairytale.knowledge.seen import Knowledge, Packet
    from stablehand.games.fairytale.vocabulary import CardNo

Place = int
"""A place in a packet: all places of all packets of all rounds are numbered in this order."""

SEEN: Final = -2
"""Where a card will be that the seat has seen, with others, in the same packet."""
POOL: Final = 0
"""The source of places that the seat has never seen; sources from 1 on are its sights."""

TRIES: Final = 16
NODES_PER_TRY: Final = 400


@final
class _Taken:
    """What another seat took in a round from sources that do not tell which place holds which card."""

    __slots__ = ("places", "sources")

    def __init__(self) -> None:
        self.sources: list[int] = []
        """Ascending."""
        self.places: list[list[Place]] = []
        """The places that it took from, by their source in the same order."""

    def add(self, source: int, place: Place) -> None:
        """Add a place of a source; sources come one after the other."""
        if not self.sources or self.sources[-1] != source:
            self.sources.append(source)
            self.places.append([])
        self.places[-1].append(place)


@final
class _Play:
    """A card that another seat played, and the places where it may have taken it."""

    __slots__ = ("card", "taken")

    def __init__(self, card: CardNo, taken: _Taken) -> None:
        self.card = card
        self.taken = taken
        """Shared by all its plays of the round."""


@final
class Dealing:
    """Finds a card for every place that a seat does not know."""

    def __init__(self, known: Knowledge, rng: Rng) -> None:
        self.known = known
        self.rng = rng
        self.firsts: list[list[Place]] = []
        """The first place of each packet, by round."""
        self.rounds: list[int] = []
        """The round of each place."""
        self.takers: list[Seat] = []
        """Who took from each place; -1 if the card is still there."""
        self.filled: list[CardNo] = []
        """The card of each place."""
        self.open: list[list[Place]] = [[]]
        """By source: the places that are not filled yet."""
        self.stock: list[list[int]] = [list(known.rules.copies)]
        """By source: how many of each card it still has."""
        self.seen: list[tuple[CardNo, ...]] = [()]
        """By source: the cards of the sight, sorted."""
        self.size = 0
        """How many cards the pool still has."""
        self.nodes = 0
        self._survey()

    def _survey(self) -> None:
        """Collect the certain cards, the open places, and the cards that each source still has."""
        known, pool = self.known, self.stock[POOL]
        for r, round_ in enumerate(known.rounds):
            firsts: list[Place] = []
            for packet in round_.packets:
                firsts.append(len(self.filled))
                self._survey_packet(r, packet)
            self.firsts.append(firsts)
        for card, count in enumerate(self.on_tables()):
            if count > 0:  # cards that come from no recorded packet (of a board that was set up)
                pool[card] -= count
        for card in known.aside:
            pool[card] -= 1
        for count in pool:
            self.size += count

    def _survey_packet(self, r: int, packet: Packet) -> None:
        pool, filled, kinds = self.stock[POOL], self.filled, len(self.known.rules.copies)
        first, size = len(filled), len(packet.takers) + packet.left
        self.takers += [*packet.takers, *[-1] * packet.left]
        self.rounds += [r] * size
        filled += [NOTHING] * size
        for place, card in packet.own:
            filled[first + place] = card
            pool[card] = pool[card] - 1  # compiled, `-=` takes twice as long here
        for sight in packet.sights:
            counts = [0] * kinds
            for card in sight.cards:
                counts[card] = counts[card] + 1
                pool[card] = pool[card] - 1
            places: list[Place] = []
            for place in sight.places:
                places.append(first + place)
                filled[first + place] = SEEN
            self.stock.append(counts)
            self.seen.append(sight.cards)
            self.open.append(places)
        never = self.open[POOL]
        for place in range(first, first + size):
            if filled[place] == NOTHING:
                never.append(place)

    def on_tables(self) -> list[int]:
        """Return for each card how many more lie on the tables than were played in recorded rounds."""
        counts = [0] * len(self.known.rules.copies)
        for table in self.known.tables:
            for card in table:
                counts[card] = counts[card] + 1
        for round_ in self.known.rounds:
            for cards in round_.played:
                for card in cards:
                    counts[card] = counts[card] - 1
        return counts

    def deal(self) -> list[CardNo]:
        """Fill the open places; return the other cards that the seat has never seen, sorted."""
        self._explain_plays()
        unseen = cards_of(self.stock[POOL])
        self._fill(POOL, unseen)
        unseen.sort()
        for source in range(1, len(self.open)):
            counts = self.stock[source]
            cards: list[CardNo] = []
            for card in self.seen[source]:
                if counts[card] > 0:
                    counts[card] -= 1
                    cards.append(card)
            self._fill(source, cards)
        return unseen

    def _fill(self, source: int, cards: list[CardNo]) -> None:
        """Deal cards to the open places of a source."""
        self.rng.shuffle(cards)
        for place in self.open[source]:
            self.filled[place] = cards.pop()

    # Who took what they played from where.

    def _explain_plays(self) -> None:
        plays = self._plays()
        self.rng.shuffle(plays)
        plays = self._hardest_first(plays)
        for attempt in range(TRIES + 1):
            # The last attempt has no limit, since a solution exists: the true state.
            self.nodes = NODES_PER_TRY if attempt < TRIES else -1
            if self._explain(plays, 0):
                return
        raise AssertionError("no state fits what the seat knows")

    def _plays(self) -> list[_Play]:
        seats, me = self.known.rules.seats, self.known.seat
        taken = [[_Taken() for _ in range(seats)] for _ in self.known.rounds]
        for source, places in enumerate(self.open):
            for place in places:
                taker = self.takers[place]
                if taker >= 0:
                    taken[self.rounds[place]][taker].add(source, place)
        plays: list[_Play] = []
        for r, round_ in enumerate(self.known.rounds):
            for seat, cards in enumerate(round_.played):
                if seat != me:
                    by_seat = taken[r][seat]
                    for card in cards:
                        plays.append(_Play(card, by_seat))  # noqa: PERF401 - compiled, this is the fastest
        return plays

    def _hardest_first(self, plays: list[_Play]) -> list[_Play]:
        """Sort by the number of possible sources."""
        rows: list[list[_Play]] = [[] for _ in range(len(self.open) + 1)]
        for play in plays:
            number = 0
            for source in play.taken.sources:
                if self.stock[source][play.card] > 0:
                    number += 1
            rows[number].append(play)
        return [play for row in rows for play in row]

    def _explain(self, plays: list[_Play], at: int) -> bool:
        """Find a place for each play from `at` on, likely sources first, with backtracking."""
        if at == len(plays):
            return True
        if self.nodes == 0:
            return False
        self.nodes -= 1
        card, taken = plays[at].card, plays[at].taken
        for way in self._by_likelihood(card, taken):
            source, places = taken.sources[way], taken.places[way]
            place = places.pop()
            self.open[source].remove(place)
            self._use(source, card, 1)
            self.filled[place] = card
            if self._explain(plays, at + 1):
                return True
            self.filled[place] = NOTHING
            self._use(source, card, -1)
            self.open[source].append(place)
            places.append(place)
        return False

    def _use(self, source: int, card: CardNo, count: int) -> None:
        self.stock[source][card] -= count
        if source == POOL:
            self.size -= count

    def _by_likelihood(self, card: CardNo, taken: _Taken) -> list[int]:
        """Return which sources are possible, in a random order that favours the likely ones."""
        ways: list[int] = []
        weights: list[int] = []
        total = 0
        for way in range(len(taken.sources)):
            source, places = taken.sources[way], len(taken.places[way])
            count = self.stock[source][card]
            if not places or count <= 0:
                continue
            among = self.size if source == POOL else len(self.open[source])
            weight = 1 + count * 10_000 // max(1, among) * places
            ways.append(way)
            weights.append(weight)
            total += weight
        if len(ways) == 1:  # mostly
            self.rng.below(total)  # the order is always drawn, so that a seed gives the same states
            return ways
        order: list[int] = []
        while ways:
            point, at = self.rng.below(total) - weights[0], 0
            while point >= 0:
                at += 1
                point -= weights[at]
            order.append(ways.pop(at))
            total -= weights.pop(at)
        return order


def cards_of(counts: list[int]) -> list[CardNo]:
    """Return the cards that are counted, sorted; a negative number is none."""
    cards: list[CardNo] = []
    for card, count in enumerate(counts):
        for _ in range(count):
            cards.append(card)  # noqa: PERF401 - compiled, this is the fastest
    return cards
