"""Everything there is to know about a game of Fairy Tale, secrets included.

Plain lists of card numbers. What hands, kept cards and packets held before is kept as *trails* (who took what
from a packet) and *chapters* (the trails and plays of a finished round): what a seat knows follows from what
it saw of them, see `knowledge`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stablehand.fairytale.options import Rules
    from stablehand.fairytale.words import CardNo
    from stablehand.kernel.contract import Decision, Seat

PICKS = 5
PLAYS = 3
ROUNDS = 4
NOTHING: CardNo = -1

Trail = tuple[tuple[int, int], ...]
"""What was taken from one packet, in order: (seat, card)."""


class Chapter(NamedTuple):
    """What a finished round leaves to remember: each packet's trail, each seat's plays in order."""

    trails: tuple[Trail, ...]
    played: tuple[tuple[CardNo, ...], ...]


class State:
    """One game. Only `flow` changes it."""

    __slots__ = (
        "aside", "asks", "chapters", "deck", "down", "fresh", "gone", "hands", "hunted", "is_over",
        "kept", "played", "round", "rules", "sealed", "stage", "step", "table", "trails",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        seats = range(rules.seats)
        self.rules = rules
        self.deck: list[CardNo] = []
        """Face down; the last card is the top one."""
        self.hands: list[list[CardNo]] = [[] for _ in seats]
        """The packets, by who holds them now; sorted."""
        self.trails: list[Trail] = [() for _ in seats]
        """What was taken from the packet that a seat holds now."""
        self.kept: list[list[CardNo]] = [[] for _ in seats]
        self.table: list[list[CardNo]] = [[] for _ in seats]
        """Played cards, in the order of playing, face up or down."""
        self.down: list[int] = [0 for _ in seats]
        """For each seat, which places of its table are face down: one bit a place."""
        self.gone: list[CardNo] = []
        """Leftovers and, at the end, face-down cards; sorted."""
        self.aside: tuple[CardNo, ...] = ()
        """Cards that everybody knows to be out of this game: only a board that was set up has any; sorted."""
        self.played: list[tuple[CardNo, ...]] = [() for _ in seats]
        """What each seat has played this round."""
        self.chapters: tuple[Chapter, ...] = ()
        self.round = 1
        self.step = 0
        """0 to 4 the picks of the draft, 5 to 7 the plays, 8 when the round is over."""
        self.stage = 0
        """0 while cards are chosen; n while the n-th of `rules.stages` is carried out."""
        self.fresh: list[CardNo] = [NOTHING for _ in seats]
        """The card each seat revealed in this step: the last of its table."""
        self.hunted = 0
        """The seats whose fresh card was hunted: one bit a seat."""
        self.sealed: list[tuple[CardNo, ...]] = [() for _ in seats]
        """What each seat has chosen in this stage; nobody else has seen it."""
        self.asks: list[Decision | None] = [None for _ in seats]
        """The open decisions: they follow from all of the above and are kept to save work."""
        self.is_over = False

    def clone(self) -> State:
        """Copy what changes, share what does not."""
        new = State(self.rules)
        new.deck = self.deck[:]
        new.hands = [hand[:] for hand in self.hands]
        new.trails = self.trails[:]
        new.kept = [kept[:] for kept in self.kept]
        new.table = [table[:] for table in self.table]
        new.down = self.down[:]
        new.gone = self.gone[:]
        new.aside = self.aside
        new.played = self.played[:]
        new.chapters = self.chapters
        new.round = self.round
        new.step = self.step
        new.stage = self.stage
        new.fresh = self.fresh[:]
        new.hunted = self.hunted
        new.sealed = self.sealed[:]
        new.asks = self.asks[:]
        new.is_over = self.is_over
        return new

    @property
    def is_draft(self) -> bool:
        """Whether packets are still going round."""
        return self.step < PICKS

    def face_up(self, seat: Seat) -> list[CardNo]:
        """Return a seat's open cards, in the order of playing."""
        down = self.down[seat]
        if not down:
            return self.table[seat]
        return [card for place, card in enumerate(self.table[seat]) if not down >> place & 1]

    def face_down(self, seat: Seat) -> list[CardNo]:
        """Return a seat's closed cards, in the order of playing."""
        down = self.down[seat]
        if not down:
            return []
        return [card for place, card in enumerate(self.table[seat]) if down >> place & 1]


def passes_to(rules: Rules, round_: int, seat: Seat) -> Seat:
    """Say to whom a seat passes: left in rounds 1 and 3, right in 2 and 4 (FT-DRAFT-2)."""
    return (seat + (1 if round_ % 2 else -1)) % rules.seats
