"""The machine that runs frames until a seat must decide.

`run` pops the top frame and calls the step of its word, until a decision is open or the game is over. A step
may push frames or ask. It is an abstract machine in the textbook sense: the word is the control, the `Env`
the environment, the linked list of frames the continuation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.state.records import Frame
from stablehand.games.unicorns.vocabulary import Procedure, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Env
    from stablehand.games.unicorns.state.state import State

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


class Window(Procedure):
    """Ask for responses to the last card of a pile; `turn.window` has its steps.

    `data` is the pile of (card, seat), then the seats that are asked. The frame below says what the first
    card of the pile is: one being played, or one to which something is about to happen (`occasions`).
    """

    __slots__ = ()


WINDOW: Final = Window()

BEFORE: Final = 0
BEGIN: Final = 1
DRAWING: Final = 2
ACTION: Final = 3
ACTED: Final = 4
END: Final = 5
LIMIT: Final = 6
LIMITED: Final = 7
OPENED: Final = 8
"""The points of a turn; the last comes after the window about its beginning (RUL-64)."""
HOLDING: Final = (BEFORE, BEGIN, DRAWING, ACTION, END, LIMIT)
"""The points at which nothing is pending and a phase is about to begin."""


def step_of(word: type[Word]) -> Callable[[Callable[[Any, Frame], None]], Callable[[Any, Frame], None]]:
    """Register the decorated function as the step of a word."""

    def register(step: Callable[[State, Frame], None]) -> Callable[[State, Frame], None]:
        STEPS[word] = step
        return step

    return register


def push(s: State, word: Word, env: Env, pc: i64 = 0, data: tuple[Any, ...] = ()) -> None:
    """Put a frame on top of those still to be done."""
    s.k = Frame(word, pc, env, data, s.k)


def do_now(s: State, word: Word, env: Env) -> None:
    """Run a word's step at once. At the end of a step this equals pushing the word, but is faster."""
    STEPPER[0].step(s, Frame(word, 0, env, (), None))


def run(s: State, *, hold: bool = False) -> None:
    """Run until a decision is open or the game is over; with `hold`, also stop before a phase begins."""
    stepper = STEPPER[0]
    while not s.unanswered:
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
