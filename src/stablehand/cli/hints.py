"""Advice while playing: what a bot would do now and why.

The bot is never shown the table. It decides at an imagined one, dealt anew as far as the player cannot see,
and its luck is always the same: nothing it says can depend on what is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand import load
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.reliable import Reliable
from stablehand.bots.roster import HARD_ITERATIONS, bot
from stablehand.kernel.driver import decide
from stablehand.text.thoughts import Thoughts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand import Decision
    from stablehand.bots.thoughts import Opinion
    from stablehand.cli.screens import Screen
    from stablehand.kernel.contract import Option, Seat
    from stablehand.kernel.driver import Policy
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
        """Say what the bot would answer for the seat, and why; the state stays as it is."""
        table = self.game.determinise(state, self.seat, LUCK)
        decision = self._asked(table)
        if decision.most > 1:
            return self._together(table, decision)
        advisor = self._advisor(1)
        choice = decide(self.game, table, decision, advisor)
        if advisor.failures:
            return self.thoughts.failed()
        return self.thoughts.said(self.game.view(table, self.seat), opinions(advisor), choice)

    def _together(self, table: Any, decision: Decision) -> list[str]:  # noqa: ANN401 - the same
        """Advise on all picks of a group at once: one alone says little, and they may be made in any order.

        What the player has picked meanwhile is not answered yet, so the advice is about the whole group.
        """
        picks: list[Mapping[str, Any]] = []
        outlook = None
        for _ in range(len(decision.picked), decision.most):
            decision = self._asked(table)
            advisor = self._advisor(decision.most)
            choice = decide(self.game, table, decision, advisor)
            if advisor.failures:
                return self.thoughts.failed()
            outlook = _value(opinions(advisor), choice, outlook)
            if choice in decision.group or not picks:
                picks.append(self.game.meaning(table, self.seat, choice))
            if choice not in decision.group:
                break
            self.game.answer(table, self.seat, choice)
        return self.thoughts.together(picks, decision.why, outlook)

    def _asked(self, table: Any) -> Decision:  # noqa: ANN401 - the same
        return next(ask for ask in self.game.pending(table) if ask.seat == self.seat)

    def _advisor(self, picks: int) -> Reliable:
        """Return a fresh bot, which has its time for so many picks."""
        if self.spec:
            return bot(self.spec, self.game.name, LUCK, self.seat)
        milliseconds = MILLISECONDS / picks
        return Reliable(IsmctsBot(self.game.name, LUCK, self.seat, HARD_ITERATIONS, milliseconds))


def opinions(policy: Policy) -> Sequence[Opinion]:
    """Return what a bot thought, or the one it is wrapped round; one that does not think has no opinions."""
    inner = getattr(policy, "policy", None)
    if inner is not None:
        return opinions(inner)
    thoughts: Sequence[Opinion] = getattr(policy, "thoughts", ())
    return thoughts


def _value(thoughts: Sequence[Opinion], choice: Option, before: float | None) -> float | None:
    """Return how the bot liked its choice; where there was nothing to decide, what it thought before."""
    return next((thought.value for thought in thoughts if thought.option == choice), before)
