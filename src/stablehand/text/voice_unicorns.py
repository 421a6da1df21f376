"""The voice of the unicorns (see `voices`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.text.language import language
from stablehand.text.names import Names, title_of, typeset
from stablehand.text.rulebook import Rulebook
from stablehand.text.unicorns import Narrator
from stablehand.text.voice_base import BaseVoice
from stablehand.text.voice_options import Settings
from stablehand.text.voices import Account, Deck, Entry
from stablehand.unicorns.catalog import DECKS, LANGUAGES, catalog
from stablehand.unicorns.options import CHOICES, RULESETS, TRIGGERS, rules_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Json, Seat
    from stablehand.text.voices import Setting

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


def book(lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:
    """Return the rules in words."""
    spoken, names = language(lang), Names("unicorns", lang, layer)
    return Rulebook("unicorns", spoken, lambda card: spoken.quoted(names.foreign(card)), has_adult=has_adult)


def card_ids() -> set[str]:
    """Return the ids of all cards of all decks."""
    return {card.id for deck in DECKS for card in catalog(deck).definitions}


def table_options(lang: str) -> dict[str, object]:
    """Return the language of the names whose letters break a tie (UU-END-5), if it is not the usual one."""
    return {"lang": lang} if lang in LANGUAGES[1:] else {}


def decks(lang: str) -> list[Deck]:
    """Return the decks, the adult ones too."""
    messages = language(lang).catalogue(Narrator.file)
    return [Deck(deck, title_of(catalog(deck), messages), catalog(deck).is_adult) for deck in DECKS]


def cards(deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
    """Return the cards of a deck; besides what all games say: tags, worth, two_player, confidence."""
    narrator = Narrator(rules_for(4, {"deck": deck}), (), None, lang, layer)
    return [
        {
            "id": card.id,
            "name": narrator.name(card.id),
            "name_en": typeset(card.name),
            "name_is_ours": narrator.card_names.is_ours(card),
            "type": card.type,
            "type_name": narrator.type(card.type),
            "copies": card.copies,
            "text": narrator.text(card.id),
            "tags": list(card.tags),
            "worth": card.worth if card.is_unicorn else 0,
            "two_player": card.is_for_two,
            "confidence": card.confidence,
        }
        for card in narrator.catalog.definitions
    ]


def house_rules(lang: str, seats: int) -> list[Setting]:
    """Return every option of a table."""
    settings = Settings("unicorns", lang, seats, DECKS, rules_for)
    say = language(lang).catalogue(Narrator.file).say
    choices = {name: settings.said(name, CHOICES[name]) for name in CHOICES if name != "lang"}
    choices["deck"] = {deck.id: deck.title for deck in decks(lang)}
    choices["ruleset"] = {ruleset: say(f"ruleset.{ruleset}") for ruleset in RULESETS}
    choices["lang"] = {code: language(code).name for code in CHOICES["lang"]}
    choices["first_player"] = settings.said("first_player", ("random", "vote")) | {
        str(at): settings.messages.say("rule.unicorns.first_player.seat", n=at + 1) for at in range(seats)
    }
    choices["house_rules"] = settings.said("house_rules", TRIGGERS)
    return settings.all(choices)


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

    def row(self, view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many cards go down to the hand limit: it asks for one at a time (UU-TURN-5, RUL-04)."""
        decision = view["decision"]
        if decision["why"] != "hand_limit":
            return super().row(view)
        zones = view["zones"]["seats"][view["seat"]]
        cards = zones["hand"]["cards"]
        copies = [option for option in decision["options"] for _ in range(cards.count(option["card"]))]
        return zones["hand"]["size"] - zones["hand_limit"], copies

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
