"""Everything there is to know about a game of Unstable Unicorns, secrets included.

Small ints in lists. What is still to be done is data as well: `k` is a linked list of immutable frames, so a
game can be copied and saved in the middle of any effect (design: explicit continuation). `machine` runs
frames, `zones` moves cards, nothing else changes a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.unicorns.records import NO_CARD, NOBODY

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.events import Recorder
    from stablehand.unicorns.options import Rules
    from stablehand.unicorns.records import CardNo, Change, Frame, Promise, Request, Trigger, ZoneNo


# Zones (UU-SETUP-6): shared ones, then each seat's hand, then each seat's stable.
DECK: Final = 0
DISCARD: Final = 1
NURSERY: Final = 2
LIMBO: Final = 3
ASIDE: Final = 4
HANDS: Final = 5
"""Limbo holds cards being played; aside are those that take no part (UU-TWO-1)."""


# Options that are not cards.
SEAT0: Final = 256
YES: Final = 300
NO: Final = 301
DRAW: Final = 302
PASS: Final = 303
FINISH: Final = 304
REDRAW: Final = 305
MODE0: Final = 320


class State:
    """One game."""

    __slots__ = (
        "about",
        "active",
        "asks",
        "banned",
        "bars",
        "counts",
        "drinks",
        "extra_draws",
        "extra_turns",
        "fresh",
        "is_ended",
        "is_over",
        "is_race",
        "k",
        "known",
        "lead",
        "live",
        "lost_redraws",
        "mute",
        "neighs",
        "ok",
        "open_hands",
        "pandas",
        "phase",
        "picked",
        "picks",
        "plan",
        "plays",
        "promises",
        "queue",
        "recorder",
        "requests",
        "rng_counter",
        "rng_key",
        "rules",
        "shielded",
        "since",
        "skipped",
        "skips",
        "starter",
        "strips",
        "touched",
        "turn",
        "where",
        "winners",
        "zones",
    )  # fmt: skip

    rules: Rules
    zones: list[list[CardNo]]
    where: list[ZoneNo]
    known: list[int]
    """For each card, the seats that know it is there: one bit a seat."""
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
    asks: tuple[Decision, ...]
    picked: tuple[tuple[Option, ...], ...]
    """The answers that the top frame was waiting for."""
    ok: int
    """How many cards the last part affected (or planned to)."""
    about: tuple[Seat, CardNo]
    """The player and the card the last part was about: "they" and IT for what follows."""
    promises: tuple[Promise, ...]
    turn: int
    active: int
    starter: int
    phase: str
    since: tuple[CardNo, ...]
    """What was in the active stable when the turn began (UU-TURN-2)."""
    skipped: tuple[str, ...]
    """Phases to do without this turn."""
    is_ended: bool
    """The turn goes straight to its end."""
    extra_draws: int
    plays: int
    """Cards that may still be played this turn."""
    extra_turns: tuple[Seat, ...]
    skips: list[int]
    neighs: tuple[int, Seat]
    """How many were played this turn; whose took effect last (UU-DRINK-3)."""
    drinks: list[int]
    strips: list[int]
    lost_redraws: int
    """The seats that have redrawn: one bit a seat (UU-DRINK-4)."""
    live: list[tuple[tuple[Any, CardNo], ...]]
    """For each seat, the traits of its stable with their cards; follows from the zones."""
    mute: list[int]
    """0 no, 1 triggered effects, 2 all effects of its Unicorn cards."""
    pandas: list[bool]
    counts: list[int]
    """How many Unicorns each seat has, for what they are worth."""
    lead: int
    """The most of these."""
    banned: int
    """The seats that some card forbids to play others: one bit a seat."""
    shielded: int
    """The seats whose cards are not what they seem, or cannot be touched: one bit a seat."""
    bars: tuple[tuple[frozenset[CardNo], Seat, CardNo], ...]
    """What keeps cards out of stables: which cards, whose stable is spared, the card that does it."""
    open_hands: int
    """The seats whose hand all may see: one bit a seat (RUL-36)."""
    touched: int
    """The stables that changed since traits were computed: one bit a seat."""
    rng_key: bytes
    rng_counter: int
    is_over: bool
    winners: tuple[Seat, ...]
    recorder: Recorder | None
    """Who listens while an answer is carried out; no part of the game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def clone(self) -> State:
        """Copy the zones, share the rest: whoever changes another list copies it first."""
        new = State(self.rules)
        new.zones = [zone[:] for zone in self.zones]
        new.where = self.where[:]
        new.known = self.known[:]
        new.k = self.k
        new.plan = self.plan
        new.queue = self.queue
        new.fresh = self.fresh
        new.requests = self.requests
        new.picks = self.picks
        new.is_race = self.is_race
        new.asks = self.asks
        new.picked = self.picked
        new.ok = self.ok
        new.about = self.about
        new.promises = self.promises
        new.turn = self.turn
        new.active = self.active
        new.starter = self.starter
        new.phase = self.phase
        new.since = self.since
        new.skipped = self.skipped
        new.is_ended = self.is_ended
        new.extra_draws = self.extra_draws
        new.plays = self.plays
        new.extra_turns = self.extra_turns
        new.skips = self.skips
        new.neighs = self.neighs
        new.drinks = self.drinks
        new.strips = self.strips
        new.lost_redraws = self.lost_redraws
        new.live = self.live
        new.mute = self.mute
        new.pandas = self.pandas
        new.counts = self.counts
        new.lead = self.lead
        new.banned = self.banned
        new.shielded = self.shielded
        new.bars = self.bars
        new.open_hands = self.open_hands
        new.touched = self.touched
        new.rng_key = self.rng_key
        new.rng_counter = self.rng_counter
        new.is_over = self.is_over
        new.winners = self.winners
        new.recorder = None
        return new

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
        seat = self.where[card] - self.rules.first_stable
        return seat if seat >= 0 else NOBODY

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats from this one on."""
        return self.rules.around[seat]


def blank(rules: Rules) -> State:
    """Return a table at which nothing has happened yet."""
    n = rules.seats
    s = State(rules)
    s.zones = [[] for _ in range(HANDS + 2 * n)]
    s.where = [ASIDE] * len(rules.catalog.cards)
    s.known = [0] * len(rules.catalog.cards)
    s.k = None
    s.plan = ()
    s.queue = ()
    s.fresh = ()
    s.requests = ()
    s.picks = ()
    s.is_race = False
    s.asks = ()
    s.picked = ()
    s.ok = 0
    s.about = (NOBODY, NO_CARD)
    s.promises = ()
    s.turn = 0
    s.active = 0
    s.starter = 0
    s.phase = "setup"
    s.since = ()
    s.skipped = ()
    s.is_ended = False
    s.extra_draws = 0
    s.plays = 1
    s.extra_turns = ()
    s.skips = [0] * n
    s.neighs = (0, NOBODY)
    s.drinks = [0] * n
    s.strips = [0] * n
    s.lost_redraws = 0
    s.live = [() for _ in range(n)]
    s.mute = [0] * n
    s.pandas = [False] * n
    s.counts = [0] * n
    s.lead = 0
    s.banned = 0
    s.shielded = 0
    s.bars = ()
    s.open_hands = 0
    s.touched = 0
    s.rng_key = b""
    s.rng_counter = 0
    s.is_over = False
    s.winners = ()
    s.recorder = None
    return s
