"""The advice of a bot as text: how it rates each option, and which it would choose.

Options are named from the view, so that the text cannot reveal what the viewer does not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.core.contract import Option
    from stablehand.text.language import Language

MOST: Final = 5
"""How many options are listed; the rest are only counted."""


class RatedOption(Protocol):
    """A bot's rating of one option (`bots.evaluation.Evaluation`)."""

    @property
    def option(self) -> Option:
        """The option."""
        ...

    @property
    def tries(self) -> int:
        """How often the bot tried it."""
        ...

    @property
    def value(self) -> float:
        """The expected share of the victory, from 0 to 1."""
        ...


class AdviceText:
    """Writes advice in one language; `named` returns an option's name from its meaning and its `why`.

    >>> from stablehand.bots.evaluation import Evaluation
    >>> from stablehand.text.language import language
    >>> options = [{"option": 4, "card": "Bard"}, {"option": 9, "card": "Demon"}]
    >>> advice_text = AdviceText(language("en"), lambda option, why: option["card"])
    >>> view = {"decision": {"why": "play", "options": options}}
    >>> for line in advice_text.said(view, [Evaluation(4, 10, 0.25), Evaluation(9, 30, 0.4)], 9):
    ...     print(line)
    The bot sees only what you see. It has tried your choices in its head: this is roughly how likely you are to win.
    Demon: about 40% chance to win
    Bard: perhaps 25%, hardly tried
    It would choose: Demon.
    """  # noqa: E501 - one sentence

    def __init__(self, language: Language, named: Callable[[Mapping[str, Any], str], str]) -> None:
        self.language = language
        self.named = named
        self.say = language.catalogue("thoughts").say

    def said(self, view: Mapping[str, Any], ratings: Sequence[RatedOption], choice: Option) -> list[str]:
        """Return the lines about the options of a view, the best first, and last the bot's choice."""
        decision = view["decision"]
        names = {option["option"]: self.named(option, decision["why"]) for option in decision["options"]}
        end = self.say("thought.choice", option=names[choice])
        if not ratings:
            return [self.say("thought.none"), end]
        most = max(rating.tries for rating in ratings)
        best: dict[str, RatedOption] = {}
        for rating in sorted(ratings, key=lambda rating: (-rating.tries, -rating.value)):
            best.setdefault(names[rating.option], rating)  # of two options with the same name, the better one
        lines = [self._line(name, rating, most) for name, rating in best.items()]
        rest = [self.say("thought.rest", n=len(lines) - MOST)] if len(lines) > MOST else []
        return [self.say("thought.intro"), *lines[:MOST], *rest, end]

    def _line(self, name: str, rating: RatedOption, most: int) -> str:
        if not rating.tries:
            return self.say("thought.untried", option=name)
        # A search tries more often what looks good; what it neglected is little more than guessed.
        key = "thought.unsure" if 2 * rating.tries < most else "thought.option"
        return self.say(key, option=name, outlook=percent(rating.value))

    def together(self, picks: Sequence[Mapping[str, Any]], why: str, outlook: float | None) -> list[str]:
        """Return the lines about several picks that are made together; `outlook` is None if not rated."""
        names = self.language.listed([self.named(pick, why) for pick in picks])
        end = self.say("thought.choice", option=names)
        if outlook is None:
            return [self.say("thought.none"), end]
        reason = self.say("thought.together", outlook=percent(outlook))
        return [self.say("thought.intro"), reason, end]

    def failed(self) -> list[str]:
        """Return the line for a bot that found no answer."""
        return [self.say("thought.failed")]


def percent(share: float) -> int:
    """Return a share as a whole percentage, with halves rounded up.

    >>> percent(0.125), percent(0.5)
    (13, 50)
    """
    return int(100 * share + 0.5)
