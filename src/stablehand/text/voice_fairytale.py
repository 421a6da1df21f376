"""The voice of Fairy Tale (see `voices`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.fairytale.deck import DECKS, packaged
from stablehand.fairytale.options import CHOICES, rules_for
from stablehand.fairytale.state import State
from stablehand.text.fairytale import Narrator
from stablehand.text.language import language
from stablehand.text.names import title_of, typeset
from stablehand.text.voice_base import BaseVoice
from stablehand.text.voice_options import Settings
from stablehand.text.voices import Account, Deck, Entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.fairytale.words import CardNo
    from stablehand.kernel.contract import Json, Seat
    from stablehand.text.rulebook import Rulebook
    from stablehand.text.voices import Setting

MOMENTS: Final = {
    "keep": ("FT-DRAFT-1", "FT-DRAFT-2"),
    "play": ("FT-PLAY-1", "FT-EFF-1", "FT-HUNT-1", "FT-PLAY-2"),
    "close_all": ("FT-CLOSE-2", "FT-CLOSE-3", "FT-EFF-3"),
    "close_own": ("FT-CLOSE-1", "FT-EFF-3"),
    "open": ("FT-OPEN-1", "FT-SEE-1"),
    "over": ("FT-END-1", "FT-END-2"),
}
SECRETIVE: Final = {"dealt", "kept", "passed", "discarded"}
"""Events that tell a player nothing unless they are about that player."""


def voice(
    names: Sequence[str],
    viewer: Seat | None,
    options: Mapping[str, object],
    lang: str,
    layer: str | Mapping[str, str],
) -> FairyTaleVoice:
    """Return the voice of a table."""
    return FairyTaleVoice(Narrator(rules_for(len(names), options), names, viewer, lang, layer))


def book(lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:  # noqa: ARG001 - nothing here is
    """Return the rules in words."""
    return Narrator(rules_for(4, {}), (), None, lang, layer).book


def card_ids() -> set[str]:
    """Return the ids of all cards of all decks."""
    return {card.id for deck in DECKS for card in packaged(deck).cards}


def table_options(lang: str) -> dict[str, object]:
    """Return nothing: no rule depends on who reads."""
    del lang
    return {}


def decks(lang: str) -> list[Deck]:
    """Return the decks: fairy tales are for all ages, unless a deck says otherwise."""
    messages = language(lang).catalogue("interface")
    return [
        Deck(deck.id, title_of(deck, messages), deck.source.get("adult", False))
        for deck in map(packaged, DECKS)
    ]


def cards(deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
    """Return the cards of a deck; besides what all games say: faction, kind, expert, worth, effect."""
    narrator = Narrator(rules_for(4, {"deck": deck}), (), None, lang, layer)
    return [_card(narrator, number) for number in range(len(narrator.deck.cards))]


def _card(narrator: Narrator, number: CardNo) -> dict[str, Json]:
    card, row = narrator.deck.cards[number], narrator.deck.source["card"][number]
    name, faction = narrator.name(number), narrator.faction(card.faction)
    expert = "yes" if card.expert else "no"
    say = narrator.language.catalogue("interface").say
    is_english = name == typeset(card.name)
    return {
        "id": card.id,
        "name": name,
        "name_en": typeset(card.name),
        "name_is_ours": bool(row.get("name_is_ours")) if is_english else narrator.card_names.is_ours(card),
        "type": card.type,
        "type_name": say("cards.fairytale", faction=faction, type=card.type, kind=card.kind, expert=expert),
        "copies": card.copies,
        "text": narrator.text(number),
        "faction": narrator.deck.factions[card.faction],
        "faction_name": faction,
        "kind": card.kind,
        "expert": card.expert,
        "worth": narrator.worth(number),
        "short_worth": narrator.short_worth(number),
        "effect": narrator.effect(number),
        "confidence": row["confidence"],
        "reconstructed": bool(narrator.deck.source.get("reconstructed", False)),
    }


def house_rules(lang: str, seats: int) -> list[Setting]:
    """Return every option of a table."""
    settings = Settings("fairytale", lang, seats, DECKS, rules_for)
    choices = {name: settings.said(name, CHOICES[name]) for name in CHOICES if name != "deck"}
    choices["deck"] = {deck.id: deck.title for deck in decks(lang)}
    return settings.all(choices)


class FairyTaleVoice(BaseVoice[Narrator]):
    """Speaks to one viewer at one table of Fairy Tale."""

    def __init__(self, narrator: Narrator) -> None:
        self.interface = narrator.language.catalogue("interface")
        super().__init__(narrator, title_of(narrator.deck, self.interface))

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say round and step."""
        return self.narrator.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        return self.narrator.prompt(view)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what may be answered: something to be done with a card."""
        del why
        return self.labels.say(f"answer.{option['verb']}", card=self.narrator.quoted(option["card"]))

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered: always a card."""
        del why
        return self.narrator.named([option["card"]])

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the rules of the phase."""
        return MOMENTS[view["phase"]]

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        what = event["what"]
        if what in {"chose", "dealt", "passed"}:  # the hand is on the screen
            return False
        return what not in SECRETIVE or event["seat"] == self.narrator.viewer

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the cards an event names."""
        return list(dict.fromkeys([event["card"]] if "card" in event else event.get("cards", ())))

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Say what every card that lies open earns now."""
        state = State(self.narrator.rules)
        number = self.narrator.number
        state.table = [[number(card) for card in zones["table"]["cards"]] for zones in view["zones"]["seats"]]
        return [self._account(state, seat) for seat in range(state.rules.seats)]

    def _account(self, state: State, seat: Seat) -> Account:
        lines = self.narrator.account(state, seat)
        cards = self.narrator.deck.cards
        entries = tuple(Entry(cards[line.card].id, line.copies, line.each, line.why) for line in lines)
        total = sum(entry.total for entry in entries)
        return Account(seat, total, self.narrator.points(total), entries)

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        return self.narrator.winners(view["winners"], view["points"])

    # ---- what is called what

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.interface.say(f"phase.{phase}")

    def name(self, card: str) -> str:
        """Return a card's name."""
        return self.narrator.name(card)

    def text(self, card: str) -> str:
        """Return all a card says."""
        return self.narrator.text(self.narrator.number(card))
