"""Whether a card makes sense: what the types of `schema` cannot tell.

A card that could do nothing, or something else than it says, is refused in one sentence when it is read: an
ability that its type never uses, a number that is absurd, "it" or "that player" where nobody was spoken of, a
place where the verb never looks. Of two ways to write one meaning one is refused too, so that each meaning
has one form and different cards have different texts. `sense_of_acts` checks filters and single acts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary.abilities import (
    ANY_TURN_BEGINS,
    DESTROYED,
    EVERYTHING,
    SACRIFICED,
    Bar,
    Become,
    Cast,
    Forbid,
    HandLimit,
    Immune,
    Instead,
    Lands,
    Needs,
    Respond,
    When,
    Whenever,
    While,
    Worth,
)
from stablehand.games.unicorns.vocabulary.nouns import (
    CARD,
    ITS_OWNER,
    PERMANENT,
    All,
    AtLeast,
    Count,
    It,
    Same,
    Some,
)
from stablehand.games.unicorns.vocabulary.sense_of_acts import (
    Known,
    Scope,
    fault_in_act,
    fault_in_count,
    fault_in_counted,
    fault_in_filter,
    fault_in_number,
    kinds_of,
)
from stablehand.games.unicorns.vocabulary.verbs import (
    Act,
    Both,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    Foresee,
    If,
    Make,
    May,
    OneOf,
    Peek,
    Plays,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Search,
    SeeHand,
    SkipPhase,
    Then,
    TradeHands,
    With,
    Word,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.abilities import Abilities, Ability, Trait
    from stablehand.games.unicorns.vocabulary.nouns import Condition

BECOMES: Final = ("panda", "shit")
LOSSES: Final = (DESTROYED, SACRIFICED)
OF_THE_TURN: Final = (EndTurn, SkipPhase, ExtraDraw, Plays)
EVERY_TURN: Final = ("turn_begins", "any_turn_begins", "turn_ends")
LEAVING: Final = ("return", "shrink")
TO_THEM: Final = (Pull, Rob, SeeHand, TradeHands)
CONDITION_PLACES: Final = ("", "theirs", "others", "hand", "discard", "nursery")


def nonsense_in(abilities: Abilities, kind: str, known: Known) -> str:
    """Return the first fault of a card of a type (`kind`) as part of a sentence; "" if it makes sense.

    `known`: type and tags of the deck's cards by id; if it is empty, names are not checked.
    """
    casts = sum(isinstance(ability, Cast) for ability in abilities)
    responds = sum(isinstance(ability, Respond) for ability in abilities)
    if kind == "magic" and (casts, len(abilities)) != (1, 1):
        return "a Magic card has one Cast and nothing else"
    if kind == "instant" and (responds, len(abilities)) != (1, 1):
        return "an Instant card has one Respond and nothing else"
    if kind not in {"magic", "instant"} and (casts or responds):
        return f"only a Magic card has Cast and only an Instant card Respond, not one of type {kind}"
    if not abilities:
        return f"a card of type {kind} needs an ability"
    for single in (Needs, Lands):
        if sum(isinstance(ability, single) for ability in abilities) > 1:
            return f"a card has at most one {single.__name__}"
    if len(set(abilities)) < len(abilities):
        return "the same ability stands there twice"
    return next((fault for ability in abilities if (fault := _in_ability(ability, kind, known))), "")


def _in_ability(ability: Ability, kind: str, known: Known) -> str:
    match ability:
        case When(moment, do):
            return _in(do, Scope(moment, known, has_they=moment == ANY_TURN_BEGINS))
        case Whenever(condition, do):
            at = Scope("Whenever", known)
            return _in_condition(condition, at, ("",)) or _in(do, at) or _in_whenever(do)
        case Instead(of, be, do):
            if not be or not set(be) <= set(LOSSES) or len(set(be)) < len(be):
                return f"Instead is of {' or '.join(LOSSES)}, once each, not of {be!r}"
            if of is not None and (fault := fault_in_filter(of, known, "Instead")):
                return fault
            if not isinstance(do, May):
                return "what is done instead must be a May"
            return _in(do, Scope("Instead", known))
        case Needs(of, _):
            if not kinds_of(of, known) & PERMANENT:
                return "Needs asks for a card that is never in a stable"
            return "Needs cannot have .other" if of.is_other else fault_in_filter(of, known, "Needs")
        case Cast(do):
            return _in(do, Scope("Cast", known))
        case Respond(do):
            return _in_response(do, Scope("Respond", known, has_owner=True))
        case While(trait):
            return _in_trait(trait, kind, known)
        case _:
            return ""


def _in_whenever(do: Word) -> str:
    """Check what is done as long as a condition holds: it must come to an end, or the table is stuck."""
    of = do.what.of if isinstance(do, Act) and isinstance(do.what, Some | All) else None
    if isinstance(do, Act) and (
        do.verb == "sacrifice" or (do.verb in LEAVING and (of is None or of.place == "yours"))
    ):
        return ""
    return "what Whenever does must take cards out of your stable, or it would be done again and again"


def _in_response(do: Word, at: Scope) -> str:
    """Check an Instant's effect: it stops the card, alone or as the first of several parts."""
    rest = do.parts[1:] if isinstance(do, Both) else ()
    if not isinstance(do.parts[0] if isinstance(do, Both) and do.parts else do, Counter):
        return "a Respond begins with Counter: an Instant stops the card to which it responds"
    if isinstance(do, Both) and not rest:
        return "Both needs at least two parts"
    return next((fault for part in rest if (fault := _in(part, at))), "")


