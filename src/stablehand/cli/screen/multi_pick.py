"""Several picks for one question, made in any order.

A game takes the picks of a group in ascending order, one at a time, so that each set of picks can be made in
one way only. A person thinks of them as one choice: here they are collected first, then answered in order.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stablehand import Decision
    from stablehand.core.contract import Option
    from stablehand.core.registry import AnyGame


class MultiPick:
    """The picks that a player has made of a group which is answered as a whole."""

    def __init__(self, game: AnyGame, state: Any, decision: Decision) -> None:  # noqa: ANN401 - any game's state
        self.game = game
        self.state = state
        self.first = decision
        self.picks: list[Option] = []

    @property
    def decision(self) -> Decision:
        """The decision as the player sees it: what is left of the group, and the options that finish it."""
        left = list(self.first.group)
        for pick in self.picks:
            left.remove(pick)
        alike: dict[str, Option] = {}
        for option in sorted(left):
            alike.setdefault(json.dumps(self._meaning(option), sort_keys=True), option)
        options = tuple(sorted(alike.values()))
        if len(self.picks) >= self.first.least:
            options += self._ends()
        return self.first.but(options=options, picked=tuple(self.picks))

    def _meaning(self, option: Option) -> dict[str, Any]:
        return dict(self.game.meaning(self.state, self.first.seat, option))

    def _ends(self) -> tuple[Option, ...]:
        return tuple(option for option in self.first.options if option not in self.first.group)

    def seen(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return a view with that decision."""
        decision = self.decision
        shown = dict(view["decision"])
        shown["options"] = [{"option": option, **self._meaning(option)} for option in decision.options]
        names = dict(zip(self.first.group, shown["group"], strict=True))
        shown["picked"] = [names[pick] for pick in self.picks]
        return {**view, "decision": shown}

    def pick(self, option: Option) -> list[Option]:
        """Add a pick; return the answers once the group is complete, otherwise an empty list."""
        if option not in self.first.group:
            return [*sorted(self.picks), option]
        self.picks.append(option)
        return sorted(self.picks) if len(self.picks) == self.first.most else []

    def back(self) -> bool:
        """Take back the last pick; return whether there was one."""
        return bool(self.picks and self.picks.pop() is not None)
