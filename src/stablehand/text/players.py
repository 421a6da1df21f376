"""A player in a sentence: "you" for the one who reads, a name for anybody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stablehand.text.message import Inflected

if TYPE_CHECKING:
    from stablehand.text.language import Language

YOU = "you"


@dataclass(frozen=True, slots=True)
class Player(Inflected):
    """Chooses the branch `you` or `other` of a message; a name is never inflected.

    >>> from stablehand.text.language import language
    >>> [Player("Аня", is_you=you, language=language("ru")).render("dat") for you in (True, False)]
    ['тебе', 'Аня']
    """

    name: str
    is_you: bool
    language: Language

    @property
    def branch(self) -> str:
        """Return whom a message speaks to."""
        return YOU if self.is_you else "other"

    def render(self, form: str) -> str:
        """Say who it is, in a case."""
        return self.language.words.say("you", form) if self.is_you else self.name

    def __str__(self) -> str:
        return self.render("")