def _in_trait(trait: Trait, kind: str, known: Known) -> str:
    match trait:
        case Become(becomes) if becomes not in BECOMES:
            return f"Unicorns become {' or '.join(BECOMES)}, not {becomes!r}"
        case Worth(n) if kind not in {"basic", "magical"}:
            return f"Worth({n}): a card of type {kind} is no Unicorn"
        case Worth(n):
            return "Worth(1) is what every Unicorn is" if n == 1 else fault_in_number(n, "Worth", 0)
        case HandLimit(n, is_change):
            if is_change:
                return "HandLimit changes by 0" if n == 0 else fault_in_number(abs(n), "HandLimit")
            return fault_in_number(n, "HandLimit", 0)
        case Immune(of, verbs, by):
            if not verbs or not set(verbs) <= {*LOSSES, EVERYTHING} or len(set(verbs)) < len(verbs):
                return f"Immune is to {', '.join(LOSSES)} or {EVERYTHING}, not to {verbs!r}"
            if EVERYTHING in verbs and len(verbs) > 1:
                return f"Immune to {EVERYTHING} needs no other verb"
            found = [f for f in (of, by) if f is not None]
        case Forbid(of) | Bar(of, _):
            found = [of]
        case _:
            return ""
    name = type(trait).__name__
    if any(of.is_other for of in found):
        return f"{name} cannot have .other"
    return next((fault for of in found if (fault := fault_in_filter(of, known, name))), "")


def _in(word: Word, at: Scope) -> str:
    """Return the first fault in what is done."""
    match word:
        case Act():
            return fault_in_act(word, at)
        case Both(parts):
            return _in_parts(parts, at)
        case OneOf(modes):
            return _in_modes(modes, replace(at, has_same=False, has_end=True))
        case Make() | With():
            return _in_players(word, replace(at, has_same=False))
        case Then():
            return _in_then(word, replace(at, has_same=False))
        case Reveal(cases):
            return _in_cases(cases, replace(at, has_same=False))
        case May(do):
            return _in_may(do, replace(at, has_same=False, has_end=True))
        case If(condition, do):
            at = replace(at, has_same=False)
            return _in_condition(condition, at, CONDITION_PLACES) or _in(do, at)
        case _:
            return _in_verb(word, at)


def _in_verb(word: Word, at: Scope) -> str:
    name = type(word).__name__
    if isinstance(word, Counter):
        return "Counter stands only at the beginning of a Respond"
    if isinstance(word, OF_THE_TURN) and at.is_made:
        return f"{name} is about the turn of the player whose turn it is, so it cannot be in Make"
    if isinstance(word, EndTurn | SkipPhase | Recycle) and at.where in EVERY_TURN and not at.has_end:
        return f"{name} in every turn, unasked and free: the game would never end"
    if isinstance(word, TO_THEM) and not at.has_they:
        return f"{name} is done to a player, but no player was spoken of"
    match word:
        case Draw(Same()):
            return (
                "" if at.has_same else "SAME stands for nothing here: it is for the part that follows in Then"
            )
        case Draw(Count() as count):
            return fault_in_count(count, at)
        case Draw(int(n)) | ExtraDraw(n) | Pull(n) | Peek(n):
            return fault_in_number(n, name)
        case Foresee(n) | Plays(n):
            return fault_in_number(n, name, 2)
        case Search(of) | Rob(of, _):
            if of.is_other:
                return f"{name}: this card is never among them, so .other says nothing"
            if kinds_of(of, at.known) == 1:
                return f"{name}: Baby Unicorns are never there"
            return fault_in_filter(of, at.known, name)
        case Recycle(this) if this and (at.where != "Cast" or at.is_made):
            return "only a Magic card shuffles itself into the deck"
        case _:
            return ""


def _in_parts(parts: tuple[Word, ...], at: Scope) -> str:
    if len(parts) < 2:
        return "Both needs at least two parts"
    if any(isinstance(part, Both) for part in parts):
        return "Both in Both: write all parts in one"
    later = replace(at, has_same=False)
    return next((fault for n, part in enumerate(parts) if (fault := _in(part, later if n else at))), "")


