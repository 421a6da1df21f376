"""Several cards of one question can be picked in any order."""

from __future__ import annotations

import pytest

from stablehand.cli.screen.multi_pick import MultiPick
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.resolution.machine import run
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.state.state import DISCARD, SEAT0, YES, State
from stablehand.games.unicorns.turn.scene import Board, set_up


@pytest.fixture
def state() -> State:
    """Return a state in which Ann may discard two cards to destroy a Unicorn."""
    hand = ["basic_unicorn_red", "good_deal", "neigh", "neigh"]
    board = Board([hand, []], [["stable_artillery"], ["narwhal"]], phase="begin")
    s = set_up(rules_for(2, {"two_player": False}), board, seed=1)
    run(s)
    GAME.answer(s, 0, YES)
    return s


def multi_pick_of(state: State) -> MultiPick:
    return MultiPick(GAME, state, GAME.pending(state)[0])


def named(state: State, picks: MultiPick, card: str) -> int:
    cards = state.rules.catalog.cards
    return next(o for o in picks.decision.options if o < SEAT0 and cards[o].id == card)


def finish(state: State, answers: list[int]) -> list[str]:
    for option in answers:
        GAME.answer(state, 0, option)
    return sorted(state.rules.catalog.cards[card].id for card in state.zones[DISCARD])


def test_the_last_card_may_be_picked_first(state: State) -> None:
    picks = multi_pick_of(state)
    assert picks.pick(named(state, picks, "neigh")) == []
    answers = picks.pick(named(state, picks, "basic_unicorn_red"))
    assert finish(state, answers) == ["basic_unicorn_red", "neigh"]


def test_both_copies_of_a_card_may_be_picked(state: State) -> None:
    picks = multi_pick_of(state)
    picks.pick(named(state, picks, "neigh"))
    answers = picks.pick(named(state, picks, "neigh"))
    assert finish(state, answers) == ["neigh", "neigh"]


def test_equal_cards_are_one_option_and_a_pick_is_shown(state: State) -> None:
    picks = multi_pick_of(state)
    assert len(picks.decision.options) == 3
    picks.pick(named(state, picks, "good_deal"))
    view = picks.seen(GAME.view(state, 0))
    assert view["decision"]["picked"] == ["good_deal"]
    assert [option["card"] for option in view["decision"]["options"]] == ["basic_unicorn_red", "neigh"]


def test_a_pick_can_be_taken_back(state: State) -> None:
    picks = multi_pick_of(state)
    assert not picks.back()
    picks.pick(named(state, picks, "good_deal"))
    assert picks.back()
    assert picks.decision.picked == ()
    assert len(picks.decision.options) == 3
