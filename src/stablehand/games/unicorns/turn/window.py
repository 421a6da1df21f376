"""The response window: who may respond to a card, and what the responses do (UU-INST).

Every seat that could respond, judged by public information, is asked at once and secretly (UU-INST-6): never
only those who hold an Instant. A played Instant opens its own window; when all pass, the last one played
takes effect first (UU-INST-2).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.machine import STEPS, ask, ask_all, push, step_of
from stablehand.games.unicorns.resolution.resolve import start
from stablehand.games.unicorns.resolution.stables import PUT_AWAY
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import STEP, Env, Frame, Request, Trigger
from stablehand.games.unicorns.state.rules import SEATS
from stablehand.games.unicorns.state.state import HANDS, LIMBO, NO, PASS, REDRAW, SEAT0
from stablehand.games.unicorns.state.zones import has_any, known_copy, one_of_each, put, record
from stablehand.games.unicorns.turn import party
from stablehand.games.unicorns.turn.redraw import redraw, redraws
from stablehand.games.unicorns.vocabulary import INSTANT, Procedure

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Seat
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State


class Window(Procedure):
    """Ask for responses to the last card of a pile: `data` is the pile of (card, seat), then the seats."""

    __slots__ = ()


class Unwind(Procedure):
    """Let the last Instant of a pile take effect, then the next one that is still there."""

    __slots__ = ()


WINDOW: Final = Window()
UNWIND: Final = Unwind()

Pile = tuple[tuple[int, int], ...]
"""Cards being played, each the response to the one before: (card, seat)."""


def questions_about(s: State, owner: Seat, card: CardNo) -> list[Request]:
    """Return the requests to all seats that could respond to a card, by public information (UU-INST-6).

    With the option `silent`, seats that can only pass are not asked.
    """
    questions: list[Request] = []
    # RUL-08, RUL-09: no Instant can be played against some cards; RUL-47: nor any more in this turn.
    if s.rules.catalog.cards[card].is_final or traits.is_unanswerable(s, owner) or is_spent(s):
        return questions
    is_silent, is_party = s.rules.silent, s.rules.party != "none"
    for seat in s.rules.others[owner]:
        if s.zones[HANDS + seat] and not (s.banned and _is_silenced(s, seat)):
            cards = instants_of(s, seat)
            extra = redraws(s, seat) if is_party else ()
            if cards or extra:
                questions.append(_question_for(seat, cards, extra))
            elif not is_silent:  # most seats, most of the time
                questions.append(ONLY_PASS[seat])
    return questions


def _is_silenced(s: State, seat: Seat) -> bool:
    """Whether cards in stables forbid a seat every Instant of the deck (RUL-35)."""
    if not s.banned >> seat & 1:
        return False
    return all(traits.is_banned(s, seat, card) for card in s.rules.catalog.instants)


def step_window(s: State, f: Frame) -> None:
    """Ask, or apply the answers: of several Instants the nearest clockwise is played."""
    if f.pc == 0:
        open_window(s, f.env, f.data)
    elif f.pc == 1:
        pile, asked = f.data
        if s.rules.party != "none" and _is_redrawn(s, f):
            return
        for at, picks in enumerate(s.picked):
            # The nearest clockwise has played; what the others would have done stays secret.
            if picks and picks[0] != PASS:
                _respond(s, f.env, pile, asked[at], picks[0])
                return
        _close(s, f.env, pile)
    else:
        _ask_in_order(s, f)


STEPS[Window] = step_window


def _is_redrawn(s: State, f: Frame) -> bool:
    """Carry out a redraw and ask the rest of the window again; return whether there was one (UU-DRINK-4).

    Answers already given stand, unless they were a card of the hand that is gone.
    """
    asked: tuple[Seat, ...] = f.data[1]
    given = s.picked
    for at, picks in enumerate(given):
        if picks and picks[-1] == REDRAW:
            redraw(s, asked[at])
            push(s, WINDOW, f.env, 1, f.data)
            kept = picks[:-1] if picks[0] == PASS else ()
            given = (*given[:at], kept, *given[at + 1 :])
            ask_all(s, tuple([_question(s, seat) for seat in asked]), is_race=s.is_race, given=given)
            return True
    return False


def _close(s: State, env: Env, pile: Pile) -> None:
    """Let the Instants of a pile take effect, if there are any left."""
    if len(pile) > 1:
        push(s, UNWIND, env, 0, pile)
    else:
        _third_neigh(s, env)


def open_window(s: State, env: Env, pile: Pile) -> None:
    """Ask for responses to the last card of a pile; if there is nobody to ask, close the window at once."""
    card, owner = pile[-1]
    questions = questions_about(s, owner, card)
    if questions:
        ask_for_responses(s, env, pile, questions)
    else:
        _close(s, env, pile)


def ask_for_responses(s: State, env: Env, pile: Pile, questions: list[Request]) -> None:
    """Ask about the last card of a pile, at once or one seat after the other."""
    seats = tuple([question.seat for question in questions])
    if s.rules.window == "seat_order":
        push(s, WINDOW, env, 2, (pile, seats))
    else:
        push(s, WINDOW, env, 1, (pile, seats))
        ask_all(s, tuple(questions), is_race=s.rules.window == "race")


def _ask_in_order(s: State, f: Frame) -> None:
    """Ask one seat after the other; `pc` 2 asks the first of those left, 3 has its answer."""
    pile, seats = f.data
    if f.pc == 3:
        answer = s.picked[0][0]
        if answer == REDRAW:  # the same question comes again (UU-DRINK-4)
            redraw(s, seats[0])
        elif answer != PASS:
            _respond(s, f.env, pile, seats[0], answer)
            return
        else:
            seats = seats[1:]
    if not seats:
        _close(s, f.env, pile)
    else:
        push(s, WINDOW, f.env, 3, (pile, seats))
        ask(s, _question(s, seats[0]))


def _question(s: State, seat: Seat) -> Request:
    """Return the request to a seat for an Instant; most seats can only pass, most of the time."""
    cards, extra = instants_of(s, seat), redraws(s, seat)
    return _question_for(seat, cards, extra) if cards or extra else ONLY_PASS[seat]


@cache
def _question_for(seat: Seat, cards: tuple[CardNo, ...], extra: tuple[Option, ...]) -> Request:
    return Request(seat, Kind.RESPOND, cards, "window", ends=(PASS, *extra), zone=HANDS + seat, of=INSTANT)


def instants_of(s: State, seat: Seat) -> tuple[CardNo, ...]:
    """Return the Instants a seat may play, one of each."""
    hand = s.zones[HANDS + seat]
    is_answer = s.rules.catalog.is_answer
    if not has_any(is_answer, hand):
        return ()
    found = [card for card in hand if is_answer[card]]
    if s.banned >> seat & 1:
        found = [card for card in found if not traits.is_banned(s, seat, card)]
    return tuple(one_of_each(s, found))


ONLY_PASS: Final = tuple(_question_for(seat, (), ()) for seat in range(SEATS.stop - 1))


def _respond(s: State, env: Env, pile: Pile, seat: Seat, card: CardNo) -> None:
    card = known_copy(s, card)
    put(s, card, LIMBO)
    if s.recorder:
        below, owner = pile[-1]
        to = below and s.rules.catalog.cards[below].id
        record(s, "responded", ("UU-INST-2",), seat, (card,), to=to, whose=owner)
    s.begun += 1
    s.neighs = (s.neighs[0] + 1, seat)
    party.neighed(s, seat)
    open_window(s, env, (*pile, (card, seat)))


def step_unwind(s: State, f: Frame) -> None:
    """Let the top Instant stop the card below it, and go on with the rest of the pile."""
    pile: Pile = f.data
    if len(pile) < 2:
        _third_neigh(s, f.env)
        return
    (card, seat), (below, owner) = pile[-1], pile[-2]
    rest = pile[:-2]
    is_reopened = rest and s.rules.catalog.cards[card].is_final and s.rules.super_neigh == "unwinds"
    push(s, WINDOW if is_reopened else UNWIND, f.env, 0, rest)
    push(s, PUT_AWAY, f.env, 0, (card,))
    respond = s.rules.catalog.cards[card].respond
    assert respond is not None
    start(s, Trigger(respond.number, seat, card, below, owner), STEP)


STEPS[Unwind] = step_unwind


class ThirdNeigh(Procedure):
    """The player whose Neigh won may say who drinks (UU-DRINK-3)."""

    __slots__ = ()


THIRD_NEIGH: Final = ThirdNeigh()


def _third_neigh(s: State, env: Env) -> None:
    count, winner = s.neighs
    if count >= 3 and party.drinks(s):
        s.neighs = (-1000, winner)  # once per turn
        push(s, THIRD_NEIGH, env)
        seats = tuple(SEAT0 + n for n in range(s.rules.seats))
        ask(s, Request(winner, Kind.SEAT, seats, "third_neigh", ends=(NO,)))


@step_of(ThirdNeigh)
def _drink(s: State, _: Frame) -> None:
    if s.picked[0][0] != NO:
        party.drink(s, s.picked[0][0] - SEAT0, "UU-DRINK-3")
