"""Deck files: a missing, unreadable or misnamed file is reported in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.decks import files as deck_files
from stablehand.core.decks.files import DeckError, text_of
from stablehand.games.fairytale.decks import deck as fairytale
from stablehand.games.unicorns.decks import catalog

if TYPE_CHECKING:
    from pathlib import Path

DECKS: dict[str, tuple[str, Any]] = {
    "fairy_tale": ("fairytale", vars(fairytale._packaged)["__wrapped__"]),
    "base_2e": ("unicorns", lambda deck: vars(catalog._catalog)["__wrapped__"](deck, ())),
}


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("fault", ["no file", "not UTF-8", "another deck's"])
def test_a_bad_deck_file_is_reported_in_one_sentence(
    deck: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, load = DECKS[deck]
    another = text_of(game, deck).replace(f'id = "{deck}"', 'id = "other"', 1)
    content, sentence = {
        "no file": (None, f"Deck {deck} is in DECKS, but has no file decks/{deck}.toml."),
        "not UTF-8": ("cards = 5\n# naïve".encode("latin-1"), f"Deck {deck} is not UTF-8 in line 2."),
        "another deck's": (
            another.encode(),
            f"Deck {deck}: id must be {deck!r}, as the file is named, not 'other'.",
        ),
    }[fault]
    (tmp_path / "decks").mkdir()
    if content is not None:
        (tmp_path / "decks" / f"{deck}.toml").write_bytes(content)
    monkeypatch.setattr(deck_files, "files", lambda _: tmp_path)
    with pytest.raises(DeckError) as caught:
        load(deck)
    assert str(caught.value) == sentence
