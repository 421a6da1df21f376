"""What the rules ask of an act again and again, worked out once for a table: numbers and flags, not texts.

Words are plain data, made to be read, compared and stored. Compiled, comparing texts and looking them up
takes longer than what depends on it, so the busiest functions ask for the `Outline` of an act first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary import ANOTHER, ANYONE, Act, All, Filter, It, Some

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Env
    from stablehand.games.unicorns.state.rules import Rules
    from stablehand.games.unicorns.state.state import State

VERBS: Final = (
    "destroy", "sacrifice", "remove", "shrink", "discard", "steal", "bring", "move", "return", "banish",
    "take", "give", "show", "bury",
)  # fmt: skip
DESTROY: Final = 0
SACRIFICE: Final = 1
REMOVE: Final = 2
SHRINK: Final = 3
DISCARDING: Final = 4
STEAL: Final = 5
BRING: Final = 6
MOVE: Final = 7
RETURN: Final = 8
BANISH: Final = 9
TAKE: Final = 10
GIVE: Final = 11
SHOW: Final = 12
BURY: Final = 13
"""Verbs by their place in `VERBS`."""

PLACES: Final = ("yours", "others", "stables", "hand", "discard", "nursery", "theirs", "boss", "those")
YOURS: Final = 0
OTHERS: Final = 1
STABLES: Final = 2
HAND: Final = 3
IN_DISCARD: Final = 4
NURSERY: Final = 5
THEIRS: Final = 6
BOSS: Final = 7
THOSE: Final = 8
"""Where cards are, by their place in `PLACES`; the first six are the same for each seat at any time."""

PLACE_OF_VERB: Final = {
    "sacrifice": "yours", "discard": "hand", "give": "hand", "take": "discard", "steal": "others",
}  # fmt: skip

MOST: Final = 32
"""More acts than an effect has. Acts that are made anew again and again, as tests do, are not kept."""


class Outline:
    """An act as numbers and flags."""

    __slots__ = (
        "act", "is_aimed", "is_entering", "is_for_them", "is_kept", "is_loss", "is_outside", "is_sent",
        "is_settled", "mask", "place", "verb",
    )  # fmt: skip

    def __init__(self, rules: Rules, act: Act) -> None:
        of = act.what.of if isinstance(act.what, Some | All) else Filter()
        verb, place = act.verb, place_of(rules, act, of)
        self.act = act
        self.verb: i64 = VERBS.index(verb)
        self.place: i64 = PLACES.index(place)
        self.mask = rules.catalog.mask(of)
        """A byte a card: 1 for those that fit as printed."""
        self.is_entering = verb in {"steal", "bring", "move"}
        self.is_loss = verb in {"destroy", "sacrifice", "remove"}
        """Whether replacements can apply to it."""
        self.is_kept = verb in {"destroy", "remove"}
        """Whether a card may keep a player from doing it (RUL-66); for "steal" that is asked at any rate."""
        self.is_sent = verb in {"move", "give"}
        self.is_settled = verb in {"discard", "take"} or isinstance(act.what, It)
        """Whether the cards, once chosen, need only be where they were."""
        self.is_outside = place in {"hand", "discard", "nursery"} and not isinstance(act.what, All)
        """Whether only one of equal copies is offered."""
        self.is_aimed = act.to in {ANYONE, ANOTHER}
        """Whether a player chooses to whom it goes."""
        self.is_for_them = act.to == "their_stable"


def place_of(rules: Rules, act: Act, of: Filter) -> str:
    """Return where an act's cards are: as written, or as the verb implies ("stables": those of all seats)."""
    if of.place:
        return of.place
    if act.verb == "destroy":
        return "stables" if rules.destroy_scope == "any" else "others"
    return PLACE_OF_VERB.get(act.verb, "stables")


def outline_of(s: State, act: Act, env: Env) -> Outline:
    """Return the outline of an act of an effect; those of no effect are in the last row: the index is -1."""
    for outline in s.rules.outlines[env.effect]:
        if outline.act is act:
            return outline
    row, outline = s.rules.outlines[env.effect], Outline(s.rules, act)
    if len(row) < MOST:
        row.append(outline)
    return outline
