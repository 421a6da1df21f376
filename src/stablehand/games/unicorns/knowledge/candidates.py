"""What can be chosen, and what can be done at all.

One module derives both from the words: the options of a decision, whether a "may" is asked, whether a cost
can be paid, whether a card can be played. So offers and refusals cannot contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import protection, traits
from stablehand.games.unicorns.knowledge.aims import FROM, TO, WHOM, declared
from stablehand.games.unicorns.knowledge.counts import unicorns, worth
from stablehand.games.unicorns.knowledge.traits import KEEPS
from stablehand.games.unicorns.state import outlines
from stablehand.games.unicorns.state.bounds import can_draw
from stablehand.games.unicorns.state.outlines import BOSS, HAND, MOVE, THEIRS, THOSE, YOURS, outline_of
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, STEP, in_group
from stablehand.games.unicorns.state.state import DECK, DISCARD, HANDS
from stablehand.games.unicorns.state.zones import one_of_each
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANY_UNICORN,
    ANYONE,
    EVERYBODY,
    ITS_OWNER,
    OTHERS,
    PICKED,
    Act,
    All,
    AtLeast,
    AtMost,
    Both,
    Draw,
    If,
    It,
    Look,
    Make,
    May,
    OneOf,
    Pull,
    Reveal,
    Rob,
    Same,
    Search,
    SeeHand,
    Some,
    Then,
    TradeHands,
    UpTo,
    With,
    Word,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.outlines import Outline
    from stablehand.games.unicorns.state.records import CardNo, Env, Seat, Seats, ZoneNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Condition, Count, Filter

NOWHERE: Final[tuple[ZoneNo, ...]] = ()
OF_A_DRAWN_CARD: Final = ("show", "bring")
"""What can be done with a card that has just been drawn (RUL-70)."""
CHOSEN: Final = (ANYONE, ANOTHER)
"""The destinations among which a player chooses."""


def place_of(s: State, act: Act, of: Filter) -> str:
    """Return where an act's cards are: as written, or as the verb implies ("stables": those of all seats)."""
    return outlines.place_of(s.rules, act, of)


def zones_of(s: State, place: str, env: Env) -> tuple[ZoneNo, ...]:
    """Return the zones a place stands for, in turn order from you."""
    if place in {"theirs", "boss"}:
        seat = env.they if place == "theirs" else env.boss
        return s.rules.places["yours"][seat] if seat != NOBODY else ()
    return s.rules.places[place][env.you]


def _rows(s: State, outline: Outline, env: Env) -> tuple[ZoneNo, ...]:
    """Return the zones that an act may choose from, in turn order from you."""
    if outline.place in (THEIRS, BOSS):
        seat = env.they if outline.place == THEIRS else env.boss
        return s.rules.rows[YOURS][seat] if seat != NOBODY else NOWHERE
    return s.rules.rows[outline.place][env.you]


def candidates(s: State, act: Act, of: Filter, env: Env, enough: i64 = 0) -> list[CardNo]:
    """Return the cards that an act may choose; only one of equal copies outside stables, unless it takes all.

    `enough`: stop when any so many are found; 0: find all.
    """
    outline = outline_of(s, act, env)
    place, mask = outline.place, outline.mask
    targeted = targeted_in(s, env)
    is_linked = env.mode != STEP and len(targeted) > 0
    first_stable: ZoneNo = s.rules.first_stable
    is_kept = s.kinds[env.you] & KEEPS > 0  # perhaps; `can_touch` knows
    home: Seat = env.they if outline.is_for_them else env.you
    but = env.source if of.is_other else played(s, env) if place == HAND else NO_CARD
    aimed_at: Seats = declared(s, env, FROM, act) if env.aims else s.rules.everybody
    found: list[CardNo] = []
    for zone in _rows(s, outline, env):
        is_stable = zone >= first_stable
        if is_stable and not aimed_at >> zone - first_stable & 1:
            continue
        # If no card is protected and none enters a stable, every card that fits as printed may be chosen; and
        # for one that enters a stable only that is asked.
        is_doubtful = (
            (is_kept and (outline.is_kept or outline.is_entering))
            or (is_stable and s.shielded >> zone - first_stable & 1 == 1)
            or outline.verb == MOVE
        )
        for card in s.zones[zone]:
            if not mask[card] or card == but or (is_linked and card in targeted):
                continue
            if is_doubtful:
                if not (is_stable and not traits.still_fits(s, of, card)) and _is_legal(
                    s, outline, card, env
                ):
                    found.append(card)
                continue
            if outline.is_entering and not traits.may_enter(s, card, home):
                continue
            found.append(card)
        if enough and len(found) >= enough:
            return found
    if place != HAND and len(found) > 1:  # a hand is sorted
        found.sort()
    return one_of_each(s, found) if outline.is_outside and len(found) > 1 else found


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
    return _is_legal(s, outline_of(s, act, env), card, env)


