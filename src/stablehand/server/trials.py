"""Cases to be tried: the board of one, played on by whoever wants to know what happens then, bots around.

Nothing is kept: all answers so far come with every request, the bots' too, and are given again. So whoever
tries may answer for the bots as well; there is nobody to be cheated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from stablehand.cases.runner import STAGES
from stablehand.kernel.events import Recorder
from stablehand.kernel.rng import Rng
from stablehand.kernel.shelf import load
from stablehand.server.boards import Board
from stablehand.server.case_pages import called_seats
from stablehand.server.thinkers import Task, level_spec
from stablehand.table import protocol as p
from stablehand.table.pacing import default
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.cases.format import Case
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.server.thinkers import Thinkers

LONGEST: Final = 600
"""Answers on a board, the bots' too; whoever wants a whole game has tables for it."""
LEVEL: Final[p.Level] = "normal"
SECONDS: Final = 0.8


class TrialSeen(Struct, frozen=True):
    """A board as far as it has been tried."""

    answers: tuple[tuple[int, int], ...]
    """All answers so far, seat and option: to be sent again with the next one."""
    told: int
    """How many lines of the log there had been before the last answer that was sent."""
    is_done: bool
    table: p.Table


class Trial:
    """A board being tried by a seat, or by one person for all (None)."""

    def __init__(self, case: Case, player: Seat | None, answers: Sequence[tuple[Seat, Option]]) -> None:
        if player is not None and player >= len(case.seats):
            raise Refusal("no_seat", number=player + 1)
        recorder = Recorder()
        state = STAGES[case.game](case, recorder).state
        options = state.rules.as_options()
        self.board = Board(case.game, called_seats(case), options, player, state, recorder, LEVEL)
        self.answers: list[tuple[Seat, Option]] = []
        self.told = 0
        self.is_hurried = False
        """Whether bots had no time once: then nobody waits for them again."""
        for seat, option in answers:
            self.told = len(recorder.events)
            self._give(seat, option)

    @property
    def is_done(self) -> bool:
        """Whether nobody is asked any more, or it has gone on long enough."""
        return not self.board.asked or len(self.answers) >= LONGEST

    async def go_on(self, thinkers: Thinkers | None, whose: str) -> None:
        """Let bots answer, and what leaves no choice be answered, until the player has something to decide.

        Where several are asked, the player comes first: whoever tries wants to see what their answer does.
        """
        while not self.is_done:
            asked = self.board.asked
            forced = next((one for one in asked if one.is_forced), None)
            if forced is not None:
                self._give(forced.seat, forced.options[0])
            elif self.board.asked_here is not None:
                return
            else:
                self._give(asked[0].seat, await self._thought(asked[0], thinkers, whose))

    async def _thought(self, decision: Decision, thinkers: Thinkers | None, whose: str) -> Option:
        """Ask a bot, which knows what its seat knows; where none answers, the table does."""
        board, game, seat = self.board, load(self.board.game), decision.seat
        luck = int.from_bytes(Rng.from_seed(len(self.answers), f"bot on {seat}").key, "big")
        world, seed = divmod(luck, 1 << 64)
        if thinkers is not None and thinkers.number and not self.is_hurried:
            state = game.encode(game.determinise(board.state, seat, world))
            spec = level_spec(LEVEL, SECONDS)
            option = await thinkers.think(Task(board.game, state, seat, spec, seed, SECONDS, whose))
            if option in decision.options:
                return option
            self.is_hurried = True
        return default(game, board.state, decision)

    def _give(self, seat: Seat, option: Option) -> None:
        self.board.answer(seat, option)
        self.answers.append((seat, option))

    def seen(self, lang: str, layer: str) -> TrialSeen:
        """Put it into words."""
        table = self.board.shown(lang, layer, len(self.answers), is_done=self.is_done)
        return TrialSeen(tuple(self.answers), self.told, self.is_done, table)
