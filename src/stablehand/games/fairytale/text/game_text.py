"""The text of Fairy Tale for other packages: decks, cards, rules, options and voices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.fairytale.decks.deck import DECKS, packaged
from stablehand.games.fairytale.state.rules import CHOICES, rules_for
from stablehand.games.fairytale.text.narrator import Narrator
from stablehand.games.fairytale.text.voice import FairyTaleVoice
from stablehand.text.language import language
from stablehand.text.names import title_of, typeset
from stablehand.text.option_texts import OptionTexts
from stablehand.text.voices import Deck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Json, Seat
    from stablehand.games.fairytale.vocabulary import CardNo
    from stablehand.text.packs import Pack
    from stablehand.text.rulebook import Rulebook
    from stablehand.text.voices import Setting


class FairyTaleText:
    """The part `text` of the manifest (see `voices.GameText`)."""

    def title(self, lang: str) -> str:
        """Return the title of the game."""
        return language(lang).catalogue(Narrator.file).say("game")

    def voice(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        lang: str,
        layer: str | Mapping[str, str],
    ) -> FairyTaleVoice:
        """Return the voice for a viewer; invalid options are a ValueError."""
        return FairyTaleVoice(Narrator(rules_for(len(names), options), names, viewer, lang, layer))

    def book(self, lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:
        """Return the rulebook; nothing in it is for adults only."""
        del has_adult
        return Narrator(rules_for(4, {}), (), None, lang, layer).book

    def card_ids(self) -> set[str]:
        """Return the ids of all cards of all decks."""
        return {card.id for deck in DECKS for card in packaged(deck).cards}

    def nameless(self, lang: str) -> str:
        """Return "You" in the language."""
        return language(lang).catalogue(Narrator.file).say("called.you_only")

    def table_options(self, lang: str) -> dict[str, object]:
        """Return no options: no rule of this game depends on a language."""
        del lang
        return {}

    def decks(self, lang: str) -> list[Deck]:
        """Return the decks; a deck is for all ages unless its file has `adult = true`."""
        messages = language(lang).catalogue("interface")
        return [
            Deck(deck.id, title_of(deck, messages), deck.source.get("adult", False))
            for deck in map(packaged, DECKS)
        ]

    def packs(self, lang: str) -> list[Pack]:
        """Return no expansions."""
        del lang
        return []

    def cards(self, deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
        """Return the cards of a deck; keys of this game are in `_card`."""
        narrator = Narrator(rules_for(4, {"deck": deck}), (), None, lang, layer)
        return [_card(narrator, number) for number in range(len(narrator.deck.cards))]

    def house_rules(self, lang: str, seats: int) -> list[Setting]:
        """Return every option of a table with this number of seats."""
        settings = OptionTexts("fairytale", lang, seats, DECKS, rules_for)
        choices = {name: settings.texts(name, CHOICES[name]) for name in CHOICES if name != "deck"}
        choices["deck"] = {deck.id: deck.title for deck in self.decks(lang)}
        return settings.all(choices)


def _card(narrator: Narrator, number: CardNo) -> dict[str, Json]:
    card, row = narrator.deck.cards[number], narrator.deck.source["card"][number]
    name, faction = narrator.name(number), narrator.faction(card.faction)
    expert = "yes" if card.expert else "no"
    say = narrator.language.catalogue("interface").say
    is_english = name == typeset(card.name)
    type_name = say("cards.fairytale", faction=faction, type=card.type, kind=card.kind, expert=expert)
    size = sum(one.copies for one in narrator.deck.cards)
    return {
        "id": card.id,
        "name": name,
        "name_en": typeset(card.name),
        "name_is_ours": bool(row.get("name_is_ours")) if is_english else narrator.card_names.is_ours(card),
        "type": card.type,
        "type_name": type_name,
        "copies": card.copies,
        "text": narrator.text(number),
        "faction": narrator.deck.factions[card.faction],
        "faction_name": faction,
        "badge": narrator.badge(card.faction),
        "colour": narrator.deck.colour(card.faction),
        "kind": card.kind,
        "expert": card.expert,
        "worth": narrator.worth(number),
        "short_worth": narrator.short_worth(number),
        "effect": narrator.effect(number),
        "short": " · ".join(narrator.brief(number)),
        "deck_size": size,
        "facts": f"{type_name} · {card.copies}/{size}",  # as at the top of a printed card (FT-SETUP-3)
        "confidence": row["confidence"],
        "reconstructed": bool(narrator.deck.source.get("reconstructed", False)),
        **({"own": True} if card.id in narrator.deck.own else {}),
    }


TEXT: Final = FairyTaleText()
