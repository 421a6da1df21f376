"""The whole state of a game of Fairy Tale, secrets included.

Plain lists of card numbers. The past is stored as *trails* (who took which card from a packet) and *chapters*
(the trails and plays of a finished round). What a seat knows is computed from what it saw of them, see
`knowledge.seen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Seat
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo

PICKS = 5
PLAYS = 3
ROUNDS = 4
NOTHING: CardNo = -1

Trail = tuple[tuple[int, int], ...]
"""What was taken from one packet, in order: (seat, card)."""


class Chapter(NamedTuple):
    """A finished round: each packet's trail, each seat's plays in order."""

    trails: tuple[Trail, ...]
    played: tuple[tuple[CardNo, ...], ...]


class State:  # noqa: PLW1641 - it can change, so it has no hash
    """One game under way. Independent copies come from `clone`, `copy`, `copy.deepcopy` and `pickle`.

    The annotations list the fields; slots, equality and copies follow from that list. `__init__` says how
    each field begins and how it is copied.
    """

    rules: Rules
    deck: list[CardNo]
    """Face down; the last card is the top one."""
    hands: list[list[CardNo]]
    """The packets, by who holds them now; sorted."""
    trails: list[Trail]
    """What was taken from the packet that a seat holds now."""
    kept: list[list[CardNo]]
    table: list[list[CardNo]]
    """Played cards, in the order of playing, face up or down."""
    down: list[int]
    """For each seat, which places of its table are face down: one bit a place."""
    gone: list[CardNo]
    """Leftovers and, at the end, face-down cards; sorted."""
    aside: tuple[CardNo, ...]
    """Cards that everybody knows to be out of this game: only a board that was set up has any; sorted."""
    played: list[tuple[CardNo, ...]]
    """What each seat has played this round."""
    chapters: tuple[Chapter, ...]
    round: int
    step: int
    """0 to 4 the picks of the draft, 5 to 7 the plays, 8 when the round is over."""
    stage: int
    """0 while cards are chosen; n while the n-th of `rules.stages` is carried out."""
    fresh: list[CardNo]
    """The card each seat revealed in this step: the last of its table."""
    hunted: int
    """The seats whose fresh card was hunted: one bit a seat."""
    sealed: list[tuple[CardNo, ...]]
    """What each seat has chosen in this stage; nobody else has seen it."""
    asks: list[Decision | None]
    """The open decisions: they follow from all of the above and are kept to save work."""
    is_over: bool

    __slots__ = tuple(__annotations__)

    def __init__(self, rules: Rules, old: State | None = None) -> None:
        """Build the state before the first deal, or an independent copy of another state."""
        seats = range(rules.seats)
        self.rules = rules
        self.deck = [] if old is None else old.deck[:]
        self.hands = [[] for _ in seats] if old is None else [hand[:] for hand in old.hands]
        self.trails = [() for _ in seats] if old is None else old.trails[:]
        self.kept = [[] for _ in seats] if old is None else [kept[:] for kept in old.kept]
        self.table = [[] for _ in seats] if old is None else [table[:] for table in old.table]
        self.down = [0 for _ in seats] if old is None else old.down[:]
        self.gone = [] if old is None else old.gone[:]
        self.aside = () if old is None else old.aside
        self.played = [() for _ in seats] if old is None else old.played[:]
        self.chapters = () if old is None else old.chapters
        self.round = 1 if old is None else old.round
        self.step = 0 if old is None else old.step
        self.stage = 0 if old is None else old.stage
        self.fresh = [NOTHING for _ in seats] if old is None else old.fresh[:]
        self.hunted = 0 if old is None else old.hunted
        self.sealed = [() for _ in seats] if old is None else old.sealed[:]
        self.asks = [None for _ in seats] if old is None else old.asks[:]
        self.is_over = False if old is None else old.is_over

    def clone(self) -> State:
        """Return a copy that plays on independently."""
        return State(self.rules, self)

    def __copy__(self) -> State:
        return State(self.rules, self)

    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]:
        """Pickle and deep-copy a state as its canonical bytes."""
        from stablehand.games.fairytale.state.codec import decode, encode  # noqa: PLC0415 - the codec needs this module

        return decode, (encode(self),)

    def __eq__(self, other: object) -> bool:
        """Whether two states have the same canonical bytes; a state is mutable and so has no hash."""
        from stablehand.games.fairytale.state.codec import encode  # noqa: PLC0415 - the same

        return encode(self) == encode(other) if isinstance(other, State) else NotImplemented

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
    """Return the seat that a seat passes to: left in rounds 1 and 3, right in 2 and 4 (FT-DRAFT-2)."""
    return (seat + (1 if round_ % 2 else -1)) % rules.seats
