"""A real server for tests, on any port that is free, and guests who speak with it as clients do."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stablehand.server import run as running
from stablehand.server.app import create_app
from stablehand.server.office import Office
from stablehand.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from pathlib import Path

LONG = 120.0
"""Seconds that no test means to use up."""
QUICK: Mapping[str, Any] = {"pace": 0, "stand_in": "easy"}
"""How bots play where nobody watches them."""
BOT = {"X-Stablehand-Client": "bot"}
FAIRY: dict[str, Any] = {"name": "Ann", "game": "fairytale", "seats": 2}
"""A table to be opened."""

Frame = dict[str, Any]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario in a loop of its own, not for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(LONG):
            await scenario()

    asyncio.run(bounded())


def problem(answer: httpx.Response, status: int, reason: str) -> dict[str, Any]:
    """Return a refusal that is as refusals are."""
    said: dict[str, Any] = answer.json()
    assert (answer.status_code, said["reason"]) == (status, reason), answer.text
    assert said.keys() == {"reason", "text", "rules"}
    assert said["text"].endswith((".", "!"))
    return said


class Ready(running.Host):
    """The server, which says when it is ready."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(*args)
        self.ready = asyncio.Event()

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 - handed on as they are
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


@dataclass
class House:
    """A server that runs."""

    url: str
    office: Office

    def address(self, code: str, query: str = "") -> str:
        """Return where the socket of a table is."""
        return f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket{query}"

    def client(self, **more: Any) -> httpx.AsyncClient:  # noqa: ANN401 - as httpx has it
        """Return a browser: it keeps cookies and says which page asks."""
        headers = {"Origin": self.url} | more.pop("headers", {})
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=LONG, **more)

    async def opened(self, game: str = "fairytale", seats: int = 2, name: str = "Ann", **more: Any) -> Guest:  # noqa: ANN401 - parts of a body
        """Open a table as a bot does, and return its host."""
        body = {"name": name, "game": game, "seats": seats, "house": QUICK} | more
        return await self._seated("/api/tables", body)

    async def joined(self, code: str, name: str = "Bob", **more: Any) -> Guest:  # noqa: ANN401 - parts of a body
        """Sit down at a table."""
        return await self._seated(f"/api/tables/{code}/seats", {"name": name} | more)

    async def _seated(self, path: str, body: Mapping[str, Any]) -> Guest:
        async with httpx.AsyncClient(base_url=self.url, timeout=LONG) as client:
            answer = await client.post(path, json=body, headers=BOT)
        assert answer.status_code == 201, answer.text
        seat = answer.json()
        return Guest(self, seat["code"], seat["seat"], seat["token"])


@dataclass
class Guest:
    """Somebody with a seat, or a spectator (no token)."""

    house: House
    code: str
    seat: int | None = None
    token: str = ""
    commands: int = 0
    table: Frame = field(default_factory=dict)
    """The table as it was shown last."""
    socket: Any = None

    @asynccontextmanager
    async def there(self, query: str = "", **more: Any) -> AsyncIterator[Guest]:  # noqa: ANN401 - as websockets has it
        """Be connected, and see the table for the first time."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        address = self.house.address(self.code, query)
        async with connect(address, additional_headers=headers, max_size=None, **more) as socket:
            self.socket = socket
            await self.hear()
            yield self

    async def hear(self) -> Frame:
        """Wait for the next frame."""
        frame: Frame = json.loads(await self.socket.recv())
        if frame["type"] == "table":
            self.table = frame
        return frame

    async def say(self, do: str, /, **words: Any) -> Frame:  # noqa: ANN401 - parts of a command
        """Send a command and wait for what becomes of it."""
        self.commands += 1
        command = {"do": do, "id": f"{self.seat}-{self.commands}"} | words
        await self.socket.send(json.dumps(command))
        return await self.reply(command["id"])

    async def reply(self, command: str) -> Frame:
        """Wait for the answer to a command."""
        while (frame := await self.hear()).get("id") != command:
            pass
        return frame

    async def ended(self) -> tuple[int, list[Frame]]:
        """Listen until the server closes; return its code, and what it said before."""
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(await self.hear())
        return self.socket.close_code, heard

    async def until(self, is_so: Callable[[Frame], object]) -> Frame:
        """Wait until the table is so."""
        while not (self.table and is_so(self.table)):
            await self.hear()
        return self.table

    async def asked(self) -> Frame:
        """Wait for a question that is not answered yet; {} if the game is over before."""
        await self.until(lambda table: table["stage"] == "over" or _open(table))
        return _open(self.table) or {}

    async def answer(self, asked: Frame, **words: Any) -> Frame:  # noqa: ANN401 - parts of a command
        """Answer a question with its first option."""
        option = asked["options"][0]["option"]
        words = {"state": self.table["state"], "decision": asked["id"], "option": option} | words
        return await self.say("answer", **words)

    async def play(self, most: int = 10_000) -> int:
        """Answer whatever is asked, until the game is over or so often."""
        given = 0
        while given < most and (asked := await self.asked()):
            reply = await self.answer(asked)
            if reply.get("reason") == "too_fast":
                continue  # it was not heard: say it again
            assert reply["type"] == "accepted" or reply["reason"] in {"stale", "not_asked", "not_playing"}, (
                reply
            )
            given += 1
            await self.moved(asked)
        return given

    async def moved(self, asked: Frame) -> None:
        """Wait until a question that was answered is no longer asked."""
        await self.until(lambda table: _moved(table, asked["id"]))


def _open(table: Frame) -> Frame | None:
    asked: Frame | None = table["decision"]
    return asked if asked and not asked["is_revision"] else None


def _moved(table: Frame, question: int) -> bool:
    asked = _open(table)
    return asked is None or asked["id"] != question


@asynccontextmanager
async def serving(folder: Path, thinkers: int = 0, **more: Any) -> AsyncIterator[House]:  # noqa: ANN401 - settings
    """Serve from a folder until the end of the block, then stop as at a signal.

    Where bots are to play, a process must think for them.
    """
    settings = Settings(data=folder, port=0, **more)
    office = Office(settings, thinkers)
    with running.listen(settings) as listening:
        host = Ready(running.config(create_app(settings, office), settings), settings)
        serving = asyncio.create_task(host.serve(sockets=[listening]))
        await host.ready.wait()
        try:
            yield House(f"http://127.0.0.1:{listening.getsockname()[1]}", office)
        finally:
            host.should_exit = True
            await serving


@asynccontextmanager
async def together(folder: Path, seats: int = 3, **more: Any) -> AsyncIterator[tuple[House, Guest, Guest]]:  # noqa: ANN401 - settings
    """Serve two decent players at a table before its game."""
    async with serving(folder, **more) as house:
        ann = await house.opened(seats=seats)
        bob = await house.joined(ann.code)
        async with ann.there(), bob.there():
            yield house, ann, bob


@asynccontextmanager
async def playing(folder: Path, game: str = "fairytale") -> AsyncIterator[tuple[House, Guest, Frame]]:
    """Serve somebody who plays against a bot, and is asked something."""
    async with serving(folder, 1) as house:
        ann = await house.opened(game)
        async with ann.there():
            await ann.say("start")
            yield house, ann, await ann.asked()
