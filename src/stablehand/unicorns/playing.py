"""Playing a card: announce it, let the others answer, then it enters or takes effect (UU-PLAY-1).

The window asks everybody who could answer as far as all can see, at once and secretly (UU-INST-6): never
only those who hold an Instant. An Instant played opens a window of its own; when all pass, the last one
played takes effect first (UU-INST-2).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stablehand.kernel.contract import Kind
from stablehand.unicorns import party, traits
from stablehand.unicorns.aims import targets
from stablehand.unicorns.machine import ask, push, step_of
from stablehand.unicorns.plan import PERFORM, carry_out, do_part
from stablehand.unicorns.resolve import LINK, start
from stablehand.unicorns.select import must_be_possible
from stablehand.unicorns.stables import ENTER, PUT_AWAY, PutAway, put_away
from stablehand.unicorns.state import (
    DECLARE,
    HANDS,
    LIMBO,
    PASS,
    SEAT0,
    STEP,
    Change,
    Env,
    Frame,
    Request,
    Trigger,
)
from stablehand.unicorns.words import INSTANT, Procedure
from stablehand.unicorns.zones import distinct, known_copy, put, say

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.state import CardNo, State


class Play(Procedure):
    """Play a card: 0 announce, 1 stable declared, 2 targets declared, 3 not stopped, 4 stable chosen."""

    __slots__ = ()


class Window(Procedure):
    """Ask for answers to the last card of a pile: `data` is the pile of (card, seat), then who was asked."""

    __slots__ = ()


class Unwind(Procedure):
    """Let the last Instant of a pile take effect, then the one it uncovers."""

    __slots__ = ()


PLAY = Play()
WINDOW = Window()
UNWIND = Unwind()

NO_SEAT = -1
Pile = tuple[tuple[int, int], ...]
"""Cards being played, each the answer to the one before: (card, seat)."""


def may_play(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether a card of the hand can be played as the action (UU-TURN-4)."""
    definition = s.rules.catalog.cards[card]
    if not s.banned >> seat & 1:
        if definition.is_plain and not s.is_barred:
            return True
        if definition.cast and not s.rules.unplayable_if_impossible:
            return True
    return definition.type != "instant" and not obstacles(s, seat, card)


def playable(s: State, seat: Seat) -> tuple[CardNo, ...]:
    """Return the cards of a hand that can be played as the action, one of each."""
    catalog = s.rules.catalog
    is_unhindered = not s.banned >> seat & 1 and not s.is_barred
    is_any_magic = is_unhindered and not s.rules.unplayable_if_impossible
    found = []
    last = -1
    for card in s.hand(seat):  # sorted: copies stand together
        first = catalog.twins[card][0]
        if first == last:
            continue
        last = first
        definition = catalog.cards[card]
        if (
            (is_unhindered and definition.is_plain)
            or (is_any_magic and definition.cast)
            or (not definition.respond and may_play(s, seat, card))
        ):
            found.append(card)
    return tuple(found)


def obstacles(s: State, seat: Seat, card: CardNo) -> list[str]:
    """Return the ids of the rules that keep a seat from playing a card of its hand as its action."""
    definition = s.rules.catalog.cards[card]
    if definition.type == "instant":
        return ["UU-TURN-4", "UU-INST-1"]
    found = [rule for source in traits.bans(s, seat, card) for rule in s.rules.catalog.cards[source].rulings]
    if definition.needs and definition.needs.to == "play" and not traits.has(s, seat, definition.needs.of):
        found += definition.rulings
    if definition.cast:
        if s.rules.unplayable_if_impossible:
            env = Env(seat, card, definition.cast.number)
            if not must_be_possible(s, definition.cast.do, env):
                found += ["UU-IMP-2", "RUL-12"]
    elif not stables_for(s, seat, card):
        barred = [source for other in _allowed(s, seat, card) for source in traits.bars(s, card, other)]
        found += [rule for source in barred for rule in s.rules.catalog.cards[source].rulings]
        if definition.needs and definition.needs.to == "enter":
            found += definition.rulings
    return list(dict.fromkeys(found))


def _allowed(s: State, seat: Seat, card: CardNo) -> list[Seat]:
    """Return the stables a card's type may be played into (UU-TYPE-4, UU-TYPE-5)."""
    if s.rules.catalog.cards[card].is_unicorn and s.rules.play_unicorn_into == "own":
        return [seat]
    return list(range(s.rules.seats))


def stables_for(s: State, seat: Seat, card: CardNo) -> list[Seat]:
    """Return whose stables a card can be played into now."""
    return [other for other in _allowed(s, seat, card) if traits.may_enter(s, card, other)]


