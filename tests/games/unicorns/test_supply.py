"""A deck that is too small for a table is refused in one sentence, before anybody is asked anything."""

from __future__ import annotations

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import Catalog, parse
from stablehand.games.unicorns.state import rules

ROWS = {
    "baby": ("baby", 4, ""),
    "basic": ("basic", 12, ""),
    "neigh": ("instant", 2, 'tags = ["neigh"]'),
    "good_deal": ("magic", 5, ""),
    "yay": ("upgrade", 4, "two_player = false"),
}


def deck(**copies: int) -> Catalog:
    """Return a small deck with other numbers of copies; 0: without the card."""
    kept = {name: row for name, row in ROWS.items() if copies.get(name, 1)}
    number = {name: copies.get(name, row[1]) for name, row in kept.items()}
    babies = number.get("baby", 0)
    text = f'two_player_neigh = "neigh"\ncards = {sum(number.values()) - babies}\nbabies = {babies}\n'
    for name, (kind, _, more) in kept.items():
        text += (
            f'[[card]]\nid = "{name}"\nname = "{name}"\ntype = "{kind}"\ncopies = {number[name]}\n{more}\n'
        )
    return parse(text, "small")


def start(
    monkeypatch: pytest.MonkeyPatch, cards: Catalog, seats: int, options: dict[str, object] | None = None
) -> None:
    monkeypatch.setattr(rules, "catalog", lambda *_: cards)
    rules._rules.cache_clear()
    try:
        state = GAME.start(seats, 1, options or {})
        assert all(decision.options for decision in GAME.pending(state))
    finally:
        rules._rules.cache_clear()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deck_that_is_just_enough_is_dealt(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    start(monkeypatch, deck(), seats)


@pytest.mark.parametrize(
    ("copies", "seats", "options", "sentence"),
    [
        ({}, 5, {}, "Deck small has 4 Baby Unicorns, but each of 5 players chooses one (UU-SETUP-2)."),
        (
            {"baby": 1}, 2, {},
            "Deck small has 1 Baby Unicorn, but each of 2 players chooses one (UU-SETUP-2).",
        ),
        (
            {"baby": 0}, 2, {},
            "Deck small has no Baby Unicorn, but each of 2 players chooses one (UU-SETUP-2).",
        ),
        (
            {"baby": 5}, 5, {},
            "Deck small has 23 cards to deal, but 5 players with 5 each need at least 26 (UU-SETUP-1).",
        ),
        (
            {"basic": 2, "good_deal": 8}, 2, {},
            "Deck small has 12 cards to deal, but 2 players with 5 each need at least 13 (UU-SETUP-1).",
        ),
        (
            {}, 4, {"hand_size": 6},
            "Deck small has 23 cards to deal, but 4 players with 6 each need at least 25 (UU-SETUP-1).",
        ),
        ({"basic": 0, "yay": 16}, 3, {}, "Deck small has no Unicorn card to play (UU-TYPE-1)."),
        (
            {"basic": 2, "yay": 16}, 3, {"unicorns_to_win": 7},
            "Deck small has 6 Unicorns in all, but 7 win (UU-END-1).",
        ),
    ],
)  # fmt: skip
def test_a_deck_that_is_not_enough_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    copies: dict[str, int],
    seats: int,
    options: dict[str, object],
    sentence: str,
) -> None:
    with pytest.raises(DeckError) as caught:
        start(monkeypatch, deck(**copies), seats, options)
    assert str(caught.value) == sentence


def test_a_deck_without_instants_is_refused_when_it_is_read() -> None:
    with pytest.raises(DeckError, match="two_player_neigh must be an Instant of which there are two"):
        deck(neigh=0)
