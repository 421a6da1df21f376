"""Packs that cannot be played yet: their lists of cards, and the abilities that are written already."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stablehand.games.unicorns import decks
from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.vocabulary.schema import fault_in
from stablehand.games.unicorns.vocabulary.sense import nonsense_in
from stablehand.text.language import LANGUAGES
from support.text_speakers import SCOPES, card_writer, short_writer
from support.written import MODULES, OF_PACKS, WRITTEN

FILES = sorted((Path(decks.__file__).parent / "packs").glob("*.toml"))
PACKS: dict[str, dict[str, Any]] = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in FILES}
ROWS = [row for pack in PACKS.values() for row in pack["card"]]
KNOWN = {row["id"]: (row["type"], tuple(row.get("tags", ()))) for row in ROWS} | {
    card.id: (card.type, tuple(card.tags)) for deck in DECKS for card in catalog(deck).definitions
}
SIZES = {
    "adventures_2e": (50, 4),
    "christmas": (33, 3),
    "dragons": (48, 6),
    "nightmares": (50, 3),
    "rainbow_apocalypse_1e": (52, 2),
    "unicorns_of_legend": (50, 4),
}
"""How many cards and babies the boxes have."""


def keys_of(row: dict[str, Any]) -> list[str]:
    first = row.get("ability_first")
    return [row.get("ability", row["id"]), *([first] if first else [])]


@pytest.mark.parametrize("name", SIZES)
def test_a_pack_has_the_cards_of_its_box(name: str) -> None:
    pack = PACKS[name]
    copies: Counter[bool] = Counter()
    for row in pack["card"]:
        copies[row["type"] == "baby"] += row["copies"]
    assert pack["id"] == name
    assert (pack["cards"], pack["babies"]) == (copies[False], copies[True]) == SIZES[name]
    assert max(Counter(row["id"] for row in pack["card"]).values()) == 1


def test_a_card_that_several_decks_have_is_the_same_card_in_all() -> None:
    for row in ROWS:
        assert KNOWN[row["id"]][0] == row["type"], row["id"]


def test_no_ability_is_written_twice_and_each_belongs_to_a_card() -> None:
    everything = list(WRITTEN.values())
    assert [key for key in OF_PACKS if everything.count(OF_PACKS[key]) > 1] == []
    assert OF_PACKS.keys() - {key for row in ROWS for key in keys_of(row)} == set()
    assert sum(len(module) for module in MODULES) == len(OF_PACKS) > 60


@pytest.mark.parametrize("key", OF_PACKS)
def test_an_ability_of_a_pack_makes_sense(key: str) -> None:
    assert fault_in(OF_PACKS[key]) == ""
    types = {row["type"] for row in ROWS if key in keys_of(row)}
    assert [nonsense_in(OF_PACKS[key], one, KNOWN) for one in types] == [""]


@pytest.mark.parametrize("code", LANGUAGES)
def test_different_abilities_of_packs_read_differently_in_every_language(code: str) -> None:
    for make in (card_writer, short_writer):
        for scope in SCOPES:
            writer = make("base_2e", scope, code)
            texts = Counter(" ".join(map(writer.ability, abilities)) for abilities in OF_PACKS.values())
            assert [text for text, n in texts.items() if n > 1 or not text] == []
