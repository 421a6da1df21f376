"""The whole state of a game of Unstable Unicorns, secrets included.

Cards, seats and zones are small ints in lists. Pending work is data as well: `k` is the continuation, a
linked list of immutable frames, so a state can be copied and saved in the middle of any effect.
`resolution.machine` runs the frames and `state.zones` moves the cards.

Short names used all over the engine: `s` is the state, `f` the frame whose step is running, `k` the frames
still to be run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.rows import row_of
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.build import i64
    from stablehand.core.events import Recorder
    from stablehand.core.rows import Row
    from stablehand.games.unicorns.state.records import (
        CardNo,
        Change,
        Frame,
        Option,
        Promise,
        Request,
        Seat,
        Seats,
        Trigger,
        ZoneNo,
    )
    from stablehand.games.unicorns.state.rules import Rules


# Zones (UU-SETUP-6): shared ones, then each seat's hand, then each seat's stable.
DECK: Final = 0
DISCARD: Final = 1
NURSERY: Final = 2
LIMBO: Final = 3
ASIDE: Final = 4
HANDS: Final = 5
"""Limbo holds cards being played; aside are those that take no part (UU-TWO-1)."""


# Options that are not cards; `decks.checks.MOST_CARDS` is their lowest.
SEAT0: Final = 1024
YES: Final = 1100
NO: Final = 1101
DRAW: Final = 1102
PASS: Final = 1103
FINISH: Final = 1104
REDRAW: Final = 1105
MODE0: Final = 1120
MOST_OPTIONS: Final = 1152
"""Above the number of every option: no card has 32 modes."""


class State:  # noqa: PLW1641 - it can change, so it has no hash
    """One game under way. Independent copies come from `clone`, `copy`, `copy.deepcopy` and `pickle`.

    The annotations below list the fields; slots, codec, equality and copies follow from that list. `__init__`
    says how each field begins and how it is copied.
    """

    rules: Rules
    zones: list[list[CardNo]]
    where: Row
    """The zone of each card; follows from `zones`."""
    known: Row
    """For each card, who knows that it is there: one bit a seat, and one more if it is public, so that
    spectators know it too (`Rules.public`)."""
    k: Frame | None
    plan: tuple[Change, ...]
    queue: tuple[Trigger, ...]
    """Effects that wait."""
    fresh: tuple[Trigger, ...]
    """Effects set off by the one that is running."""
    requests: tuple[Request, ...]
    picks: tuple[tuple[Option, ...], ...]
    """What has been picked for each request; sealed until all are done."""
    is_race: bool
    unanswered: i64
    """How many requests are not answered; it follows from requests and picks."""
    picked: tuple[tuple[Option, ...], ...]
    """The answers that the top frame was waiting for."""
    ok: i64
    """How many cards the last part affected (or planned to)."""
    about: tuple[Seat, CardNo]
    """The player and the card the last part was about: "they" and IT for what follows."""
    promises: tuple[Promise, ...]
    turn: i64
    active: Seat
    starter: Seat
    phase: str
    since: tuple[CardNo, ...]
    """The cards that granted something for the end of the turn when it began (RUL-44)."""
    skipped: tuple[str, ...]
    """Phases to leave out this turn."""
    is_ended: bool
    """Whether the turn goes straight to its end."""
    extra_draws: i64
    plays: i64
    """Cards that may still be played this turn; negative once one has been played."""
    extra_turns: tuple[Seat, ...]
    skips: list[int]
    begun: i64
    """How many effects, replacements, plays and responses this turn has had (RUL-47)."""
    refills: i64
    """How often the discard pile has become the deck (RUL-48)."""
    neighs: tuple[i64, Seat]
    """How many were played this turn; whose was the last, which nobody beat (UU-DRINK-3)."""
    drinks: list[int]
    strips: list[int]
    lost_redraws: Seats
    """The seats that have redrawn: one bit a seat (UU-DRINK-4)."""
    live: list[tuple[tuple[Any, CardNo], ...]]
    """For each seat, the traits of its stable with their cards; this and the rest up to `touched` follow from
    the stables (`knowledge.traits`)."""
    kinds: list[i64]
    """For each seat, of which kinds its `live` are: one bit each."""
    roles: list[i64]
    """For each seat, what the cards do that act for its stable: the bits of `decks.watched`."""
    all_roles: i64
    """What cards in any stable do."""
    mute: list[i64]
    """For each seat: 0 no, 1 triggered effects, 2 all effects of its Unicorn cards are muted."""
    pandas: list[bool]
    counts: list[int]
    """How many Unicorns each seat has, each counted for its worth."""
    lead: i64
    """The highest of `counts`."""
    banned: Seats
    """The seats that some card forbids to play others: one bit a seat."""
    forbidden: list[tuple[bytes, ...]]
    """For each seat, and each card in its stable that forbids it to play others, which: a byte a card."""
    silenced: Seats
    """The seats to which cards forbid every Instant against a card being played: one bit a seat (RUL-35)."""
    shielded: Seats
    """The seats whose cards count as something else or cannot be touched: one bit a seat."""
    bars: tuple[tuple[bytes, Seats, CardNo], ...]
    """What keeps cards out of stables: which cards (a byte a card), whose stables, the card that does it."""
    open_hands: Seats
    """The seats whose hand everybody may see: one bit a seat (RUL-36)."""
    touched: Seats
    """The stables that changed since traits were computed: one bit a seat."""
    reached: tuple[Seats, ...]
    """The seats that have the number of Unicorns that wins, in the order in which they reached it: one bit a
    seat, those of the same change together (UU-END-3)."""
    rng_key: bytes
    rng_counter: int
    is_over: bool
    winners: tuple[Seat, ...]
    recorder: Recorder | None
    """Records events while an answer is carried out; no part of the game, and never copied."""

    __slots__ = tuple(__annotations__)

    def __init__(self, rules: Rules, old: State | None = None) -> None:
        """Build the state before the first card is dealt, or a copy of another state.

        A copy has zones of its own and shares every other list: whoever changes one of those replaces it.
        """
        n = rules.seats
        zero: i64 = 0  # compiled, a choice between `0` and a machine word makes an object of it
        self.rules = rules
        self.zones = [[] for _ in range(HANDS + 2 * n)] if old is None else [zone[:] for zone in old.zones]
        cards: i64 = len(rules.catalog.cards)
        self.where = row_of(ASIDE, cards) if old is None else old.where[:]
        self.known = row_of(0, cards) if old is None else old.known[:]
        self.k = None if old is None else old.k
        self.plan = () if old is None else old.plan
        self.queue = () if old is None else old.queue
        self.fresh = () if old is None else old.fresh
        self.requests = () if old is None else old.requests
        self.picks = () if old is None else old.picks
        self.is_race = False if old is None else old.is_race
        self.unanswered = zero if old is None else old.unanswered
        self.picked = () if old is None else old.picked
        self.ok = zero if old is None else old.ok
        self.about = (NOBODY, NO_CARD) if old is None else old.about
        self.promises = () if old is None else old.promises
        self.turn = zero if old is None else old.turn
        self.active = zero if old is None else old.active
        self.starter = zero if old is None else old.starter
        self.phase = "setup" if old is None else old.phase
        self.since = () if old is None else old.since
        self.skipped = () if old is None else old.skipped
        self.is_ended = False if old is None else old.is_ended
        self.extra_draws = zero if old is None else old.extra_draws
        self.plays = zero + 1 if old is None else old.plays
        self.extra_turns = () if old is None else old.extra_turns
        self.skips = [0] * n if old is None else old.skips
        self.begun = zero if old is None else old.begun
        self.refills = zero if old is None else old.refills
        self.neighs = (0, NOBODY) if old is None else old.neighs
        self.drinks = [0] * n if old is None else old.drinks
        self.strips = [0] * n if old is None else old.strips
        self.lost_redraws = zero if old is None else old.lost_redraws
        self.live = [() for _ in range(n)] if old is None else old.live
        self.kinds = [0] * n if old is None else old.kinds
        self.roles = [0] * n if old is None else old.roles
        self.all_roles = zero if old is None else old.all_roles
        self.mute = [0] * n if old is None else old.mute
        self.pandas = [False] * n if old is None else old.pandas
        self.counts = [0] * n if old is None else old.counts
        self.lead = zero if old is None else old.lead
        self.banned = zero if old is None else old.banned
        self.forbidden = [() for _ in range(n)] if old is None else old.forbidden
        self.silenced = zero if old is None else old.silenced
        self.shielded = zero if old is None else old.shielded
        self.bars = () if old is None else old.bars
        self.open_hands = zero if old is None else old.open_hands
        self.touched = zero if old is None else old.touched
        self.reached = () if old is None else old.reached
        self.rng_key = b"" if old is None else old.rng_key
        self.rng_counter = 0 if old is None else old.rng_counter
        self.is_over = False if old is None else old.is_over
        self.winners = () if old is None else old.winners
        self.recorder = None

    def clone(self) -> State:
        """Return a copy that plays on independently, without the recorder."""
        return State(self.rules, self)

    def __copy__(self) -> State:
        return State(self.rules, self)

    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]:
        """Pickle and deep-copy a state as its canonical bytes."""
        from stablehand.games.unicorns.state.codec import decode, encode  # noqa: PLC0415 - the codec needs this module

        return decode, (encode(self),)

    def __eq__(self, other: object) -> bool:
        """Whether two states have the same canonical bytes; a state is mutable and so has no hash."""
        from stablehand.games.unicorns.state.encode import encode  # noqa: PLC0415 - the same

        return encode(self) == encode(other) if isinstance(other, State) else NotImplemented

    def hand(self, seat: Seat) -> list[CardNo]:
        """Return a seat's hand, sorted."""
        return self.zones[HANDS + seat]

    def stable(self, seat: Seat) -> list[CardNo]:
        """Return a seat's stable, in order of arrival."""
        return self.zones[self.rules.first_stable + seat]

    def stable_no(self, seat: Seat) -> ZoneNo:
        """Return the number of a seat's stable."""
        return self.rules.first_stable + seat

    def controller(self, card: CardNo) -> Seat:
        """Return in whose stable a card is, or NOBODY."""
        seat: Seat = self.where[card] - self.rules.first_stable
        if seat < 0:  # two ways out: compiled, a choice between two numbers may make an object of one
            return NOBODY
        return seat

    def bit_of(self, seat: int | None) -> int:
        """Return which bit of `known` is that of a seat (None: a spectator, who knows what is public)."""
        return self.rules.seats if seat is None else seat

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats from this one on."""
        return self.rules.around[seat]


DERIVED: Final = (
    "where", "unanswered", "live", "kinds", "roles", "all_roles", "mute", "pandas", "counts", "lead",
    "banned", "forbidden", "silenced", "shielded", "bars", "open_hands", "touched",
)  # fmt: skip
"""Fields that follow from the others: the codec computes them and does not write them."""
