"""Other decks: combinations of effects that the packaged deck does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.decks.deck import Deck, parse
from stablehand.games.fairytale.state import rules as rules_module
from stablehand.games.fairytale.state.rules import Rules
from stablehand.games.fairytale.state.scene import Board, set_up

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

DECK = """
factions = ["red", "grey"]
hunted = "grey"
cards = 28
base = 28
""" + "".join(
    f"""
[[card]]
id = "{name}"
name = "{name}"
type = "character"
faction = "{faction}"
kind = "action"
copies = 4
score = {{ points = 1 }}
{effect}
"""
    for name, faction, effect in (
        ("any_closer", "grey", 'effect = { close = 1, who = "all" }'),
        ("red_closer", "grey", 'effect = { close = 1, who = "all", faction = "red" }'),
        ("red_hider", "grey", 'effect = { close = 1, who = "own", faction = "red" }'),
        ("opener", "grey", 'effect = { open = 1, who = "own" }'),
        ("grey_hunter", "grey", "effect = { hunt = true }"),
        ("knight", "red", ""),
        ("ghost", "grey", ""),
    )
)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    deck: Deck = parse(DECK, "other")
    monkeypatch.setattr(rules_module, "packaged", lambda _: deck)
    return Rules(2)


def revealed(rules: Rules, *plays: str, **tables: str) -> State:
    """Set up two seats with these tables (`ann_closed`: face down) and let each play a card."""
    names = ("ann", "bob")
    seats = [
        {
            "kept": [play, "ghost", "knight"],
            "table": tables.get(name, "").split(),
            "closed": tables.get(f"{name}_closed", "").split(),
        }
        for play, name in zip(plays, names, strict=True)
    ]
    state = set_up(rules, Board(seats, is_play=True), seed=1)
    for seat, play in enumerate(plays):
        GAME.answer(state, seat, rules.cards.number[play])
    return state


def offered(state: State, seat: int) -> list[str]:
    return [
        state.rules.cards.cards[card].id for d in GAME.pending(state) if d.seat == seat for card in d.options
    ]


def test_an_effect_that_closes_a_faction_is_asked_first(rules: Rules) -> None:
    """FT-CLOSE-3: an effect that closes any card cannot use up the card that the other effect needs."""
    for plays in (("any_closer", "red_closer"), ("red_closer", "any_closer")):
        state = revealed(rules, *plays, ann="knight ghost")
        assert offered(state, 0) == ["knight"]
        GAME.answer(state, 0, rules.cards.number["knight"])
        assert offered(state, 0) == ["ghost"]


def test_one_card_is_not_closed_for_two_effects(rules: Rules) -> None:
    state = revealed(rules, "any_closer", "red_closer", ann="knight knight", bob="ghost ghost")
    GAME.answer(state, 0, rules.cards.number["knight"])
    GAME.answer(state, 0, rules.cards.number["knight"])
    GAME.answer(state, 1, rules.cards.number["ghost"])
    assert len(state.face_down(0)) == 2
    assert len(state.face_down(1)) == 1


def test_a_hunted_hunter_is_closed_by_another_hunter_only(rules: Rules) -> None:
    """FT-HUNT-1: every other card; a card does not hunt itself."""
    alone = revealed(rules, "grey_hunter", "knight")
    assert alone.face_down(0) == []
    both = revealed(rules, "grey_hunter", "grey_hunter")
    assert [len(both.face_down(seat)) for seat in (0, 1)] == [1, 1]


def test_a_card_that_closes_another_faction_can_be_closed_instead(rules: Rules) -> None:
    """FT-CLOSE-1: the card just played may always be chosen, whatever its own faction."""
    state = revealed(rules, "red_hider", "knight", ann="ghost knight red_hider")
    assert offered(state, 0) == ["red_hider", "knight"]
    GAME.answer(state, 0, rules.cards.number["red_hider"])
    assert state.down[0] == 0b1000, "the one just played, not the earlier copy"
    assert not state.stage


def test_a_card_that_closes_another_faction_closes_itself_if_there_is_no_other(rules: Rules) -> None:
    """FT-CLOSE-1: it must, although it is not of that faction and an earlier copy lies there."""
    state = revealed(rules, "red_hider", "knight", ann="ghost red_hider")
    assert offered(state, 0) == ["red_hider"]
    GAME.answer(state, 0, rules.cards.number["red_hider"])
    assert state.down[0] == 0b100


def test_a_card_of_another_faction_does_not_close_itself_twice(rules: Rules) -> None:
    """FT-CLOSE-1, FT-CLOSE-2: what a close for all has closed is not face up any more."""
    rules = Rules(2, close_all_reaches="in_play")
    state = revealed(rules, "red_hider", "any_closer")
    GAME.answer(state, 0, rules.cards.number["red_hider"])
    GAME.answer(state, 1, rules.cards.number["any_closer"])
    assert [state.face_down(seat) for seat in (0, 1)] == [
        [rules.cards.number[c]] for c in ("red_hider", "any_closer")
    ]
    assert not state.stage


def test_open_reaches_an_earlier_copy_but_not_the_card_of_this_step(rules: Rules) -> None:
    """FT-OPEN-1: a card played in this step is never reached, whatever `close_all_reaches` says."""
    rules = Rules(2, close_all_reaches="in_play")
    for earlier, left in (("opener", 0b10), ("", 0b1)):
        state = revealed(rules, "opener", "any_closer", ann_closed=earlier)
        GAME.answer(state, 0, rules.cards.number["opener"])
        GAME.answer(state, 1, rules.cards.number["any_closer"])
        if earlier:
            GAME.answer(state, 0, rules.cards.number["opener"])
        assert state.down[0] == left
        assert not state.stage


def test_a_deck_that_is_too_small_is_refused_when_the_table_is_made(rules: Rules) -> None:
    """FT-SETUP-1: four rounds of five cards each; with fewer, some rounds would have nothing to choose."""
    del rules  # the fixture has put the small deck in place
    rules_module._rules.cache_clear()
    try:
        with pytest.raises(DeckError) as caught:
            GAME.start(2, 1)
    finally:
        rules_module._rules.cache_clear()
    assert str(caught.value) == "Deck other has 28 cards, but 2 players use 40 (FT-SETUP-1)."
