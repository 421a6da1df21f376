"""The steps of the most frequent words, called by name.

Without this module every step is found in the table `machine.STEPS` and called through it, which takes 350
instructions compiled; a game takes 900 steps. A chain of tests ordered by frequency, with calls by name,
saves 5 % of random play: callgrind counts 4,831,004 instructions per game with it and 5,080,291 without it
(4 seats, base_2e, `bench/instructions.py`). A word that is not named here is looked up in the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.resolution.apply import Check, step_check, step_commit
from stablehand.games.unicorns.resolution.choose import step_act, step_plain
from stablehand.games.unicorns.resolution.control import (
    step_both,
    step_make,
    step_may,
    step_then,
    step_with,
)
from stablehand.games.unicorns.resolution.look import step_search
from stablehand.games.unicorns.resolution.machine import STEPPER, STEPS, Stepper, Turn, Window
from stablehand.games.unicorns.resolution.plan import Commit, Perform
from stablehand.games.unicorns.resolution.resolve import Link, Resolve, step_link, step_perform, step_resolve
from stablehand.games.unicorns.resolution.stables import PutAway
from stablehand.games.unicorns.turn.play import Play, step_play, step_put_away
from stablehand.games.unicorns.turn.setup import SetUp, step_set_up
from stablehand.games.unicorns.turn.turn import step_turn
from stablehand.games.unicorns.turn.window import Unwind, step_unwind, step_window
from stablehand.games.unicorns.vocabulary import (
    Act,
    Both,
    Counter,
    Draw,
    Make,
    May,
    Pull,
    Recycle,
    Search,
    Then,
    With,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Frame
    from stablehand.games.unicorns.state.state import State


class FastStepper(Stepper):
    """Calls the steps of the most frequent words by name."""

    __slots__ = ()

    def step(self, s: State, f: Frame) -> None:
        """Run the step of a frame's word."""
        word = f.word
        if isinstance(word, Turn):
            step_turn(s, f)
        elif isinstance(word, Resolve):
            step_resolve(s, f)
        elif isinstance(word, Act):
            step_act(s, f)
        elif isinstance(word, Perform):
            step_perform(s, f)
        elif isinstance(word, Play):
            step_play(s, f)
        elif isinstance(word, May):
            step_may(s, f)
        elif isinstance(word, Then):
            step_then(s, f)
        else:
            self._less_frequent(s, f)

    def _less_frequent(self, s: State, f: Frame) -> None:
        word = f.word
        if isinstance(word, Window):
            step_window(s, f)
        elif isinstance(word, PutAway):
            step_put_away(s, f)
        elif isinstance(word, Unwind):
            step_unwind(s, f)
        elif isinstance(word, (Draw, Counter, Pull, Recycle)):
            step_plain(s, f)
        elif isinstance(word, Both):
            step_both(s, f)
        elif isinstance(word, Make):
            step_make(s, f)
        elif isinstance(word, With):
            step_with(s, f)
        elif isinstance(word, Search):
            step_search(s, f)
        elif isinstance(word, Link):
            step_link(s, f)
        elif isinstance(word, Commit):
            step_commit(s, f)
        elif isinstance(word, Check):
            step_check(s, f)
        elif isinstance(word, SetUp):
            step_set_up(s, f)
        else:
            STEPS[type(word)](s, f)


STEPPER[0] = FastStepper()
