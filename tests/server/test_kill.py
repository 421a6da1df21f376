"""The server is killed with `kill -9`, again and again: nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import os
import time
from statistics import median
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect

from server.postgres import cluster, emptied
from server_guests import BOT, LONG
from server_process import Evening, Server, served
from table_clients import Game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

IS_RELEASE = os.environ.get("STABLEHAND_RELEASE") == "1"
FAIRYTALE = Game("fairytale", 2, (), None, 1)
UNICORNS = Game("unicorns", 3, (("deck", "base_2e"),), None, 2)
MANY = Game("unicorns", 2, (("deck", "base_1e"),), None, 3)
RESUMED = 2.0
"""Within so many seconds a player is to be back at the table."""
RESTARTS = 3


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.getbasetemp()) as folder:
        yield emptied(folder, "kill")


def play(server: Server, game: Game, seed: int, kills: int) -> None:
    """Kill the server so often during a game; for a release at every answer of it."""
    often = 1.0 if IS_RELEASE else 0.7
    evening = Evening(server, game, seed, 1000 if IS_RELEASE else kills, often)
    asyncio.run(evening.play())
    assert not evening.complaints, f"seed {seed}: {evening.complaints}"
    assert evening.killed >= kills, f"seed {seed}: killed {evening.killed} times only"
    assert median(evening.resumed) < RESUMED, f"seed {seed}: {evening.resumed}"


@pytest.mark.parametrize("game", [FAIRYTALE, UNICORNS, MANY], ids=lambda game: f"{game.name}-{game.seats}")
def test_killed_at_any_moment_nothing_is_lost_or_doubled(game: Game, tmp_path: Path) -> None:
    play(Server(tmp_path, ""), game, game.seed, 20)


def test_nor_is_it_with_postgresql(postgres: str) -> None:
    play(Server(None, postgres), FAIRYTALE, 4, 6)


def test_after_a_kill_the_command_brings_the_table_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as url:
        opened = httpx.post(f"{url}/api/tables", json={"name": "Ann", "game": "unicorns"}, headers=BOT)
        seat = opened.raise_for_status().json()
        with at_table(url, seat) as socket:
            socket.send(json.dumps({"do": "start", "id": "start"}))
            while json.loads(socket.recv(LONG)).get("stage") != "playing":
                pass
    answered, resumed = [], []
    for _ in range(RESTARTS):
        began = time.monotonic()
        with served(tmp_path) as url:
            httpx.get(f"{url}/api/health").raise_for_status()
            answered.append(time.monotonic() - began)
            with at_table(url, seat) as socket:
                assert json.loads(socket.recv(LONG))["stage"] == "playing"
            resumed.append(time.monotonic() - began)
    with capsys.disabled():
        print(  # noqa: T201 - a figure
            f"\nafter a kill, the command answers in {min(answered):.2f} s, "
            f"the table is back in {min(resumed):.2f} s"
        )
    # Most of it is imports, and these take as long as the other tests let them: only a release asks how long.
    assert not IS_RELEASE or min(resumed) < RESUMED, resumed


def at_table(url: str, seat: dict[str, str]) -> ClientConnection:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{seat['code']}/socket"
    proof = {"Authorization": f"Bearer {seat['token']}"}
    return connect(address, additional_headers=proof, max_size=None, open_timeout=LONG)
