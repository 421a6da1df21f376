"""Playing a card: announce it, let the others respond, then it enters or takes effect (UU-PLAY-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.occasions import RULES_OF
from stablehand.games.unicorns.knowledge.requirements import must_be_possible, wholly_possible
from stablehand.games.unicorns.resolution.apply import CHECK, carry_out, do_part, is_hand_watched, let_enter
from stablehand.games.unicorns.resolution.asking import ask
from stablehand.games.unicorns.resolution.events import was_played
from stablehand.games.unicorns.resolution.machine import STEPS, push, step_of
from stablehand.games.unicorns.resolution.plan import PERFORM, defer, targets
from stablehand.games.unicorns.resolution.resolve import LINK, start
from stablehand.games.unicorns.resolution.stables import PUT_AWAY, PutAway, put_away
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import (
    ASK_SEAT,
    DECLARE,
    NO_CARD,
    STEP,
    Change,
    Env,
    Frame,
    Request,
    Trigger,
)
from stablehand.games.unicorns.state.state import HANDS, LIMBO, SEAT0
from stablehand.games.unicorns.state.zones import known_copy, put, record
from stablehand.games.unicorns.turn import aiming
from stablehand.games.unicorns.turn.window import ask_for_responses, questions_about
from stablehand.games.unicorns.vocabulary import PlayIt, Procedure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.unicorns.state.records import CardNo, Seat, Seats
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Word


class Play(Procedure):
    """Play a card: 1 stable declared, 2 targets declared, 3 not stopped, 4 stable chosen.

    5 is a player declared, 6 hands checked.
    `data` is the card, its stable, what is planned, and the players declared, if any.
    """

    __slots__ = ()


PLAY: Final = Play()

NO_SEAT: Final = -1


def playable(s: State, seat: Seat) -> list[CardNo]:
    """Return the cards of a hand that can be played as the action, one of each (UU-TURN-4)."""
    is_free = s.rules.is_free
    is_answer = s.rules.catalog.is_answer
    below = s.rules.catalog.copies_below
    is_safe = not s.bars and not s.banned >> seat & 1
    found: list[CardNo] = []
    last: CardNo = NO_CARD
    for card in s.zones[HANDS + seat]:
        first = card - below[card]
        if first == last:
            continue
        last = first
        if is_free[card]:
            if is_safe or _is_allowed(s, seat, card):
                found.append(card)
        elif not is_answer[card] and _has_no_obstacles(s, seat, card):
            found.append(card)
    return found


def _has_no_obstacles(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether no rule forbids a seat to play a card of its hand: whether there are no `obstacles`."""
    definition = s.rules.catalog.cards[card]
    if definition.type == "instant" or traits.is_banned(s, seat, card):
        return False
    if definition.needs and definition.needs.to == "play" and not traits.has(s, seat, definition.needs.of):
        return False
    if definition.cast:
        return _can_be_cast(s, Env(seat, card, definition.cast.number), definition.cast.do)
    return _can_enter_some(s, seat, card)


