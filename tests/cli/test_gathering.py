"""Several picks for one question are made in any order."""

from __future__ import annotations

import pytest

from stablehand.cli.gathering import Gathering
from stablehand.unicorns import GAME
from stablehand.unicorns.machine import run
from stablehand.unicorns.options import rules_for
from stablehand.unicorns.scene import Board, set_up
from stablehand.unicorns.state import DISCARD, SEAT0, YES, State


@pytest.fixture
def state() -> State:
    """Ann may discard two cards to destroy a Unicorn."""
    hand = ["basic_unicorn_red", "good_deal", "neigh", "neigh"]
    board = Board([hand, []], [["stable_artillery"], ["narwhal"]], phase="begin")
    s = set_up(rules_for(2, {"two_player": False}), board, seed=1)
    run(s)
    GAME.answer(s, 0, YES)
    return s


def gathering(state: State) -> Gathering:
    return Gathering(GAME, state, GAME.pending(state)[0])


def named(state: State, gathered: Gathering, card: str) -> int:
    cards = state.rules.catalog.cards
    return next(o for o in gathered.decision.options if o < SEAT0 and cards[o].id == card)


def finish(state: State, answers: list[int]) -> list[str]:
    for option in answers:
        GAME.answer(state, 0, option)
    return sorted(state.rules.catalog.cards[card].id for card in state.zones[DISCARD])


def test_the_last_card_may_be_picked_first(state: State) -> None:
    gathered = gathering(state)
    assert gathered.pick(named(state, gathered, "neigh")) == []
    answers = gathered.pick(named(state, gathered, "basic_unicorn_red"))
    assert finish(state, answers) == ["basic_unicorn_red", "neigh"]


def test_both_copies_of_a_card_may_be_picked(state: State) -> None:
    gathered = gathering(state)
    gathered.pick(named(state, gathered, "neigh"))
    answers = gathered.pick(named(state, gathered, "neigh"))
    assert finish(state, answers) == ["neigh", "neigh"]


def test_a_pick_is_offered_once_for_equal_cards_and_shown_when_made(state: State) -> None:
    gathered = gathering(state)
    assert len(gathered.decision.options) == 3
    gathered.pick(named(state, gathered, "good_deal"))
    view = gathered.seen(GAME.view(state, 0))
    assert view["decision"]["picked"] == ["good_deal"]
    assert [option["card"] for option in view["decision"]["options"]] == ["basic_unicorn_red", "neigh"]


def test_a_pick_can_be_taken_back(state: State) -> None:
    gathered = gathering(state)
    assert not gathered.back()
    gathered.pick(named(state, gathered, "good_deal"))
    assert gathered.back()
    assert gathered.decision.picked == ()
    assert len(gathered.decision.options) == 3