def _is_legal(s: State, outline: Outline, card: CardNo, env: Env) -> bool:
    if not can_touch(s, outline.act.verb, card, env):
        return False
    if outline.verb == MOVE:
        return len(destinations(s, outline.act, card, env)) > 0
    if outline.is_entering:
        return traits.may_enter(s, card, env.they if outline.is_for_them else env.you)
    return True


def can_touch(s: State, verb: str, card: CardNo, env: Env) -> bool:
    """Whether nothing protects a card from a verb; a player who removes their own card sacrifices it."""
    if verb == "remove":
        verb = "sacrifice" if s.controller(card) == env.you else "destroy"
    if protection.is_kept(s, env.you, verb):
        return False
    return protection.can_be(s, verb, card, env)


def receiver(s: State, act: Act, env: Env) -> Seat:
    """Return the seat to whose stable or hand the cards of an act go, if that is not chosen."""
    if not act.to:  # as a rule
        return env.you
    if act.to == "their_stable":
        return env.they
    if act.to == "boss":
        return env.boss
    return s.rules.others[env.you][0] if act.to == "left" else env.you


def destinations(s: State, act: Act, card: CardNo, env: Env) -> list[Seat]:
    """Return the seats to whose stable a card can be moved, or to whose hand it can be given."""
    seats = s.rules.others[env.you] if act.to == ANOTHER else s.rules.around[env.you]
    if act.to not in CHOSEN:
        seats = (receiver(s, act, env),)
    if env.aims:
        aimed_at = declared(s, env, TO, act)
        seats = tuple(seat for seat in seats if seat >= 0 and aimed_at >> seat & 1)
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
        for part in parts:  # noqa: SIM110 - compiled, a plain loop is the fastest
            if possible(s, part, env, False, openly):
                return True
        return False
    if isinstance(word, If):
        return holds(s, word.condition, env) and possible(s, word.do, env, False, openly)
    if isinstance(word, (Make, With)):
        return word.who == ITS_OWNER or bool(players(s, word, env))
    if isinstance(word, (Look, Reveal, Search)):
        return can_draw(s) if isinstance(word, Reveal) and word.is_drawn else bool(s.zones[DECK])
    if isinstance(word, (Pull, Rob, SeeHand)):
        if env.they == NOBODY:
            return False
        hand, but = s.hand(env.they), played(s, env)
        return len(hand) > 1 or (len(hand) == 1 and hand[0] != but)
    return not isinstance(word, TradeHands) or env.they != NOBODY


def _can_act(s: State, act: Act, env: Env, in_full: bool, openly: bool) -> bool:
    what = act.what
    if isinstance(what, Some):
        need: i64 = what.n if in_full and isinstance(what.n, int) else 1
        place = outline_of(s, act, env).place
        if place == HAND:
            return _can_act_on_hand(s, act, env, need, openly)
        if place == THOSE:
            return True
        return len(candidates(s, act, what.of, env, 1 if need == 1 else 0)) >= need
    if isinstance(what, All):
        return bool(candidates(s, act, what.of, env, 1))
    if isinstance(what, It):  # unless it has gone where nobody sees it
        if s.rules.catalog.cards[env.source].answers is not None:  # it is still in its stable (RUL-62)
            return s.controller(env.it) != NOBODY
        if s.where[env.it] == HANDS + env.you and act.verb in OF_A_DRAWN_CARD:
            return is_legal(s, act, env.it, env)
        return s.where[env.it] < HANDS and s.known[env.it] == s.rules.public
    return _can_act_on_this(s, act, env)


def _can_act_on_hand(s: State, act: Act, env: Env, need: i64, openly: bool) -> bool:
    targeted = targeted_in(s, env)
    outline = outline_of(s, act, env)
    mask = outline.mask
    but = played(s, env)
    found: i64 = 0
    for card in s.hand(env.you):
        if card == but or (targeted and card in targeted):
            continue
        if openly or (mask[card] and (not outline.is_entering or _is_legal(s, outline, card, env))):
            found += 1
            if found == need:
                return True
    return found >= need


