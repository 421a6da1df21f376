"""What can be chosen, and what can be done at all.

One module derives both from the words: the options of a decision, whether a "may" is asked, whether a cost
can be paid, whether a card can be played. So offers and refusals cannot contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.aims import FROM, TO, WHOM, declared
from stablehand.games.unicorns.state.bounds import can_draw
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, STEP
from stablehand.games.unicorns.state.state import DECK
from stablehand.games.unicorns.state.zones import one_of_each
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANY_UNICORN,
    ANYONE,
    EVERYBODY,
    ITS_OWNER,
    OTHERS,
    Act,
    All,
    AtLeast,
    Both,
    Draw,
    Foresee,
    If,
    It,
    Make,
    May,
    OneOf,
    Peek,
    Pull,
    Reveal,
    Rob,
    Same,
    Search,
    SeeHand,
    Some,
    Then,
    TradeHands,
    With,
    Word,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo, Env, ZoneNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Condition, Count, Filter

INTO_STABLE: Final = ("steal", "bring", "move")
PLACE_OF_VERB: Final = {
    "sacrifice": "yours", "discard": "hand", "give": "hand", "take": "discard", "steal": "others",
}  # fmt: skip
OUTSIDE: Final = ("hand", "discard", "nursery")


def place_of(s: State, act: Act, of: Filter) -> str:
    """Return where an act's cards are: as written, or as the verb implies ("stables": those of all seats)."""
    if of.place:
        return of.place
    if act.verb == "destroy":
        return "stables" if s.rules.destroy_scope == "any" else "others"
    return PLACE_OF_VERB.get(act.verb, "stables")


def zones_of(s: State, place: str, env: Env) -> tuple[ZoneNo, ...]:
    """Return the zones a place stands for, in turn order from you."""
    if place == "theirs":
        return s.rules.places["yours"][env.they] if env.they != NOBODY else ()
    return s.rules.places[place][env.you]


def candidates(s: State, act: Act, of: Filter, env: Env, enough: int = 0) -> list[CardNo]:
    """Return the cards that an act may choose; only one of equal copies outside stables, unless it takes all.

    `enough`: stop when any so many are found; 0: find all.
    """
    place = place_of(s, act, of)
    targeted = targeted_in(s, env)
    is_linked = len(targeted) > 0
    first_stable = s.rules.first_stable
    mask = s.rules.catalog.mask(of)
    is_entering = act.verb in INTO_STABLE
    but = env.source if of.is_other else played(s, env) if place == "hand" else NO_CARD
    aimed_at = declared(s, env, FROM, act) if env.aims else s.rules.everybody
    found: list[CardNo] = []
    for zone in zones_of(s, place, env):
        is_stable = zone >= first_stable
        if is_stable and not aimed_at >> zone - first_stable & 1:
            continue
        # If no card is protected and none enters a stable, every card that fits as printed may be chosen.
        is_doubtful = is_entering or (is_stable and s.shielded >> zone - first_stable & 1 == 1)
        for card in s.zones[zone]:
            if not mask[card] or card == but or (is_linked and card in targeted):
                continue
            if is_doubtful and not (
                (not is_stable or traits.fits(s, of, card)) and is_legal(s, act, card, env)
            ):
                continue
            found.append(card)
        if enough and len(found) >= enough:
            return found
    if place != "hand" and len(found) > 1:  # a hand is sorted
        found.sort()
    return one_of_each(s, found) if place in OUTSIDE and not isinstance(act.what, All) else found


def played(s: State, env: Env) -> CardNo:
    """Return the card that is being played, which does not count as a card of the hand (UU-IMP-2).

    A Magic card is still in the hand when the rules check whether it can be played. If the source of another
    effect is in the hand, it came back from a stable and counts like every card there (UU-EFF-5).
    """
    source = env.source
    return source if source != NO_CARD and s.rules.catalog.cards[source].cast is not None else NO_CARD


def targeted_in(s: State, env: Env) -> set[CardNo] | tuple[()]:
    """Return the cards already chosen in this link: none may be chosen twice (UU-EFF-4)."""
    if env.mode == STEP:
        return ()
    return {card for change in s.plan for card in change.cards}


