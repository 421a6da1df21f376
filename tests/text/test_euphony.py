"""Small words that change with the sound of the name after them: Italian "ad Anna", Spanish "e Irene"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stablehand.text import voices
from stablehand.text.language import language
from stablehand.text.names import LAYERS
from support.text_speakers import CATALOGUES

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = {
    *(
        "card",
        "cards",
        "by_card",
        "to_card",
        "cause",
        "first",
        "moved",
        "victim",
        "neigh",
        "over",
        "demon",
        "bard",
    ),
    *(
        "who",
        "to",
        "at",
        "by",
        "owner",
        "giver",
        "origin",
        "whose",
        "next",
        "name",
        "ash",
        "rowan",
        "game",
        "pack",
    ),
}
"""The slots of messages that names of cards, players, games and expansions fill."""
BEFORE = {"it": r"a|e", "es": r"y|o"}
"""Words that change with the sound of the next one: `ad` and `ed` in Italian, `e` and `u` in Spanish."""
CLASH = {
    "it": r"\b(?:a «?[AaÀà]|e «?[EeÈèÉé])",
    "es": r"\b(?:y «?(?:H?[Ii](?![aeou]))|o «?(?:H?[Oo]))",
}


@pytest.mark.parametrize("code", BEFORE)
def test_no_message_has_such_a_word_right_before_a_name(code: str) -> None:
    slot = re.compile(rf"\b(?:{BEFORE[code]}) [«]?{{(\w+)[:}}]", re.IGNORECASE)
    found = [
        f"{name}, {key}: {template}"
        for name in (*CATALOGUES, "options")
        for key, template in language(code).catalogue(name).templates.items()
        if any(match[1] in NAMES for match in slot.finditer(template))
    ]
    assert found == []


def sentences(code: str, layer: str) -> Iterator[str]:
    """Yield every sentence of the rulebooks, with the names of a layer."""
    for game in ("unicorns", "fairytale"):
        book = voices.book(game, code, layer, has_adult=True)
        for rule in book.ids():
            yield book[rule]
            yield book.question(rule)
        for chapter in book.chapters:
            yield from chapter.text


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("code", BEFORE)
def test_rules_and_rulings_join_names_by_their_sound(code: str, layer: str) -> None:
    said = list(sentences(code, layer))
    assert len(said) > 300
    assert [text for text in said if re.search(CLASH[code], text)] == []
