"""Choosing the cards of a verb. A choice becomes a `Change`; `plan` decides when it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge.candidates import (
    CHOSEN,
    amount,
    candidates,
    destinations,
    is_concerned,
    played,
    possible,
    receiver,
    targeted_in,
)
from stablehand.games.unicorns.resolution import forced
from stablehand.games.unicorns.resolution.apply import do_part
from stablehand.games.unicorns.resolution.asking import ask, ask_all
from stablehand.games.unicorns.resolution.machine import STEPS, push
from stablehand.games.unicorns.resolution.plan import chooses_for, defer, is_late, why
from stablehand.games.unicorns.state.outlines import (
    HAND,
    IN_DISCARD,
    THOSE,
    outline_of,
)
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
from stablehand.games.unicorns.state.state import DISCARD, FINISH, HANDS, SEAT0
from stablehand.games.unicorns.state.zones import best_copies, distinct, known_copy
from stablehand.games.unicorns.vocabulary import (
    Act,
    All,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    It,
    Plays,
    Pull,
    Recycle,
    SeeHand,
    SkipPhase,
    SkipTurn,
    Some,
    This,
    TradeHands,
    UpTo,
    Word,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Env, Option, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Make

EVERY_CARD: Final = 10_000
"""More cards than any zone holds."""
JUST_FINISH: Final[tuple[Option, ...]] = (FINISH,)
NO_ENDS: Final[tuple[Option, ...]] = ()

# Cards that are chosen.


def step_act(s: State, f: Frame) -> None:
    """Ask for the cards of an act, then where they go, then carry it out or plan it."""
    act, env = f.word, f.env
    assert isinstance(act, Act)
    if f.pc == 2:  # the destination has been chosen
        _plan_act(s, act, env, f.data, s.picked[0][0] - SEAT0)
    elif f.pc == 1:
        picks = s.picked[0]
        if picks[-1] == FINISH:  # enough of "any number"
            picks = picks[:-1]
        if picks:
            _ask_destination(s, act, env, _copies(s, act, env, picks))
        else:
            s.ok = 0
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
    place = outline_of(s, act, env).place
    if place == THOSE:
        _choose_among(s, f, act)
        return
    is_hand = place == HAND
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


def _choose_among(s: State, f: Frame, act: Act) -> None:
    """Ask for one of the cards that the part before has discarded; those are last on the pile (RUL-73).

    In a link they are only planned: the choice waits until they are discarded, and keeps the plan as `data`.
    """
    env = f.env
    planned = f.data
    if env.mode != STEP and not planned:
        discards = [one for one in s.plan[max(env.needs, 0) :] if isinstance(one.word, Act)]
        defer(s, Frame(act, 0, env, tuple(discards), None))
        return
    pile = s.zones[DISCARD]
    found = [card for one in planned for card in one.cards if s.where[card] == DISCARD]
    cards = tuple(distinct(s, found if planned else pile[len(pile) - s.ok :]))
    if not cards:
        s.ok = 0
        return
    push(s, act, env, 1)
    ask(s, Request(env.you, ASK_CARD, cards, why(s, env)))


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
    is_free = isinstance(what.n, UpTo)
    n: i64 = _at_most(what.n) if isinstance(what.n, UpTo) else amount(s, what.n, env)
    place = outline_of(s, act, env).place
    cards = tuple(candidates(s, act, what.of, env))
    alike: tuple[CardNo, ...] = ()
    if n > 1:
        twins = s.rules.catalog.twins
        if place in (HAND, IN_DISCARD):
            first = {twins[card][0] for card in cards}
            zone = s.hand(env.you) if place == HAND else s.zones[1]
            gone = {*targeted_in(s, env), played(s, env)}
            cards = tuple(card for card in sorted(zone) if twins[card][0] in first and card not in gone)
            alike = tuple(twins[card][0] for card in cards)
        else:
            alike = cards
    if not cards or not n:
        return None
    n = min(n, len(cards))
    zone_no = HANDS + env.you if place == HAND else -1
    who = forced.chooser(s, act, env)
    least: i64 = 0 if is_free else n
    ends = JUST_FINISH if is_free else NO_ENDS
    return Request(who, ASK_CARD, cards, why(s, env), least, n, ends, zone_no, what.of, alike)


def _at_most(n: UpTo) -> int:
    return EVERY_CARD if n.most is None else n.most


def _copies(s: State, act: Act, env: Env, picks: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """Return the cards picked; from a hand, take the copies that most seats know."""
    assert isinstance(act.what, Some)
    if outline_of(s, act, env).place != HAND:
        return picks
    targeted = targeted_in(s, env)
    if len(picks) == 1 and not targeted:
        return (known_copy(s, picks[0]),)
    return tuple(sorted(best_copies(s, HANDS + env.you, picks, targeted)))


def _ask_destination(s: State, act: Act, env: Env, cards: tuple[CardNo, ...]) -> None:
    """Ask where a card goes, if the verb allows a choice."""
    if outline_of(s, act, env).is_aimed:
        seats = destinations(s, act, cards[0], env)
        if not seats:
            s.ok = 0
            return
        push(s, act, env, 2, cards)
        ask(s, Request(env.you, ASK_SEAT, tuple([SEAT0 + seat for seat in seats]), why(s, env)))
    else:
        _plan_act(s, act, env, cards, receiver(s, act, env))


def _plan_act(s: State, act: Act, env: Env, cards: tuple[CardNo, ...], to: Seat) -> None:
    they = to if outline_of(s, act, env).is_sent else s.controller(cards[0]) if cards else env.they
    s.about = (they, cards[0] if len(cards) == 1 else NO_CARD)
    if isinstance(act.what, All) and env.mode != STEP:
        _plan_all(s, act, env, to)
    else:
        places = (s.where[cards[0]],) if len(cards) == 1 else tuple([s.where[card] for card in cards])
        do_part(s, Change(act, env, cards, places, to))


def _plan_all(s: State, act: Act, env: Env, to: Seat) -> None:
    """Plan an act on all such cards; those of a hand are claimed for this effect (RUL-43).

    In a link they are also fixed, unless an earlier part of the effect brings more cards into that hand.
    """
    assert isinstance(act.what, All)
    found = tuple(candidates(s, act, act.what.of, env))
    is_claimed = env.mode == PLAN and outline_of(s, act, env).place == HAND
    is_fixed = is_claimed and not is_late(s, env, env.you)
    places = tuple(s.where[card] for card in found) if is_fixed else ()
    do_part(s, Change(act, env, found if is_claimed else (), places, to))
    s.ok = len(found)


# Choices that several players make at once.


def is_single_choice(word: Word) -> bool:
    """Whether a word is a single choice of cards and nothing else."""
    return isinstance(word, Act) and isinstance(word.what, Some) and word.to not in CHOSEN


def ask_together(s: State, f: Frame, word: Make) -> None:
    """Ask all who can, at once and sealed, then carry it out together (UU-EFF-9, RUL-14)."""
    act, env = word.do, f.env
    assert isinstance(act, Act)
    assert isinstance(act.what, Some)
    if f.pc == 2:
        changes: list[Change] = []
        for at, picks in enumerate(s.picked):
            seat: Seat = f.data[at]
            there = env.made(seat, is_each=True)
            cards = _copies(s, act, there, tuple([pick for pick in picks if pick != FINISH]))
            to = receiver(s, act, there)
            changes.append(Change(act, there, cards, tuple([s.where[card] for card in cards]), to))
        do_part(s, *changes)
        return
    seats = [seat for seat in s.clockwise(s.active) if is_concerned(word, seat, env)]
    if env.mode != STEP and (env.mode == DECLARE or any(is_late(s, env, seat) for seat in seats)):
        defer(s, f, alone=env.mode == DECLARE)
        return
    asked: list[Seat] = []
    requests: list[Request] = []
    for seat in seats:
        request = request_for(s, act, act.what, env.made(seat, is_each=True))
        if request:
            asked.append(seat)
            requests.append(request)
    if asked:
        push(s, word, env, 2, tuple(asked))
        ask_all(s, tuple(requests))
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
    Draw, ExtraDraw, Pull, SeeHand, TradeHands, Recycle, EndTurn, SkipPhase, SkipTurn, ExtraTurn, Plays,
    Counter,
):  # fmt: skip
    STEPS[_word] = step_plain
