"""Trials: the board of a case, played on by a reader who wants to see what happens, with bots.

Nothing is stored: every request brings all answers so far, also those of the bots, and they are replayed. So
a reader may answer for the bots as well; nobody is cheated by that. Trials are played in the process of
`server.errands`, bots choose in theirs: a step ends where one of them is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from stablehand.cases.adapter import adapter_for
from stablehand.core.events import Recorder
from stablehand.core.registry import load
from stablehand.core.rng import Rng
from stablehand.server.botpool.tasks import Task, level_spec
from stablehand.server.errands.messages import TrialStep
from stablehand.server.learn.boards import PracticeBoard
from stablehand.server.learn.cases import called_seats
from stablehand.table import protocol as p
from stablehand.table.refusal import Refusal
from stablehand.table.state.clock import default

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.cases.format import Case
    from stablehand.core.contract import Decision, Option, Seat

LONGEST: Final = 600
"""The most answers on a board, including those of the bots; for whole games there are tables."""
LEVEL: Final[p.Level] = "normal"
SECONDS: Final = 0.8


class TrialSeen(Struct, frozen=True):
    """The state of a trial after the answers so far."""

    answers: tuple[tuple[int, int], ...]
    """All answers so far, seat and option, to be sent again with the next one."""
    told: int
    """The number of log lines before the last answer that was sent."""
    is_done: bool
    table: p.Table


class Trial:
    """A trial by one seat, or by one person for all seats (None)."""

    def __init__(self, case: Case, player: Seat | None, answers: Sequence[tuple[Seat, Option]]) -> None:
        if player is not None and player >= len(case.seats):
            raise Refusal("no_seat", number=player + 1)
        recorder = Recorder()
        state = adapter_for(case, recorder).state
        options = state.rules.options
        self.board = PracticeBoard(case.game, called_seats(case), options, player, state, recorder, LEVEL)
        self.answers: list[tuple[Seat, Option]] = []
        self.told = 0
        for seat, option in answers:
            self.told = len(recorder.events)
            self._give(seat, option)

    @property
    def is_done(self) -> bool:
        """Whether no decision is open any more, or the limit of answers is reached."""
        return not self.board.asked or len(self.answers) >= LONGEST

    def advance(self, told: int | None, lang: str, layer: str, *, asks_bots: bool) -> TrialStep:
        """Answer forced decisions until the player or a bot has something to decide; return the step.

        If several are asked, the player answers first, to see what that answer does. Bots that are not asked,
        because one had no choice in time, give the default answer of the table.
        """
        if told is not None:
            self.told = told
        while not self.is_done:
            asked = self.board.asked
            forced = next((one for one in asked if one.is_forced), None)
            if forced is not None:
                self._give(forced.seat, forced.options[0])
            elif self.board.asked_here is not None:
                break
            elif asks_bots:
                return TrialStep(tuple(self.answers), self.told, self._task(asked[0]))
            else:
                game = load(self.board.game)
                self._give(asked[0].seat, default(game, self.board.state, asked[0]))
        seen = msgspec.json.encode(self.seen(lang, layer))
        return TrialStep(tuple(self.answers), self.told, None, msgspec.Raw(seen))

    def _task(self, decision: Decision) -> Task:
        """Return a decision of a bot, which gets only what its seat sees."""
        board, game, seat = self.board, load(self.board.game), decision.seat
        entropy = int.from_bytes(Rng.from_seed(len(self.answers), f"bot on {seat}").key, "big")
        world, seed = divmod(entropy, 1 << 64)
        state = game.encode(game.determinise(board.state, seat, world))
        return Task(board.game, state, seat, level_spec(LEVEL, SECONDS), seed, SECONDS)

    def _give(self, seat: Seat, option: Option) -> None:
        self.board.answer(seat, option)
        self.answers.append((seat, option))

    def seen(self, lang: str, layer: str) -> TrialSeen:
        """Return the trial with its table frame in a language."""
        table = self.board.shown(lang, layer, len(self.answers), is_done=self.is_done)
        return TrialSeen(tuple(self.answers), self.told, self.is_done, table)
