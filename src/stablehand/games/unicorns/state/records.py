"""The records in a state: work to be done, on whose behalf, what was chosen, what waits, what is asked.

All of them are immutable and without behaviour, so states can share them and a saved game is plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from stablehand.core.contract import Decision, Kind

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.vocabulary import Filter, Word

# Machine words in the compiled engine: these numbers stay small by the rules (`core.build.i64`). A seat or an
# option that comes from outside is an `int` until it is checked.
CardNo: TypeAlias = "i64"
ZoneNo: TypeAlias = "i64"
Seat: TypeAlias = "i64"
Option: TypeAlias = "i64"
Seats: TypeAlias = "i64"
"""A set of seats, one bit a seat."""

NOBODY: Final[Seat] = -1
NO_CARD: Final[CardNo] = -1


def group(seats: Seats) -> Seat:
    """Return what stands for several players where one is spoken of; `seats` has one bit a seat."""
    return NOBODY - 1 - seats


def in_group(they: Seat, seat: Seat) -> bool:
    """Whether a seat is among the players spoken of, if these are several."""
    return they < NOBODY and (NOBODY - 1 - they) >> seat & 1 == 1


# The most frequent kinds. Looking up an enum member takes as long, compiled, as creating a frame.
ASK_ACTION: Final = Kind.ACTION
ASK_CARD: Final = Kind.CARD
ASK_RESPOND: Final = Kind.RESPOND
ASK_SEAT: Final = Kind.SEAT
ASK_YES_NO: Final = Kind.YES_NO

# When a verb is carried out.
STEP: Final = 0
PLAN: Final = 1
DECLARE: Final = 2
"""Carry out at once · choose for the whole link first (UU-EFF-4) · choose before the window (UU-PLAY-4)."""


class Env:
    """Whose effect is running, on whose behalf, about what. Immutable."""

    __slots__ = (
        "aims",
        "base",
        "boss",
        "effect",
        "ends",
        "is_each",
        "it",
        "mode",
        "needs",
        "source",
        "they",
        "you",
    )

    def __init__(
        self,
        you: Seat,
        source: CardNo = NO_CARD,
        effect: i64 = -1,
        mode: i64 = STEP,
        they: Seat = NOBODY,
        it: CardNo = NO_CARD,
        needs: i64 = -1,
        base: i64 = 0,
        boss: Seat = NOBODY,
        ends: i64 = -1,
        is_each: bool = False,
        aims: tuple[Seats, ...] = (),
    ) -> None:
        self.you = you
        self.source = source
        self.effect = effect
        self.mode = mode
        self.they = they
        self.it = it
        self.needs = needs
        """This part is called off unless something of the plan from this index on was done; -1: never."""
        self.base = base
        """The index in the plan at which this effect's own entries begin."""
        self.boss = boss
        """The player who makes `you` do it, or NOBODY."""
        self.ends = ends
        """The index in the plan at which what this part needs ends."""
        self.is_each = is_each
        """Whether each player does it, so that each chooses for themselves (UU-WHO-2)."""
        self.aims = aims
        """The players that were declared for the choices of this effect (`knowledge.aims`)."""

    # For the frequent changes: compiled, arguments that may be missing take longer than the copy itself.

    def about(self, they: Seat, it: CardNo) -> Env:
        """Return a copy that speaks of another player and another card."""
        return Env(
            self.you, self.source, self.effect, self.mode, they, it, self.needs, self.base, self.boss,
            self.ends, self.is_each, self.aims,
        )  # fmt: skip

    def made(self, seat: Seat, is_each: bool) -> Env:
        """Return a copy in which another player is made to act by this one."""
        return Env(
            seat, self.source, self.effect, self.mode, self.they, self.it, self.needs, self.base, self.you,
            self.ends, is_each, self.aims,
        )  # fmt: skip

    def but(
        self,
        *,
        you: Seat | None = None,
        mode: i64 | None = None,
        they: Seat | None = None,
        it: CardNo | None = None,
        needs: i64 | None = None,
        base: i64 | None = None,
        boss: Seat | None = None,
        ends: i64 | None = None,
        is_each: bool | None = None,
    ) -> Env:
        """Return a copy with some fields changed."""
        return Env(
            self.you if you is None else you,
            self.source,
            self.effect,
            self.mode if mode is None else mode,
            self.they if they is None else they,
            self.it if it is None else it,
            self.needs if needs is None else needs,
            self.base if base is None else base,
            self.boss if boss is None else boss,
            self.ends if ends is None else ends,
            self.is_each if is_each is None else is_each,
            self.aims,
        )


