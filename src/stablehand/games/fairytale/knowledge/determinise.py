"""Dealing a random state that fits what a seat knows.

Every unknown place is filled so that all that the seat has seen stays true: cards it saw in packets are still
there, everybody held the cards they later played, no card exists twice. How likely an opponent is to make
just those picks is not considered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stablehand.games.fairytale.knowledge.seen import Knowledge, minus
from stablehand.games.fairytale.play import flow
from stablehand.games.fairytale.play.questions import question
from stablehand.games.fairytale.state.state import Chapter, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.core.contract import Seat
    from stablehand.core.rng import Rng
    from stablehand.games.fairytale.state.state import Trail
    from stablehand.games.fairytale.vocabulary import CardNo

Address = tuple[int, int, int]
"""A place: round, packet, place in the packet."""

POOL = 0
"""The source of places that the seat has never seen; sources from 1 on are its sights."""

TRIES = 16
NODES_PER_TRY = 400


@dataclass
class _Play:
    """A card that another seat played, and the places where it may have taken it."""

    card: CardNo
    places: dict[int, list[Address]]
    """By source: the places this seat took from in that round. Shared by all its plays of the round."""


def determinise(known: Knowledge, rng: Rng) -> State:
    """Return a random state in which the seat has exactly this knowledge."""
    return _Determinisation(known, rng).state()


class _Determinisation:
    def __init__(self, known: Knowledge, rng: Rng) -> None:
        self.known = known
        self.rng = rng
        self.filled: dict[Address, CardNo] = {}
        self.open: dict[int, list[Address]] = {POOL: []}
        self.stock: dict[int, Counter[CardNo]] = {}
        self._survey()

    def _survey(self) -> None:
        """Collect the certain cards, the open places, and the cards that each source still has."""
        known = self.known
        pool = Counter(known.rules.cards.supply(expert=known.rules.expert))
        for r, round_ in enumerate(known.rounds):
            for p, packet in enumerate(round_.packets):
                seen: set[int] = set()
                for place, card in packet.own:
                    self.filled[r, p, place] = card
                    pool[card] -= 1
                    seen.add(place)
                for sight in packet.sights:
                    source = len(self.stock) + 1
                    self.stock[source] = Counter(sight.cards)
                    self.open[source] = [(r, p, place) for place in sight.places]
                    pool.subtract(sight.cards)
                    seen.update(sight.places)
                size = len(packet.takers) + packet.left
                self.open[POOL] += [(r, p, place) for place in range(size) if place not in seen]
        pool.subtract(self._public())
        pool.subtract(known.aside)
        self.stock[POOL] = pool

    def _public(self) -> tuple[CardNo, ...]:
        """Return cards on the table that come from no recorded packet (of a board that was set up)."""
        on_tables = [card for table in self.known.tables for card in table]
        played = [card for round_ in self.known.rounds for cards in round_.played for card in cards]
        return tuple((Counter(on_tables) - Counter(played)).elements())

    def state(self) -> State:
        self._explain_plays()
        for source, places in self.open.items():
            cards = sorted(self.stock[source].elements())
            self.rng.shuffle(cards)
            for place in places:
                self.filled[place] = cards.pop()
            self.stock[source] = Counter(cards)
        return self._assemble(sorted(self.stock[POOL].elements()))

    # Who took what they played from where.

    def _explain_plays(self) -> None:
        plays = self._plays()
        self.rng.shuffle(plays)
        plays.sort(key=lambda play: len(self._sources(play)))
        for attempt in range(TRIES + 1):
            # The last attempt has no limit, since a solution exists: the true state.
            self.nodes = NODES_PER_TRY if attempt < TRIES else -1
            if self._explain(plays, 0):
                return
        raise AssertionError("no state fits what the seat knows")

    def _plays(self) -> list[_Play]:
        plays = []
        for r, round_ in enumerate(self.known.rounds):
            taken: dict[Seat, dict[int, list[Address]]] = {}
            for source, places in self.open.items():
                for address in places:
                    packet = round_.packets[address[1]] if address[0] == r else None
                    if packet and address[2] < len(packet.takers):
                        taken.setdefault(packet.takers[address[2]], {}).setdefault(source, []).append(address)
            for seat, cards in enumerate(round_.played):
                if seat != self.known.seat:
                    plays += [_Play(card, taken.get(seat, {})) for card in cards]
        return plays

    def _sources(self, play: _Play) -> list[int]:
        return [
            source for source, places in play.places.items() if places and self.stock[source][play.card] > 0
        ]

    def _explain(self, plays: list[_Play], at: int) -> bool:
        """Find a place for each play from `at` on, likely sources first, with backtracking."""
        if at == len(plays):
            return True
        if self.nodes == 0:
            return False
        self.nodes -= 1
        play = plays[at]
        for source in self._by_likelihood(play):
            place = play.places[source].pop()
            self.open[source].remove(place)
            self.stock[source][play.card] -= 1
            self.filled[place] = play.card
            if self._explain(plays, at + 1):
                return True
            del self.filled[place]
            self.stock[source][play.card] += 1
            self.open[source].append(place)
            play.places[source].append(place)
        return False

    def _by_likelihood(self, play: _Play) -> list[int]:
        """Return the possible sources in a random order that favours the likely ones."""
        weights = {}
        for source in self._sources(play):
            share = self.stock[source][play.card] * 10_000 // max(1, len(self.open[source]))
            if source == POOL:
                share = self.stock[POOL][play.card] * 10_000 // max(1, self.stock[POOL].total())
            weights[source] = 1 + share * len(play.places[source])
        order = []
        while weights:
            point = self.rng.below(sum(weights.values()))
            for source, weight in weights.items():
                point -= weight
                if point < 0:
                    order.append(source)
                    del weights[source]
                    break
        return order

    # Putting the state together.

    def _assemble(self, unseen: list[CardNo]) -> State:
        known = self.known
        s = State(known.rules)
        s.round, s.step, s.stage, s.is_over = known.round, known.step, known.stage, known.is_over
        s.table = [list(table) for table in known.tables]
        s.down, s.fresh, s.hunted = list(known.down), list(known.fresh), known.hunted
        *past, (trails, hands) = [self._round(r) for r in range(len(known.rounds))]
        s.chapters = tuple(Chapter(tuple(old), known.rounds[r].played) for r, (old, _) in enumerate(past))
        s.trails, s.hands = trails, hands
        s.aside = known.aside
        s.played = list(known.rounds[-1].played)
        s.kept = [sorted(minus(_taken(trails, seat), s.played[seat])) for seat in range(known.rules.seats)]
        for chapter in s.chapters:
            for seat in range(known.rules.seats):
                s.gone += minus(_taken(chapter.trails, seat), chapter.played[seat])
        if known.is_over:
            s.gone += self._removed()
        self.rng.shuffle(unseen)
        s.gone += [unseen.pop() for _ in range(known.gone - len(s.gone))]
        s.gone.sort()
        s.deck = unseen
        self._seal(s)
        return s

    def _round(self, r: int) -> tuple[list[Trail], list[list[CardNo]]]:
        """Return a round's trails and the cards left in each packet."""
        trails, hands = [], []
        for p, packet in enumerate(self.known.rounds[r].packets):
            cards = [self.filled[r, p, place] for place in range(len(packet.takers) + packet.left)]
            trails.append(tuple(zip(packet.takers, cards, strict=False)))
            hands.append(sorted(cards[len(packet.takers) :]))
        return trails, hands

    def _removed(self) -> list[CardNo]:
        """Return the face-down cards that were removed at the end; everybody had seen them played."""
        played = Counter(card for round_ in self.known.rounds for cards in round_.played for card in cards)
        played.subtract(card for table in self.known.tables for card in table)
        return sorted((+played).elements())

    def _seal(self, s: State) -> None:
        """Open the stage's decisions and replace the sealed picks of the other seats at random."""
        flow.ask(s)
        for seat, count in enumerate(self.known.sealed):
            picks: tuple[CardNo, ...] = self.known.own_sealed if seat == self.known.seat else ()
            while len(picks) < count:
                decision = question(s, seat, picks)
                assert decision is not None
                picks += (self.rng.choice(decision.options),)
            s.sealed[seat] = picks
            s.asks[seat] = question(s, seat, picks)


def _taken(trails: Iterable[Trail], seat: Seat) -> list[CardNo]:
    return [card for trail in trails for taker, card in trail if taker == seat]
