"""Card names: every card has one in every language and layer, and no two cards of a deck share one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest

from stablehand.games.fairytale.decks.deck import packaged
from stablehand.games.fairytale.text.game_text import TEXT
from stablehand.games.unicorns.decks.catalog import all_catalogs, catalog
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import LAYERS, Names, translations
from support.pack_names import pack_names
from support.unicorn_games import EVERY_DECK, deck_named

LONGEST = 32
CARDS = [card for deck in all_catalogs() for card in deck.definitions]
ALL_CARDS = {card.id for card in CARDS}
ADULT = [
    card
    for deck in all_catalogs()
    if deck.is_adult
    for card in deck.definitions
    if card.pack or not deck.packs
]
"""The cards of 18+ decks, and of 18+ expansions without the deck that they are added to."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("deck", EVERY_DECK)
def test_no_two_cards_of_a_deck_have_the_same_name(deck: str, layer: str, code: str) -> None:
    names = Names("unicorns", code, layer)
    counted = Counter(names.of(card) for card in deck_named(deck).definitions)
    assert [name for name, n in counted.items() if n > 1] == []


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_card_has_a_name_in_every_language(code: str) -> None:
    ours = Names("unicorns", code).ours
    nameless = {card.id for card in CARDS if code not in card.names and card.id not in ours}
    assert nameless == set()
    fairytale = Names("fairytale", code)
    nameless = {
        card.id
        for card in packaged("fairy_tale").cards
        if code not in card.names and card.id not in fairytale.ours
    }
    assert nameless == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_belong_to_known_cards_and_use_the_letters_of_their_language(code: str) -> None:
    tables = translations("unicorns", code)
    known = ALL_CARDS | pack_names(code)["plain"].keys()  # packs that cannot be played yet have names too
    assert tables["plain"].keys() == known
    for table in ("ours", "plain", "softened"):
        for card, name in tables.get(table, {}).items():
            assert card in known, f"{code}: unknown card {card}"
            assert not re.search(r"['\"]|\.\.\.|  |^ | $", name), name
            if code == "ru":
                assert not re.search(r"[A-Za-z]", name), name
    assert max(map(len, tables["plain"].values())) <= LONGEST


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("deck", EVERY_DECK)
def test_an_italian_card_that_tells_names_tells_what_those_names_have_in_common(
    deck: str, layer: str
) -> None:
    names = Names("unicorns", "it", layer)
    for tag in ("neigh", "narwhal"):
        said = (names.tags.get(tag) or language("it").noun(tag).render("")).casefold()
        for card in deck_named(deck).definitions:
            assert (said in names.of(card).casefold()) == (tag in card.tags), card.id


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_cards_of_adult_decks_have_softened_names(code: str) -> None:
    softened = translations("unicorns", code)["softened"]
    assert softened.keys() <= {card.id for card in ADULT}
    assert len(softened) > 40
    for card in ADULT:
        if card.id in softened:
            assert Names("unicorns", code).of(card) != softened[card.id]


@pytest.mark.parametrize("code", LANGUAGES)
def test_factions_have_names(code: str) -> None:
    assert Names("fairytale", code).factions.keys() == set(packaged("fairy_tale").factions)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_letters_of_factions_and_types_are_told_apart_without_accents_or_capitals(code: str) -> None:
    cards = TEXT.cards("fairy_tale", code, "printed")
    factions = {str(card["badge"]) for card in cards}
    messages = language(code).catalogue("unicorns/table")
    types = {messages.say(key) for key in messages if key.startswith("badge.")}
    for letters, n in ((factions, 4), (types, 7)):
        plain = {unicodedata.normalize("NFD", letter)[0].casefold() for letter in letters}
        assert len(plain) == n, sorted(letters)
    assert Names("fairytale", code).badges.keys() <= set(packaged("fairy_tale").factions)


def test_a_name_that_is_our_own_translation_is_marked() -> None:
    deck = catalog("base_2e")
    rhinocorn, baby = (deck.cards[deck.first[card]] for card in ("rhinocorn", "baby_unicorn_red"))
    assert not Names("unicorns", "en").is_ours(rhinocorn)
    assert Names("unicorns", "en", "plain").is_ours(rhinocorn)
    assert Names("unicorns", "pl").is_ours(baby)
    assert Names("unicorns", "en", {"rhinocorn": "Bob"}).of(rhinocorn) == "Bob"


@pytest.mark.parametrize("code", LANGUAGES)
def test_letters_are_counted_in_every_script_without_text_in_brackets(code: str) -> None:
    """The tie-break of UU-END-5 counts the letters of the printed name in the table's language."""
    for card in CARDS:
        shown = Names("unicorns", code).of(card)
        printed = card.printed if code == "en" else shown
        assert card.letters(code) == len(re.sub(r"[\W\d_]", "", printed.partition("(")[0])) > 0, card.id