@step_of(Play)
def _play(s: State, f: Frame) -> None:
    env = f.env
    card, to, plan = f.data
    if f.pc == 0:
        put(s, card, LIMBO)
        say(s, "announced", ("UU-PLAY-1",), env.you, (card,))
        if s.rules.targets == "declare":
            _declare(s, f, card)
        else:
            _open_window(s, env, card, to, plan)
    elif f.pc == 1:
        to = s.picked[0][0] - SEAT0
        say(s, "declared", ("UU-PLAY-4",), env.you, (card,), to=to)
        _open_window(s, env, card, to, plan)
    elif f.pc == 2:
        plan, s.plan = s.plan, ()
        if s.recorder:
            _tell_targets(s, env.you, plan)
        _open_window(s, env, card, to, plan)
    elif f.pc == 3:
        if s.where[card] == LIMBO:
            _resolve_play(s, f, card, to, plan)
    else:
        _enter(s, env, card, s.picked[0][0] - SEAT0)


def _declare(s: State, f: Frame, card: CardNo) -> None:
    """Have the player say what is said with the card (UU-PLAY-4)."""
    definition = s.rules.catalog.cards[card]
    if definition.cast:
        push(s, PLAY, f.env, 2, f.data)
        env = Env(f.env.you, card, definition.cast.number, DECLARE)
        push(s, PERFORM, env, 1)
        push(s, definition.cast.do, env)
    elif _is_free_to_choose(s, card):
        push(s, PLAY, f.env, 1, f.data)
        _ask_stable(s, f.env.you, card)
    else:
        _open_window(s, f.env, card, NO_SEAT, ())


def _tell_targets(s: State, seat: Seat, plan: tuple[Change, ...]) -> None:
    """Tell everybody what a card is aimed at."""
    cards, players = targets(s, plan, seat)
    if cards or players:
        say(s, "aimed", ("UU-PLAY-4",), seat, cards, players=list(players))


def _is_free_to_choose(s: State, card: CardNo) -> bool:
    return not (s.rules.catalog.cards[card].is_unicorn and s.rules.play_unicorn_into == "own")


def _ask_stable(s: State, seat: Seat, card: CardNo) -> None:
    seats = tuple(SEAT0 + other for other in stables_for(s, seat, card))
    ask(s, Request(seat, Kind.SEAT, seats, "play"))


def _open_window(s: State, env: Env, card: CardNo, to: Seat, plan: tuple[Change, ...]) -> None:
    push(s, PLAY, env, 3, (card, to, plan))
    _open(s, env, ((card, env.you),))


def _resolve_play(s: State, f: Frame, card: CardNo, to: Seat, plan: tuple[Change, ...]) -> None:
    """Let a card that nobody stopped enter or take effect."""
    env = f.env
    definition = s.rules.catalog.cards[card]
    if definition.cast:
        push(s, PUT_AWAY, env, 0, (card,))
        trigger = Trigger(definition.cast.number, env.you, card)
        if s.rules.targets == "declare":
            if plan:
                carry_out(s, env, plan)
        elif s.rules.is_chain:
            push(s, LINK, env, 0, (trigger,))
        else:
            start(s, trigger, STEP)
    elif not stables_for(s, env.you, card):
        put(s, card, HANDS + env.you)  # RUL-11: it cannot be played after all
        say(s, "taken_back", ("RUL-11",), env.you, (card,))
    elif not _is_free_to_choose(s, card):
        _enter(s, env, card, env.you)
    elif to == NO_SEAT:
        push(s, PLAY, env, 4, f.data)
        _ask_stable(s, env.you, card)
    elif traits.may_enter(s, card, to):
        _enter(s, env, card, to)
    else:
        put_away(s, card)  # the declared stable has closed to it: impossible (UU-IMP-1)


def _enter(s: State, env: Env, card: CardNo, to: Seat) -> None:
    change = Change(ENTER, Env(env.you, card), (card,), (LIMBO,), to)
    carry_out(s, env, (change,))


@step_of(PutAway)
def _put_away(s: State, f: Frame) -> None:
    """Put a card away; if a part of its effect was put off, with that part (UU-TYPE-6)."""
    card = f.data[0]
    if f.env.mode != STEP:
        do_part(s, Change(PUT_AWAY, f.env, (card,), (LIMBO,)))
        return
    for n, t in enumerate(s.fresh):
        if t.source == card and t.frames:
            frames = (*t.frames, Frame(PUT_AWAY, 0, f.env, f.data, None))
            later = Trigger(t.effect, t.you, t.source, t.it, t.they, frames)
            s.fresh = (*s.fresh[:n], later, *s.fresh[n + 1 :])
            return
    put_away(s, card)


# Answers.


def answerers(s: State, owner: Seat, card: CardNo) -> list[Seat]:
    """Return who is asked to answer a card: as far as all can see, and nothing else counts (UU-INST-6)."""
    definition = s.rules.catalog.cards[card]
    if traits.is_unanswerable(s, owner) or (definition.is_final and s.rules.super_neigh == "closes"):
        return []
    return [seat for seat in s.clockwise(owner)[1:] if s.hand(seat) and not _is_silenced(s, seat)]


def _is_silenced(s: State, seat: Seat) -> bool:
    """Whether a standing card forbids a seat every Instant of the deck (RUL-35)."""
    if not s.banned >> seat & 1:
        return False
    return all(traits.forbids(s, seat, card) for card in s.rules.catalog.instants)


