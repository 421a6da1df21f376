"""What the voices of all games have in common (see `voices`): they pass on what their narrator says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from stablehand.text.voice_speaker import TableSpeaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat
    from stablehand.text.players import Player

N = TypeVar("N", bound=TableSpeaker)


class BaseVoice(ABC, Generic[N]):
    """A voice whose words come from a narrator."""

    def __init__(self, narrator: N, title: str, notice: str = "") -> None:
        self.narrator = narrator
        self.title = title
        self.notice = notice
        self.labels = narrator.language.catalogue("options")

    @abstractmethod
    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what may be answered, as on a button."""

    def options(self, decision: Mapping[str, Any]) -> list[str]:
        """Say all options of a view's decision, in their order; copies in one place are numbered."""
        said = [self.option(option, decision["why"]) for option in decision["options"]]
        alike, seen = Counter(said), Counter[str]()
        for at, what in enumerate(said):
            if alike[what] > 1:
                seen[what] += 1
                said[at] = self.labels.say("answer.copy", what=what, at=seen[what], n=alike[what])
        return said

    def row(self, _view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many questions like the viewer's come in a row: mostly it stands alone."""
        return 1, []

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        return self.narrator.refusal(cards, rules)

    def rule(self, rule: str) -> str:
        """Say a rule by its id."""
        return self.narrator.rule(rule)

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        return self.narrator.who(seat)

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's as such."""
        return self.narrator.called(seat)

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.narrator.named(cards)
