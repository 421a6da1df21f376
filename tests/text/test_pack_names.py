"""The names of the cards that only packs have, before and after their packs can be played."""

from __future__ import annotations

from collections import Counter

import pytest

from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.decks.definition import translated
from stablehand.text.language import LANGUAGES
from stablehand.text.names import Named, translations
from support.pack_names import pack_names

LONGEST = 35
WORDS = {
    "en": {"dragon": "dragon", "nightmare": "nightmare", "neigh": "neigh"},
    "ru": {"dragon": "дракон", "nightmare": "кошмар", "neigh": "тпру"},
    "pl": {"dragon": "smok", "nightmare": "koszmar", "neigh": "rzenie"},
    "it": {"dragon": "drago", "nightmare": "incubo", "neigh": "mahiii"},
    "es": {"dragon": "drag", "nightmare": "pesadilla", "neigh": "relincho"},
}
"""What all names of cards with a tag have in common."""
IN_PLAIN_NAMES = {"pl": {"neigh": "rżenie"}, "it": {"neigh": "blocco"}}


TABLES = [
    (layer, code) for code in LANGUAGES for layer in ("ours", "plain") if (layer, code) != ("ours", "en")
]


def tag_of(card: str) -> str:
    return next((tag for tag in ("dragon", "nightmare", "neigh") if tag in card), "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_names_the_same_cards_of_packs(code: str) -> None:
    names, english = pack_names(code), pack_names("en")
    assert names["plain"].keys() == english["plain"].keys()
    assert list(names) == (["plain"] if code == "en" else ["ours", "plain"])
    for table in names.values():
        assert table.keys() == english["plain"].keys()
    assert len(english["plain"]) == 197


@pytest.mark.parametrize(("layer", "code"), TABLES)
def test_cards_of_packs_are_named_unlike_each_other_and_all_other_cards(layer: str, code: str) -> None:
    def name(card: Named) -> str:
        return card.names.get(code) or translations("unicorns", code)["ours"].get(card.id, "")

    added = pack_names(code)[layer]
    others = translations("unicorns", code)["plain"]
    if layer == "ours":
        others = {card.id: name(card) for deck in DECKS for card in catalog(deck).definitions}
    all_names = {**others, **added}
    counted = Counter(map(str.casefold, all_names.values()))
    assert [one for one in added.values() if counted[one.casefold()] > 1] == []


@pytest.mark.parametrize(("layer", "code"), TABLES)
def test_names_have_the_word_that_cards_look_for(layer: str, code: str) -> None:
    words = WORDS[code] | (IN_PLAIN_NAMES.get(code, {}) if layer == "plain" else {})
    for card, name in pack_names(code)[layer].items():
        found = [tag for tag, word in words.items() if word in name.casefold()]
        assert found == [tag for tag in (tag_of(card),) if tag], (card, name)
        assert len(name) <= LONGEST, name


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_the_letters_of_names_in_packs_break_ties_too(code: str) -> None:
    assert translated(code).items() >= pack_names(code)["ours"].items()
