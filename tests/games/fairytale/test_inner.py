"""The inner way in plays the same games as the contract."""

from __future__ import annotations

import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.driver import play
from stablehand.core.events import Recorder
from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from support.games import TABLES, Table, moments


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_it_asks_and_does_what_the_contract_does(table: Table) -> None:
    rng = Rng.from_seed(5, "inner")
    ours, theirs = (GAME.start(table.seats, 5, table.options) for _ in range(2))
    while asks := GAME.pending(theirs):
        seat, options = asks[0].seat, asks[0].options
        assert (GAME.inner.seat(ours), GAME.inner.options(ours)) == (seat, options)
        option = rng.choice(options)
        GAME.inner.answer(ours, option)
        GAME.answer(theirs, seat, option)
        assert ours == theirs
    assert GAME.inner.seat(ours) == -1


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_states_that_were_read_or_imagined_are_asked_what_the_contract_says(table: Table) -> None:
    """Who is asked first is kept in a state; whatever builds one must find it out."""
    for number, (state, _) in enumerate(moments(table, seed=6)):
        imagined = GAME.determinise(state, number % table.seats, number)
        for one in (GAME.decode(GAME.encode(state)), GAME.clone(state), imagined):
            asks = GAME.pending(one)
            assert GAME.inner.seat(one) == (asks[0].seat if asks else -1)
            assert not asks or GAME.inner.options(one) == asks[0].options


def test_a_game_with_a_recorder_goes_through_the_contract_and_ends_the_same() -> None:
    for seed in range(4):
        bots = [[RandomBot(seed, seat) for seat in range(4)] for _ in range(2)]
        assert play(GAME, 4, seed, bots[0]) == play(GAME, 4, seed, bots[1], recorder=Recorder())


@pytest.mark.parametrize("seed", range(3))
def test_copies_are_not_changed_by_playing_on(seed: int) -> None:
    """Copies share lists, which must be replaced where they change."""
    rng = Rng.from_seed(seed, "copies")
    state = GAME.start(3, seed)
    copies = []
    while GAME.inner.seat(state) >= 0:
        copies.append((GAME.clone(state), GAME.encode(state)))
        GAME.inner.answer(state, rng.choice(GAME.inner.options(state)))
    assert state.is_over
    assert [GAME.encode(copy) for copy, _ in copies] == [before for _, before in copies]
