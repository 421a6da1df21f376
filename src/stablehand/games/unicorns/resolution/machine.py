"""The machine that runs frames until a seat must decide.

`run` pops the top frame and calls the step of its word, until a decision is open or the game is over. A step
may push frames or ask. It is an abstract machine in the textbook sense: the word is the control, the `Env`
the environment, the linked list of frames the continuation.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.contract import Decision, Kind
from stablehand.games.unicorns.state.records import Frame, Request
from stablehand.games.unicorns.state.state import FINISH, REDRAW
from stablehand.games.unicorns.vocabulary import Procedure, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Option, Seat
    from stablehand.games.unicorns.state.records import Env
    from stablehand.games.unicorns.state.state import State

NO_PICKS: Final[tuple[tuple[Option, ...], ...]] = ((),)
ONE_PICK: Final[tuple[tuple[tuple[Option, ...], ...], ...]] = tuple(((option,),) for option in range(512))
"""For each option, the picks of a single seat that chose it: built once, which saves 0.1 µs per answer."""

STEPS: Final[dict[type[Word], Callable[[State, Frame], None]]] = {}
"""The step of each word; every module with steps adds its own."""


class Stepper:
    """Calls the step of a word. `dispatch` has a faster one for the most frequent words."""

    __slots__ = ()

    def step(self, s: State, f: Frame) -> None:
        """Run the step of a frame's word."""
        STEPS[type(f.word)](s, f)


STEPPER: Final[list[Stepper]] = [Stepper()]
"""The stepper in use; a list so that `dispatch` can replace it."""


class Turn(Procedure):
    """One turn; `turn.turn` has its steps. A game can be held between its phases."""

    __slots__ = ()


BEFORE: Final = 0
BEGIN: Final = 1
DRAWING: Final = 2
ACTION: Final = 3
ACTED: Final = 4
END: Final = 5
LIMIT: Final = 6
LIMITED: Final = 7
"""The points of a turn."""
HOLDING: Final = (BEFORE, BEGIN, DRAWING, ACTION, END, LIMIT)
"""The points at which nothing is pending and a phase is about to begin."""


def step_of(word: type[Word]) -> Callable[[Callable[[Any, Frame], None]], Callable[[Any, Frame], None]]:
    """Register the decorated function as the step of a word."""

    def register(step: Callable[[State, Frame], None]) -> Callable[[State, Frame], None]:
        STEPS[word] = step
        return step

    return register


def push(s: State, word: Word, env: Env, pc: int = 0, data: tuple[Any, ...] = ()) -> None:
    """Put a frame on top of those still to be done."""
    s.k = Frame(word, pc, env, data, s.k)


def do_now(s: State, word: Word, env: Env) -> None:
    """Run a word's step at once. At the end of a step this equals pushing the word, but is faster."""
    STEPPER[0].step(s, Frame(word, 0, env, (), None))


def run(s: State, *, hold: bool = False) -> None:
    """Run until a decision is open or the game is over; with `hold`, also stop before a phase begins."""
    stepper = STEPPER[0]
    while not s.asks:
        f = s.k
        if f is None or (hold and is_between_phases(f)):
            assert f or s.is_over, "a game that is not over has something to do"
            s.picked = ()
            return
        s.k = f.next
        stepper.step(s, f)


def is_between_phases(f: Frame | None) -> bool:
    """Whether a frame is a point of the turn before a phase."""
    return f is not None and isinstance(f.word, Turn) and f.pc in HOLDING


def ask(s: State, request: Request) -> None:
    """Ask a seat; the top frame gets the answer."""
    single = request.single
    if single is None:
        ask_all(s, (request,))
    elif s.rules.silent and len(request.options) == 1:
        s.is_race = False
        s.picked = (request.options,)
        s.requests = s.picks = s.asks = ()
    else:
        s.picked = ()  # earlier answers were for the step that asks now, or for one before it
        s.requests = (request,)
        s.is_race = False
        s.picks = NO_PICKS
        s.asks = (single,)


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
    if given is None:
        s.asks = tuple([d for request in requests if (d := request.single or decision_of(request, ()))])
    else:
        open_questions(s)
    if s.rules.silent:
        answer_forced(s)


def answer_forced(s: State) -> bool:
    """Answer every decision that has one option only; return whether everybody has answered then."""
    while s.asks:
        for forced in s.asks:
            if len(forced.options) == 1:
                give_answer(s, forced.seat, forced.options[0])
                break
        else:
            return False
    return True


def open_questions(s: State) -> None:
    """Compute the open decisions from requests and picks."""
    asks = []
    for request, picks in zip(s.requests, s.picks, strict=True):
        decision = decision_of(request, picks)
        if decision is not None:
            asks.append(decision)
    s.asks = tuple(asks)


def decision_of(request: Request, picks: tuple[Option, ...]) -> Decision | None:
    """Return the next decision of a request; None when it is done.

    Picks are offered in ascending order, so that a set of picks can be made in one way only.
    """
    if len(picks) == request.most or (picks and picks[-1] in request.ends):
        return None
    if request.most == 1:
        return request.single
    group = request.candidates
    place = group.index(picks[-1]) + 1 if picks else 0
    still = max(request.least - len(picks), 1)
    found: list[Option] = []
    seen: list[Option] = []
    for n in range(place, len(group) - still + 1):  # in ascending order
        if request.alike[n] not in seen:  # of equal copies the first
            seen.append(request.alike[n])
            found.append(group[n])
    options = tuple(found)
    if len(picks) >= request.least:
        options += request.ends or (FINISH,)
    return Decision(
        request.seat, request.kind, options, request.why, group, request.least, request.most, picks
    )


def give_answer(s: State, seat: Seat, option: Option) -> bool:
    """Apply an answer; return whether everybody has answered now. It is not checked."""
    requests = s.requests
    if len(requests) == 1 and requests[0].single is not None:
        s.picked = ONE_PICK[option]
        s.requests = s.picks = s.asks = ()
        return True
    number = 0
    while requests[number].seat != seat:
        number += 1
    request = requests[number]
    if option == REDRAW:  # carried out at once, whatever the others do; an answer given before is kept
        s.picked = (*s.picks[:number], (*s.picks[number], option), *s.picks[number + 1 :])
        s.requests = s.picks = s.asks = ()
        return True
    if request.single is not None:
        picks: tuple[Option, ...] = (option,)
        asks = s.asks[1:] if s.asks[0].seat == seat else tuple([d for d in s.asks if d.seat != seat])
    else:
        before = s.picks[number]
        if before and decision_of(request, before) is None:
            before = ()  # it is replaced
        picks = (*before, option)
        rest: dict[Seat, Decision | None] = {decision.seat: decision for decision in s.asks}
        rest[seat] = decision_of(request, picks)
        asks = tuple([d for other in requests if (d := rest.get(other.seat))])
    given = (*s.picks[:number], picks, *s.picks[number + 1 :])
    if asks and not (s.is_race and option not in request.ends):
        s.asks, s.picks = asks, given
        return False
    s.picked = given
    s.requests = s.picks = s.asks = ()
    return True


@cache
def yes_no(seat: Seat, why: str, options: tuple[Option, ...]) -> Request:
    """Return the request for a yes-or-no decision; requests are cached and shared."""
    return Request(seat, Kind.YES_NO, options, why)
