"""Fairy Tale passes the battery every game must pass, at every table."""

from __future__ import annotations

import pytest

from games import SCALE, TABLES, Table, cards_of, finished
from stablehand import Recorder
from stablehand.fairytale import GAME
from stablehand.kernel.conformance import check


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_fairy_tale_keeps_the_contract(table: Table) -> None:
    assert GAME.seat_counts == range(2, 6)
    for game in range(SCALE):
        check(GAME, table.seats, 100 + game, table.options, every=3 * table.seats)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_many_games_end_as_they_should(table: Table) -> None:
    """FT-PLAY-2, FT-PLAY-3: twelve cards a seat were played, eight discarded; nothing is lost."""
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
