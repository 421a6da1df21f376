"""A random state that fits what a seat knows: `dealing` finds a card for each place, here it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from stablehand.games.fairytale.knowledge.dealing import Dealing, cards_of
from stablehand.games.fairytale.play import flow
from stablehand.games.fairytale.play.questions import first_asked, question
from stablehand.games.fairytale.state.state import Chapter, State

if TYPE_CHECKING:
    from stablehand.core.rng import Rng
    from stablehand.games.fairytale.knowledge.seen import Knowledge
    from stablehand.games.fairytale.state.state import Trail
    from stablehand.games.fairytale.vocabulary import CardNo


def determinise(known: Knowledge, rng: Rng) -> State:
    """Return a random state in which the seat has exactly this knowledge."""
    return _Determinisation(known, rng).state()


@final
class _Determinisation:
    def __init__(self, known: Knowledge, rng: Rng) -> None:
        self.known = known
        self.rng = rng
        dealing = Dealing(known, rng)
        self.firsts = dealing.firsts
        self.unseen = dealing.deal()
        self.filled = dealing.filled
        self.on_tables = dealing.on_tables() if known.is_over else []

    def state(self) -> State:
        known, unseen = self.known, self.unseen
        s = State(known.rules)
        s.round, s.step, s.stage, s.is_over = known.round, known.step, known.stage, known.is_over
        s.table = [list(table) for table in known.tables]
        s.down, s.fresh, s.hunted = list(known.down), list(known.fresh), known.hunted
        s.aside = known.aside
        gone: list[CardNo] = []
        chapters: list[Chapter] = []
        for r in range(len(known.rounds) - 1):
            chapters.append(Chapter(tuple(self._trails(r)), known.rounds[r].played))
            for cards in self._kept(r):
                gone += cards
        s.chapters = tuple(chapters)
        now = len(chapters)
        s.trails, s.hands, s.kept = self._trails(now), self._hands(now), self._kept(now)
        s.played = list(known.rounds[now].played)
        if known.is_over:  # and the face-down cards that were removed; everybody had seen them played
            gone += cards_of([-count for count in self.on_tables])
        self.rng.shuffle(unseen)
        for _ in range(known.gone - len(gone)):
            gone.append(unseen.pop())
        gone.sort()
        s.gone, s.deck = gone, unseen
        self._seal(s)
        return s

    def _trails(self, r: int) -> list[Trail]:
        """Return the trails of a round."""
        trails: list[Trail] = []
        for at, packet in enumerate(self.known.rounds[r].packets):
            first = self.firsts[r][at]
            trail = [(taker, self.filled[first + place]) for place, taker in enumerate(packet.takers)]
            trails.append(tuple(trail))
        return trails

    def _hands(self, r: int) -> list[list[CardNo]]:
        """Return what is left in each packet of a round, sorted."""
        hands: list[list[CardNo]] = []
        for at, packet in enumerate(self.known.rounds[r].packets):
            after = self.firsts[r][at] + len(packet.takers)
            cards = self.filled[after : after + packet.left]
            cards.sort()
            hands.append(cards)
        return hands

    def _kept(self, r: int) -> list[list[CardNo]]:
        """Return what each seat took in a round and has not played, sorted."""
        round_ = self.known.rounds[r]
        kept: list[list[CardNo]] = [[] for _ in range(self.known.rules.seats)]
        for at, packet in enumerate(round_.packets):
            first = self.firsts[r][at]
            for place, taker in enumerate(packet.takers):
                kept[taker].append(self.filled[first + place])
        for seat, cards in enumerate(kept):
            for card in round_.played[seat]:
                cards.remove(card)
            cards.sort()
        return kept

    def _seal(self, s: State) -> None:
        """Open the stage's decisions and replace the sealed picks of the other seats at random."""
        flow.ask(s)
        for seat, count in enumerate(self.known.sealed):
            picks: tuple[CardNo, ...] = self.known.own_sealed if seat == self.known.seat else ()
            while len(picks) < count:
                decision = question(s, seat, picks)
                assert decision is not None
                picks += (self.rng.choice(decision.options),)
            if picks:
                s.sealed[seat] = picks
                s.asks[seat] = question(s, seat, picks)
        s.asked = first_asked(s)
