"""Whether filters, numbers and single acts make sense; each fault is one sentence without its full stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from stablehand.games.unicorns.vocabulary.nouns import (
    ANY_CARD,
    ANY_UNICORN,
    BABY,
    CARD,
    DRAGON,
    IT,
    KINDS,
    NARWHAL,
    NEIGH,
    NIGHTMARE,
    NSFW,
    PERMANENT,
    UNICORN,
    All,
    AtLeast,
    AtMost,
    Count,
    Filter,
    It,
    Same,
    Some,
    This,
    UpTo,
)
from stablehand.games.unicorns.vocabulary.verbs import Act, Look, Search

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.nouns import Condition
    from stablehand.games.unicorns.vocabulary.verbs import Pick, Reveal, Rob

Known: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]
"""The cards of a deck by id: type and tags."""

MOST: Final = 20
"""The highest number on a card that is not absurd."""
NO_SAME: Final = "SAME stands for nothing here: it is for the part that follows in Then"
TAGS: Final = (NEIGH.tag, NARWHAL.tag, DRAGON.tag, NSFW.tag, NIGHTMARE.tag)
STABLES: Final = ("", "yours", "theirs", "others")
PLACES: Final[dict[str, tuple[str, ...]]] = {
    "destroy": ("", "theirs", "boss"), "remove": ("", "theirs"), "sacrifice": ("",), "discard": ("",),
    "steal": ("", "theirs", "boss"), "bring": ("hand", "discard", "nursery"), "take": ("", "those"),
    "give": ("",), "return": STABLES, "move": STABLES, "shrink": STABLES,
    "banish": STABLES, "bury": ("yours", "hand"),
}  # fmt: skip
"""Where each verb may look; what it implies is not written (see the package)."""
DESTINATIONS: Final[dict[str, tuple[str, ...]]] = {
    "bring": ("", "their_stable"), "give": ("anyone", "another", "boss", "left"),
    "move": ("anyone", "another", "their_stable"), "bury": ("", "shuffled"),
}  # fmt: skip
INTO_STABLES: Final = ("steal", "bring", "move", "return")
IN_HAND: Final = ("discard", "give")
TO_THIS: Final = ("sacrifice", "return", "move", "shrink")
TO_GONE: Final = ("bring", "take")
"""What can be done to this card in its stable, and when it has left."""
TO_IT: Final = ("bring", "discard", "take", "show")


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
    is_in_hand: bool = False
    """IT was drawn, and so is in the hand."""
    is_hidden: bool = False
    """Only its player has seen IT."""
    has_found: bool = False
    """A card was found that can be played: what is IT for `PlayIt`."""
    has_same: bool = False
    has_those: bool = False
    """Whether cards have just been discarded."""
    has_picked: bool = False
    """Whether several players have been chosen."""
    is_made: bool = False
    """Inside `Make`."""
    watched: tuple[str, ...] = ()
    """What the ability waits for, inside `Each`."""
    has_turn: bool = False
    """Whether ITS_OWNER is the player whose turn begins; in Make, whether that player does it."""
    has_end: bool = False
    """Somebody chose it or paid for it, so that it cannot be done in every turn for ever."""

    @property
    def is_coming(self) -> bool:
        """Whether the ability watches cards enter or leave."""
        return "enter" in self.watched or "leave" in self.watched

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


def fault_in_mute(what: str, of: Filter, kind: str) -> str:
    """Return the fault in the cards that a card of a type mutes: Unicorns, or kinds other than its own."""
    if of == UNICORN:
        return ""
    if what != "all" or not _is_plain(of):
        return "Mute is of Unicorn cards or, with all, of Upgrade or Downgrade cards"
    return f"Mute: a card of type {kind} would take away its own effect" if of.kinds & KINDS[kind] else ""


def fault_in_share(of: Filter, kind: str) -> str:
    """Return the fault in the cards that a card of a type lets act for all: its own kind is none."""
    if not _is_plain(of):
        return "Share is of Upgrade or Downgrade cards"
    return f"Share: a card of type {kind} would share itself" if of.kinds & KINDS[kind] else ""


def _is_plain(of: Filter) -> bool:
    """Whether a filter is of Upgrade or Downgrade cards and says nothing else."""
    return bool(of.kinds) and of == Filter(of.kinds & PERMANENT & ~ANY_UNICORN)


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
    if act.verb in INTO_STABLES and at.is_coming and not is_asked:
        return f"{act.verb} whenever a card comes or goes, unasked or by others: it would never end"
    if act.verb in at.watched and not is_asked and not isinstance(what, This):
        return f"{act.verb} whenever that is done, unasked or by others: it would never end"
    if act.to not in DESTINATIONS.get(act.verb, ("",)):
        told = " or ".join(repr(to) for to in DESTINATIONS.get(act.verb, ("",)))
        return f"{act.verb} goes to {told}, not to {act.to!r}"
    if act.to == "their_stable" and not at.has_they:
        return f"{act.verb} goes to that player's stable, but no player was spoken of"
    if act.to == "boss" and not at.is_made:
        return "give to the boss: nobody makes this player do it"
    if act.until and (act.verb not in {"steal", "move"} or not isinstance(what, Some)):
        return f"{act.verb} cannot be until anything"
    if act.until == "this_leaves" and (at.is_played or at.is_made):
        return "until this card leaves: it is in no stable of theirs"
    if act.verb == "show" and not (isinstance(what, It) and at.is_hidden):
        return "only a card that was drawn unseen can be shown"
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
    is_gone = at.where in {"dies", "is_destroyed", "leaves"}
    is_fit = (act.verb in TO_GONE and not act.to) if is_gone else act.verb in TO_THIS
    return "" if is_fit else f"{act.verb}(THIS) does nothing where this card is then"


def _fault_in_it(act: Act, at: Scope) -> str:
    if at.it is None:
        return "IT stands for nothing here: only Reveal speaks of a card"
    if at.where == "Each":
        return "" if act == Act("take", IT) else "a card that was played can only be taken back"
    if act.verb == "take" and at.is_in_hand:
        return "take(IT): a card that was drawn is in the hand"
    if act.verb not in TO_IT or act.to:
        return f"the revealed card cannot be the IT of {act.verb}"
    if act.verb == "bring" and kinds_of(at.it, at.known) & ~PERMANENT:
        return "bring(IT): only Unicorn, Upgrade and Downgrade cards can be in a stable"
    return ""


def _fault_in_cards(act: Act, what: Some | All, at: Scope) -> str:
    of = what.of
    if fault := fault_in_filter(of, at.known, act.verb, places=PLACES[act.verb]):
        return fault
    if of.place == "those" and (not at.has_those or act.what != Some(1, CARD.those)):
        return "take(a(CARD.those)) is for the part that follows a discard in Then"
    if of.place == "theirs" and not at.has_they:
        return f"{act.verb} looks in that player's stable, but no player was spoken of"
    if of.place == "boss" and not at.is_made:
        return f"{act.verb} looks in the stable of the boss, but nobody makes this player do it"
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
            return NO_SAME
        return f"{act.verb}: write a number" if act.verb in {"move", "give"} else ""
    if isinstance(what.n, UpTo):
        if act.verb in {"move", "give"}:
            return f"{act.verb}: write a number"
        return "" if what.n.most is None else fault_in_number(what.n.most, "UpTo")
    if act.verb == "move" and what.n > 1:
        return "move: one card at a time"
    return fault_in_number(what.n, f"the number of cards to {act.verb}")


def fault_in_pick(word: Pick, at: Scope) -> str:
    """Return the fault in choosing several players."""
    if at.is_made or at.has_they:
        return "Pick is for the player of the card, before anybody is spoken of"
    if isinstance(word.n, Same):
        return "" if at.has_same else NO_SAME
    return "" if word.n.most is None else fault_in_number(word.n.most, "Pick")


def fault_in_reveal(word: Reveal, at: Scope) -> str:
    """Return the fault in the cards that the cases of a revealed card are about."""
    if at.it is not None:
        return "Reveal in Reveal: nobody can tell which card is meant"
    if not word.is_open and not word.is_drawn:
        return "Reveal of a card on the deck is open: nobody looks at it first"
    filters = [of for of, _ in word.cases]
    if not filters or filters[0] == CARD:
        return "Reveal needs a case that some cards fit and others do not"
    if CARD in filters[:-1] or len(set(filters)) < len(filters):
        return "Reveal: a case comes after one that takes all its cards"
    if any(of.is_other or kinds_of(of, at.known) == BABY.kinds for of in filters):
        return "Reveal: no such card is ever on the deck"
    return next((fault for of in filters if (fault := fault_in_filter(of, at.known, "Reveal"))), "")


def fault_in_find(word: Search | Rob | Look, at: Scope) -> str:
    """Return the fault in what is looked for, or looked at, in the deck or in a hand."""
    if isinstance(word, Look):
        return _fault_in_look(word)
    name, of = type(word).__name__, word.of
    if isinstance(word, Search) and (fault := _fault_in_search(word, at)):
        return fault
    if of.is_other:
        return f"{name}: this card is never among them, so .other says nothing"
    if kinds_of(of, at.known) == BABY.kinds:
        return f"{name}: Baby Unicorns are never there"
    return fault_in_filter(of, at.known, name)


def _fault_in_look(word: Look) -> str:
    """Return the fault in a look at the top of the deck: how many cards, how many of them to take."""
    if fault := fault_in_number(word.n, "Look"):
        return fault
    if not 0 <= word.take < word.n:
        return f"Look takes 0 to {word.n - 1} of {word.n} cards, not {word.take}; to take all is to draw"
    if word.rest == "any_order" and word.n - word.take < 2:
        return 'Look: one card has no order, so write "same"'
    return ""


def _fault_in_search(word: Search, at: Scope) -> str:
    """Return the fault in how many cards are sought, or in what is brought into a stable."""
    if word.n != 1 and (word.to != "stable" or fault_in_number(word.n, "Search", 2)):
        return f"Search finds one card or, for your stable, 2 to {MOST}"
    if word.to == "hand":
        return ""
    if kinds_of(word.of, at.known) & ~PERMANENT:
        return "Search: only Unicorn, Upgrade and Downgrade cards can be in a stable"
    if at.is_coming and not at.has_end:
        return "Search whenever a card comes or goes, unasked: it would never end"
    return ""


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


def fault_in_condition(condition: Condition, at: Scope, places: tuple[str, ...]) -> str:
    """Return the fault in a condition."""
    name = type(condition).__name__
    if isinstance(condition, AtLeast | AtMost) and (fault := fault_in_number(condition.n, name)):
        return fault
    return fault_in_filter(condition.of, at.known, name, places=places) or fault_in_counted(condition.of, at)
