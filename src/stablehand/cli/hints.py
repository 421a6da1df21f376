"""Advice while playing: what a bot would do now and why.

The bot is never shown the table. It decides at an imagined one, dealt anew as far as the player cannot see,
and its luck is always the same: nothing it says can depend on what is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand import load
from stablehand.bots.advice import NoThoughtError, advise, asked
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.reliable import Reliable
from stablehand.bots.roster import HARD_ITERATIONS, bot
from stablehand.text.thoughts import Thoughts

if TYPE_CHECKING:
    from stablehand import Decision
    from stablehand.cli.screens import Screen
    from stablehand.kernel.contract import Option, Seat
    from stablehand.text.language import Language

MILLISECONDS: Final = 750.0
"""How long the usual bot thinks: advice comes within 800, its last try and the words included."""
LUCK: Final = 0
"""Not the seed of the deal, which the player does not know."""


class Hints:
    """Asks a bot on behalf of one seat: that of a spec, or a hard one in a hurry."""

    def __init__(self, game: str, seat: Seat, screen: Screen, language: Language, spec: str = "") -> None:
        self.game = load(game)
        self.seat = seat
        self.spec = spec
        self.thoughts = Thoughts(language, screen.option)

    def lines(self, state: Any) -> list[str]:  # noqa: ANN401 - any game's state
        """Say what the bot would answer for the seat, and why; the state stays as it is.

        What the player has picked meanwhile of a group is not answered yet, so the advice is on the whole.
        """
        table = self.game.determinise(state, self.seat, LUCK)
        view, decision = self.game.view(table, self.seat), asked(self.game, table, self.seat)
        named = {option: self.game.meaning(table, self.seat, option) for option in _all(decision)}
        try:
            advice = advise(self.game, table, self.seat, self._advisor)
        except NoThoughtError:
            return self.thoughts.failed()
        if decision.most > 1:
            picks = [named[pick] for pick in advice.picks]
            return self.thoughts.together(picks, decision.why, advice.outlook)
        return self.thoughts.said(view, advice.opinions, advice.option)

    def _advisor(self, picks: int) -> Reliable:
        """Return a fresh bot, which has its time for so many picks."""
        if self.spec:
            return bot(self.spec, self.game.name, LUCK, self.seat)
        milliseconds = MILLISECONDS / picks
        return Reliable(IsmctsBot(self.game.name, LUCK, self.seat, HARD_ITERATIONS, milliseconds))


def _all(decision: Decision) -> tuple[Option, ...]:
    return (*decision.options, *decision.group)
