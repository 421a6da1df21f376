"""What a bot thought, in words: how it liked each option, and what it would choose.

Options are named by what a view says of them, so that nothing can be said which the viewer does not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.kernel.contract import Option
    from stablehand.text.language import Language

MOST: Final = 5
"""Options that are said; who wants advice does not want a table."""


class Thought(Protocol):
    """One option as a bot sees it (`bots.thoughts.Opinion`)."""

    @property
    def option(self) -> Option:
        """Return which it is."""
        ...

    @property
    def tries(self) -> int:
        """Return how often it was tried."""
        ...

    @property
    def value(self) -> float:
        """Return the share of the victory it promises, from 0 to 1."""
        ...


class Thoughts:
    """Says them in a language; `named` says an option: its meaning, and what asks for it.

    >>> from stablehand.bots.thoughts import Opinion
    >>> from stablehand.text.language import language
    >>> options = [{"option": 4, "card": "Bard"}, {"option": 9, "card": "Demon"}]
    >>> thoughts = Thoughts(language("en"), lambda option, why: option["card"])
    >>> view = {"decision": {"why": "play", "options": options}}
    >>> for line in thoughts.said(view, [Opinion(4, 10, 0.25), Opinion(9, 30, 0.4)], 9):
    ...     print(line)
    The bot knows only what you know. Outlook: how likely it thinks you are to win.
    Demon: outlook 40%, 75% of its tries
    Bard: outlook 25%, 25% of its tries
    It would choose: Demon.
    """

    def __init__(self, language: Language, named: Callable[[Mapping[str, Any], str], str]) -> None:
        self.language = language
        self.named = named
        self.say = language.catalogue("thoughts").say

    def said(self, view: Mapping[str, Any], thoughts: Sequence[Thought], choice: Option) -> list[str]:
        """Say what a bot thought of the options of a view, the best first, and which it would choose."""
        decision = view["decision"]
        names = {option["option"]: self.named(option, decision["why"]) for option in decision["options"]}
        end = self.say("thought.choice", option=names[choice])
        if not thoughts:
            return [self.say("thought.none"), end]
        tries = sum(thought.tries for thought in thoughts)
        is_even = len({thought.tries for thought in thoughts}) == 1
        best: dict[str, Thought] = {}
        for thought in sorted(thoughts, key=lambda thought: (-thought.tries, -thought.value)):
            best.setdefault(names[thought.option], thought)  # of two cards alike the better one speaks
        lines = [self._line(name, thought, tries, is_even=is_even) for name, thought in best.items()]
        rest = [self.say("thought.rest", n=len(lines) - MOST)] if len(lines) > MOST else []
        return [self.say("thought.intro"), *lines[:MOST], *rest, end]

    def _line(self, name: str, thought: Thought, tries: int, *, is_even: bool) -> str:
        if not thought.tries:
            return self.say("thought.untried", option=name)
        outlook = percent(thought.value)
        if is_even:  # then the number of tries says nothing
            return self.say("thought.even", option=name, outlook=outlook)
        return self.say("thought.option", option=name, outlook=outlook, share=percent(thought.tries / tries))

    def together(self, picks: Sequence[Mapping[str, Any]], why: str, outlook: float | None) -> list[str]:
        """Say which picks of a group a bot would make, and how it likes them together (None: no idea)."""
        names = self.language.listed([self.named(pick, why) for pick in picks])
        end = self.say("thought.choice", option=names)
        if outlook is None:
            return [self.say("thought.none"), end]
        reason = self.say("thought.together", outlook=percent(outlook))
        return [self.say("thought.intro"), reason, end]

    def failed(self) -> list[str]:
        """Say that a bot found no answer."""
        return [self.say("thought.failed")]


def percent(share: float) -> int:
    """Return a share in percent, rounded as people do.

    >>> percent(0.125), percent(0.5)
    (13, 50)
    """
    return int(100 * share + 0.5)
