"""Unstable Unicorns passes the battery every game must pass: any deck, any ruleset, 2 to 8 seats."""

from __future__ import annotations

import pytest

from games import SCALE, Table
from stablehand.kernel.conformance import check
from stablehand.unicorns import GAME
from unicorn_games import EVERY_TABLE, HOUSE_TABLES, moments, spread

TABLES = (*spread(36 * SCALE, start=11), *HOUSE_TABLES)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_unicorns_keeps_the_contract(table: Table) -> None:
    check(GAME, table.seats, 500 + TABLES.index(table), table.options, every=13 * table.seats)


@pytest.mark.parametrize("part", range(8))
def test_games_end_at_every_table(part: int) -> None:
    """All 504 tables of deck, ruleset, seats, targets and window, none stuck."""
    ends = []
    for number, table in enumerate(EVERY_TABLE[part::8]):
        for game in range(SCALE):
            *_, (state, _) = moments(table, seed=1000 * game + number)
            ends.append(state.is_over)
    assert all(ends)
    assert len(ends) == 63 * SCALE
