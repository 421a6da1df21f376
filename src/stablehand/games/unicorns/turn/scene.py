"""Boards: states in the middle of a game, built from card names.

For case files, puzzles and "try it" boards. A board is taken as written: its cards have been there since
before this turn, each seat knows its own hand, and no rule is checked before the first change.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stablehand.core.contract import BoardError
from stablehand.core.rng import Rng
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.machine import ACTION, BEFORE, DRAWING, END, push
from stablehand.games.unicorns.state.records import Env
from stablehand.games.unicorns.state.state import ASIDE, DECK, DISCARD, HANDS, NURSERY, State
from stablehand.games.unicorns.state.zones import everybody
from stablehand.games.unicorns.turn import setup, turn
from stablehand.games.unicorns.turn.game_over import note_reached
from stablehand.games.unicorns.vocabulary import Plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.unicorns.state.rules import Rules

PHASES = {"begin": BEFORE, "draw": DRAWING, "action": ACTION, "end": END}


@dataclass
class Board:
    """The cards of each zone, by card id."""

    hands: list[list[str]]
    stables: list[list[str]]
    deck_top: list[str] = field(default_factory=list)
    deck_only: list[str] | None = None
    discard: list[str] = field(default_factory=list)
    nursery: list[str] | None = None
    active: int = 0
    phase: str = "action"
    is_blank: bool = False
    """Whether the case has no board at all."""


def set_up(rules: Rules, board: Board, seed: int) -> State:
    """Return the state that a board describes, with its phase about to begin, or raise BoardError."""
    s = State(rules)
    s.rng_key = Rng.from_seed(seed, "unicorns").key
    if board.phase == "setup" and board.is_blank:
        setup.deal(s)  # UU-SETUP-7: without a board the game starts with the deal
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
    note_reached(s)
    _begin(s, board)
    return s


def _begin(s: State, board: Board) -> None:
    """Start at the phase: beginning-of-turn effects without a question hold; questions count as declined."""
    if board.phase == "setup":
        push(s, setup.SET_UP, Env(0))
        return
    s.active = board.active
    s.turn = 1
    s.phase = board.phase
    s.since = turn.granting(s, board.active)
    if board.phase != "begin":
        for trigger in turn.begin_effects(s, board.active):
            do = s.rules.catalog.effects[trigger.effect].do
            if isinstance(do, Plays):
                s.plays = max(s.plays, do.n)
    push(s, turn.TURN, Env(board.active), PHASES[board.phase])


class _Supply:
    """The cards of the deck that the board has not used yet."""

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
        """Remove named cards and return them; raise BoardError for one that is not there."""
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
        """Remove and return all babies that are left, or all other cards."""
        kinds = self.s.rules.catalog.cards
        found = [card for card in self.left if (kinds[card].type == "baby") == is_baby]
        self.left = [card for card in self.left if card not in found]
        return found

    def put(self, cards: list[int], zone: int) -> None:
        """Put cards into a zone; the seats that see the zone know them."""
        s = self.s
        for card in cards:
            s.zones[zone].append(card)
            s.where[card] = zone
            is_hand = HANDS <= zone < HANDS + s.rules.seats
            s.known[card] = 1 << zone - HANDS if is_hand else 0 if zone == DECK else s.rules.public

    def lay(self, names: Iterable[str], zone: int) -> None:
        """Put named cards into a zone; raise BoardError for a misplaced baby (UU-SETUP-6)."""
        cards = self.take(names)
        kinds = self.s.rules.catalog.cards
        for card in cards:
            if kinds[card].type == "baby" and zone < HANDS + self.s.rules.seats and zone != NURSERY:
                raise BoardError(f"a baby cannot be there: {kinds[card].id}", kinds[card].id)
        self.put(cards, zone)

    def lay_rest(self, zone: int, *, is_baby: bool) -> None:
        """Put all babies that are left, or all other cards, into a zone."""
        self.put(self.rest(is_baby=is_baby), zone)