@step_of(Window)
def _window(s: State, f: Frame) -> None:
    if f.pc == 0:
        _open(s, f.env, f.data)
    elif f.pc == 1:
        pile, asked = f.data
        given = {seat: picks[0] for seat, picks in zip(asked, s.picked, strict=True) if picks}
        # The nearest clockwise has played; what the others would have done stays secret.
        nearest = next((seat for seat in asked if given.get(seat, PASS) != PASS), None)
        if nearest is None:
            _close(s, f.env, pile)
        else:
            _respond(s, f.env, pile, nearest, given[nearest])
    else:
        _ask_in_order(s, f)


def _close(s: State, env: Env, pile: Pile) -> None:
    """Let the Instants of a pile take effect, if there are any."""
    if len(pile) > 1:
        push(s, UNWIND, env, 0, pile)


def _open(s: State, env: Env, pile: Pile) -> None:
    card, owner = pile[-1]
    seats = () if is_final_on_top(s, pile) else tuple(answerers(s, owner, card))
    if s.rules.silent:  # nobody watches: whoever can only pass has passed
        seats = tuple(seat for seat in seats if instants_of(s, seat))
    if not seats:
        _close(s, env, pile)
    elif s.rules.window == "seat_order":
        push(s, WINDOW, env, 2, (pile, seats))
    else:
        push(s, WINDOW, env, 1, (pile, seats))
        ask(s, *(_question(s, seat) for seat in seats), is_race=s.rules.window == "race")


def is_final_on_top(s: State, pile: Pile) -> bool:
    """Whether the last card of a pile cannot be answered by a Neigh (RUL-09)."""
    return s.rules.catalog.cards[pile[-1][0]].is_final


def _ask_in_order(s: State, f: Frame) -> None:
    """Ask one seat after the other; `pc` 2 asks the first of those left, 3 has its answer."""
    pile, seats = f.data
    if f.pc == 3:
        answer = s.picked[0][0]
        if answer != PASS:
            _respond(s, f.env, pile, seats[0], answer)
            return
        seats = seats[1:]
    if not seats:
        _close(s, f.env, pile)
    else:
        push(s, WINDOW, f.env, 3, (pile, seats))
        ask(s, _question(s, seats[0]))


def _question(s: State, seat: Seat) -> Request:
    cards = instants_of(s, seat)
    if not cards:
        return only_pass(seat, HANDS + seat)
    return Request(seat, Kind.RESPOND, cards, "window", ends=(PASS,), zone=HANDS + seat, of=INSTANT)


@cache
def only_pass(seat: Seat, hand: int) -> Request:
    """Return the question to a seat that can only pass: it is always the same."""
    return Request(seat, Kind.RESPOND, (), "window", ends=(PASS,), zone=hand, of=INSTANT)


def instants_of(s: State, seat: Seat) -> tuple[CardNo, ...]:
    """Return the Instants a seat may play."""
    cards = s.rules.catalog.cards
    return tuple(
        distinct(
            s, (c for c in s.hand(seat) if cards[c].type == "instant" and not traits.forbids(s, seat, c))
        )
    )


def _respond(s: State, env: Env, pile: Pile, seat: Seat, card: CardNo) -> None:
    card = known_copy(s, card)
    put(s, card, LIMBO)
    say(
        s,
        "responded",
        ("UU-INST-2",),
        seat,
        (card,),
        to=pile[-1][0] and s.rules.catalog.cards[pile[-1][0]].id,
    )
    s.neighs = (s.neighs[0] + 1, s.neighs[1])
    party.neighed(s, seat)
    push(s, WINDOW, env, 0, (*pile, (card, seat)))


@step_of(Unwind)
def _unwind(s: State, f: Frame) -> None:
    """Let the top Instant stop the card below it, and go on with what that uncovers."""
    pile: Pile = f.data
    if len(pile) < 2:
        _third_neigh(s, f)
        return
    (card, seat), (below, owner) = pile[-1], pile[-2]
    rest = pile[:-2]
    is_reopened = rest and s.rules.catalog.cards[card].is_final and s.rules.super_neigh == "unwinds"
    push(s, WINDOW if is_reopened else UNWIND, f.env, 0, rest)
    push(s, PUT_AWAY, f.env, 0, (card,))
    respond = s.rules.catalog.cards[card].respond
    assert respond is not None
    start(s, Trigger(respond.number, seat, card, below, owner), STEP)


class ThirdNeigh(Procedure):
    """Whoever's Neigh won says who drinks (UU-DRINK-3)."""

    __slots__ = ()


THIRD_NEIGH = ThirdNeigh()


def _third_neigh(s: State, f: Frame) -> None:
    count, winner = s.neighs
    if count >= 3 and winner >= 0 and party.drinks(s):
        s.neighs = (-1000, winner)  # once a turn
        push(s, THIRD_NEIGH, f.env)
        ask(s, Request(winner, Kind.SEAT, tuple(SEAT0 + n for n in range(s.rules.seats)), "third_neigh"))


@step_of(ThirdNeigh)
def _drink(s: State, _: Frame) -> None:
    party.drink(s, s.picked[0][0] - SEAT0, "UU-DRINK-3")