def is_legal(s: State, act: Act, card: CardNo, env: Env) -> bool:
    """Whether a verb may affect a card where it is, and move it to its destination."""
    if not can_touch(s, act.verb, card, env):
        return False
    if act.verb == "move":
        return bool(destinations(s, act, card, env))
    if act.verb in INTO_STABLE:
        return traits.may_enter(s, card, env.they if act.to == "their_stable" else env.you)
    return True


def can_touch(s: State, verb: str, card: CardNo, env: Env) -> bool:
    """Whether nothing protects a card from a verb; a player who removes their own card sacrifices it."""
    if verb == "remove":
        verb = "sacrifice" if s.controller(card) == env.you else "destroy"
    return traits.can_be(s, verb, card, env.source)


def destinations(s: State, act: Act, card: CardNo, env: Env) -> list[Seat]:
    """Return the seats to whose stable a card can be moved, or to whose hand it can be given."""
    around = s.rules.others[env.you] if act.to == ANOTHER else s.rules.around[env.you]
    seats = (env.they,) if act.to == "their_stable" else around
    if env.aims:
        aimed_at = declared(s, env, TO, act)
        seats = tuple(seat for seat in seats if aimed_at >> seat & 1)
    if act.verb == "give":  # "any player" includes you (UU-WHO-1)
        return sorted(seats)
    holder = s.controller(card)
    return sorted(seat for seat in seats if seat != holder and traits.may_enter(s, card, seat))


# What can be done.


def possible(s: State, word: Word, env: Env, in_full: bool = False, openly: bool = False) -> bool:
    """Whether a word would do anything.

    `in_full`: a cost must be paid in full (UU-IMP-1). `openly`: judge by public information only, to decide
    whether a seat is asked at all; the cards of its hand then count as suitable.
    """
    # A chain of tests: compiled, it takes half the time of a table of functions.
    if isinstance(word, Act):
        return _can_act(s, word, env, in_full, openly)
    if isinstance(word, May):
        return possible(s, word.do, env, True, openly)
    if isinstance(word, Then):
        return possible(s, word.first, env, in_full, openly)
    if isinstance(word, Draw):
        return _can_draw(s, word, env)
    if isinstance(word, (Both, OneOf)):
        parts = word.parts if isinstance(word, Both) else word.modes
        return any(possible(s, part, env, False, openly) for part in parts)
    if isinstance(word, If):
        return holds(s, word.condition, env) and possible(s, word.do, env, False, openly)
    if isinstance(word, (Make, With)):
        return word.who == ITS_OWNER or bool(players(s, word, env))
    if isinstance(word, (Peek, Foresee, Reveal, Search)):
        return bool(s.zones[DECK])
    if isinstance(word, (Pull, Rob, SeeHand)):
        but = played(s, env)
        return env.they != NOBODY and any(card != but for card in s.hand(env.they))
    return not isinstance(word, TradeHands) or env.they != NOBODY


def _can_act(s: State, act: Act, env: Env, in_full: bool, openly: bool) -> bool:
    what = act.what
    if isinstance(what, Some):
        need = what.n if in_full and isinstance(what.n, int) else 1
        if place_of(s, act, what.of) == "hand":
            return _can_act_on_hand(s, act, what.of, env, need, openly)
        return len(candidates(s, act, what.of, env, int(need == 1))) >= need
    if isinstance(what, All):
        return bool(candidates(s, act, what.of, env, 1))
    return isinstance(what, It) or _can_act_on_this(s, act, env)


def _can_act_on_hand(s: State, act: Act, of: Filter, env: Env, need: int, openly: bool) -> bool:
    targeted = targeted_in(s, env)
    mask = s.rules.catalog.mask(of)
    is_entering = act.verb in INTO_STABLE
    but = played(s, env)
    found = 0
    for card in s.hand(env.you):
        if card == but or (targeted and card in targeted):
            continue
        if openly or (mask[card] and (not is_entering or is_legal(s, act, card, env))):
            found += 1
            if found == need:
                return True
    return found >= need


