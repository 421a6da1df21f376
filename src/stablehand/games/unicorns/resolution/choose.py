"""Choosing the cards of a verb. A choice becomes a `Change`; `plan` decides when it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.candidates import (
    amount,
    candidates,
    destinations,
    place_of,
    played,
    possible,
    targeted_in,
)
from stablehand.games.unicorns.resolution import forced
from stablehand.games.unicorns.resolution.apply import do_part
from stablehand.games.unicorns.resolution.machine import STEPS, ask, ask_all, push
from stablehand.games.unicorns.resolution.plan import chooses_for, defer, is_late, why
from stablehand.games.unicorns.state.records import (
    ASK_CARD,
    ASK_SEAT,
    DECLARE,
    NO_CARD,
    PLAN,
    STEP,
    Change,
    Frame,
    Request,
)
from stablehand.games.unicorns.state.state import HANDS, SEAT0
from stablehand.games.unicorns.state.zones import best_copies, known_copy
from stablehand.games.unicorns.vocabulary import (
    Act,
    All,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    It,
    Peek,
    Plays,
    Pull,
    Recycle,
    SeeHand,
    SkipPhase,
    SkipTurn,
    Some,
    This,
    TradeHands,
    Word,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo, Env
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Make

# Cards that are chosen.


def step_act(s: State, f: Frame) -> None:
    """Ask for the cards of an act, then where they go, then carry it out or plan it."""
    act, env = f.word, f.env
    assert isinstance(act, Act)
    if f.pc == 2:  # the destination has been chosen
        _plan_act(s, act, env, f.data, s.picked[0][0] - SEAT0)
    elif f.pc == 1:
        _ask_destination(s, act, env, _copies(s, act, env, s.picked[0]))
    elif f.pc == 3:  # the player whose card it will be has been chosen
        _let_choose(s, Frame(act, 4, env, (s.picked[0][0] - SEAT0,), None))
    elif f.pc == 4:
        _let_choose(s, f)
    elif isinstance(act.what, Some):
        _choose(s, f, act, act.what)
    elif not possible(s, act, env) and not _may_become_possible(s, act, env):
        s.ok = 0
    else:
        _ask_destination(s, act, env, _fixed_cards(act, env))


STEPS[Act] = step_act


def _may_become_possible(s: State, act: Act, env: Env) -> bool:
    """Whether "all" may have cards by then, since changes planned earlier are done earlier (UU-EFF-7)."""
    return isinstance(act.what, All) and env.mode != STEP and len(s.plan) > env.base


def _fixed_cards(act: Act, env: Env) -> tuple[CardNo, ...]:
    """Return the card of an act without a choice; for "all", none is fixed in advance."""
    if isinstance(act.what, This):
        return (env.source,)
    return (env.it,) if isinstance(act.what, It) else ()


def _choose(s: State, f: Frame, act: Act, what: Some) -> None:
    env = f.env
    is_hand = place_of(s, act, what.of) == "hand"
    is_theirs = env.mode == DECLARE and not chooses_for(s, env)
    if is_theirs or (is_hand and is_late(s, env, env.you)):
        defer(s, f, alone=is_theirs)
        return
    is_left_to_owner = forced.is_left_to_owner(s, act)
    request = (
        forced.ask_whose(s, act, env, why(s, env)) if is_left_to_owner else request_for(s, act, what, env)
    )
    if request is None:
        s.ok = 0
        return
    push(s, act, env, 3 if is_left_to_owner else 1)
    ask(s, request)


def _let_choose(s: State, f: Frame) -> None:
    """Ask the owner for the card; that is never declared (UU-PLAY-4)."""
    act, env = f.word, f.env
    assert isinstance(act, Act)
    if env.mode == DECLARE:
        defer(s, f)
    elif request := forced.ask_which(s, act, env, f.data[0], why(s, env)):
        push(s, act, env, 1)
        ask(s, request)
    else:
        s.ok = 0


def request_for(s: State, act: Act, what: Some, env: Env) -> Request | None:
    """Return the request for cards; None if there is nothing to choose."""
    n = amount(s, what.n, env)
    place = place_of(s, act, what.of)
    cards = tuple(candidates(s, act, what.of, env))
    alike: tuple[CardNo, ...] = ()
    if n > 1:
        twins = s.rules.catalog.twins
        if place in {"hand", "discard"}:
            first = {twins[card][0] for card in cards}
            zone = s.hand(env.you) if place == "hand" else s.zones[1]
            gone = {*targeted_in(s, env), played(s, env)}
            cards = tuple(card for card in sorted(zone) if twins[card][0] in first and card not in gone)
            alike = tuple(twins[card][0] for card in cards)
        else:
            alike = cards
    if not cards or not n:
        return None
    n = min(n, len(cards))
    zone_no = HANDS + env.you if place == "hand" else -1
    who = forced.chooser(s, act, env)
    return Request(who, ASK_CARD, cards, why(s, env), n, n, (), zone_no, what.of, alike)


def _copies(s: State, act: Act, env: Env, picks: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """Return the cards picked; from a hand, take the copies that most seats know."""
    assert isinstance(act.what, Some)
    if place_of(s, act, act.what.of) != "hand":
        return picks
    targeted = targeted_in(s, env)
    if len(picks) == 1 and not targeted:
        return (known_copy(s, picks[0]),)
    return tuple(sorted(best_copies(s, HANDS + env.you, picks, targeted)))


def _ask_destination(s: State, act: Act, env: Env, cards: tuple[CardNo, ...]) -> None:
    """Ask where a card goes, if the verb allows a choice."""
    if act.verb in {"move", "give"} and act.to != "their_stable":
        seats = destinations(s, act, cards[0], env)
        if not seats:
            s.ok = 0
            return
        push(s, act, env, 2, cards)
        ask(s, Request(env.you, ASK_SEAT, tuple(SEAT0 + seat for seat in seats), why(s, env)))
    else:
        to = env.they if act.to == "their_stable" else env.you
        _plan_act(s, act, env, cards, to)


def _plan_act(s: State, act: Act, env: Env, cards: tuple[CardNo, ...], to: Seat) -> None:
    they = to if act.verb in {"move", "give"} else s.controller(cards[0]) if cards else env.they
    s.about = (they, cards[0] if len(cards) == 1 else NO_CARD)
    if isinstance(act.what, All) and env.mode != STEP:
        _plan_all(s, act, env, to)
    else:
        do_part(s, Change(act, env, cards, tuple(s.where[card] for card in cards), to))


def _plan_all(s: State, act: Act, env: Env, to: Seat) -> None:
    """Plan an act on all such cards; those of a hand are claimed for this effect (RUL-43).

    In a link they are also fixed, unless an earlier part of the effect brings more cards into that hand.
    """
    assert isinstance(act.what, All)
    found = tuple(candidates(s, act, act.what.of, env))
    is_claimed = env.mode == PLAN and place_of(s, act, act.what.of) == "hand"
    is_fixed = is_claimed and not is_late(s, env, env.you)
    places = tuple(s.where[card] for card in found) if is_fixed else ()
    do_part(s, Change(act, env, found if is_claimed else (), places, to))
    s.ok = len(found)


# Choices that several players make at once.


def is_single_choice(word: Word) -> bool:
    """Whether a word is a single choice of cards and nothing else."""
    return isinstance(word, Act) and isinstance(word.what, Some) and word.verb not in {"move", "give"}


def ask_together(s: State, f: Frame, word: Make) -> None:
    """Ask all who can, at once and sealed, then carry it out together (UU-EFF-9, RUL-14)."""
    act, env = word.do, f.env
    assert isinstance(act, Act)
    assert isinstance(act.what, Some)
    if f.pc == 2:
        changes = []
        for seat, picks in zip(f.data, s.picked, strict=True):
            there = env.but(you=seat, boss=env.you, is_each=True)
            cards = _copies(s, act, there, picks)
            changes.append(Change(act, there, cards, tuple(s.where[card] for card in cards), seat))
        do_part(s, *changes)
        return
    seats = [seat for seat in s.clockwise(s.active) if word.who == "everybody" or seat != env.you]
    if env.mode == DECLARE or any(is_late(s, env, seat) for seat in seats):
        defer(s, f, alone=env.mode == DECLARE)
        return
    each = {seat: env.but(you=seat, boss=env.you, is_each=True) for seat in seats}
    requests = {seat: request_for(s, act, act.what, there) for seat, there in each.items()}
    asked = {seat: request for seat, request in requests.items() if request}
    if asked:
        push(s, word, env, 2, tuple(asked))
        ask_all(s, tuple(asked.values()))
    else:
        s.ok = 0


# Verbs that need no choice, or one that comes after looking.


def step_plain(s: State, f: Frame) -> None:
    """Carry out or plan a word without a choice."""
    if possible(s, f.word, f.env):
        do_part(s, Change(f.word, f.env, to=f.env.they))
    else:
        s.ok = 0


for _word in (
    Draw, ExtraDraw, Pull, SeeHand, Peek, TradeHands, Recycle, EndTurn, SkipPhase, SkipTurn, ExtraTurn, Plays,
    Counter,
):  # fmt: skip
    STEPS[_word] = step_plain
