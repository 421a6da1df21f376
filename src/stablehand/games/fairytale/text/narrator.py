"""The prompts and log lines of Fairy Tale for one viewer, from views and events as they see them.

The code is the same for every language and repeats no rule. The texts of cards are in `cards`, those of
points in `account`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.games.fairytale.state.state import passes_to
from stablehand.games.fairytale.text.account import Accounts
from stablehand.games.fairytale.vocabulary import Close, Open

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Seat


class Narrator(Accounts):
    """The text for one viewer (None: a spectator) at one table; `names` are those of the seats.

    >>> from stablehand.games.fairytale.state.rules import rules_for
    >>> narrator = Narrator(rules_for(2, {}), ["Ann", "Bob"], viewer=0)
    >>> narrator.text(narrator.number("demon"))
    '2 points. Each player, including you, closes one of the Holy Empire cards they played earlier.'
    >>> narrator.log({"what": "played", "rules": ["FT-PLAY-1"], "seat": 1, "card": "demon"})
    'Bob plays Demon.'
    """

    # ---- questions

    def moment(self, view: Mapping[str, Any]) -> str:
        """Return how far the game is: round and step."""
        if view["over"]:
            return self.say("moment.over")
        # During an effect nobody drafts any more; the number of kept cards tells how many were played.
        kept = max(seat["kept"]["size"] for seat in view["zones"]["seats"])
        if view["pass"] == "draft":  # noqa: S105 - a pass of the round, not a word
            return self.say("moment.keep", round=view["round"], at=kept + 1)
        at = 6 - kept if view["phase"] == "play" else 5 - kept
        return self.say("moment.play", round=view["round"], at=at)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question to the viewer, or that there is none."""
        decision = view["decision"]
        if decision is None:
            return self.waiting(view)
        if view["phase"] == "keep":
            return self._keep_prompt(view, view["seat"])
        if view["phase"] == "play":
            return self.say("prompt.play")
        card = decision["why"].partition("/")[0]
        effect = self.deck.cards[self.number(card)].effect
        assert isinstance(effect, Close | Open)
        key = "prompt.open" if isinstance(effect, Open) else "prompt.close"
        text = self.say(key, card=self.quoted(card), cards=self.kind(effect.faction))
        if decision["most"] > 1:
            number, done = self.counted(decision["most"]), self.counted(len(decision["picked"]))
            text += " " + self.say("prompt.several", number=number, done=done)
        return text

    def awaiting(self, view: Mapping[str, Any], who: str, n: int) -> str:
        """Return who is awaited, and what they choose in this phase, which is the same for all."""
        return self.say(f"prompt.wait.{view['phase'].partition('_')[0]}", who=who, n=n)

    def _keep_prompt(self, view: Mapping[str, Any], seat: Seat) -> str:
        rest = view["zones"]["seats"][seat]["hand"]["size"] - 1
        if not rest:
            return self.say("prompt.keep.last")
        to = passes_to(self.rules, view["round"], seat)
        return self.say("prompt.keep", n=rest, next=self.names[to])

    # ---- around the table

    def passing(self, side: str, path: str) -> str:
        """Return the direction in which packets are passed, with their path."""
        return self.say("passing", side=self.messages.phrase(f"side.{side}"), path=path)

    def zone(self, zone: str) -> str:
        """Return the name of a zone."""
        return self.say(f"zone.{zone}")

    def holding(self, kept: int, hand: int) -> str:
        """Return how many hidden cards a seat holds; "" if none."""
        parts = [self.say(f"holding.{zone}", n=n) for zone, n in (("kept", kept), ("hand", hand)) if n]
        return self.language.words.say("comma").join(parts)

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Return the line of an event as it was seen (`Event.seen_by`); it names no other cards."""
        what = "hunted" if "FT-HUNT-1" in event["rules"] else event["what"]
        if what == "ended":
            results = [
                self.say("log.ended.result", who=self.who(seat), n=n)
                for seat, n in enumerate(event["points"])
            ]
            return self.say("log.ended", results=self.language.listed(results, "comma"))
        words: dict[str, object] = {"who": self.who(event["seat"]), "round": event.get("round")}
        if "giver" in event:
            words["giver"] = self.who(event["giver"])
        if "card" in event:
            words["card"] = self.named([event["card"]])
        if "causes" in event:
            words["causes"] = self.language.listed([self._cause(cause) for cause in event["causes"]])
        if "count" in event:
            words["cards"] = self.messages.phrase("cards", n=event["count"])
        if "cards" in event:
            words["cards"] = self.named(event["cards"])
        key = f"log.{what}"
        is_named = "card" in event or "cards" in event
        if is_named and f"{key}.named" in self.messages:
            key += ".named"
        return self.say(key, **words)

    def _cause(self, cause: Mapping[str, Any]) -> str:
        """Return who played a card whose effect turned another one over."""
        return self.say("cause", who=self.who(cause["seat"]), card=self.quoted(cause["card"]))
