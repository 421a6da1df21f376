"""The server is killed with `kill -9` repeatedly: no acknowledged command is lost or doubled.

`bench/resume.py` measures how soon a table is back.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import httpx
import pytest

from support.postgres import cluster, emptied
from support.server_process import KillRun, Server, connected, served
from support.sizes import IS_RELEASE, sized, slow_after
from support.socket_players import BOT, LONG
from support.table_clients import Game
from support.unicorn_packs import for_all_ages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


FAIRYTALE = Game("fairytale", 2, (), None, 1)
UNICORNS = Game("unicorns", 3, (("deck", "base_2e"),), None, 2)
MANY = Game("unicorns", 2, (("deck", "base_1e"),), None, 3)
PACKS = Game("unicorns", 4, (("deck", "base_2e"), ("expansions", for_all_ages("base_2e"))), None, 5)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.getbasetemp()) as folder:
        yield emptied(folder, "kill")


def play(server: Server, game: Game, seed: int, kills: int) -> None:
    """Play a game and kill the server at least `kills` times; for a release, at every answer."""
    often = 1.0 if IS_RELEASE else 0.7
    run = KillRun(server, game, seed, 1000 if IS_RELEASE else kills, often)
    asyncio.run(run.play())
    assert not run.complaints, f"seed {seed}: {run.complaints}"
    assert run.killed >= kills, f"seed {seed}: killed only {run.killed} times"


@pytest.mark.parametrize(
    "game",
    slow_after(1, [UNICORNS, FAIRYTALE, MANY, PACKS], "kills a server twenty times"),
    ids=lambda game: f"{game.name}-{game.seats}",
)
def test_a_kill_at_any_moment_loses_and_doubles_nothing(game: Game, tmp_path: Path) -> None:
    play(Server(tmp_path, ""), game, game.seed, sized(quick=6, full=20, release=20))


@pytest.mark.slow("kills a server of a database of its own")
def test_nothing_is_lost_or_doubled_with_postgresql(postgres: str) -> None:
    play(Server(None, postgres), FAIRYTALE, 4, 6)


@pytest.mark.slow("starts a server twice")
def test_a_restart_after_a_kill_restores_the_table(tmp_path: Path) -> None:
    with served(tmp_path) as url:
        opened = httpx.post(f"{url}/api/tables", json={"name": "Ann", "game": "unicorns"}, headers=BOT)
        seat = opened.raise_for_status().json()
        with connected(url, seat) as socket:
            socket.send(json.dumps({"do": "start", "id": "start"}))
            while json.loads(socket.recv(LONG)).get("stage") != "playing":
                pass
    with served(tmp_path) as url, connected(url, seat) as socket:
        table = json.loads(socket.recv(LONG))
        assert (table["stage"], table["you"]) == ("playing", seat["seat"])
