"""The voice of the unicorns (see `voices`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.text.language import language
from stablehand.text.names import Names
from stablehand.text.rulebook import Rulebook
from stablehand.text.unicorns import Narrator
from stablehand.text.voice_base import BaseVoice
from stablehand.text.voices import Account, Entry
from stablehand.unicorns.catalog import DECKS, LANGUAGES, catalog
from stablehand.unicorns.options import rules_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat

ALWAYS: Final = ("UU-END-1",)
MOMENTS: Final = {
    "setup": ("UU-SETUP-2", "UU-SETUP-3"),
    "action": ("UU-TURN-4", "UU-TYPE-4", "UU-TYPE-5", "UU-TYPE-6"),
    "respond": ("UU-INST-1", "UU-INST-2", "UU-INST-3", "UU-INST-5"),
    "order": ("UU-TURN-2", "UU-EFF-8"),
    "yes_no": ("UU-EFF-2", "UU-EFF-6", "UU-IMP-1"),
    "hand_limit": ("UU-TURN-5", "RUL-04"),
}
EFFECT: Final = {"chain": ("UU-EFF-2", "UU-EFF-4"), "stepwise": ("UU-EFF-2", "UU-EFF-5")}
QUIET: Final = {"turn", "shuffled", "put_away"}
"""Events that say nothing that others do not."""


def voice(
    names: Sequence[str],
    viewer: Seat | None,
    options: Mapping[str, object],
    lang: str,
    layer: str | Mapping[str, str],
) -> UnicornsVoice:
    """Return the voice of a table."""
    return UnicornsVoice(Narrator(rules_for(len(names), options), names, viewer, lang, layer))


def book(lang: str, layer: str | Mapping[str, str]) -> Rulebook:
    """Return the rules in words."""
    spoken, names = language(lang), Names("unicorns", lang, layer)
    return Rulebook("unicorns", spoken, lambda card: spoken.quoted(names.foreign(card)))


def card_ids() -> set[str]:
    """Return the ids of all cards of all decks."""
    return {card.id for deck in DECKS for card in catalog(deck).definitions}


def table_options(lang: str) -> dict[str, object]:
    """Return the language of the names whose letters break a tie (UU-END-5), if it is not the usual one."""
    return {"lang": lang} if lang in LANGUAGES[1:] else {}


class UnicornsVoice(BaseVoice[Narrator]):
    """Speaks to one viewer at one table of unicorns."""

    def __init__(self, narrator: Narrator) -> None:
        notice = narrator.say("notice.adult") if narrator.catalog.is_adult else ""
        super().__init__(narrator, narrator.title(), notice)

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say turn and phase."""
        return self.narrator.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        return self.narrator.prompt(view)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what may be answered, and where a card lies that is not the viewer's to play."""
        if "card" not in option:
            return self.narrator.option(option, why)
        said = self.labels.say(f"answer.{option['verb']}", card=self.narrator.quoted(option["card"]))
        is_own_hand = option["zone"] == "hand" and option["owner"] == self.narrator.viewer
        is_plain = is_own_hand or option["zone"] == "nursery"
        return said if is_plain else self._placed(said, option)

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered, and where a card lies that is not in a hand."""
        if "card" not in option:
            return self.narrator.option(option, why)
        card = self.narrator.named([option["card"]])
        is_plain = option.get("zone") in {None, "hand", "nursery"}
        return card if is_plain else self._placed(card, option)

    def _placed(self, what: str, option: Mapping[str, Any]) -> str:
        return f"{what} ({self.narrator.where(option)})"

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the rules of the question."""
        decision = view["decision"]
        if decision is None:
            return ALWAYS
        kind = decision["why"] if decision["why"] in MOMENTS else decision["kind"]
        return ALWAYS + MOMENTS.get(kind, EFFECT[view["options"]["resolution"]])

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        return event["what"] not in QUIET

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the cards an event names."""
        return self.narrator.cards_of(event)

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Say what counts in every stable, card by card."""
        return [self._account(view, seat) for seat in range(len(view["points"]))]

    def _account(self, view: Mapping[str, Any], seat: Seat) -> Account:
        card_of = self.narrator.scribe.card
        stable = [(card, card_of(card["card"])) for card in view["zones"]["seats"][seat]["stable"]["cards"]]
        unicorns = [(card["counts_as"], definition) for card, definition in stable if definition.is_unicorn]
        total = view["points"][seat]
        is_each_one = total == len(unicorns)  # whatever they say of themselves: some are silenced altogether
        entries = [
            Entry(card.id, 1, 0 if kind == "other" else 1 if is_each_one else card.worth, "")
            for kind, card in unicorns
        ]
        words = self.narrator.say("unicorns", n=total, goal=view["goal"])
        return Account(seat, total, words, tuple(entries))

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        return self.narrator.winners(view)

    # ---- what is called what

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.narrator.say("moment.setup" if phase == "setup" else f"phase.{phase}")

    def name(self, card: str) -> str:
        """Return a card's name."""
        return self.narrator.name(card)

    def text(self, card: str) -> str:
        """Return all a card says."""
        return self.narrator.text(card)
