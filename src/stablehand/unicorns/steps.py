"""The steps of every turn, called by name.

Compiled, to find a word's step in a table and call it takes 350 instructions, and a game takes 900 steps: a
chain of tests and a call by name, ordered by how often each word comes, saves a twentieth of random play.
Whatever is not named here is looked up in `machine.STEPS`, as all words are before this module is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns.acts import step_act, step_plain
from stablehand.unicorns.control import step_both, step_may, step_then
from stablehand.unicorns.machine import STEPPER, STEPS, Stepper, Turn
from stablehand.unicorns.plan import Perform
from stablehand.unicorns.playing import Play, step_play, step_put_away
from stablehand.unicorns.resolve import Resolve, step_perform, step_resolve
from stablehand.unicorns.stables import PutAway
from stablehand.unicorns.turn import step_turn
from stablehand.unicorns.window import Unwind, Window, step_unwind, step_window
from stablehand.unicorns.words import Act, Both, Counter, Draw, May, Then

if TYPE_CHECKING:
    from stablehand.unicorns.records import Frame
    from stablehand.unicorns.state import State


class Usual(Stepper):
    """Knows the usual words by name."""

    __slots__ = ()

    def step(self, s: State, f: Frame) -> None:
        """Do what the word of a frame does."""
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
            self._seldom(s, f)

    def _seldom(self, s: State, f: Frame) -> None:
        word = f.word
        if isinstance(word, Window):
            step_window(s, f)
        elif isinstance(word, PutAway):
            step_put_away(s, f)
        elif isinstance(word, Unwind):
            step_unwind(s, f)
        elif isinstance(word, (Draw, Counter)):
            step_plain(s, f)
        elif isinstance(word, Both):
            step_both(s, f)
        else:
            STEPS[type(word)](s, f)


STEPPER[0] = Usual()
