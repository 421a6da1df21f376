"""One bad client does not affect others (product, promise 7): games go on beside attackers.

The server is the real command with its default limits, in its own process. How much slower answers become is
measured by `bench/neighbours.py`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import support.attackers as bad
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from support.attacked import Games, attacking
from support.server_process import served
from support.sizes import sized
from support.socket_players import RunningServer

if TYPE_CHECKING:
    from pathlib import Path

TABLES = 4
ANSWERS = sized(quick=60, full=200, release=1000)
LONG = 600.0
"""Seconds after which the test gives up; a quiet machine needs a few."""


def test_games_go_on_beside_attackers(tmp_path: Path) -> None:
    async def scenario(url: str) -> bad.Report:
        games = Games(RunningServer(url, Services(Settings(), 0)), TABLES)
        async with asyncio.timeout(LONG), games.playing(), attacking(games.server, games.code) as attackers:
            await attackers.go(tuple(bad.ATTACKS))
            await games.times(ANSWERS)
            return await attackers.stop()

    with served(tmp_path, "--limit", "tables_per_client_per_hour=10000") as url:
        attacked = asyncio.run(scenario(url))
    assert [way for way in bad.ATTACKS if not attacked.begun[way]] == []
