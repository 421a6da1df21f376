"""Questions to seats: asking them, what may be answered, and taking the answers.

A state holds requests and what has been picked for each so far. A `Decision` is built from them only for
those who want one: simulations and searches read the options of a request and answer by its number.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Decision, Kind
from stablehand.games.unicorns.state.records import Request
from stablehand.games.unicorns.state.state import FINISH, MOST_OPTIONS, NO, REDRAW, YES

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Env, Option, Seat
    from stablehand.games.unicorns.state.state import State

NO_PICKS: Final[tuple[tuple[Option, ...], ...]] = ((),)
ONE_PICK: Final[tuple[tuple[tuple[Option, ...], ...], ...]] = tuple(
    ((option,),) for option in range(MOST_OPTIONS)
)
"""For each option, the picks of a single seat that chose it: built once, which saves 0.1 µs per answer."""


def ask(s: State, request: Request) -> None:
    """Ask a seat; the top frame gets the answer."""
    if request.most != 1:
        ask_all(s, (request,))
        return
    s.is_race = False
    if s.rules.silent and len(request.options) == 1:
        s.picked = (request.options,)
        s.requests = s.picks = ()
    else:
        s.picked = ()  # earlier answers were for the step that asks now, or for one before it
        s.requests = (request,)
        s.picks = NO_PICKS
        s.unanswered = 1


def ask_all(
    s: State,
    requests: tuple[Request, ...],
    *,
    is_race: bool = False,
    given: tuple[tuple[Option, ...], ...] | None = None,
) -> None:
    """Ask seats at once; the top frame gets the answers when all are in. Answers `given` before stand."""
    s.picked = ()  # as above
    s.requests = requests
    s.is_race = is_race
    s.picks = NO_PICKS * len(requests) if given is None else given
    count_unanswered(s)
    if s.rules.silent:
        answer_forced(s)


@cache
def yes_no(seat: Seat, why: str, options: tuple[Option, ...]) -> Request:
    """Return the request for a yes-or-no decision; requests are cached and shared."""
    return Request(seat, Kind.YES_NO, options, why)


def offer(s: State, env: Env, *, is_possible: bool = True) -> Request:
    """Return the question whether a player does what an effect offers; it may be that they can only decline.

    The rules keep those that have been asked: compiled, that takes a quarter of the time of `yes_no`.
    """
    assert env.effect >= 0, "only effects offer anything"
    at = (env.effect * s.rules.seats + env.you) * 2 + (1 if is_possible else 0)
    found = s.rules.offers[at]
    if found is None:
        why = s.rules.catalog.effects[env.effect].path
        found = s.rules.offers[at] = yes_no(env.you, why, (YES, NO) if is_possible else (NO,))
    return found


# What is open.


def count_unanswered(s: State) -> None:
    """Count the requests that are not answered; the count follows from requests and picks."""
    found: i64 = 0
    for number, request in enumerate(s.requests):
        if not is_answered(request, s.picks[number]):
            found += 1
    s.unanswered = found


def is_answered(request: Request, picks: tuple[Option, ...]) -> bool:
    """Whether nothing more can be picked for a request."""
    made: i64 = len(picks)
    if not made:
        return False
    return made == request.most or is_among(request.ends, picks[made - 1])


def is_among(options: tuple[int, ...], option: int) -> bool:
    """Whether an option, perhaps one from outside, is offered.

    Compiled, the loop takes a third of the time of `in`.
    """
    for other in options:  # noqa: SIM110 - the same
        if other == option:
            return True
    return False


def first_unanswered(s: State) -> i64:
    """Return the number of the first request that is not answered; there must be one."""
    number: i64 = 0
    if len(s.requests) == 1:  # as mostly
        return number
    while is_answered(s.requests[number], s.picks[number]):
        number += 1
    return number


def request_to(s: State, seat: Seat) -> i64:
    """Return the number of the request to a seat; there must be one."""
    number: i64 = 0
    while s.requests[number].seat != seat:
        number += 1
    return number


def options_of(request: Request, picks: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return what may be picked next for a request that is not answered.

    Picks are offered in ascending order, so that a set of picks can be made in one way only.
    """
    if request.most == 1:
        return request.options
    group = request.candidates
    picked: i64 = len(picks)
    place: i64 = group.index(picks[-1]) + 1 if picks else 0
    still = request.least - picked if request.least > picked else 1
    found: list[Option] = []
    last: Option = -1
    for n in range(place, len(group) - still + 1):  # in ascending order: equal copies follow each other
        if request.alike[n] != last:
            found.append(group[n])
            last = request.alike[n]
    if picked >= request.least:
        found += request.ends or (FINISH,)
    return tuple(found)


def decision_of(request: Request, picks: tuple[Option, ...]) -> Decision | None:
    """Return the next decision of a request; None when it is answered."""
    if is_answered(request, picks):
        return None
    if request.most != 1:
        return Decision(
            request.seat,
            request.kind,
            options_of(request, picks),
            request.why,
            request.candidates,
            request.least,
            request.most,
            picks,
        )
    if request.made is None:
        request.made = Decision(request.seat, request.kind, request.options, request.why)
    return request.made


def decisions(s: State) -> tuple[Decision, ...]:
    """Return the open decisions, in the order of the requests."""
    found: list[Decision] = []
    for number, request in enumerate(s.requests):
        decision = decision_of(request, s.picks[number])
        if decision is not None:
            found.append(decision)
    return tuple(found)


# Answers.


def give_answer(s: State, number: i64, option: Option) -> bool:
    """Answer a request by its number; return whether everybody has answered now. It is not checked."""
    requests = s.requests
    if len(requests) == 1 and requests[0].most == 1:
        _end(s, ONE_PICK[option])
        return True
    request, before = requests[number], s.picks[number]
    if option != REDRAW and is_answered(request, before):
        before = ()  # it is replaced
    picks = (*before, option) if before else ONE_PICK[option][0]  # (option,), which is there already
    given = (picks,) if len(requests) == 1 else (*s.picks[:number], picks, *s.picks[number + 1 :])
    s.picks = given
    count_unanswered(s)
    # A redraw is carried out at once, whatever the others do; in a race the first response counts.
    if not s.unanswered or option == REDRAW or (s.is_race and option not in request.ends):
        _end(s, given)
        return True
    return False


def _end(s: State, picked: tuple[tuple[Option, ...], ...]) -> None:
    """Close the question and keep the answers for the frame that asked."""
    s.picked = picked
    s.requests = s.picks = ()
    s.unanswered = 0


def answer_forced(s: State) -> bool:
    """Answer every request that has one option only; return whether everybody has answered then."""
    number: i64 = 0
    while s.unanswered:
        if number == len(s.requests):
            return False
        request, picks = s.requests[number], s.picks[number]
        options = () if is_answered(request, picks) else options_of(request, picks)
        if len(options) == 1:
            give_answer(s, number, options[0])
            number = 0
        else:
            number += 1
    return True
