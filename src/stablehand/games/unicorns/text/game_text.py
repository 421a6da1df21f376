"""The text of Unstable Unicorns for other packages: decks, cards, rules, options and voices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.catalog import DECKS, all_catalogs, catalog, packs_for
from stablehand.games.unicorns.decks.expansions import FIRST, PACKS, are_editions, pack, why_not
from stablehand.games.unicorns.state.rules import CHOICES, RULESETS, TRIGGERS, rules_for
from stablehand.games.unicorns.text.narrator import Narrator
from stablehand.games.unicorns.text.nouns import name_of_any_deck
from stablehand.games.unicorns.text.short import ShortCardWriter
from stablehand.games.unicorns.text.voice import UnicornsVoice
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import Names, title_of, typeset
from stablehand.text.option_texts import OptionTexts
from stablehand.text.packs import Bar, Pack, parted
from stablehand.text.rulebook import Rulebook
from stablehand.text.voices import Deck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stablehand.core.contract import Json, Seat
    from stablehand.games.unicorns.decks.expansions import Pack as Printed
    from stablehand.text.language import Catalogue
    from stablehand.text.voices import Setting


class UnicornsText:
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
    ) -> UnicornsVoice:
        """Return the voice for a viewer; invalid options are a ValueError."""
        return UnicornsVoice(Narrator(rules_for(len(names), options), names, viewer, lang, layer))

    def book(self, lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:
        """Return the rulebook with the rulings; it names cards of every deck."""
        tongue, names = language(lang), Names("unicorns", lang, layer)

        def quoted(card: str) -> str:
            return tongue.quoted(name_of_any_deck(names, card))

        return Rulebook("unicorns", tongue, quoted, has_adult=has_adult)

    def card_ids(self) -> set[str]:
        """Return the ids of all cards of all decks and expansions."""
        return {card.id for deck in all_catalogs() for card in deck.definitions}

    def nameless(self, lang: str) -> str:
        """Return "You" in the language."""
        return language(lang).catalogue(Narrator.file).say("called.you_only")

    def table_options(self, lang: str) -> dict[str, object]:
        """Return the language in which the letters of names break a tie (UU-END-5), unless it is English."""
        return {"lang": lang} if lang in LANGUAGES[1:] else {}

    def decks(self, lang: str) -> list[Deck]:
        """Return all decks, those for adults included."""
        messages = language(lang).catalogue(Narrator.file)
        return [Deck(deck, title_of(catalog(deck), messages), catalog(deck).is_adult) for deck in DECKS]

    def packs(self, lang: str) -> list[Pack]:
        """Return all expansions, those for adults included."""
        messages = language(lang).catalogue(Narrator.file)
        return [
            Pack(
                id=one.id,
                title=title_of(one, messages),
                text=messages.say(f"pack.{one.id}"),
                cards=one.cards,
                is_adult=one.is_adult,
                decks=tuple(deck for deck in DECKS if one.id in packs_for(deck)),
                bars=(*_bars_of_decks(one, messages), *_bars_of_packs(one, messages)),
                cover=one.cover,
            )
            for one in map(pack, PACKS)
        ]

    def cards(self, deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
        """Return the cards of a deck with its expansions.

        Their own keys are short, tags, worth, two_player, confidence, pack (the id of the expansion that
        alone has the card, or ""), packs (those that add copies of it).
        Cards of a deck of one's own have own, which is true, if they are not as the publisher has them.
        Cards of an expansion also have facts: their type and the title of the expansion.
        """
        base, expansions = parted(deck)
        rules = rules_for(4, {"deck": base, "expansions": expansions})
        narrator = Narrator(rules, (), None, lang, layer)
        titles = {one.id: one.title for one in self.packs(lang)}
        adding = {name: {row["id"] for row in pack(name).rows} for name in expansions}
        short = ShortCardWriter(
            narrator.catalog, narrator.rules.destroy_scope, narrator.language, narrator.card_names
        )
        rows: list[dict[str, Json]] = [
            {
                "id": card.id,
                "name": narrator.name(card.id),
                "name_en": typeset(card.name),
                "name_is_ours": narrator.card_names.is_ours(card),
                "type": card.type,
                "type_name": narrator.type(card.type),
                "copies": card.copies,
                "text": narrator.text(card.id),
                "short": short.text(card),
                "tags": list(card.tags),
                "worth": card.worth if card.is_unicorn else 0,
                "two_player": card.is_for_two,
                "confidence": card.confidence,
                "pack": card.pack,
                "packs": [name for name in expansions if card.id in adding[name]],
            }
            for card in narrator.catalog.definitions
        ]
        for row in rows:
            if row["id"] in narrator.catalog.own:
                row["own"] = True
            if row["pack"]:
                row["facts"] = f"{row['type_name']} · {titles[str(row['pack'])]}"
        return rows

    def house_rules(self, lang: str, seats: int) -> list[Setting]:
        """Return every option of a table with this number of seats."""
        settings = OptionTexts("unicorns", lang, seats, DECKS, rules_for)
        say = language(lang).catalogue(Narrator.file).say
        choices = {name: settings.texts(name, CHOICES[name]) for name in CHOICES if name != "lang"}
        choices["deck"] = {deck.id: deck.title for deck in self.decks(lang)}
        choices["expansions"] = {one.id: one.title for one in self.packs(lang)}
        choices["ruleset"] = {ruleset: say(f"ruleset.{ruleset}") for ruleset in RULESETS}
        choices["lang"] = {code: language(code).name for code in CHOICES["lang"]}
        choices["first_player"] = settings.texts("first_player", ("random", "vote")) | {
            str(at): settings.messages.say("rule.unicorns.first_player.seat", n=at + 1) for at in range(seats)
        }
        choices["house_rules"] = settings.texts("house_rules", TRIGGERS)
        return settings.all(choices)


def _bars_of_decks(one: Printed, messages: Catalogue) -> Iterator[Bar]:
    for deck in DECKS:
        base = catalog(deck)
        if reason := why_not(one, base.edition, is_adult=base.is_adult):
            edition = "first" if one.edition == FIRST else "second"
            yield Bar(deck, "", messages.say(f"bar.{reason}", edition=edition))


def _bars_of_packs(one: Printed, messages: Catalogue) -> Iterator[Bar]:
    for other in map(pack, PACKS):
        if are_editions(one, other):
            yield Bar("", other.id, messages.say("bar.editions", pack=title_of(other, messages)))


TEXT: Final = UnicornsText()