def _can_act_on_this(s: State, act: Act, env: Env) -> bool:
    """Whether the card itself is where the verb needs it: in your stable, or in none if it is brought."""
    card = env.source
    if card in targeted_in(s, env):
        return False
    if act.verb == "bring":
        return s.controller(card) == NOBODY and traits.may_enter(s, card, env.you)
    if s.pandas[env.you] and s.rules.pandas == "untouchable" and s.rules.catalog.cards[card].is_unicorn:
        return False
    return s.controller(card) == env.you and is_legal(s, act, card, env)


def _can_draw(s: State, word: Draw, env: Env) -> bool:
    return amount(s, word.n, env) > 0 and can_draw(s)


def amount(s: State, n: int | Same | Count, env: Env) -> int:
    """Return an amount: a number, a count of cards, or as many as the part before affected."""
    if isinstance(n, int):
        return n
    if isinstance(n, Same):
        return s.ok
    return max(0, count(s, n.of, env) - n.less)


def count(s: State, of: Filter, env: Env) -> int:
    """Count cards for a condition or an amount: in stables Unicorns by their worth, others one by one.

    A filter without a place is about your stable.
    """
    place = of.place or "yours"
    but = env.source if of.is_other else played(s, env) if place == "hand" else NO_CARD
    found = 0
    for zone in zones_of(s, place, env):
        seat = zone - s.rules.first_stable
        if of.kinds == ANY_UNICORN and seat >= 0 and not of.tag and not of.name:
            found += traits.unicorns(s, seat) - (traits.worth(s, seat, but) if but != NO_CARD else 0)
        else:
            found += _count(s, of, s.zones[zone], but)
    return found


def _count(s: State, of: Filter, cards: list[CardNo], but: CardNo) -> int:
    mask = s.rules.catalog.mask(of)
    count = 0
    for card in cards:
        if card != but:
            count += mask[card]
    return count


def holds(s: State, condition: Condition, env: Env) -> bool:
    """Whether a condition is true for you; "no such card" goes by what is printed (RUL-29)."""
    of = condition.of
    if isinstance(condition, AtLeast):
        return count(s, of, env) >= condition.n
    place = of.place or "yours"
    but = env.source if of.is_other else played(s, env) if place == "hand" else NO_CARD
    for zone in zones_of(s, place, env):  # noqa: SIM110 - compiled, a plain loop is the fastest
        if _count(s, of, s.zones[zone], but):
            return False
    return True


def players(s: State, word: Make | With, env: Env) -> list[Seat]:
    """Return the players who can do a word, or to whom it can be done, by public information."""
    found = []
    for seat in _meant(s, word, env):
        there = env.but(you=seat, boss=env.you) if isinstance(word, Make) else env.but(they=seat)
        if possible(s, word.do, there, openly=True):
            found.append(seat)
    return found


def whom(s: State, word: Make | With, env: Env) -> list[Seat]:
    """Return the players who may be chosen: all that are meant, if it would do anything to one (UU-WHO-1)."""
    return sorted(_meant(s, word, env)) if players(s, word, env) else []


def _meant(s: State, word: Make | With, env: Env) -> tuple[Seat, ...]:
    """Return the players that "any player", "another player" and the like stand for."""
    seats = s.rules.others[env.you] if word.who in {ANOTHER, OTHERS} else s.rules.around[env.you]
    if not env.aims:
        return seats
    aimed_at = declared(s, env, WHOM, word)
    return tuple(seat for seat in seats if aimed_at >> seat & 1)


def must_be_possible(s: State, word: Word, env: Env) -> bool:
    """Whether a Magic card may be played under the rule that its effect must be possible (UU-IMP-2, RUL-12).

    Every instruction up to the player's own first one must be possible; instructions to all players are never
    required to be, and an "if" that is not met asks for nothing.
    """
    match word:
        case Both(parts):
            for part in parts:
                if isinstance(part, Make) and part.who in {EVERYBODY, OTHERS}:
                    continue
                if not must_be_possible(s, part, env):
                    return False
                if not (isinstance(part, Make) and part.who in {ANYONE, ANOTHER}):
                    return True
            return True
        case Then(first, _):
            return must_be_possible(s, first, env)
        case If(condition, do):
            return not holds(s, condition, env) or must_be_possible(s, do, env)
        case Make(who, _) | With(who, _) if who in {EVERYBODY, OTHERS}:
            return True
        case _:
            return possible(s, word, env)
