"""Everything there is to know about a game of Unstable Unicorns, secrets included.

Small ints in lists. What is still to be done is data as well: `k` is a linked list of immutable frames, so a
game can be copied and saved in the middle of any effect (design: explicit continuation). `machine` runs
frames, `zones` moves cards, nothing else changes a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.unicorns.records import NO_CARD, NOBODY

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.events import Recorder
    from stablehand.unicorns.options import Rules
    from stablehand.unicorns.records import CardNo, Change, Frame, Promise, Request, Trigger, ZoneNo


# Zones (UU-SETUP-6): shared ones, then each seat's hand, then each seat's stable.
DECK, DISCARD, NURSERY, LIMBO, ASIDE, HANDS = range(6)
"""Limbo holds cards being played; aside are those that take no part (UU-TWO-1)."""


# Options that are not cards.
SEAT0 = 256
YES, NO, DRAW, PASS, FINISH, REDRAW = range(300, 306)
MODE0 = 320


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

    def __init__(self, rules: Rules) -> None:
        n = rules.seats
        self.rules = rules
        self.zones: list[list[CardNo]] = [[] for _ in range(HANDS + 2 * n)]
        self.where: list[ZoneNo] = [ASIDE] * len(rules.catalog.cards)
        self.known: list[int] = [0] * len(rules.catalog.cards)
        """For each card, the seats that know it is there: one bit a seat."""
        self.k: Frame | None = None
        self.plan: tuple[Change, ...] = ()
        self.queue: tuple[Trigger, ...] = ()
        """Effects that wait."""
        self.fresh: tuple[Trigger, ...] = ()
        """Effects set off by the one that is running."""
        self.requests: tuple[Request, ...] = ()
        self.picks: tuple[tuple[Option, ...], ...] = ()
        """What has been picked for each request; sealed until all are done."""
        self.is_race = False
        self.asks: tuple[Decision, ...] = ()
        self.picked: tuple[tuple[Option, ...], ...] = ()
        """The answers that the top frame was waiting for."""
        self.ok = 0
        """How many cards the last part affected (or planned to)."""
        self.about: tuple[Seat, CardNo] = (NOBODY, NO_CARD)
        """The player and the card the last part was about: "they" and IT for what follows."""
        self.promises: tuple[Promise, ...] = ()
        self.turn = 0
        self.active = 0
        self.starter = 0
        self.phase = "setup"
        self.since: tuple[CardNo, ...] = ()
        """What was in the active stable when the turn began (UU-TURN-2)."""
        self.skipped: tuple[str, ...] = ()
        """Phases to do without this turn."""
        self.is_ended = False
        """The turn goes straight to its end."""
        self.extra_draws = 0
        self.plays = 1
        """Cards that may still be played this turn."""
        self.extra_turns: tuple[Seat, ...] = ()
        self.skips: list[int] = [0] * n
        self.neighs: tuple[int, Seat] = (0, NOBODY)
        """How many were played this turn; whose took effect last (UU-DRINK-3)."""
        self.drinks: list[int] = [0] * n
        self.strips: list[int] = [0] * n
        self.lost_redraws = 0
        """The seats that have redrawn: one bit a seat (UU-DRINK-4)."""
        self.live: list[tuple[tuple[Any, CardNo], ...]] = [() for _ in range(n)]
        """For each seat, the traits of its stable with their cards; follows from the zones."""
        self.mute: list[int] = [0] * n
        """0 no, 1 triggered effects, 2 all effects of its Unicorn cards."""
        self.pandas: list[bool] = [False] * n
        self.counts: list[int] = [0] * n
        """How many Unicorns each seat has, for what they are worth."""
        self.banned = 0
        """The seats that some card forbids to play others: one bit a seat."""
        self.shielded = 0
        """The seats whose cards are not what they seem, or cannot be touched: one bit a seat."""
        self.bars: tuple[tuple[frozenset[CardNo], Seat, CardNo], ...] = ()
        """What keeps cards out of stables: which cards, whose stable is spared, the card that does it."""
        self.open_hands = 0
        """The seats whose hand all may see: one bit a seat (RUL-36)."""
        self.touched = 0
        """The stables that changed since traits were computed: one bit a seat."""
        self.rng_key = b""
        self.rng_counter = 0
        self.is_over = False
        self.winners: tuple[Seat, ...] = ()
        self.recorder: Recorder | None = None
        """Who listens while an answer is carried out; no part of the game."""

    def clone(self) -> State:
        """Copy the zones, share the rest: whoever changes another list copies it first."""
        new = State.__new__(State)
        new.rules = self.rules
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
