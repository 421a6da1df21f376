"""Boards: states in the middle of a game, built from card names.

For case files, puzzles and "try it" boards. A board is taken as written. Each seat knows its own cards and
the tables; how the cards got there is unknown to everybody.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stablehand.core.contract import BoardError
from stablehand.core.rng import Rng
from stablehand.games.fairytale.play import flow
from stablehand.games.fairytale.state.state import PICKS, PLAYS, ROUNDS, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo

ZONES = ("hand", "kept", "table", "closed")


@dataclass
class Board:
    """What lies where, by card id; zones are named as in `ZONES`, one dict a seat."""

    seats: list[dict[str, list[str]]]
    deck_top: list[str] = field(default_factory=list)
    deck_only: list[str] | None = None
    discard: list[str] = field(default_factory=list)
    round: int = 1
    is_play: bool = False


def set_up(rules: Rules, board: Board, seed: int) -> State:
    """Return the state that a board describes, with its first decisions open, or raise BoardError."""
    if not 1 <= board.round <= ROUNDS:
        raise BoardError(f"round must be 1 to {ROUNDS}, not {board.round}", "round")
    s = State(rules)
    supply = Counter(rules.supply)
    for seat, zones in enumerate(board.seats):
        s.hands[seat] = sorted(_take(rules, supply, zones.get("hand", [])))
        s.kept[seat] = sorted(_take(rules, supply, zones.get("kept", [])))
        s.trails[seat] = tuple(
            (seat, card) for card in s.kept[seat]
        )  # as if it had taken them before anybody else saw the packet
        up = _take(rules, supply, zones.get("table", []))
        closed = _take(rules, supply, zones.get("closed", []))
        s.table[seat] = closed + up
        s.down[seat] = (1 << len(closed)) - 1
    s.gone = sorted(_take(rules, supply, board.discard))
    top = _take(rules, supply, board.deck_top)
    if board.deck_only is not None:
        rest = _take(rules, supply, board.deck_only)[::-1]
        s.aside = tuple(sorted(supply.elements()))
    else:
        rest = sorted(supply.elements())
        Rng.from_seed(seed, "board").shuffle(rest)
    s.deck = rest + top[::-1]
    s.round = board.round
    s.step = _step(s, board)
    flow.ask(s)
    return s


def _take(rules: Rules, supply: Counter[CardNo], names: Iterable[str]) -> list[CardNo]:
    """Remove named cards from the supply and return them; raise BoardError for one that is not there."""
    taken = []
    for name in names:
        card = rules.cards.number.get(name)
        if card is None:
            raise BoardError(f"the deck {rules.deck} has no card {name!r}", name)
        if supply[card] == 0:
            definition = rules.cards.cards[card]
            is_out = definition.expert and not rules.expert
            why = "it is an expert card" if is_out else f"there are only {definition.copies}"
            raise BoardError(f"the board holds {name} too often: {why}", name)
        supply[card] -= 1
        taken.append(card)
    return taken


def _step(s: State, board: Board) -> int:
    """Return the step of the round, which follows from the number of cards."""
    if not board.is_play:
        held = {len(hand) for hand in s.hands if hand}
        if len(held) > 1 or max(held, default=0) > PICKS:
            raise BoardError(f"in the draft all hands hold the same number of cards, 1 to {PICKS}", "hand")
        return PICKS - max(held, default=PICKS)
    if any(s.hands):
        raise BoardError("in the play nobody has a hand: cards are kept", "hand")
    kept = {len(cards) for cards in s.kept if cards}
    if len(kept) > 1 or not kept <= set(range(PICKS - PLAYS + 1, PICKS + 1)):
        raise BoardError("in the play everybody has kept the same number of cards: 5, 4 or 3", "kept")
    return PICKS + PICKS - max(kept, default=PICKS)
