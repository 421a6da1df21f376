"""Fairy Tale passes the conformance suite with every number of seats and set of options."""

from __future__ import annotations

import pytest

from stablehand import Recorder
from stablehand.core.conformance import check
from stablehand.games.fairytale import GAME
from support.games import TABLES, Table, cards_of, finished
from support.sizes import SCALE, slow_except


@pytest.mark.parametrize(
    "table", slow_except(TABLES[::3], TABLES, "plays a game at 28 tables"), ids=lambda table: table.name
)
def test_fairy_tale_keeps_the_contract(table: Table) -> None:
    assert GAME.seat_counts == range(2, 6)
    for game in range(SCALE):
        check(GAME, table.seats, 100 + game, table.options, every=3 * table.seats)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_finished_games_have_the_right_number_of_cards(table: Table) -> None:
    """FT-PLAY-2, FT-PLAY-3: each seat played twelve cards and discarded eight; no card is lost."""
    for seed in range(15 * SCALE):
        recorder = Recorder()
        state = finished(table, seed, recorder)
        assert cards_of(state) == sorted(state.rules.cards.supply(expert=state.rules.expert))
        assert len(state.deck) == len(cards_of(state)) - 20 * table.seats
        for seat in range(table.seats):
            plays = [e for e in recorder.events if e.what == "played" and e.open["seat"] == seat]
            removed = [
                e.open["count"] for e in recorder.events if e.what == "removed" and e.open["seat"] == seat
            ]
            assert len(plays) == 12
            assert len(state.table[seat]) == 12 - sum(int(str(count)) for count in removed)
        assert state.is_over
        assert not any(state.down)
        assert sum(GAME.scores(state)) == pytest.approx(1)
        assert recorder.events[-1].rules[0] == "FT-END-1"
