"""The response window: who may respond to a card, and what the responses do (UU-INST).

Some Instants answer a theft, a loss or a turn's beginning (`occasions`); they too can be answered.

Every seat that could respond, judged by public information, is asked at once and secretly (UU-INST-6): never
only those who hold an Instant. A played Instant opens its own window; when all pass, the last one played
takes effect first (UU-INST-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from stablehand.games.unicorns.decks.watched import ANSWERS
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.occasions import (
    RULES_OF,
    answers_to,
    asked_occasion,
    call_off,
    holders,
    is_skipping,
    occasion,
)
from stablehand.games.unicorns.resolution.apply import CHECK, is_hand_watched
from stablehand.games.unicorns.resolution.asking import ask, ask_all
from stablehand.games.unicorns.resolution.events import toll, watchers
from stablehand.games.unicorns.resolution.machine import STEPS, WINDOW, Window, push, step_of
from stablehand.games.unicorns.resolution.resolve import push_effect, start
from stablehand.games.unicorns.resolution.stables import PUT_AWAY
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import (
    ASK_RESPOND,
    ASK_SEAT,
    NO_CARD,
    STEP,
    Env,
    Frame,
    Request,
    Trigger,
)
from stablehand.games.unicorns.state.rules import SEATS
from stablehand.games.unicorns.state.state import HANDS, LIMBO, NO, PASS, REDRAW, SEAT0
from stablehand.games.unicorns.state.zones import has_any, known_copy, one_of_each, put, record
from stablehand.games.unicorns.turn import party
from stablehand.games.unicorns.turn.redraw import redraw, redraws
from stablehand.games.unicorns.vocabulary import INSTANT, Procedure

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.knowledge.occasions import Occasion
    from stablehand.games.unicorns.state.records import CardNo, Option, Seat
    from stablehand.games.unicorns.state.state import State


class Unwind(Procedure):
    """Let the last Instant of a pile take effect, then the next one that is still there."""

    __slots__ = ()


UNWIND: Final = Unwind()
NO_CARDS: Final[tuple[CardNo, ...]] = ()
JUST_PASS: Final[tuple[Option, ...]] = (PASS,)

Pile: TypeAlias = "tuple[tuple[CardNo, Seat], ...]"
"""Cards being played, each the response to the one before: (card, seat).