def _in_modes(modes: tuple[Word, ...], at: Scope) -> str:
    if len(modes) < 2 or len(set(modes)) < len(modes):
        return "OneOf needs at least two modes, which differ"
    if any(isinstance(mode, OneOf) for mode in modes):
        return "OneOf in OneOf: write all modes in one"
    return next((fault for mode in modes if (fault := _in(mode, at))), "")


def _in_may(do: Word, at: Scope) -> str:
    if isinstance(do, May | If | Plays):
        name = type(do).__name__
        better = "If(…, May(…))" if isinstance(do, If) else f"{name} alone"
        return f"{name} in May: write {better}"
    return _in(do, at)


def _in_then(word: Then, at: Scope) -> str:
    first = word.first
    if isinstance(first, Then):
        return "Then as the first part of Then: write Then(a, Then(b, c))"
    if isinstance(first, May):
        return "May as the first part of Then: write May(Then(a, b))"
    return _in(first, at) or _in(word.second, _after(first, at))


def _after(first: Word, at: Scope) -> Scope:
    """Return what the second part of Then may speak of: the player whose card it was, or who got it."""
    if not isinstance(first, Act):
        paid = at.has_end or isinstance(first, Draw)
        return replace(at, has_they=False, has_owner=False, it=None, has_end=paid)
    what = first.what
    of = what.of if isinstance(what, Some | All) else None
    is_one = isinstance(what, Some) and what.n == 1
    is_lost = is_one and first.verb in {"destroy", "return", "steal", "shrink"}
    is_moved = first.verb in {"move", "give"} and not first.until
    is_all_of_them = isinstance(what, All) and what.of.place == "theirs" and at.has_they
    return replace(
        at,
        has_they=is_moved or is_all_of_them or (is_lost and of is not None and of.place != "yours"),
        has_owner=is_lost,
        it=None,
        has_same=of is not None and not is_one,
        has_end=True,
    )


def _in_players(word: Make | With, at: Scope) -> str:
    if word.who == ITS_OWNER and (isinstance(word, With) or not at.has_owner):
        return "ITS_OWNER is nobody here: it is for Make after a card of another player"
    if isinstance(word, Make):
        if at.is_made:
            return "Make in Make: nobody can tell who acts"
        return _in(word.do, replace(at, is_made=True, has_they=False, has_owner=False, it=None))
    if at.has_they:
        return "With where a player was spoken of already: nobody can tell who that player is"
    if not _names_them(word.do):
        return "With does nothing to the players whom it names"
    return _in(word.do, replace(at, has_they=True))


def _names_them(word: object) -> bool:
    """Whether a word, outside of Make, speaks of "that player"."""
    match word:
        case Act(_, what, to):
            return to == "their_stable" or (isinstance(what, Some | All) and what.of.place == "theirs")
        case Draw(Count(of)):
            return of.place == "theirs"
        case Both(parts) | OneOf(parts):
            return any(_names_them(part) for part in parts)
        case Then(first, second):
            return _names_them(first) or _names_them(second)
        case If(condition, do):
            return condition.of.place == "theirs" or _names_them(do)
        case May(do):
            return _names_them(do)
        case Reveal(cases):
            return any(_names_them(do) for _, do in cases)
        case _:
            return isinstance(word, TO_THEM)


def _in_cases(cases: tuple[tuple, ...], at: Scope) -> str:  # type: ignore[type-arg]  # pairs of filter and word
    if at.it is not None:
        return "Reveal in Reveal: nobody can tell which card is meant"
    filters = [of for of, _ in cases]
    if not cases or filters[0] == CARD:
        return "Reveal needs a case that some cards fit and others do not"
    if CARD in filters[:-1] or len(set(filters)) < len(filters):
        return "Reveal: a case comes after one that takes all its cards"
    for of, do in cases:
        if of.is_other or kinds_of(of, at.known) == 1:
            return "Reveal: no such card is ever on the deck"
        if fault := fault_in_filter(of, at.known, "Reveal") or _in(do, replace(at, it=of)):
            return fault
        if _uses_it(do) > 1:
            return "Reveal: only one thing is done with the revealed card"
    return ""


def _uses_it(word: object) -> int:
    match word:
        case Act(_, what):
            return int(isinstance(what, It))
        case Both(parts):
            return sum(_uses_it(part) for part in parts)
        case OneOf(modes):
            return max(_uses_it(mode) for mode in modes)
        case Then(first, second):
            return _uses_it(first) + _uses_it(second)
        case May(do) | If(_, do) | With(_, do):
            return _uses_it(do)
        case _:
            return 0


def _in_condition(condition: Condition, at: Scope, places: tuple[str, ...]) -> str:
    name = type(condition).__name__
    if isinstance(condition, AtLeast) and (fault := fault_in_number(condition.n, name)):
        return fault
    return fault_in_filter(condition.of, at.known, name, places=places) or fault_in_counted(condition.of, at)
