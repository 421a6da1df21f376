"""The voice of Unstable Unicorns (see `text.voices.Voice`), and the rules that matter at each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.text.narrator import Narrator
from stablehand.text.speaker import BaseVoice
from stablehand.text.voices import Account, Entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Seat

ALWAYS: Final = ("UU-END-1",)
MOMENTS: Final = {
    "setup": ("UU-SETUP-2", "UU-SETUP-3"),
    "action": ("UU-TURN-4", "UU-TYPE-4", "UU-TYPE-5", "UU-TYPE-6"),
    "respond": ("UU-INST-1", "UU-INST-2", "UU-INST-3", "UU-INST-5"),
    "window.steal": ("RUL-62", "UU-INST-2", "UU-INST-5"),
    "window.sacrifice": ("RUL-63", "UU-INST-2", "UU-INST-5"),
    "window.destroy": ("RUL-63", "UU-INST-2", "UU-INST-5"),
    "window.turn": ("RUL-64", "UU-INST-2", "UU-INST-5"),
    "order": ("UU-TURN-2", "UU-EFF-8"),
    "yes_no": ("UU-EFF-2", "UU-EFF-6", "UU-IMP-1"),
    "hand_limit": ("UU-TURN-5", "RUL-04"),
}
EFFECT: Final = {"chain": ("UU-EFF-2", "UU-EFF-4"), "stepwise": ("UU-EFF-2", "UU-EFF-5")}
QUIET: Final = {"turn", "shuffled", "put_away"}
"""Events whose lines only repeat what others tell."""


class UnicornsVoice(BaseVoice[Narrator]):
    """The text for one viewer at one table of Unstable Unicorns."""

    def __init__(self, narrator: Narrator) -> None:
        notice = narrator.say("notice.adult") if narrator.catalog.is_adult else ""
        super().__init__(narrator, narrator.title(), notice)

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Return how far the game is: turn, player and phase."""
        say = self.narrator.say
        if view["over"]:
            return say("moment.over")
        if view["active"] is None:
            return say("moment.setup")
        phase = say(f"phase.{view['phase']}")
        return say("moment", turn=view["turn"], who=self.narrator.who(view["active"]), phase=phase)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question to the viewer, or that there is none."""
        return self.narrator.prompt(view)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return an option as on a button; a card outside one's hand and the nursery has its place."""
        if "card" not in option:
            return self.narrator.option(option, why)
        label = self.labels.say(f"answer.{option['verb']}", card=self.narrator.quoted(option["card"]))
        is_own_hand = option["zone"] == "hand" and option["owner"] == self.narrator.viewer
        is_plain = is_own_hand or option["zone"] == "nursery"
        return label if is_plain else self._placed(label, option)

    def row(self, view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many cards must be discarded for the hand limit, one at a time (UU-TURN-5, RUL-04)."""
        decision = view["decision"]
        if decision["why"] != "hand_limit":
            return super().row(view)
        zones = view["zones"]["seats"][view["seat"]]
        cards = zones["hand"]["cards"]
        copies = [option for option in decision["options"] for _ in range(cards.count(option["card"]))]
        return zones["hand"]["size"] - zones["hand_limit"], copies

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Return what was answered, with the place of a card outside hands and the nursery."""
        if "card" not in option:
            return self.narrator.option(option, why)
        card = self.narrator.named([option["card"]])
        is_plain = option.get("zone") in {None, "hand", "nursery"}
        return card if is_plain else self._placed(card, option)

    def _placed(self, what: str, option: Mapping[str, Any]) -> str:
        return f"{what} ({self.narrator.where(option)})"

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that matter for the question."""
        decision = view["decision"]
        if decision is None:
            return ALWAYS
        kind = decision["why"] if decision["why"] in MOMENTS else decision["kind"]
        return ALWAYS + MOMENTS.get(kind, EFFECT[view["options"]["resolution"]])

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Return the log line of an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Return whether the event is shown to players while they play."""
        return event["what"] not in QUIET

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that `log` names, each once."""
        return self.narrator.cards_of(event)

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Return what every Unicorn in every stable counts."""
        return [self._account(view, seat) for seat in range(len(view["points"]))]

    def _account(self, view: Mapping[str, Any], seat: Seat) -> Account:
        card_of = self.narrator.card_writer.card
        stable = [(card, card_of(card["card"])) for card in view["zones"]["seats"][seat]["stable"]["cards"]]
        unicorns = [(card["counts_as"], definition) for card, definition in stable if definition.is_unicorn]
        total = view["points"][seat]
        # Each counts one although a card is worth more: an effect may have muted them all.
        is_each_one = total == len(unicorns)
        entries = [
            Entry(card.id, 1, 0 if kind == "other" else 1 if is_each_one else card.worth, "")
            for kind, card in unicorns
        ]
        words = self.narrator.say("unicorns", n=total, goal=view["goal"])
        return Account(seat, total, words, tuple(entries))

    def result(self, view: Mapping[str, Any]) -> str:
        """Return who has won."""
        return self.narrator.winners(view)

    def in_window(self, view: Mapping[str, Any]) -> str:
        """Return the name of the card that may be responded to, the last one of the pile."""
        pile = view["pile"]
        return self.narrator.named([pile[-1]["card"]]) if pile else ""

    # ---- names

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return self.narrator.say("moment.setup" if phase == "setup" else f"phase.{phase}")

    def name(self, card: str) -> str:
        """Return a card's name."""
        return self.narrator.name(card)

    def text(self, card: str) -> str:
        """Return the whole text of a card."""
        return self.narrator.text(card)
