"""Unstable Unicorns passes the conformance suite with every deck, ruleset and number of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.core.conformance import check
from stablehand.games.unicorns import GAME
from support.sizes import SCALE, sized, slow_except
from support.unicorn_games import EVERY_TABLE, HOUSE_TABLES, PACK_TABLES, moments, spread

if TYPE_CHECKING:
    from support.games import Table

TABLES = (*spread(36 * SCALE, start=11), *HOUSE_TABLES)
PLAYED = sized(quick=spread(756, start=7), full=EVERY_TABLE, release=EVERY_TABLE)
"""Every combination of deck, alone or with a pack, ruleset, seats, targets and window; quick, some."""


@pytest.mark.parametrize(
    "table",
    slow_except([*TABLES[:5], PACK_TABLES[2]], TABLES, "plays a game at fifty tables"),
    ids=lambda table: table.name,
)
def test_unicorns_keeps_the_contract(table: Table) -> None:
    check(GAME, table.seats, 500 + TABLES.index(table), table.options, every=13 * table.seats)


@pytest.mark.parametrize("part", range(8))
def test_games_end_at_every_table(part: int) -> None:
    ends = []
    for number, table in enumerate(PLAYED[part::8]):
        for game in range(SCALE):
            *_, (state, _) = moments(table, seed=1000 * game + number)
            ends.append(state.is_over)
    assert all(ends)
    assert len(ends) == len(PLAYED[part::8]) * SCALE