def _can_act_on_this(s: State, act: Act, env: Env) -> bool:
    """Whether the card itself is where the verb needs it: in your stable, or not any more.

    It is brought from anywhere but a stable, and taken from the discard pile only: it may have gone on.
    """
    card = env.source
    if card in targeted_in(s, env):
        return False
    if act.verb == "bring":
        return s.controller(card) == NOBODY and traits.may_enter(s, card, env.you)
    if act.verb == "take":
        return s.where[card] == DISCARD
    if s.pandas[env.you] and s.rules.pandas == "untouchable" and s.rules.catalog.cards[card].is_unicorn:
        return False
    return s.controller(card) == env.you and is_legal(s, act, card, env)


def _can_draw(s: State, word: Draw, env: Env) -> bool:
    return amount(s, word.n, env) > 0 and can_draw(s)


def amount(s: State, n: int | Same | UpTo | Count, env: Env) -> i64:
    """Return an amount: a number, a count of cards, or as many as the part before affected.

    Of "any number" it is what is required, which is none (RUL-68).
    """
    if isinstance(n, int):
        return n
    if isinstance(n, Same):
        return s.ok
    if isinstance(n, UpTo):
        return 0
    found = count(s, n.of, env) - n.less
    return max(0, found)


def count(s: State, of: Filter, env: Env) -> i64:
    """Count cards for a condition or an amount: in stables Unicorns by their worth, others one by one.

    A filter without a place is about your stable.
    """
    place = of.place or "yours"
    but = env.source if of.is_other else played(s, env) if place == "hand" else NO_CARD
    found: i64 = 0
    for zone in zones_of(s, place, env):
        seat = zone - s.rules.first_stable
        if of.kinds == ANY_UNICORN and seat >= 0 and not of.tag and not of.name:
            found += unicorns(s, seat) - (worth(s, seat, but) if but != NO_CARD else 0)
        else:
            found += _count(s, of, s.zones[zone], but)
    return found


def count_cards(s: State, of: Filter, env: Env) -> i64:
    """Count cards one by one; a Unicorn that counts as something else is none (RUL-76)."""
    but = env.source if of.is_other else NO_CARD
    zones = zones_of(s, of.place or "yours", env)
    return sum(card != but and traits.fits(s, of, card) for zone in zones for card in s.zones[zone])


def _count(s: State, of: Filter, cards: list[CardNo], but: CardNo) -> i64:
    mask = s.rules.catalog.mask(of)
    count: i64 = 0
    for card in cards:
        if card != but:
            count += mask[card]
    return count


def holds(s: State, condition: Condition, env: Env) -> bool:
    """Whether a condition is true for you; "no such card" goes by what is printed (RUL-29)."""
    of = condition.of
    if isinstance(condition, AtLeast):
        return count(s, of, env) >= condition.n
    if isinstance(condition, AtMost):
        return count_cards(s, of, env) <= condition.n
    place = of.place or "yours"
    but = env.source if of.is_other else played(s, env) if place == "hand" else NO_CARD
    for zone in zones_of(s, place, env):  # noqa: SIM110 - compiled, a plain loop is the fastest
        if _count(s, of, s.zones[zone], but):
            return False
    return True


def players(s: State, word: Make | With, env: Env) -> list[Seat]:
    """Return the players who can do a word, or to whom it can be done, by public information."""
    found: list[Seat] = []
    for seat in _meant(s, word, env):
        there = env.made(seat, env.is_each) if isinstance(word, Make) else env.about(seat, env.it)
        if possible(s, word.do, there, openly=True):
            found.append(seat)
    return found


def whom(s: State, word: Make | With, env: Env) -> list[Seat]:
    """Return the players who may be chosen: all that are meant, if it would do anything to one (UU-WHO-1)."""
    return sorted(_meant(s, word, env)) if players(s, word, env) else []


def _meant(s: State, word: Make | With, env: Env) -> tuple[Seat, ...]:
    """Return the players that "any player", "another player" and the like stand for."""
    seats = s.rules.others[env.you] if word.who in {ANOTHER, OTHERS} else s.rules.around[env.you]
    if word.who == PICKED:
        return tuple([seat for seat in seats if in_group(env.they, seat)])
    if not env.aims:
        return seats
    aimed_at = declared(s, env, WHOM, word)
    return tuple(seat for seat in seats if aimed_at >> seat & 1)


def is_concerned(word: Make | With, seat: Seat, env: Env) -> bool:
    """Whether a word for several players is for a seat."""
    if word.who == PICKED:
        return in_group(env.they, seat)
    return word.who == EVERYBODY or seat != env.you