class Frame:
    """One entry of the continuation: a word, how far it got (`pc`), its environment, its data. Immutable."""

    __slots__ = ("data", "env", "next", "pc", "word")

    def __init__(self, word: Word, pc: i64, env: Env, data: tuple[Any, ...], next_: Frame | None) -> None:
        self.word = word
        self.pc = pc
        self.env = env
        self.data = data
        self.next = next_


class Change:
    """A part of an effect that has been chosen and is to be carried out. Immutable."""

    __slots__ = ("cards", "env", "frames", "places", "stage", "to", "word")

    def __init__(
        self,
        word: Word,
        env: Env,
        cards: tuple[CardNo, ...] = (),
        places: tuple[ZoneNo, ...] = (),
        to: i64 = NOBODY,
        stage: i64 = 0,
        frames: tuple[Frame, ...] = (),
    ) -> None:
        self.word = word
        self.env = env
        self.cards = cards
        self.places = places
        """The zone of each card when it was chosen: a card that has moved is no longer a target. Empty for
        "all", which takes the cards that are there then, except those of a hand in a link (RUL-43)."""
        self.to = to
        """A seat."""
        self.stage = stage
        """The part of its word: 0 to look, 1 to do what was chosen after that; of a deferred part, 1 to go on
        with it in its place."""
        self.frames = frames
        """The frames that a later link goes on with."""


class Trigger:
    """An effect that waits for its turn. Immutable."""

    __slots__ = ("aims", "effect", "frames", "is_ordered", "it", "source", "they", "you")

    def __init__(
        self,
        effect: i64,
        you: Seat,
        source: CardNo,
        it: CardNo = NO_CARD,
        they: Seat = NOBODY,
        frames: tuple[Frame, ...] = (),
        is_ordered: bool = False,
        aims: tuple[Seats, ...] = (),
    ) -> None:
        self.effect = effect
        self.you = you
        self.source = source
        self.it = it
        self.they = they
        self.frames = frames
        self.is_ordered = is_ordered
        """Whether its owner chooses the order among such effects (UU-EFF-5)."""
        self.aims = aims
        """The players that were declared for its choices (UU-PLAY-4)."""


class Promise:
    """A borrowed card: it goes back when a turn ends, or when the card that took it leaves. Immutable."""

    __slots__ = ("back", "card", "holder", "source", "turn_of")

    def __init__(self, card: CardNo, holder: Seat, back: Seat, source: CardNo, turn_of: Seat) -> None:
        self.card = card
        self.holder = holder
        self.back = back
        self.source = source
        """The card whose leaving sends it back; NO_CARD: the end of a turn does."""
        self.turn_of = turn_of
        """The seat whose turn's end sends it back (RUL-45), or NOBODY."""


class Request:
    """A question to a seat, from which its decisions follow pick by pick. Immutable, but for `made`."""

    __slots__ = (
        "alike",
        "candidates",
        "ends",
        "kind",
        "least",
        "made",
        "most",
        "of",
        "options",
        "seat",
        "why",
        "zone",
    )

    def __init__(
        self,
        seat: Seat,
        kind: Kind,
        candidates: tuple[Option, ...],
        why: str,
        least: i64 = 1,
        most: i64 = 1,
        ends: tuple[Option, ...] = (),
        zone: ZoneNo = -1,
        of: Filter | None = None,
        alike: tuple[Option, ...] = (),
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.candidates = candidates
        self.why = why
        self.least = least
        self.most = most
        self.ends = ends
        """Options beside the candidates that end the picking: pass or finish."""
        self.zone = zone
        """The hidden zone that the candidates are in, or -1."""
        self.of = of
        """The filter that the candidates fit, in that zone."""
        self.alike = alike
        """For each candidate of a multi-pick, its first copy: equal copies are offered one at a time."""
        self.options = candidates + ends if ends else candidates
        """All options of a single pick."""
        self.made: Decision | None = None
        """The decision of a single pick, once somebody has asked for it."""
