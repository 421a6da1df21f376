"""Whether a card makes sense: what the types of `schema` cannot tell.

A card that could do nothing, or something else than it says, is refused in one sentence when it is read: an
ability that its type never uses, a number that is absurd, "it" or "that player" where nobody was spoken of, a
place where the verb never looks. Of two ways to write one meaning one is refused too, so that each meaning
has one form and different cards have different texts. `sense_of_acts` checks filters and single acts,
`sense_of_traits` what holds all the time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary.abilities import (
    ANY_TURN_BEGINS,
    Cast,
    Each,
    Instead,
    Lands,
    Needs,
    Respond,
    When,
    Whenever,
    While,
)
from stablehand.games.unicorns.vocabulary.nouns import (
    CARD,
    EVERYBODY,
    IT,
    ITS_OWNER,
    OTHERS,
    PERMANENT,
    PICKED,
    THIS,
    All,
    Count,
    It,
    No,
    Same,
    Some,
    This,
)
from stablehand.games.unicorns.vocabulary.sense_of_acts import (
    NO_SAME,
    Known,
    Scope,
    fault_in_act,
    fault_in_condition,
    fault_in_count,
    fault_in_filter,
    fault_in_find,
    fault_in_number,
    fault_in_pick,
    fault_in_reveal,
    kinds_of,
)
from stablehand.games.unicorns.vocabulary.sense_of_events import fault_in_event, scope_of
from stablehand.games.unicorns.vocabulary.sense_of_responses import parts_of_response
from stablehand.games.unicorns.vocabulary.sense_of_traits import LOSSES, fault_in_trait
from stablehand.games.unicorns.vocabulary.verbs import (
    Act,
    Both,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    If,
    Look,
    Make,
    May,
    OneOf,
    Pick,
    PlayIt,
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
    move,
    take,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.abilities import Abilities, Ability
    from stablehand.games.unicorns.vocabulary.nouns import Condition

EMPTY_HAND: Final = No(CARD.in_hand)
OF_THE_TURN: Final = (EndTurn, SkipPhase, ExtraDraw, Plays)
EVERY_TURN: Final = ("turn_begins", "any_turn_begins", "turn_ends", "Each")
LEAVING: Final = ("return", "shrink", "banish")
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
        case Each(event, do):
            return fault_in_event(event, kind, known) or _in(do, scope_of(event, known))
        case Whenever(condition, do):
            at = Scope("Whenever", known)
            places = ("", "hand") if condition == EMPTY_HAND else ("",)  # other cards of a hand are secret
            return fault_in_condition(condition, at, places) or _in(do, at) or _in_whenever(condition, do)
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
        case Respond():
            parts, at, fault = parts_of_response(ability, known)
            return fault or next((fault for part in parts if (fault := _in(part, at))), "")
        case While(trait):
            return fault_in_trait(trait, kind, known)
        case _:
            return ""


def _in_whenever(condition: Condition, do: Word) -> str:
    """Check what is done as long as a condition holds: it must come to an end, or the table is stuck."""
    if condition == EMPTY_HAND and do == move(THIS, "another"):  # to a player with cards (RUL-56)
        return ""
    of = do.what.of if isinstance(do, Act) and isinstance(do.what, Some | All) else None
    if isinstance(do, Act) and (
        do.verb == "sacrifice" or (do.verb in LEAVING and (of is None or of.place == "yours"))
    ):
        return ""
    return "what Whenever does must take cards out of your stable, or it would be done again and again"


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
            return _in_players(word, replace(at, has_same=False), has_same=at.has_same)
        case Then(first):
            return _in_then(word, replace(at, has_same=at.has_same and isinstance(first, Pick)))
        case Reveal():
            return _in_cases(word, replace(at, has_same=False))
        case May(do):
            return _in_may(do, replace(at, has_same=False, has_end=True))
        case If(condition, do):
            at = replace(at, has_same=False)
            return fault_in_condition(condition, at, CONDITION_PLACES) or _in(do, at)
        case _:
            return _in_verb(word, at)


def _in_verb(word: Word, at: Scope) -> str:
    name = type(word).__name__
    if isinstance(word, Counter):
        return "Counter stands only at the beginning of a Respond"
    if isinstance(word, PlayIt):
        return "" if at.has_found else "PlayIt: no card was found"
    if fault := _in_turn_verb(word, at):
        return fault
    if isinstance(word, TO_THEM) and not at.has_they:
        return f"{name} is done to a player, but no player was spoken of"
    match word:
        case Pick():
            return fault_in_pick(word, at)
        case Draw() if "draw" in at.watched and not at.has_end:
            return "Draw whenever somebody draws, unasked: it would never end"
        case Draw(Same()):
            return "" if at.has_same else NO_SAME
        case Draw(Count() as count):
            return fault_in_count(count, at)
        case Draw(int(n)) | ExtraDraw(n) | Pull(n):
            return fault_in_number(n, name)
        case Plays(n):
            return fault_in_number(n, name, 2)
        case Search() | Rob() | Look():
            return fault_in_find(word, at)
        case Recycle(this) if this and (at.where != "Cast" or at.is_made):
            return "only a Magic card shuffles itself into the deck"
        case _:
            return ""


def _in_turn_verb(word: Word, at: Scope) -> str:
    """Return the fault in what is done to the turn that is going on, which must come to an end."""
    name = type(word).__name__
    if word == SkipPhase("begin") and not at.has_turn:
        return "SkipPhase: the beginning phase is skipped only in answer to the beginning of a turn"
    if isinstance(word, OF_THE_TURN) and at.is_made != at.has_turn:
        return f"{name} is about the turn of the player whose turn it is, so that player must do it"
    is_endless = isinstance(word, EndTurn | Recycle) or word == SkipPhase("action")
    if is_endless and at.where in EVERY_TURN and not at.has_end:
        return f"{name} in every turn, unasked and free: the game would never end"
    return ""


def _in_parts(parts: tuple[Word, ...], at: Scope) -> str:
    if len(parts) < 2:
        return "Both needs at least two parts"
    if any(isinstance(part, Both) for part in parts):
        return "Both in Both: write all parts in one"
    for n, part in enumerate(parts):
        if fault := _in(part, at):
            return fault
        at = replace(at, has_same=False)
        if at.where == "Each" and part == take(IT):  # it can be played again
            at = replace(at, it=None, has_found=True)
        elif n and parts[n - 1] == take(IT):
            at = replace(at, has_found=False)
    return ""


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
    if isinstance(first, Pick):
        return replace(
            at, has_they=False, has_owner=False, it=None, has_same=True, has_picked=True, has_end=True
        )
    if not isinstance(first, Act):
        paid = at.has_end or isinstance(first, Draw)
        is_found = isinstance(first, Search) and first.to == "hand"
        at = replace(at, has_picked=False, has_those=_is_discard(first), has_found=is_found)
        return replace(at, has_they=False, has_owner=False, it=None, has_end=paid)
    what = first.what
    of = what.of if isinstance(what, Some | All) else None
    is_one = isinstance(what, Some) and what.n == 1
    is_lost = is_one and first.verb in {"destroy", "return", "steal", "shrink", "banish"}
    is_moved = first.verb in {"move", "give"} and not first.until
    is_one_player = of is not None and of.place == "theirs"  # they are meant before that
    return replace(
        at,
        has_picked=False,
        has_those=_is_discard(first),
        has_they=is_moved
        or is_one_player
        or (is_lost and of is not None and of.place not in {"yours", "boss"}),
        has_owner=is_lost,
        it=at.it if at.where == "Each" and isinstance(what, This) else None,
        has_found=False,
        has_same=of is not None and not is_one,
        has_end=True,
    )


def _is_discard(first: Word) -> bool:
    """Whether a part discards cards and does nothing else, alone or by several players at once."""
    do = first.do if isinstance(first, Make) and first.who in {EVERYBODY, OTHERS} else first
    return isinstance(do, Act) and do.verb == "discard" and isinstance(do.what, Some)


def _in_players(word: Make | With, at: Scope, *, has_same: bool) -> str:
    if word.who == ITS_OWNER and (isinstance(word, With) or not at.has_owner):
        return "ITS_OWNER is nobody here: it is for Make after a card of another player"
    if word.who == PICKED and not at.has_picked:
        return "PICKED is nobody here: it is for the part that follows Pick in Then"
    if isinstance(word, Make):
        if at.is_made:
            return "Make in Make: nobody can tell who acts"
        # "As many" is the same number for all only if they choose at once.
        is_same = has_same and word.who in {EVERYBODY, OTHERS, PICKED} and isinstance(word.do, Act)
        has_turn = at.has_turn and word.who == ITS_OWNER
        at = replace(at, is_made=True, has_same=is_same, has_found=False, has_turn=has_turn)
        return _in(word.do, replace(at, has_they=False, has_owner=False, it=None))
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


def _in_cases(word: Reveal, at: Scope) -> str:
    if fault := fault_in_reveal(word, at):
        return fault
    for of, do in word.cases:
        there = replace(at, it=of, has_found=False, is_in_hand=word.is_drawn, is_hidden=not word.is_open)
        if fault := _in(do, there):
            return fault
        if _uses_it(do) > 1:
            return "Reveal: only one thing is done with the revealed card"
    if not word.is_open and not (len(word.cases) == 1 and isinstance(word.cases[0][1], May)):
        return "Reveal of a hidden card has one case, a May: what happens unasked would tell which card it is"
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
