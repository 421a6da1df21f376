"""The voice of Fairy Tale (see `text.voices.Voice`), and the rules that matter in each phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.fairytale.text.narrator import Narrator
from stablehand.text.names import title_of
from stablehand.text.speaker import BaseVoice
from stablehand.text.voices import Account, Entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.knowledge.view_types import SeatAccount

MOMENTS: Final = {
    "keep": ("FT-DRAFT-1", "FT-DRAFT-2"),
    "play": ("FT-PLAY-1", "FT-EFF-1", "FT-HUNT-1", "FT-PLAY-2"),
    "close_all": ("FT-CLOSE-2", "FT-CLOSE-3", "FT-EFF-3"),
    "close_own": ("FT-CLOSE-1", "FT-EFF-3"),
    "open": ("FT-OPEN-1", "FT-SEE-1"),
    "over": ("FT-END-1", "FT-END-2"),
}
SECRETIVE: Final = {"dealt", "kept", "passed", "discarded"}
"""Events that are news only to the player they are about; others see no cards in them."""


class FairyTaleVoice(BaseVoice[Narrator]):
    """The text for one viewer at one table of Fairy Tale."""

    def __init__(self, narrator: Narrator) -> None:
        self.interface = narrator.language.catalogue("interface")
        super().__init__(narrator, title_of(narrator.deck, self.interface))

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Return round and step."""
        return self.narrator.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question to the viewer, or that there is none."""
        return self.narrator.prompt(view)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return an option as on a button: always a verb and a card."""
        del why
        return self.labels.say(f"answer.{option['verb']}", card=self.narrator.quoted(option["card"]))

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Return what was answered: always a card."""
        del why
        return self.narrator.named([option["card"]])

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that matter in the phase."""
        return MOMENTS[view["phase"]]

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Return the log line of an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Return whether the event is shown to players while they play."""
        what = event["what"]
        if what in {"chose", "dealt", "passed"}:  # the hand is on the screen
            return False
        return what not in SECRETIVE or event["seat"] == self.narrator.viewer

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that `log` names, each once."""
        cards = [event["card"]] if "card" in event else event.get("cards", ())
        return list(dict.fromkeys([*cards, *(cause["card"] for cause in event.get("causes", ()))]))

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Return what every open card scores now."""
        return [self._account(seat, one) for seat, one in enumerate(view["accounts"])]

    def _account(self, seat: Seat, account: SeatAccount) -> Account:
        cards = self.narrator.deck.cards
        entries = tuple(
            Entry(cards[line.card].id, line.copies, line.each, line.why)
            for line in self.narrator.lines(account)
        )
        return Account(seat, account["total"], self.narrator.points(account["total"]), entries)

    def result(self, view: Mapping[str, Any]) -> str:
        """Return who has won."""
        return self.narrator.winners(view["winners"], view["points"])

    # ---- names

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return self.interface.say(f"phase.{phase}")

    def name(self, card: str) -> str:
        """Return a card's name."""
        return self.narrator.name(card)

    def text(self, card: str) -> str:
        """Return the whole text of a card."""
        return self.narrator.text(self.narrator.number(card))
