"""The whole state of a game of Fairy Tale, secrets included.

Plain lists of card numbers. The past is stored as *trails* (who took which card from a packet) and *chapters*
(the trails and plays of a finished round). What a seat knows is computed from what it saw of them, see
`knowledge.seen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Decision, Seat
    from stablehand.games.fairytale.knowledge.seen import Round
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo

PICKS: Final = 5
PLAYS: Final = 3
ROUNDS: Final = 4
NOTHING: Final = -1
"""Where there is no card."""
NOBODY: Final = -1
"""Where there is no seat."""

Trail = tuple[tuple[int, int], ...]
"""What was taken from one packet, in order: (seat, card)."""


@final
class Chapter:
    """A finished round: each packet's trail, each seat's plays in order. Immutable.

    What follows from these two is kept here once it was asked for, since it never changes.
    """

    __slots__ = ("known", "played", "trails", "written")

    def __init__(self, trails: tuple[Trail, ...], played: tuple[tuple[CardNo, ...], ...]) -> None:
        self.trails = trails
        self.played = played
        self.known: dict[Seat, Round] = {}
        """What a seat (NOBODY: a spectator) knows of it (`knowledge.seen`)."""
        self.written = ""
        """As it is encoded (`state.encode`)."""


class State:  # noqa: PLW1641 - it can change, so it has no hash
    """One game under way. Independent copies come from `clone`, `copy`, `copy.deepcopy` and `pickle`.

    The annotations list the fields; slots, equality and copies follow from that list. `__init__` says how
    each field begins and how it is copied. Copies share most lists, so these are replaced, never changed
    in place: all but `hands`, `kept`, `sealed` and `asks`.
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
    asked: Seat
    """The first seat with an open decision; NOBODY if there is none. Kept to save work too."""
    is_over: bool
    accounts: tuple[list[list[CardNo]], list[int], list[Any]] | None
    """`table` and `down` for which points were counted last, and how they were: kept to save work, since they
    follow from these two (`knowledge.accounts`)."""

    __slots__ = tuple(__annotations__)

    def __init__(self, rules: Rules, old: State | None = None) -> None:
        """Build the state before the first deal, or an independent copy of another state."""
        seats = rules.seats
        self.rules = rules
        self.deck = [] if old is None else old.deck
        self.hands = [[] for _ in range(seats)] if old is None else old.copied_hands()
        self.trails = [()] * seats if old is None else old.trails
        self.kept = [[] for _ in range(seats)] if old is None else [kept[:] for kept in old.kept]
        self.table = [[] for _ in range(seats)] if old is None else old.table
        self.down = [0] * seats if old is None else old.down
        self.gone = [] if old is None else old.gone
        self.aside = () if old is None else old.aside
        self.played = [()] * seats if old is None else old.played
        self.chapters = () if old is None else old.chapters
        self.round = 1 if old is None else old.round
        self.step = 0 if old is None else old.step
        self.stage = 0 if old is None else old.stage
        self.fresh = [NOTHING] * seats if old is None else old.fresh
        self.hunted = 0 if old is None else old.hunted
        self.sealed = [()] * seats if old is None else old.sealed[:]
        self.asks = [None] * seats if old is None else old.asks[:]
        self.asked = NOBODY if old is None else old.asked
        self.is_over = False if old is None else old.is_over
        self.accounts = None if old is None else old.accounts

    def clone(self) -> State:
        """Return a copy that plays on independently."""
        return State(self.rules, self)

    def copied_hands(self) -> list[list[CardNo]]:
        """Return copies of the packets; after the draft all are empty, and shared until the next deal."""
        return [hand[:] for hand in self.hands] if self.is_draft else self.hands

    def __copy__(self) -> State:
        return State(self.rules, self)

    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]:
        """Pickle and deep-copy a state as its canonical bytes."""
        from stablehand.games.fairytale.state.codec import decode, encode  # noqa: PLC0415 - the codec needs this module

        return decode, (encode(self),)

    def __eq__(self, other: object) -> bool:
        """Whether two states have the same canonical bytes; a state is mutable and so has no hash."""
        from stablehand.games.fairytale.state.encode import encode  # noqa: PLC0415 - the same

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
