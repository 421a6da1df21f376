"""Whether filters, numbers and single acts make sense; each fault is one sentence without its full stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from stablehand.games.unicorns.vocabulary.nouns import (
    ANY_CARD,
    BABY,
    KINDS,
    NARWHAL,
    NEIGH,
    PERMANENT,
    All,
    Count,
    Filter,
    It,
    Same,
    Some,
    This,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.verbs import Act

Known: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]
"""The cards of a deck by id: type and tags."""

MOST: Final = 20
"""The highest number on a card that is not absurd."""
TAGS: Final = (NEIGH.tag, NARWHAL.tag)
STABLES: Final = ("", "yours", "theirs", "others")
PLACES: Final[dict[str, tuple[str, ...]]] = {
    "destroy": ("", "theirs"), "remove": ("", "theirs"), "sacrifice": ("",), "discard": ("",),
    "steal": ("", "theirs"), "bring": ("hand", "discard", "nursery"), "take": ("",), "give": ("",),
    "return": STABLES, "move": STABLES, "shrink": STABLES,
}  # fmt: skip
"""Where each verb may look; what it implies is not written (see the package)."""
DESTINATIONS: Final[dict[str, tuple[str, ...]]] = {
    "bring": ("", "their_stable"), "give": ("anyone", "another"),
    "move": ("anyone", "another", "their_stable"),
}  # fmt: skip
INTO_STABLES: Final = ("steal", "bring", "move", "return")
IN_HAND: Final = ("discard", "give")
TO_THIS: Final = ("sacrifice", "return", "move", "shrink")
TO_IT: Final = ("bring", "discard", "take")


@dataclass(frozen=True)
class Scope:
    """What a word may speak of where it stands."""

    where: str
    """The ability: "Cast", "Respond", "Whenever", "Instead" or a moment."""
    known: Known
    has_they: bool = False
    has_owner: bool = False
    it: Filter | None = None
    """What IT is, inside `Reveal`."""
    has_same: bool = False
    is_made: bool = False
    """Inside `Make`."""
    has_end: bool = False
    """Somebody chose it or paid for it, so that it cannot be done in every turn for ever."""

    @property
    def is_played(self) -> bool:
        """Whether the card is a Magic card or an Instant, which is never in a stable."""
        return self.where in {"Cast", "Respond"}


def fault_in_number(n: int, what: str, least: int = 1) -> str:
    """Return a fault if a number of a card is too small or absurd."""
    return "" if least <= n <= MOST else f"{what} must be {least} to {MOST}, not {n}"


def fault_in_filter(of: Filter, known: Known, what: str, *, places: tuple[str, ...] = ("",)) -> str:
    """Return the fault in a filter: no kinds, an unknown name or tag, a place that means nothing there."""
    if not 0 < of.kinds <= ANY_CARD:
        return f"{what} names no kind of card"
    if of.tag and of.tag not in TAGS:
        return f"there is no tag {of.tag!r}"
    if of.name and known and of.name not in known:
        return f"there is no card {of.name!r} in this deck"
    if of.name and (of.kinds != ANY_CARD or of.tag):
        return f"{what} names {of.name!r} and kinds of cards; the name is enough"
    if of.place not in places:
        told = ", ".join(f".{place}" if place else "no place" for place in places)
        return (
            f"{what} cannot have the place .{of.place}; it has {told}"
            if of.place
            else f"{what} needs a place: {told}"
        )
    if of.place in {"hand", "discard"} and of.kinds == BABY.kinds:
        return f"{what} asks for Baby Unicorns where none ever are"
    return ""


def kinds_of(of: Filter, known: Known) -> int:
    """Return the kinds of the cards that can fit a filter, as bits."""
    if not of.name and not of.tag:
        return of.kinds
    fitting = [
        KINDS[kind]
        for card, (kind, tags) in known.items()
        if (not of.name or card == of.name) and (not of.tag or of.tag in tags)
    ]
    bits = 0
    for kind in fitting:
        bits |= kind
    return of.kinds & bits if fitting else of.kinds


def fault_in_act(act: Act, at: Scope) -> str:
    """Return the fault in a verb with its cards."""
    what = act.what
    is_asked = at.has_end and not at.is_made  # several players who may would set it off ever more often
    if act.verb in INTO_STABLES and at.where == "unicorn_comes_or_goes" and not is_asked:
        return f"{act.verb} whenever a Unicorn comes or goes, unasked or by others: it would never end"
    if act.to not in DESTINATIONS.get(act.verb, ("",)):
        told = " or ".join(repr(to) for to in DESTINATIONS.get(act.verb, ("",)))
        return f"{act.verb} goes to {told}, not to {act.to!r}"
    if act.to == "their_stable" and not at.has_they:
        return f"{act.verb} goes to that player's stable, but no player was spoken of"
    if act.until and (act.verb not in {"steal", "move"} or not isinstance(what, Some)):
        return f"{act.verb} cannot be until anything"
    if act.until == "this_leaves" and (at.is_played or at.is_made):
        return "until this card leaves: it is in no stable of theirs"
    if isinstance(what, This):
        return _fault_in_this(act, at)
    if isinstance(what, It):
        return _fault_in_it(act, at)
    return _fault_in_cards(act, what, at)


def _fault_in_this(act: Act, at: Scope) -> str:
    if at.is_played or at.is_made:
        return f"{act.verb}(THIS): this card is not in the stable of the player who does it"
    if act.verb == "move" and at.where == "enters" and not at.has_end:
        return "move(THIS) when it enters, unasked: it would enter for ever"
    is_gone = at.where == "dies"
    is_fit = (act.verb == "bring" and not act.to) if is_gone else act.verb in TO_THIS
    return "" if is_fit else f"{act.verb}(THIS) does nothing where this card is then"


def _fault_in_it(act: Act, at: Scope) -> str:
    if at.it is None:
        return "IT stands for nothing here: only Reveal speaks of a card"
    if act.verb not in TO_IT or act.to:
        return f"the revealed card cannot be the IT of {act.verb}"
    if act.verb == "bring" and kinds_of(at.it, at.known) & ~PERMANENT:
        return "bring(IT): only Unicorn, Upgrade and Downgrade cards can be in a stable"
    return ""


def _fault_in_cards(act: Act, what: Some | All, at: Scope) -> str:
    of = what.of
    if fault := fault_in_filter(of, at.known, act.verb, places=PLACES[act.verb]):
        return fault
    if of.place == "theirs" and not at.has_they:
        return f"{act.verb} looks in that player's stable, but no player was spoken of"
    kinds = kinds_of(of, at.known)
    if act.verb == "bring" and kinds & ~PERMANENT:
        return "bring: only Unicorn, Upgrade and Downgrade cards can be in a stable"
    if act.verb == "bring" and of.place == "nursery" and of != BABY.in_nursery:
        return "bring: there are only Baby Unicorns in the nursery, so write BABY.in_nursery"
    if of.place in STABLES and act.verb not in {*IN_HAND, "take", "bring"} and not kinds & PERMANENT:
        return f"{act.verb}: such cards are never in a stable"
    if act.verb in {*IN_HAND, "take"} and kinds == BABY.kinds:
        return f"{act.verb}: Baby Unicorns are never there"
    if of.is_other and (at.is_played or at.is_made or act.verb in IN_HAND or of.place in {"hand", "nursery"}):
        return f"{act.verb}: this card is never among them, so .other says nothing"
    if isinstance(what, All):
        return (
            f"{act.verb}: one player cannot be chosen for all cards" if act.verb in {"move", "give"} else ""
        )
    return _fault_in_amount(act, what, at)


def _fault_in_amount(act: Act, what: Some, at: Scope) -> str:
    if isinstance(what.n, Same):
        if not at.has_same:
            return "SAME stands for nothing here: it is for the part that follows in Then"
        return f"{act.verb}: write a number" if act.verb in {"move", "give"} else ""
    if act.verb == "move" and what.n > 1:
        return "move: one card at a time"
    return fault_in_number(what.n, f"the number of cards to {act.verb}")


def fault_in_count(count: Count, at: Scope) -> str:
    """Return the fault in an amount that is counted."""
    places = ("yours", "theirs", "others", "hand", "discard", "nursery")
    if fault := fault_in_filter(count.of, at.known, "Count", places=places):
        return fault
    if fault := fault_in_counted(count.of, at):
        return fault
    return fault_in_number(count.less, "what Count leaves out", 0)


def fault_in_counted(of: Filter, at: Scope) -> str:
    """Return the fault in cards that are counted, for a condition or an amount."""
    kinds = kinds_of(of, at.known)
    if of.place == "theirs" and not at.has_they:
        return "that player's stable is counted, but no player was spoken of"
    if of.place in STABLES and not kinds & PERMANENT:
        return "such cards are never in a stable"
    if of.place == "nursery" and of != BABY.in_nursery:
        return "there are only Baby Unicorns in the nursery, so write BABY.in_nursery"
    if of.is_other and (at.is_played or at.is_made or of.place not in {"", "yours"}):
        return "this card is never among those counted, so .other says nothing"
    return ""
