"""Every route and every command there is, as an attacker would send them: found by the description of the API
and by the types of the protocol, so that a new one is attacked too.

What a path or a body needs is filled in by name; for a name that is not known here, a test fails.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import support.attackers as bad
from stablehand.server.app import create_app
from stablehand.server.settings import Settings
from stablehand.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from support.socket_players import RunningServer, SocketPlayer

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PATHS: dict[str, str] = {
    "number": "1",
    "step": "5",
    "game": "unicorns",
    "deck": "base_1e",
    "rule": "UU-SETUP-1",
    "case": "unicorns/rules/first/first-deal-five-each",
}
"""Values of the parameters of a path, besides the code of a table."""
BODIES: dict[str, Any] = {
    "/api/tables": {"name": "Eve", "game": "unicorns"},
    "/api/tables/{code}/seats": {"name": "Eve", "device": "shared"},
    "/api/tables/{code}/devices": None,
    "/api/devices": {"code": "bcdfgh"},
    "/api/tables/{code}/replays/{number}/{step}": {"name": "Eve", "seat": 1},
    "/api/lessons/{game}": {"answers": []},
    "/api/cases/{case}": {"seat": None, "answers": []},
}
"""Bodies of the requests that have one."""
COMMANDS: dict[str, dict[str, Any]] = {
    "ready": {"on": True},
    "rename": {"name": "Eve"},
    "configure": {"seats": 3},
    "bot": {"seat": 1},
    "start": {},
    "answer": {"state": 1, "decision": 1, "option": 0},
    "more_time": {},
    "quiet": {},
    "orders": {"no_basics": True},
    "undo": {},
    "consent": {"agree": True},
    "pause": {"on": False},
    "kick": {"seat": 1},
    "lock": {},
    "pardon": {},
    "let_in": {"knock": 0},
    "leave": {},
    "return": {},
    "rematch": {},
    "chat": {"text": "Neigh"},
    "emote": {"emote": "cheer"},
    "speak": {"language": "ru"},
    "why": {"card": "neigh"},
    "older": {"before": 0},
    "hint": {},
}
"""What each command says besides its id."""


def routes() -> list[tuple[str, str]]:
    """Return the method and path of every route in the description of the API, and of one for pages."""
    app = create_app(Settings(metrics=True))
    found = [("GET", "/"), ("GET", "/api/schema/openapi.json"), ("POST", "/nowhere")]
    for path, item in (app.openapi_schema.paths or {}).items():
        found += [(method, path) for method in METHODS if getattr(item, method.lower()) is not None]
    return sorted(found)


def commands() -> list[str]:
    """Return the words of all commands."""
    return sorted(str(kind.__struct_config__.tag) for kind in get_args(p.AnyCommand))


def filled(method: str, path: str, values: dict[str, str]) -> tuple[str, bytes]:
    """Return the path and the body of a request; a KeyError names what is not known here."""
    body = b""
    if method != "GET" and path != "/nowhere" and BODIES[path] is not None:
        body = json.dumps(BODIES[path]).encode()
    words = {**PATHS, **values}
    while "{" in path:
        before, _, rest = path.partition("{")
        name, _, after = rest.partition("}")
        path = before + words[name] + after
    return path, body


@dataclass
class Target:
    """What the attackers have: a table whose game is over, and a seat in a game that goes on."""

    over: str
    """The code of the first."""
    host: SocketPlayer


@asynccontextmanager
async def target_of(server: RunningServer) -> AsyncIterator[Target]:
    """Play a game to its end, and begin another one."""
    over = await server.opened("unicorns", 2)
    async with over.connected():
        await over.send("start")
        await over.play()
    host = await server.opened("unicorns", 3)
    async with host.connected():
        await host.send("start")
    yield Target(over.code, host)


def ways_of(target: Target) -> dict[str, str]:
    """Return the attacks on every route and by every command, by name."""
    found = {}
    for method, path in routes():
        where, body = filled(method, path, {"code": target.over})
        found[f"{method} {path}"] = bad.request_way(f"{method} {path}", method, where, body)
    for word in commands():
        said = {"do": word} | COMMANDS[word]
        name = f"command {word}"
        found[name] = bad.command_way(name, target.host.code, target.host.token, said)
    return found