Where Instants answer something else, the first is the card that it is about, if any, and who does it.
"""


def questions_about(s: State, owner: Seat, card: CardNo) -> tuple[Request, ...]:
    """Return the requests to all seats that could respond to a card, by public information (UU-INST-6).

    With the option `silent`, seats that can only pass are not asked.
    """
    questions: tuple[Request, ...] = ()
    # RUL-08, RUL-09: no Instant can be played against some cards; RUL-47: nor any more in this turn.
    if s.rules.catalog.cards[card].is_final or traits.is_unanswerable(s, owner) or is_spent(s):
        return questions
    is_silent, is_party = s.rules.silent, s.rules.has_party
    cost: i64 = toll(s, owner) if s.rules.catalog.watched & ANSWERS else 0
    for seat in s.rules.others[owner]:
        if len(s.zones[HANDS + seat]) > cost and not s.silenced >> seat & 1:
            cards = instants_of(s, seat)
            extra = redraws(s, seat) if is_party else ()
            if cards or extra:
                questions += (_question_for(seat, cards, extra),)
            elif not is_silent:  # most seats, most of the time
                questions += (ONLY_PASS[seat],)
    return questions


def _questions_on(s: State, about: Occasion) -> tuple[Request, ...]:
    """Return the requests to all seats that could respond to an occasion, by public information (RUL-62).

    The player who does it, if asked, is last.
    """
    questions: tuple[Request, ...] = ()
    if is_spent(s):  # RUL-47
        return questions
    asked = holders(s) if is_skipping(s) else s.rules.everybody
    for seat in (*s.rules.others[about.by], about.by):
        if asked >> seat & 1 and s.zones[HANDS + seat] and answers_to(s, seat, about):
            question = _question(s, seat, about)
            if len(question.options) > 1 or not s.rules.silent:
                questions += (question,)
    return questions


def step_window(s: State, f: Frame) -> None:
    """Ask, or apply the answers: of several Instants the nearest clockwise is played."""
    if f.pc == 0:
        open_window(s, f.env, f.data)
    elif f.pc == 1:
        pile: Pile = f.data[0]
        asked: tuple[Seat, ...] = f.data[1]
        if s.rules.has_party and _is_redrawn(s, f):
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
            about = _about(s, f.data[0])
            push(s, WINDOW, f.env, 1, f.data)
            kept = picks[:-1] if picks[0] == PASS else ()
            given = (*given[:at], kept, *given[at + 1 :])
            ask_all(s, tuple([_question(s, seat, about) for seat in asked]), is_race=s.is_race, given=given)
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
    about = _about(s, pile)
    questions = questions_about(s, owner, card) if about is None else _questions_on(s, about)
    if questions:
        ask_for_responses(s, env, pile, questions)
    else:
        _close(s, env, pile)


def _about(s: State, pile: Pile) -> Occasion | None:
    """Return the occasion that a window is about, while the frame that waits for it is on top.

    A window about a card, or about an Instant that was played, is about none.
    """
    return occasion(s, s.k) if s.rules.catalog.answering and len(pile) == 1 else None


def ask_for_responses(s: State, env: Env, pile: Pile, questions: tuple[Request, ...]) -> None:
    """Ask about the last card of a pile, at once or one seat after the other."""
    seats = tuple([question.seat for question in questions])
    if s.rules.window == "seat_order":
        push(s, WINDOW, env, 2, (pile, seats))
    else:
        push(s, WINDOW, env, 1, (pile, seats))
        ask_all(s, questions, is_race=s.rules.window == "race")


def _ask_in_order(s: State, f: Frame) -> None:
    """Ask one seat after the other; `pc` 2 asks the first of those left, 3 has its answer."""
    pile, seats = f.data
    about = _about(s, pile)
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
        ask(s, _question(s, seats[0], about))


def _question(s: State, seat: Seat, about: Occasion | None) -> Request:
    """Return the request to a seat for an Instant; most seats can only pass, most of the time."""
    cards, extra = instants_of(s, seat, about), redraws(s, seat)
    if about is not None:
        return _question_for(seat, cards, extra, f"window.{about.verb}")
    return _question_for(seat, cards, extra) if cards or extra else ONLY_PASS[seat]


def _question_for(
    seat: Seat, cards: tuple[CardNo, ...], extra: tuple[Option, ...], why: str = "window"
) -> Request:
    ends = (PASS, *extra) if extra else JUST_PASS
    return Request(seat, ASK_RESPOND, cards, why, 1, 1, ends, HANDS + seat, INSTANT)


def responses_of(s: State, seat: Seat) -> tuple[CardNo, ...]:
    """Return the Instants that a seat may play in the window that is open, one of each."""
    return instants_of(s, seat, asked_occasion(s))


def instants_of(s: State, seat: Seat, about: Occasion | None = None) -> tuple[CardNo, ...]:
    """Return the Instants a seat may play, one of each: against a card, or on an occasion."""
    hand = s.zones[HANDS + seat]
    if about is not None:
        allowed = answers_to(s, seat, about)
        below = s.rules.catalog.copies_below
        return tuple(one_of_each(s, [card for card in hand if card - below[card] in allowed]))
    is_answer = s.rules.catalog.is_answer
    if not has_any(is_answer, hand):
        return NO_CARDS
    is_banned = s.banned >> seat & 1
    below = s.rules.catalog.copies_below
    found: list[CardNo] = []
    last: CardNo = NO_CARD
    for card in hand:
        if is_answer[card]:
            first = card - below[card]
            if first != last and not (is_banned and traits.is_banned(s, seat, card)):
                found.append(card)
            last = first
    return tuple(found)


ONLY_PASS: Final[tuple[Request, ...]] = tuple(_question_for(seat, (), ()) for seat in range(SEATS.stop - 1))


def _respond(s: State, env: Env, pile: Pile, seat: Seat, card: CardNo) -> None:
    card = known_copy(s, card)
    put(s, card, LIMBO)
    whole = occasion(s, s.k) if s.rules.catalog.answering else None
    about = whole if len(pile) == 1 else None
    if s.recorder:
        _record_response(s, seat, card, pile, about)
    s.begun += 1
    if about is None:
        s.neighs = (s.neighs[0] + 1, seat)
        party.neighed(s, seat)
    if s.rules.catalog.watched & ANSWERS or is_hand_watched(s):
        push(s, WINDOW, env, 0, (*pile, (card, seat)))
        if whole is None or whole.card == NO_CARD:  # else what happens to the card comes first
            push(s, CHECK, env)
        below, owner = pile[-1]
        for trigger in reversed(watchers(s, "answer", below, owner, seat)) if about is None else ():
            push_effect(s, trigger)  # RUL-57: at once
    else:
        open_window(s, env, (*pile, (card, seat)))


def _record_response(s: State, seat: Seat, card: CardNo, pile: Pile, about: Occasion | None) -> None:
    below, owner = pile[-1]
    rules = ("UU-INST-2",) if about is None else ("UU-INST-2", RULES_OF[about.verb])
    if below == NO_CARD:
        record(s, "responded", rules, seat, (card,), whose=owner)
    else:
        whose = owner if about is None else about.owner
        record(s, "responded", rules, seat, (card,), to=s.rules.catalog.cards[below].id, whose=whose)


def step_unwind(s: State, f: Frame) -> None:
    """Let the top Instant stop the card below it, and go on with the rest of the pile."""
    pile: Pile = f.data
    if len(pile) < 2:
        _third_neigh(s, f.env)
        return
    card, seat = pile[-1]
    below, owner = pile[-2]
    rest = pile[:-2]
    if not rest and (about := occasion(s, s.k)) is not None:
        owner = about.owner
        call_off(s)
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
        ask(s, Request(winner, ASK_SEAT, seats, "third_neigh", ends=(NO,)))


@step_of(ThirdNeigh)
def _drink(s: State, _: Frame) -> None:
    if s.picked[0][0] != NO:
        party.drink(s, s.picked[0][0] - SEAT0, "UU-DRINK-3")
