"""A deck of other people's: effects that meet here as they do not in the packaged one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.fairytale import GAME, options
from stablehand.fairytale.deck import Deck, parse
from stablehand.fairytale.options import Rules
from stablehand.fairytale.scene import Board, set_up

if TYPE_CHECKING:
    from stablehand.fairytale.state import State

DECK = """
factions = ["red", "grey"]
hunted = "grey"
cards = 20
base = 20
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
        ("grey_hunter", "grey", "effect = { hunt = true }"),
        ("knight", "red", ""),
        ("ghost", "grey", ""),
    )
)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    deck: Deck = parse(DECK, "other")
    monkeypatch.setattr(options, "packaged", lambda _: deck)
    return Rules(2)


def revealed(rules: Rules, *plays: str, **tables: str) -> State:
    """Let both seats play a card on these tables."""
    names = ("ann", "bob")
    seats = [
        {"kept": [play, "ghost", "knight"], "table": tables.get(name, "").split()}
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


def test_the_close_that_names_a_faction_is_asked_first(rules: Rules) -> None:
    """FT-CLOSE-3: whichever was played by whom, a close of any card cannot take what the other needs."""
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


def test_a_hunter_that_is_prey_itself_is_caught_by_another_only(rules: Rules) -> None:
    """FT-HUNT-1: every other card; a card does not hunt itself."""
    alone = revealed(rules, "grey_hunter", "knight")
    assert alone.face_down(0) == []
    both = revealed(rules, "grey_hunter", "grey_hunter")
    assert [len(both.face_down(seat)) for seat in (0, 1)] == [1, 1]
