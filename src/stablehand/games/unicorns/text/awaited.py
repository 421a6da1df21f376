"""What those who are not asked are told: who is awaited, and for what.

It says what everybody may know: the moment of the turn, or the card whose effect asks (`view["asking"]`).
Which step of the effect it is may depend on hidden cards, so nothing is said about that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.text.nouns import THEY
from stablehand.games.unicorns.text.questions import ASKED, Questions
from stablehand.games.unicorns.text.shape import asks_whom, words_in
from stablehand.games.unicorns.vocabulary import Instead, May

if TYPE_CHECKING:
    from collections.abc import Mapping

MOMENTS: Final = {"baby", "vote", "action", "play", "aim", "hand_limit"}
"""Decisions with a message of their own, which no card asks for."""

OF_SOMEBODY: Final = {"theirs", "boss", "their_hand"}
"""Places of a player whom the sentence would have to name."""


class Awaited(Questions):
    """Writes what other players are doing."""

    def awaiting(self, view: Mapping[str, Any], who: str, n: int) -> str:
        """Return who is awaited, and for what, if that is public."""
        asking = view.get("asking", "")  # a view that was stored earlier has no such field
        if asking.startswith("window."):
            return self.say("prompt.wait.occasion", told=self.occasion(view), who=who, n=n)
        if asking in MOMENTS:
            card = self.named(view["zones"]["playing"]["cards"][:1])
            return self.say(f"prompt.wait.{asking}", who=who, n=n, card=card)
        return self._effect_awaited(asking, who, n) if "/" in asking else super().awaiting(view, who, n)

    def _effect_awaited(self, path: str, who: str, n: int) -> str:
        """Return which card asks; also what for, if its effect has one choice of cards and no other."""
        words: dict[str, object] = {"who": who, "n": n, "card": self.quoted(path.partition("/")[0])}
        parts = list(words_in(self._effect(path)))
        clauses = [clause for part in parts if (clause := self._clause(part))]
        is_short = (
            len(clauses) == 1 and clauses[0].place not in OF_SOMEBODY and not any(map(asks_whom, parts))
        )
        if not is_short or isinstance(self._ability(path), Instead):
            return self.say("prompt.wait.card", **words)
        doing = self.asking.about(ASKED).doing(clauses[0].word, THEY)
        is_free = any(isinstance(part, May) for part in parts)
        return self.say("prompt.wait.may" if is_free else "prompt.wait.do", do=doing, **words)
