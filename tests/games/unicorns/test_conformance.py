"""Unstable Unicorns passes the conformance suite with every deck, ruleset and number of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.core.conformance import check
from stablehand.games.unicorns import GAME
from support.sizes import SCALE, slow_after
from support.unicorn_games import EVERY_TABLE, HOUSE_TABLES, moments, spread

if TYPE_CHECKING:
    from support.games import Table

TABLES = (*spread(36 * SCALE, start=11), *HOUSE_TABLES)


@pytest.mark.parametrize(
    "table", slow_after(5, TABLES, "plays a game at 43 tables"), ids=lambda table: table.name
)
def test_unicorns_keeps_the_contract(table: Table) -> None:
    check(GAME, table.seats, 500 + TABLES.index(table), table.options, every=13 * table.seats)


@pytest.mark.parametrize("part", range(8))
def test_games_end_at_every_table(part: int) -> None:
    """Play a game for all 756 combinations of deck, ruleset, seats, targets and window."""
    ends = []
    for number, table in enumerate(EVERY_TABLE[part::8]):
        for game in range(SCALE):
            *_, (state, _) = moments(table, seed=1000 * game + number)
            ends.append(state.is_over)
    assert all(ends)
    assert len(ends) == len(EVERY_TABLE[part::8]) * SCALE
