"""Hints while playing: what a bot would do now and why.

The bot is never given the state. It decides in a determinised copy, in which all that the player cannot see
is dealt again with a fixed seed: a hint cannot depend on what is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand import load
from stablehand.bots.advice import NoAdviceError, advise, asked
from stablehand.bots.fallback import FallbackBot
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.specs import HARD_ITERATIONS, make_bot
from stablehand.text.advice import AdviceText

if TYPE_CHECKING:
    from stablehand import Decision
    from stablehand.cli.screen.screen import Screen
    from stablehand.core.contract import Option, Seat
    from stablehand.text.language import Language

MILLISECONDS: Final = 750.0
"""The time of the default bot: a hint takes less than 800, with the last iteration and the text."""
LUCK: Final = 0
"""Not the seed of the deal, which the player does not know."""


class Hints:
    """Gives hints for one seat: by the bot of a spec, or by a short search."""

    def __init__(self, game: str, seat: Seat, screen: Screen, language: Language, spec: str = "") -> None:
        self.game = load(game)
        self.seat = seat
        self.spec = spec
        self.advice_text = AdviceText(language, screen.option)

    def lines(self, state: Any) -> list[str]:  # noqa: ANN401 - any game's state
        """Return what the bot would answer for the seat, and why. The state is not changed.

        Picks of a group that the player has made are not answered yet, so the hint is about the whole group.
        """
        table = self.game.determinise(state, self.seat, LUCK)
        view, decision = self.game.view(table, self.seat), asked(self.game, table, self.seat)
        named = {option: self.game.meaning(table, self.seat, option) for option in _all(decision)}
        try:
            advice = advise(self.game, table, self.seat, self._advisor)
        except NoAdviceError:
            return self.advice_text.failed()
        if decision.most > 1:
            picks = [named[pick] for pick in advice.picks]
            return self.advice_text.together(picks, decision.why, advice.outlook)
        return self.advice_text.said(view, advice.evaluations, advice.option)

    def _advisor(self, picks: int) -> FallbackBot:
        """Return a new bot whose time is divided by a number of picks."""
        if self.spec:
            return make_bot(self.spec, self.game.name, LUCK, self.seat)
        milliseconds = MILLISECONDS / picks
        return FallbackBot(IsmctsBot(self.game.name, LUCK, self.seat, HARD_ITERATIONS, milliseconds))


def _all(decision: Decision) -> tuple[Option, ...]:
    return (*decision.options, *decision.group)
