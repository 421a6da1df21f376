"""Setting up a board: a state in the middle of a game, from plain names.

For case files, puzzles and "try it" boards. The board stands as written: cards on it have been there since
before this turn, each seat knows its own hand, and nothing is checked before the first change.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stablehand.kernel.boards import BoardError
from stablehand.kernel.rng import Rng
from stablehand.unicorns import traits, turn
from stablehand.unicorns.machine import ACTION, BEFORE, DRAWING, END, push
from stablehand.unicorns.records import Env
from stablehand.unicorns.state import ASIDE, DECK, DISCARD, HANDS, NURSERY, blank
from stablehand.unicorns.words import Plays
from stablehand.unicorns.zones import everybody

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.unicorns.options import Rules
    from stablehand.unicorns.state import State

PHASES = {"begin": BEFORE, "draw": DRAWING, "action": ACTION, "end": END}


@dataclass
class Board:
    """What lies where, by card id."""

    hands: list[list[str]]
    stables: list[list[str]]
    deck_top: list[str] = field(default_factory=list)
    deck_only: list[str] | None = None
    discard: list[str] = field(default_factory=list)
    nursery: list[str] | None = None
    active: int = 0
    phase: str = "action"
    is_blank: bool = False
    """Nothing is laid out at all."""


def set_up(rules: Rules, board: Board, seed: int) -> State:
    """Return the state a board describes, with the phase about to begin."""
    s = blank(rules)
    s.rng_key = Rng.from_seed(seed, "unicorns").key
    if board.phase == "setup" and board.is_blank:
        turn.deal(s)  # UU-SETUP-7: nothing is laid out, so the game begins at its beginning
        return s
    supply = _Supply(s)
    for seat in range(rules.seats):
        supply.lay(board.stables[seat], s.stable_no(seat))
        supply.lay(board.hands[seat], HANDS + seat)
        s.hand(seat).sort()
    supply.lay(board.discard, DISCARD)
    if board.nursery is not None:
        supply.lay(board.nursery, NURSERY)
    else:
        supply.lay_rest(NURSERY, is_baby=True)
    top = supply.take(board.deck_top)
    rest = supply.take(board.deck_only or [])[::-1]
    if board.deck_only is None:
        rest = supply.rest(is_baby=False)
        Rng.from_seed(seed, "board").shuffle(rest)
    supply.put([*rest, *top[::-1]], DECK)
    supply.lay_rest(ASIDE, is_baby=True)
    supply.lay_rest(ASIDE, is_baby=False)
    s.touched = everybody(s)
    traits.refresh(s)
    _begin(s, board)
    return s


def _begin(s: State, board: Board) -> None:
    """Stand at the phase: what the beginning of the turn allows holds, its questions count as declined."""
    if board.phase == "setup":
        push(s, turn.SET_UP, Env(0))
        return
    s.active = board.active
    s.turn = 1
    s.phase = board.phase
    s.since = tuple(s.stable(board.active))
    if board.phase != "begin":
        for trigger in turn.begin_effects(s, board.active):
            do = s.rules.catalog.effects[trigger.effect].do
            if isinstance(do, Plays):
                s.plays = max(s.plays, do.n)
    push(s, turn.TURN, Env(board.active), PHASES[board.phase])


class _Supply:
    """The deck's own cards, taken from as the board names them."""

    def __init__(self, s: State) -> None:
        self.s = s
        catalog = s.rules.catalog
        self.left = [
            card
            for card in (*catalog.babies, *catalog.black_backs)
            if catalog.cards[card].is_for_two or not s.rules.two_player
        ]
        self.out = [card for card in catalog.black_backs if card not in self.left]
        self.put(self.out, ASIDE)

    def take(self, names: Iterable[str]) -> list[int]:
        """Take named cards; one that is not there is an error that names it."""
        catalog = self.s.rules.catalog
        counts = Counter(catalog.cards[card].id for card in self.left)
        taken = []
        for name in names:
            if name not in catalog.first:
                raise BoardError(f"the deck {catalog.id} has no card {name!r}", name)
            if not counts[name]:
                copies = catalog.cards[catalog.first[name]].copies
                raise BoardError(f"the board holds {name} too often: there are only {copies}", name)
            counts[name] -= 1
            card = next(card for card in self.left if catalog.cards[card].id == name)
            self.left.remove(card)
            taken.append(card)
        return taken

    def rest(self, *, is_baby: bool) -> list[int]:
        """Take all that is left of babies or of the others."""
        kinds = self.s.rules.catalog.cards
        found = [card for card in self.left if (kinds[card].type == "baby") == is_baby]
        self.left = [card for card in self.left if card not in found]
        return found

    def put(self, cards: list[int], zone: int) -> None:
        """Lay cards into a zone, known as cards there are."""
        s = self.s
        for card in cards:
            s.zones[zone].append(card)
            s.where[card] = zone
            is_hand = HANDS <= zone < HANDS + s.rules.seats
            s.known[card] = 1 << zone - HANDS if is_hand else 0 if zone == DECK else everybody(s)

    def lay(self, names: Iterable[str], zone: int) -> None:
        """Lay named cards into a zone; babies have no place in deck, hand or discard pile (UU-SETUP-6)."""
        cards = self.take(names)
        kinds = self.s.rules.catalog.cards
        for card in cards:
            if kinds[card].type == "baby" and zone < HANDS + self.s.rules.seats and zone != NURSERY:
                raise BoardError(f"a baby cannot be there: {kinds[card].id}", kinds[card].id)
        self.put(cards, zone)

    def lay_rest(self, zone: int, *, is_baby: bool) -> None:
        """Lay all that is left into a zone."""
        self.put(self.rest(is_baby=is_baby), zone)