def _is_allowed(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether no card in a stable forbids a seat to play a card that nothing else forbids."""
    if traits.is_banned(s, seat, card):
        return False
    return s.rules.catalog.cards[card].cast is not None or _can_enter_some(s, seat, card)


def obstacles(s: State, seat: Seat, card: CardNo) -> list[str]:
    """Return the ids of the rules that forbid a seat to play a card of its hand as its action.

    There are none if `_has_no_obstacles`.
    """
    definition = s.rules.catalog.cards[card]
    if definition.answers is not None:
        return [RULES_OF[definition.answers.verbs[0]]]
    if definition.type == "instant":
        return ["UU-TURN-4", "UU-INST-1"]
    found = [rule for source in traits.bans(s, seat, card) for rule in s.rules.catalog.cards[source].rulings]
    if definition.needs and definition.needs.to == "play" and not traits.has(s, seat, definition.needs.of):
        found += definition.rulings
    if definition.cast:
        if not _can_be_cast(s, Env(seat, card, definition.cast.number), definition.cast.do):
            found += ["UU-IMP-2", "RUL-12"]
    elif not stables_for(s, seat, card):
        barred = [source for other in _allowed(s, seat, card) for source in traits.bars(s, card, other)]
        found += [rule for source in barred for rule in s.rules.catalog.cards[source].rulings]
        if definition.needs and definition.needs.to == "enter":
            found += definition.rulings
    return list(dict.fromkeys(found))


def _can_be_cast(s: State, env: Env, do: Word) -> bool:
    """Whether a Magic card may be played as far as its effect is concerned (UU-IMP-2)."""
    asked = s.rules.unplayable_if_impossible
    if asked == "no":
        return True
    # "Whole" asks for more than "first" and never for less.
    return must_be_possible(s, do, env) and (asked != "whole" or wholly_possible(s, do, env))


def _allowed(s: State, seat: Seat, card: CardNo) -> tuple[Seat, ...]:
    """Return the stables a card's type may be played into (UU-TYPE-4, UU-TYPE-5)."""
    return s.rules.around[0] if _is_free_to_choose(s, card) else (seat,)


def stables_for(s: State, seat: Seat, card: CardNo) -> list[Seat]:
    """Return the seats into whose stables a card can be played now."""
    return [other for other in _allowed(s, seat, card) if traits.may_enter(s, card, other)]


def _can_enter_some(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether there is any stable a card can be played into now."""
    if not _is_free_to_choose(s, card):
        return traits.may_enter(s, card, seat)
    for other in s.rules.around[0]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if traits.may_enter(s, card, other):
            return True
    return False


def announce(s: State, env: Env, card: CardNo) -> None:
    """Start playing a card of the hand."""
    put(s, card, LIMBO)
    if s.recorder:
        record(s, "announced", ("UU-PLAY-1",), env.you, (card,))
    if is_hand_watched(s):
        push(s, PLAY, env, 6, (card, NO_SEAT, ()))
        push(s, CHECK, env)
    else:
        _announced(s, env, card)


def _announced(s: State, env: Env, card: CardNo) -> None:
    """Ask for what is declared with a card, or let the others respond at once."""
    if s.rules.is_declared:
        _declare(s, env, card)
    else:
        _open_window(s, env, card, NO_SEAT, ())


@step_of(PlayIt)
def _play_it(s: State, f: Frame) -> None:
    """Play the card that was found, when this part is due; if it cannot be played, it stays (RUL-67)."""
    card, seat = f.env.it, f.env.you
    if f.env.mode != STEP:
        defer(s, f, alone=True)
        return
    s.ok = 0
    if card != NO_CARD and s.where[card] == HANDS + seat and not obstacles(s, seat, card) and not is_spent(s):
        s.begun += 1
        announce(s, s.rules.envs[seat], known_copy(s, card))


def step_play(s: State, f: Frame) -> None:
    """Go on with a card that is being played."""
    env = f.env
    card: CardNo = f.data[0]
    to: Seat = f.data[1]
    plan: tuple[Change, ...] = f.data[2]
    aims: tuple[Seats, ...] = f.data[3] if len(f.data) > 3 else ()
    if f.pc == 1:
        to = s.picked[0][0] - SEAT0
        record(s, "declared", ("UU-PLAY-4",), env.you, (card,), to=to)
        if s.rules.targets == "players":
            _aim(s, env, card, to, (), ())
        else:
            _open_window(s, env, card, to, plan)
    elif f.pc == 5:
        _aim(s, env, card, to, aims, (*f.data[4], s.picked[0][0] - SEAT0))
    elif f.pc == 2:
        plan, s.plan = s.plan, ()
        if s.recorder:
            _record_targets(s, env.you, card, plan)
        _open_window(s, env, card, to, plan)
    elif f.pc == 3:
        if s.where[card] == LIMBO:
            _resolve_play(s, env, card, to, plan, aims)
    elif f.pc == 6:
        _announced(s, env, card)
    else:
        let_enter(s, env, card, s.picked[0][0] - SEAT0)


STEPS[Play] = step_play


def _declare(s: State, env: Env, card: CardNo) -> None:
    """Ask the player for what is declared with the card (UU-PLAY-4)."""
    definition = s.rules.catalog.cards[card]
    if definition.cast and s.rules.targets == "players":
        _aim(s, env, card, NO_SEAT, (), ())
    elif definition.cast:
        push(s, PLAY, env, 2, (card, NO_SEAT, ()))
        declaring = Env(env.you, card, definition.cast.number, DECLARE)
        push(s, PERFORM, declaring, 1)
        push(s, definition.cast.do, declaring)
    elif _is_free_to_choose(s, card):
        push(s, PLAY, env, 1, (card, NO_SEAT, ()))
        _ask_stable(s, env.you, card)
    elif s.rules.targets == "players":
        _aim(s, env, card, env.you, (), ())
    else:
        _open_window(s, env, card, NO_SEAT, ())


def _aim(
    s: State, env: Env, card: CardNo, to: Seat, aims: tuple[Seats, ...], named: tuple[Seat, ...]
) -> None:
    """Ask for the next player at whom a card is aimed; when all are named, let the others respond."""
    number = aiming.count(s, env.you, card, to)
    while len(aims) < number:
        question = aiming.next_question(s, env.you, card, to, aims, named)
        if question:
            push(s, PLAY, env, 5, (card, to, (), aims, named))
            ask(s, question)
            return
        bits: Seats = 0
        for seat in named:
            bits |= 1 << seat
        aims, named = (*aims, bits or s.rules.everybody), ()
    players = aiming.players(s, aims)
    if players:
        _record_aim(s, env.you, card, (), players)
    _open_window(s, env, card, to, (), aims)


def _record_targets(s: State, seat: Seat, card: CardNo, plan: tuple[Change, ...]) -> None:
    """Record the public targets of a card, if there are any."""
    cards, players = targets(s, plan, seat)
    if cards or players:
        _record_aim(s, seat, card, cards, players)


def _record_aim(s: State, seat: Seat, card: CardNo, cards: Iterable[CardNo], players: Iterable[Seat]) -> None:
    by = s.rules.catalog.cards[card].id
    record(s, "aimed", ("UU-PLAY-4",), seat, cards, players=list(players), by=by)


def _is_free_to_choose(s: State, card: CardNo) -> bool:
    return not (s.rules.is_own_only and s.rules.catalog.cards[card].is_unicorn)


def _ask_stable(s: State, seat: Seat, card: CardNo) -> None:
    seats = tuple([SEAT0 + other for other in stables_for(s, seat, card)])
    ask(s, Request(seat, ASK_SEAT, seats, "play"))


def _open_window(
    s: State, env: Env, card: CardNo, to: Seat, plan: tuple[Change, ...], aims: tuple[Seats, ...] = ()
) -> None:
    """Let the others respond; if nobody is to be asked, go on at once."""
    questions = questions_about(s, env.you, card)
    if questions:
        push(s, PLAY, env, 3, (card, to, plan, aims) if aims else (card, to, plan))
        ask_for_responses(s, env, ((card, env.you),), questions)
    else:
        _resolve_play(s, env, card, to, plan, aims)


def _resolve_play(
    s: State, env: Env, card: CardNo, to: Seat, plan: tuple[Change, ...], aims: tuple[Seats, ...]
) -> None:
    """Let a card that was not stopped enter or take effect."""
    definition = s.rules.catalog.cards[card]
    if definition.cast:
        push(s, PUT_AWAY, env, 0, (card,))
        trigger = Trigger(definition.cast.number, env.you, card)
        if aims:
            trigger = aiming.aimed(s, trigger, aims)
        if s.rules.is_declared and s.rules.targets == "cards":
            if plan:
                carry_out(s, env, plan)
        elif s.rules.is_chain:
            push(s, LINK, env, 0, (trigger,))
        else:
            start(s, trigger, STEP)
    elif not _can_enter_some(s, env.you, card):
        put(s, card, HANDS + env.you)  # RUL-11: it cannot be played after all
        record(s, "taken_back", ("RUL-11",), env.you, (card,))
    elif not _is_free_to_choose(s, card):
        _enter(s, env, card, env.you, aims)
    elif to == NO_SEAT:
        push(s, PLAY, env, 4, (card, to, plan))
        _ask_stable(s, env.you, card)
    elif traits.may_enter(s, card, to):
        _enter(s, env, card, to, aims)
    else:
        put_away(s, card)  # the declared stable has closed to it: impossible (UU-IMP-1)


def _enter(s: State, env: Env, card: CardNo, to: Seat, aims: tuple[Seats, ...]) -> None:
    """Let a card enter a stable; what that triggers by itself is aimed at the players declared."""
    let_enter(s, env, card, to)
    if aims:
        s.fresh = tuple(aiming.aimed(s, t, aims) if t.source == card else t for t in s.fresh)


def step_put_away(s: State, f: Frame) -> None:
    """Put a card away, or queue that after a deferred part of its effect (UU-TYPE-6)."""
    card: CardNo = f.data[0]
    if f.env.mode != STEP:
        do_part(s, Change(PUT_AWAY, f.env, (card,), (LIMBO,)))
        return
    for n, t in enumerate(s.fresh):
        if t.source == card and t.frames:
            frames = (*t.frames, Frame(PUT_AWAY, 0, f.env, f.data, None))
            later = Trigger(t.effect, t.you, t.source, t.it, t.they, frames, aims=t.aims)
            s.fresh = (*s.fresh[:n], later, *s.fresh[n + 1 :])
            return
    is_there = s.where[card] == LIMBO
    put_away(s, card)
    if is_there:
        was_played(s, card, f.env.you)


STEPS[PutAway] = step_put_away
