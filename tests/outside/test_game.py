"""A third game, from outside the package, works wherever the built-in ones do."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect

from outside.conftest import install

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Python = Callable[..., subprocess.CompletedProcess[str]]

BATTERY = """
import stablehand
from stablehand.core.conformance import check
for seats in (2, 5, 8):
    check(stablehand.load("highcard"), seats, seed=seats)
print(*stablehand.names())
"""
SEATS = 3


def test_an_outside_game_is_found_by_name_and_keeps_the_contract(python: Python) -> None:
    done = python("-c", BATTERY)
    assert (done.stdout, done.stderr) == ("fairytale highcard unicorns\n", "")


def test_an_outside_game_is_played_in_the_terminal(python: Python) -> None:
    done = python("-m", "stablehand", "play", "--game", "highcard", "--seed", "3", typed="no\n3\n")
    assert done.returncode == 0
    assert done.stderr == ""
    for said in ("High Card", "Play 18", "Choose one.", "Played: 39, You.", "Rowan won."):
        assert said in done.stdout, said


def test_an_outside_game_is_simulated_by_several_processes(python: Python) -> None:
    one, two = (
        python(
            "-m", "stablehand", "simulate", "--game", "highcard", "--games", "60", "--json", "--jobs", jobs
        )
        for jobs in ("1", "2")
    )
    sums = [json.loads(done.stdout) for done in (one, two)]
    assert sums[0]["finished"] == 60
    assert sums[0]["digest"] == sums[1]["digest"]


def test_built_in_bots_play_an_outside_game_in_the_arena(python: Python) -> None:
    done = python(
        *("-m", "stablehand", "arena", "--game", "highcard", "--games", "90", "--json"),
        *("--bots", "greedy,random,ismcts:30"),
    )
    assert done.returncode == 0, done.stderr
    shares = {bot["bot"]: bot["share"] for bot in json.loads(done.stdout)["entries"]}
    assert shares["greedy"] > shares["random"]


def test_the_server_lists_an_outside_game_and_plays_it_to_the_end(
    env: dict[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "stablehand", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        try:
            url = server.stdout.readline().partition(" at ")[2].partition(";")[0]
            asyncio.run(play_table(url))
        finally:
            server.kill()


async def play_table(url: str) -> None:
    headers = {"X-Stablehand-Client": "bot"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
        games = (await client.get("/api/games")).json()
        [listed] = [game for game in games if game["id"] == "highcard"]
        assert (listed["title"], listed["least_seats"], listed["most_seats"]) == ("High Card", 2, 8)
        table = {"name": "Ann", "game": "highcard", "seats": SEATS, "house": {"pace": 0}}
        seat = (await client.post("/api/tables", json=table)).json()
        address = f"{url.replace('http', 'ws')}/api/tables/{seat['code']}/socket"
        async with connect(
            address, additional_headers={"Authorization": f"Bearer {seat['token']}"}
        ) as socket:
            await socket.send(json.dumps({"do": "start", "id": "begin"}))
            shown = await play_to_the_end(socket)
        assert shown["result"].endswith("won.")
        assert len(shown["log"]) == SEATS
        replay = (await client.get(f"/api/tables/{seat['code']}/journals/1")).text
        assert '"game":"highcard"' in replay


async def play_to_the_end(socket: Any) -> dict[str, Any]:  # noqa: ANN401 - a WebSocket
    """Answer every decision with its first option; return the last table frame."""
    lines: list[Any] = []
    async for message in socket:
        frame = json.loads(message)
        assert frame["type"] != "refused", frame
        if frame["type"] != "table":
            continue
        lines[frame["log_from"] :] = frame["log"]
        decision = frame["decision"]
        if frame["stage"] == "over":
            return {**frame, "log": lines}
        if decision:
            option = decision["options"][0]["option"]
            answer = {"do": "answer", "id": f"a{decision['id']}", "state": frame["state"]}
            await socket.send(json.dumps({**answer, "decision": decision["id"], "option": option}))
    raise AssertionError("the server closed the connection")


# ---- bad games


def test_a_game_that_cannot_be_imported_does_not_affect_the_others(python: Python, site: Path) -> None:
    (site / "broken.py").write_text("raise RuntimeError('no wheels')\n", "utf-8")
    install(site, "broken", "broken = broken:MANIFEST")
    assert python("-c", BATTERY).stdout == "fairytale highcard unicorns\n"
    done = python("-m", "stablehand", "play", "--game", "broken")
    assert done.returncode == 2
    assert done.stderr == (
        "stablehand: The entry point 'broken' of stablehand.games (broken:MANIFEST) cannot be imported: "
        "RuntimeError: no wheels.\n"
    )


def test_a_game_may_not_take_the_name_of_another(python: Python, site: Path) -> None:
    (site / "twin.py").write_text(
        "from stablehand import Manifest\n"
        "MANIFEST = Manifest(name='unicorns', title='Mine', game='twin:GAME')\n"
        "NOTHING = 7\n",
        "utf-8",
    )
    install(site, "twin", "twin = twin:MANIFEST\nseven = twin:NOTHING")
    done = python("-c", "from stablehand.core.registry import problems; print(*problems(), sep='\\n')")
    assert done.stdout == (
        "The entry point 'twin' of stablehand.games (twin:MANIFEST) calls its game 'unicorns', "
        "and there is one of that name already.\n"
        "The entry point 'seven' of stablehand.games (twin:NOTHING) is not a Manifest but int.\n"
    )
