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
from stablehand.games.unicorns.state.records import STEP, Env, Frame, Request, Trigger
from stablehand.games.unicorns.state.rules import SEATS
from stablehand.games.unicorns.state.state import HANDS, LIMBO, PASS, SEAT0
from stablehand.games.unicorns.state.zones import has_any, known_copy, one_of_each, put, record
from stablehand.games.unicorns.turn import party
from stablehand.games.unicorns.vocabulary import INSTANT, Procedure

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State


class Window(Procedure):
    """Ask for answers to the last card of a pile: `data` is the pile of (card, seat), then who was asked."""

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
    # RUL-08, RUL-09: no Instant can be played against some cards.
    if s.rules.catalog.cards[card].is_final or traits.is_unanswerable(s, owner):
        return questions
    is_silent = s.rules.silent
    for seat in s.rules.others[owner]:
        if s.zones[HANDS + seat] and not (s.banned and _is_silenced(s, seat)):
            cards = instants_of(s, seat)
            if cards:
                questions.append(_question_for(seat, cards))
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
        for at, picks in enumerate(s.picked):
            # The nearest clockwise has played; what the others would have done stays secret.
            if picks and picks[0] != PASS:
                _respond(s, f.env, pile, asked[at], picks[0])
                return
        _close(s, f.env, pile)
    else:
        _ask_in_order(s, f)


STEPS[Window] = step_window


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
        ask_for_answers(s, env, pile, questions)
    else:
        _close(s, env, pile)


def ask_for_answers(s: State, env: Env, pile: Pile, questions: list[Request]) -> None:
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
    """Return the request to a seat for an Instant; most seats can only pass, most of the time."""
    cards = instants_of(s, seat)
    return _question_for(seat, cards) if cards else ONLY_PASS[seat]


@cache
def _question_for(seat: Seat, cards: tuple[CardNo, ...]) -> Request:
    return Request(seat, Kind.RESPOND, cards, "window", ends=(PASS,), zone=HANDS + seat, of=INSTANT)


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


ONLY_PASS: Final = tuple(_question_for(seat, ()) for seat in range(SEATS.stop - 1))


def _respond(s: State, env: Env, pile: Pile, seat: Seat, card: CardNo) -> None:
    card = known_copy(s, card)
    put(s, card, LIMBO)
    if s.recorder:
        to = pile[-1][0] and s.rules.catalog.cards[pile[-1][0]].id
        record(s, "responded", ("UU-INST-2",), seat, (card,), to=to)
    s.neighs = (s.neighs[0] + 1, s.neighs[1])
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
    """The player whose Neigh won says who drinks (UU-DRINK-3)."""

    __slots__ = ()


THIRD_NEIGH: Final = ThirdNeigh()


def _third_neigh(s: State, env: Env) -> None:
    count, winner = s.neighs
    if count >= 3 and winner >= 0 and party.drinks(s):
        s.neighs = (-1000, winner)  # once per turn
        push(s, THIRD_NEIGH, env)
        ask(s, Request(winner, Kind.SEAT, tuple(SEAT0 + n for n in range(s.rules.seats)), "third_neigh"))


@step_of(ThirdNeigh)
def _drink(s: State, _: Frame) -> None:
    party.drink(s, s.picked[0][0] - SEAT0, "UU-DRINK-3")
