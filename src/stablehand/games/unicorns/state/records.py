"""The records in a state: work to be done, on whose behalf, what was chosen, what waits, what is asked.

All of them are immutable and without behaviour, so states can share them and a saved game is plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.contract import Decision, Kind

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Seat
    from stablehand.games.unicorns.vocabulary import Filter, Word

CardNo = int
ZoneNo = int

NOBODY: Final = -1
NO_CARD: Final = -1

# The most frequent kinds. Looking up an enum member takes as long, compiled, as creating a frame.
ASK_ACTION: Final = Kind.ACTION
ASK_CARD: Final = Kind.CARD
ASK_SEAT: Final = Kind.SEAT

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
        effect: int = -1,
        mode: int = STEP,
        they: Seat = NOBODY,
        it: CardNo = NO_CARD,
        needs: int = -1,
        base: int = 0,
        boss: Seat = NOBODY,
        ends: int = -1,
        is_each: bool = False,
        aims: tuple[int, ...] = (),
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

    def but(
        self,
        *,
        you: Seat | None = None,
        mode: int | None = None,
        they: Seat | None = None,
        it: CardNo | None = None,
        needs: int | None = None,
        base: int | None = None,
        boss: Seat | None = None,
        ends: int | None = None,
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

    def __init__(self, word: Word, pc: int, env: Env, data: tuple[Any, ...], next_: Frame | None) -> None:
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
        to: int = NOBODY,
        stage: int = 0,
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
        effect: int,
        you: Seat,
        source: CardNo,
        it: CardNo = NO_CARD,
        they: Seat = NOBODY,
        frames: tuple[Frame, ...] = (),
        is_ordered: bool = False,
        aims: tuple[int, ...] = (),
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
    """A question to a seat, from which its decisions follow pick by pick. Immutable."""

    __slots__ = (
        "alike",
        "candidates",
        "ends",
        "kind",
        "least",
        "most",
        "of",
        "options",
        "seat",
        "single",
        "why",
        "zone",
    )

    def __init__(
        self,
        seat: Seat,
        kind: Kind,
        candidates: tuple[Option, ...],
        why: str,
        least: int = 1,
        most: int = 1,
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
        self.single = Decision(seat, kind, self.options, why) if most == 1 else None
        """The decision of a single pick; None for a multi-pick."""
