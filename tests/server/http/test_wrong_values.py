"""Every route and command against values of every wrong type and depth: never a 500, always one sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect as mi

from stablehand.server.settings import Limits
from stablehand.table import protocol as p
from support.sizes import sized
from support.socket_players import FAIRY, SocketPlayer, problem, run, serving
from support.wrong_values import DEEP, VALUES, bodies, nested

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx
    import pytest

FREE = Limits(
    messages_per_second=10_000,
    burst=10_000,
    tables_per_client_per_hour=1_000_000,
    tables=1_000_000,
    connections_per_client=10_000,
    new_connections_per_second=10_000,
    work_per_client=1_000_000,
    work_in_all=1_000_000,
)
EVERY = sized(quick=27, full=3, release=1)
"""One in so many values is tried: the quick run takes another sample of each place."""
EXAMPLES: dict[str, dict[str, Any]] = {
    "/api/tables": {"name": "Ann", "game": "unicorns", "seats": 3, "options": {}, "house": {}},
    "/api/tables/{code}/seats": {"name": "Zoe", "seat": 1, "device": "own"},
    "/api/devices": {"code": "bcdfghjk"},
    "/api/tables/{code}/devices": {},
    "/api/tables/{code}/replays/{number}/{step}": {"name": "Zoe", "seat": 0, "level": "easy"},
    "/api/lessons/{game}": {"answers": [0]},
    "/api/cases/{case}": {"seat": None, "answers": [[0, 0]]},
}
"""A valid body for each route that has one; a test compares the routes with the description."""
PATHS = {
    "game": "unicorns",
    "number": "1",
    "step": "0",
    "case": "fairytale/end-tie-is-shared",
    "rule": "UU-EFF-2",
}
WORDS = ("", "0", "-1", "x", "9" * 40, "%00", "%2e%2e%2f", "\u202e", "null", "1e9", "[]", "a" * 300)


async def option_names(client: httpx.AsyncClient) -> dict[str, None]:
    """Return all options of all games, as fields of `options`."""
    games = (await client.get("/api/games")).json()
    return {option["id"]: None for game in games for option in game["options"]}


def check(answer: httpx.Response, sent: object) -> None:
    """Check that a response is no 500, and that a refusal is one sentence for people."""
    assert answer.status_code < 500, (sent, answer.text)
    if answer.status_code >= 400:
        said = answer.json()
        assert said.keys() == {"reason", "text", "rules"}, (sent, answer.text)
        assert 0 < len(said["text"]) < 1000, (sent, said)


def test_every_route_refuses_every_wrong_value_in_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server, server.client() as client:
            description = (await client.get("/api/schema/openapi.json")).json()
            code = (await client.post("/api/tables", json=FAIRY)).json()["code"]
            posts = {path for path, item in description["paths"].items() if "post" in item}
            assert posts == EXAMPLES.keys()
            options = await option_names(client)
            tried = 0
            for path, item in description["paths"].items():
                url = path.format(code=code, **PATHS, deck="base_1e")
                if "post" in item:
                    valid = EXAMPLES[path]
                    more = {"options": options, "house": _defaults(p.House)} if "options" in valid else {}
                    for number, body in enumerate(bodies(valid, {**more, "language": "en"})):
                        if number % EVERY == tried % EVERY or nested(DEEP).encode() in body:
                            kind = {"Content-Type": "application/json"}
                            check(await client.post(url, content=body, headers=kind), (path, body[:300]))
                    tried += 1
                for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
                    for word in WORDS:
                        wrong = path.format(**{"code": code, **PATHS, "deck": "base_1e", name: word})
                        check(await client.get(wrong, params={"seat": word, "lang": word}), wrong)

    run(scenario)
    assert "request_failed" not in capfd.readouterr().err


def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(kind()))
    return found


def commands() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a command of each kind with the fields it must have, and those it may have."""
    for kind in mi.multi_type_info(p.AnyCommand.__args__):
        assert isinstance(kind, mi.StructType)
        must = {"do": kind.tag} | {
            one.name: 0 if one.name != "id" else "x" for one in kind.fields if one.required
        }
        may = {one.name: None for one in kind.fields if not one.required}
        yield must, may


def test_every_command_refuses_every_wrong_value_and_the_table_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server, server.client() as client:
            options = await option_names(client)
            for game in ("unicorns", "fairytale"):
                ann = await server.opened(game, 3)
                bob = await server.joined(ann.code)
                async with bob.connected():
                    for number, (must, may) in enumerate(commands()):
                        places = {**may, **({"options": options} if "options" in may else {})}
                        places |= {"house": _defaults(p.House)} if "house" in may else {}
                        if must["do"] in {"kick", "leave"}:
                            continue  # they end what is measured here; their only value is a seat
                        await _try_all(ann, must, places, number)
                    reply = await bob.send("why", card="neigh")
                    assert reply["type"] == "told", "the other player was thrown out"

    run(scenario)
    said = capfd.readouterr().err
    assert "actor_failed" not in said
    assert "command_failed" not in said, said[said.index("command_failed") - 200 :][:600]


async def _try_all(ann: SocketPlayer, must: dict[str, Any], places: dict[str, Any], start: int) -> None:
    """Send a command with every wrong value, on connections that end after too many mistakes."""
    wrong = [body for number, body in enumerate(bodies(must, places)) if number % EVERY == start % EVERY]
    deep = [body for body in bodies(must, places) if nested(DEEP).encode() in body]
    batch = 15
    sent = [*wrong, *(deep if EVERY > 1 else [])]
    for first in range(0, len(sent), batch):
        async with ann.connected():
            for body in sent[first : first + batch]:
                await ann.socket.send(body)
            reply = await ann.send("why", card="neigh")
            assert reply["type"] == "told", reply


def test_the_values_that_once_gave_a_500_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            for options in ('{"deck": []}', '{"deck": {}}', f'{{"deck": {nested(DEEP)}}}'):
                body = f'{{"name": "Ann", "options": {options}}}'
                answer = await client.post(
                    "/api/tables", content=body, headers={"Content-Type": "application/json"}
                )
                assert answer.status_code in {400, 409}, answer.text
            for levels in (40, DEEP):
                body = f'{{"name": "Ann", "options": {{"deck": {nested(levels)}}}}}'
                kind = {"Content-Type": "application/json"}
                answer = await client.post("/api/tables", content=body, headers=kind)
                assert "nested too deeply" in problem(answer, 400, "bad_request")["text"]
            ann = await server.opened("unicorns")
            bob = await server.joined(ann.code)
            async with ann.connected(), bob.connected():
                reply = await ann.send("configure", options={"deck": []})
                assert (reply["type"], reply["reason"]) == ("refused", "bad_options")
                for levels in (40, DEEP):
                    deep = f'{{"do": "configure", "id": "1", "options": {{"deck": {nested(levels)}}}}}'
                    await ann.socket.send(deep)
                    while (reply := await ann.receive())["type"] != "refused":
                        pass
                    assert (reply["reason"], "nested too deeply" in reply["text"]) == ("unreadable", True)
                assert (await bob.send("ready"))["type"] == "accepted"

    run(scenario)


def test_every_wrong_value_is_smaller_than_the_largest_message() -> None:
    assert max(map(len, VALUES)) < Limits().message_bytes
