"""Verbs that look at cards before the choice: in the deck, in a hand, on top of the deck.

The choice depends on what was seen, so within a link it is deferred to the next link (UU-EFF-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.candidates import possible
from stablehand.games.unicorns.resolution.apply import do_part
from stablehand.games.unicorns.resolution.machine import ask, do_now, push, step_of
from stablehand.games.unicorns.resolution.plan import defer, why
from stablehand.games.unicorns.state.records import Change, Frame, Request
from stablehand.games.unicorns.state.state import DECK, FINISH, HANDS
from stablehand.games.unicorns.state.zones import distinct, known_copy
from stablehand.games.unicorns.vocabulary import Foresee, Reveal, Rob, Search

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo
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
    if f.pc == 1 and any(not s.known[card] >> f.env.you & 1 for card in _seen_cards(s, f)):
        push(s, f.word, f.env, 0)  # another effect of the link has changed the cards: look again
        return True
    return False


def _seen_cards(s: State, f: Frame) -> list[CardNo]:
    """Return the cards that are looked at."""
    match f.word:
        case Rob():
            return s.hand(f.env.they)
        case Foresee(n):
            return s.zones[DECK][-n:]
        case Reveal():
            return s.zones[DECK][-1:]
        case _:
            return s.zones[DECK]


@step_of(Search)
def _search(s: State, f: Frame) -> None:
    """Look through the deck; the player may always choose to find nothing (UU-KEY-search)."""
    word, env = f.word, f.env
    assert isinstance(word, Search)
    if _look_first(s, f):
        return
    if f.pc == 1:
        found = tuple(distinct(s, (c for c in s.zones[DECK] if s.rules.catalog.matches(word.of, c))))
        push(s, word, env, 2)
        ask(s, Request(env.you, Kind.CARD, found, why(s, env), 0, 1, (FINISH,), DECK, word.of))
    else:
        pick = s.picked[0][0]
        do_part(s, Change(word, env, () if pick == FINISH else (pick,), stage=1))


@step_of(Rob)
def _rob(s: State, f: Frame) -> None:
    """Look at their hand and choose a card."""
    word, env = f.word, f.env
    assert isinstance(word, Rob)
    if _look_first(s, f):
        return
    if f.pc == 1:
        hand = s.hand(env.they)
        found = tuple(distinct(s, (c for c in hand if s.rules.catalog.matches(word.of, c))))
        if not found:
            s.ok = 0
            return
        push(s, word, env, 2)
        ask(s, Request(env.you, Kind.CARD, found, why(s, env), zone=HANDS + env.they, of=word.of))
    else:
        do_part(s, Change(word, env, (known_copy(s, s.picked[0][0]),), to=env.they, stage=1))


@step_of(Foresee)
def _foresee(s: State, f: Frame) -> None:
    """Look at the top cards, take one, put the others back, topmost first."""
    word, env = f.word, f.env
    assert isinstance(word, Foresee)
    if _look_first(s, f):
        return
    chosen: tuple[CardNo, ...] = (*f.data, s.picked[0][0]) if f.pc > 1 else ()
    left = [card for card in s.zones[DECK][-word.n :] if card not in chosen]
    if not left and not chosen:  # another effect has emptied the deck since
        s.ok = 0
        return
    if len(left) < 2 and chosen:
        do_part(s, Change(word, env, (*chosen, *left), stage=1))
        return
    push(s, word, env, f.pc + 1, chosen)
    ask(s, Request(env.you, Kind.CARD, tuple(distinct(s, left)), why(s, env), zone=DECK, of=_TOP))


@step_of(Reveal)
def _reveal(s: State, f: Frame) -> None:
    """Reveal the top card and do what the matching case says."""
    word, env = f.word, f.env
    assert isinstance(word, Reveal)
    if _look_first(s, f):
        return
    if not s.zones[DECK]:  # another effect has emptied the deck since
        s.ok = 0
        return
    card = s.zones[DECK][-1]
    for of, do in word.cases:
        if s.rules.catalog.matches(of, card):
            do_now(s, do, env.but(it=card))
            return
    s.ok = 0


_TOP: Final[Filter | None] = None
