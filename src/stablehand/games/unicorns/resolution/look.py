"""Verbs that look at cards before the choice: in the deck, in a hand, on top of the deck.

The choice depends on what was seen, so within a link it is deferred to the next link (UU-EFF-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.aims import TO, declared
from stablehand.games.unicorns.knowledge.candidates import possible
from stablehand.games.unicorns.knowledge.traits import may_enter
from stablehand.games.unicorns.resolution.apply import do_part
from stablehand.games.unicorns.resolution.asking import ask, yes_no
from stablehand.games.unicorns.resolution.choose import step_plain
from stablehand.games.unicorns.resolution.control import step_may
from stablehand.games.unicorns.resolution.machine import STEPS, do_now, push, step_of
from stablehand.games.unicorns.resolution.plan import defer, why
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, STEP, Change, Frame, Request
from stablehand.games.unicorns.state.state import DECK, FINISH, HANDS, NO, SEAT0, YES
from stablehand.games.unicorns.state.zones import distinct, known_copy
from stablehand.games.unicorns.vocabulary import Look, Reveal, Rob, Search

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo, Env, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter


def _look_first(s: State, f: Frame) -> bool:
    """Look before choosing; return True if the step is finished for now and the choice has to wait."""
    if f.pc == 0:
        if possible(s, f.word, f.env):
            push(s, f.word, f.env, 1)
            do_part(s, Change(f.word, f.env, to=f.env.they))
        else:
            s.ok = 0
        return True
    if f.pc == 1 and any(change.word == f.word for change in s.plan[f.env.base :]):
        defer(s, f)
        return True
    if f.pc == 1 and not _has_seen(s, f.env.you, _seen_cards(s, f)):
        push(s, f.word, f.env, 0)  # another effect of the link has changed the cards: look again
        return True
    return False


def _has_seen(s: State, seat: Seat, cards: list[CardNo]) -> bool:
    known = s.known
    for card in cards:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if not known[card] >> seat & 1:
            return False
    return True


def _seen_cards(s: State, f: Frame) -> list[CardNo]:
    """Return the cards that are looked at."""
    match f.word:
        case Rob():
            return s.hand(f.env.they)
        case Look(n):
            return s.zones[DECK][-n:]
        case Reveal(is_drawn=is_drawn):
            return [] if is_drawn else s.zones[DECK][-1:]
        case _:
            return s.zones[DECK]


def step_search(s: State, f: Frame) -> None:
    """Look through the deck; the player may always choose to find nothing (UU-KEY-search).

    What goes into a stable is brought there: what may not enter is not offered (RUL-75).
    """
    word, env = f.word, f.env
    assert isinstance(word, Search)
    if _look_first(s, f):
        return
    if f.pc == 1:
        mask = s.rules.catalog.mask(word.of)
        deck = [card for card in s.zones[DECK] if mask[card]]
        if word.to == "stable":
            deck = [card for card in deck if may_enter(s, card, env.you)]
        elif word.to != "hand":
            deck = [card for card in deck if _homes(s, word, card, env)]
        push(s, word, env, 2)
        ask(s, _found_request(s, word, env, deck))
    elif f.pc == 3:  # the stable has been chosen
        do_part(s, Change(word, env, f.data, to=s.picked[0][0] - SEAT0, stage=1))
    else:
        cards = tuple([pick for pick in s.picked[0] if pick != FINISH])
        if word.to == "any_stable" and cards:
            push(s, word, env, 3, cards)
            homes = tuple([SEAT0 + seat for seat in _homes(s, word, cards[0], env)])
            ask(s, Request(env.you, Kind.SEAT, homes, why(s, env)))
        else:
            s.about = (env.you, cards[0] if len(cards) == 1 else NO_CARD)
            do_part(s, Change(word, env, cards, to=env.you, stage=1))


STEPS[Search] = step_search


def _found_request(s: State, word: Search, env: Env, deck: list[CardNo]) -> Request:
    """Return the request for what is found among these cards of the deck."""
    most = max(1, min(word.n, len(deck)))
    found, alike = tuple(distinct(s, deck)), NO_CARDS
    if word.n != 1:
        found = tuple(sorted(deck))
        alike = tuple([s.rules.catalog.twins[card][0] for card in found])
    return Request(env.you, Kind.CARD, found, why(s, env), 0, most, (FINISH,), DECK, word.of, alike)


def _homes(s: State, word: Search, card: CardNo, env: Env) -> list[Seat]:
    """Return the seats whose stable a card of the deck can be brought into, of those declared (UU-PLAY-4)."""
    aimed_at = declared(s, env, TO, word)
    return [seat for seat in range(s.rules.seats) if aimed_at >> seat & 1 and may_enter(s, card, seat)]


@step_of(Rob)
def _rob(s: State, f: Frame) -> None:
    """Look at their hand and choose a card."""
    word, env = f.word, f.env
    assert isinstance(word, Rob)
    if _look_first(s, f):
        return
    if f.pc == 1:
        hand = s.hand(env.they)
        mask = s.rules.catalog.mask(word.of)
        found = tuple(distinct(s, [card for card in hand if mask[card]]))
        if not found:
            s.ok = 0
            return
        push(s, word, env, 2)
        ask(s, Request(env.you, Kind.CARD, found, why(s, env), zone=HANDS + env.they, of=word.of))
    else:
        do_part(s, Change(word, env, (known_copy(s, s.picked[0][0]),), to=env.they, stage=1))


@step_of(Look)
def _look(s: State, f: Frame) -> None:
    """Look at the top cards; choose those to take, then in which order the others lie, or who gets them."""
    word, env = f.word, f.env
    assert isinstance(word, Look)
    if not word.take and word.rest == "same":  # nothing is chosen
        step_plain(s, f)
        return
    if _look_first(s, f):
        return
    top = s.zones[DECK][-word.n :]
    if not top:  # another effect has emptied the deck since
        s.ok = 0
        return
    take, chosen, to = min(word.take, len(top)), f.data, NOBODY
    if f.pc > 1 and word.rest == "give" and len(chosen) == take:
        to = s.picked[0][0] - SEAT0
    elif f.pc > 1:
        chosen = (*chosen, *s.picked[0])
    left = [card for card in reversed(top) if card not in chosen]
    if len(chosen) < take:
        request = _request_for_top(s, env, left, take)
    elif word.rest == "any_order" and len(left) > 1:
        request = _request_for_top(s, env, left, 1)
    elif word.rest == "give" and left and to == NOBODY:
        seats = tuple([SEAT0 + seat for seat in sorted(s.rules.others[env.you])])
        request = Request(env.you, Kind.SEAT, seats, why(s, env))
    else:
        do_part(s, Change(word, env, (*chosen, *left), to=to, stage=1))
        return
    push(s, word, env, f.pc + 1, chosen)
    ask(s, request)


def _request_for_top(s: State, env: Env, cards: list[CardNo], n: int) -> Request:
    """Return the request for so many of the cards on top of the deck."""
    if n == 1:
        return Request(env.you, Kind.CARD, tuple(distinct(s, cards)), why(s, env), zone=DECK, of=_TOP)
    found = tuple(sorted(cards))
    alike = tuple([s.rules.catalog.twins[card][0] for card in found])
    return Request(env.you, Kind.CARD, found, why(s, env), n, n, (), DECK, _TOP, alike)


@step_of(Reveal)
def _reveal(s: State, f: Frame) -> None:
    """Reveal the top card, or draw a card, and do what the matching case says (RUL-70)."""
    word, env = f.word, f.env
    assert isinstance(word, Reveal)
    if f.pc == 2:  # of a card that others do not see
        step_may(s, Frame(word.cases[0][1], 1, env, (), None))
        return
    if _look_first(s, f):
        return
    card = _revealed(s, f)
    if card == NO_CARD:
        s.ok = 0
        return
    there = env.but(it=card)
    if not word.is_open:
        push(s, word, there, 2)
        ask(s, offer_of(s, word, there))
        return
    for of, do in word.cases:
        if s.rules.catalog.matches(of, card):
            do_now(s, do, there)
            return
    s.ok = 0


def _revealed(s: State, f: Frame) -> CardNo:
    """Return the card that was revealed, or NO_CARD if another effect has emptied the deck since.

    A card that was drawn is the last thing spoken of; in a link the frame has kept it.
    """
    assert isinstance(f.word, Reveal)
    if not f.word.is_drawn:
        return s.zones[DECK][-1] if s.zones[DECK] else NO_CARD
    card = s.about[1] if f.env.mode == STEP else f.env.it
    return card if card != NO_CARD and s.where[card] == HANDS + f.env.you else NO_CARD


def offer_of(s: State, word: Reveal, env: Env) -> Request:
    """Return the question about a drawn card, IT, that others do not see: it is asked whatever card it is."""
    [(of, do)] = word.cases
    is_meant = s.rules.catalog.matches(of, env.it) and possible(s, do, env)
    return yes_no(env.you, why(s, env), (YES, NO) if is_meant else (NO,))


_TOP: Final[Filter | None] = None
NO_CARDS: Final[tuple[CardNo, ...]] = ()
