"""Conditions and counts look where their filter says: in your stable, or elsewhere if it names a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.games.unicorns.knowledge.candidates import count, holds
from stablehand.games.unicorns.state.records import NOBODY, Env
from stablehand.games.unicorns.vocabulary import (
    BABY,
    BASIC,
    CARD,
    NARWHAL,
    UNICORN,
    UPGRADE,
    AtLeast,
    No,
)
from support.unicorn_games import board

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter


@pytest.fixture
def state() -> State:
    """Set up three seats; Ginormous Unicorn counts as two."""
    return board(
        ["ginormous_unicorn", "narwhal", "yay"],
        ["unicorn_phoenix", "rainbow_aura", "baby_unicorn_red"],
        ["shabby_the_narwhal"],
        hands=(["neigh", "good_deal", "rhinocorn"], ["neigh"], []),
        discard=["claw_machine", "americorn"],
    )


@pytest.mark.parametrize(
    ("of", "number"),
    [
        (UNICORN, 3),
        (UNICORN.yours, 3),
        (UNICORN.other, 1),
        (UNICORN.theirs, 2),
        (UNICORN.others, 3),
        (UNICORN.in_hand, 1),
        (UNICORN.in_discard, 1),
        (BABY.in_nursery, 12),
        (CARD.in_hand, 3),
        (CARD, 3),
        (CARD.other, 2),
        (CARD.theirs, 3),
        (CARD.others, 4),
        (CARD.in_discard, 2),
        (UPGRADE, 1),
        (UPGRADE.others, 1),
        (UPGRADE.in_discard, 1),
        (BASIC.others, 0),
        (NARWHAL, 1),
        (NARWHAL.others, 1),
    ],
)
def test_cards_are_counted_where_the_filter_says(state: State, of: Filter, number: int) -> None:
    env = Env(0, state.stable(0)[0], they=1)
    assert count(state, of, env) == number
    assert holds(state, AtLeast(number + 1, of), env) is False
    assert holds(state, No(of), env) is (number == 0)
    if number:
        assert holds(state, AtLeast(number, of), env)


def test_nobodys_stable_is_empty(state: State) -> None:
    env = Env(0, they=NOBODY)
    assert count(state, CARD.theirs, env) == 0
    assert holds(state, No(CARD.theirs), env)


def test_a_magic_card_that_is_being_played_is_no_card_of_the_hand(state: State) -> None:
    """UU-IMP-2: it is still in the hand when the rules check whether it can be played."""
    deal = state.rules.catalog.first["good_deal"]
    assert deal in state.hand(0)
    assert count(state, CARD.in_hand, Env(0, deal)) == 2
    assert holds(state, No(CARD.in_hand), Env(2, deal))


def test_pandas_count_as_no_unicorns_of_others(state: State) -> None:
    """RUL-29: for a number they are no Unicorns; their printed type stays."""
    pandas = board(["narwhal"], ["rhinocorn", "pandamonium"])
    assert count(pandas, UNICORN.others, Env(0)) == 0
    assert not holds(pandas, No(UNICORN.others), Env(0))
    assert count(state, UNICORN.others, Env(0)) == 3
