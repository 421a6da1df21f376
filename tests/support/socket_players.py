"""A real server for tests, on a free port, and players that connect to it by HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import json
import ssl
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stablehand.server import run as running
from stablehand.server.app import create_app
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from pathlib import Path

LONG = 120.0
"""A time-out that no test reaches unless it hangs."""
QUICK: Mapping[str, Any] = {"pace": 0, "stand_in": "easy"}
"""Table settings for fast bots."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""All is plain HTTP here; each client would otherwise read the list of authorities, for 50 ms."""
BOT = {"X-Stablehand-Client": "bot"}
FAIRY: dict[str, Any] = {"name": "Ann", "game": "fairytale", "seats": 2}
"""The body of a request for a table."""

Frame = dict[str, Any]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario in a new event loop, with a time-out."""

    async def bounded() -> None:
        async with asyncio.timeout(LONG):
            await scenario()

    asyncio.run(bounded())


def problem(answer: httpx.Response, status: int, reason: str) -> dict[str, Any]:
    """Check the status, reason and shape of an error response, and return its body."""
    said: dict[str, Any] = answer.json()
    assert (answer.status_code, said["reason"]) == (status, reason), answer.text
    assert said.keys() == {"reason", "text", "rules"}
    assert said["text"].endswith((".", "!"))
    return said


class Ready(running.Host):
    """A server with an event for the end of its start-up, successful or not."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401 - passed on
        super().__init__(*args)
        self.ready = asyncio.Event()

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 - passed on
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


@dataclass
class RunningServer:
    """The URL and the services of a running server."""

    url: str
    services: Services

    def address(self, code: str, query: str = "") -> str:
        """Return the WebSocket URL of a table."""
        return f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket{query}"

    def client(self, **more: Any) -> httpx.AsyncClient:  # noqa: ANN401 - as httpx has it
        """Return an HTTP client that keeps cookies and sends Origin, as a browser does."""
        headers = {"Origin": self.url} | more.pop("headers", {})
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=LONG, verify=NO_TLS, **more)

    async def opened(
        self,
        game: str = "fairytale",
        seats: int = 2,
        name: str = "Ann",
        **more: Any,  # noqa: ANN401 - parts of a body
    ) -> SocketPlayer:
        """Open a table with a bot’s token and return its host."""
        body = {"name": name, "game": game, "seats": seats, "house": QUICK} | more
        return await self._seated("/api/tables", body)

    async def joined(self, code: str, name: str = "Bob", **more: Any) -> SocketPlayer:  # noqa: ANN401 - parts of a body
        """Take a seat at a table."""
        return await self._seated(f"/api/tables/{code}/seats", {"name": name} | more)

    async def _seated(self, path: str, body: Mapping[str, Any]) -> SocketPlayer:
        async with httpx.AsyncClient(base_url=self.url, timeout=LONG, verify=NO_TLS) as client:
            answer = await client.post(path, json=body, headers=BOT)
        assert answer.status_code == 201, answer.text
        seat = answer.json()
        return SocketPlayer(self, seat["code"], seat["seat"], seat["token"])


@dataclass
class SocketPlayer:
    """A client with a seat, or a spectator (no token)."""

    server: RunningServer
    code: str
    seat: int | None = None
    token: str = ""
    commands: int = 0
    table: Frame = field(default_factory=dict)
    """The last table frame."""
    socket: Any = None
    when_sent: Callable[[], object] = lambda: None
    """Called after a command is sent."""

    @asynccontextmanager
    async def connected(self, query: str = "", **more: Any) -> AsyncIterator[SocketPlayer]:  # noqa: ANN401 - as websockets has it
        """Connect until the end of the block, and receive the first frame."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        address = self.server.address(self.code, query)
        # Without a bound on messages that nobody has read yet: behind them, closing would wait ten seconds.
        usual = {"additional_headers": headers, "max_size": None, "max_queue": None}
        async with connect(address, **(usual | more)) as socket:
            self.socket = socket
            await self.receive()
            yield self

    async def receive(self) -> Frame:
        """Wait for the next frame."""
        frame: Frame = json.loads(await self.socket.recv())
        if frame["type"] == "table":
            self.table = frame
        return frame

    async def send(self, do: str, /, **words: Any) -> Frame:  # noqa: ANN401 - parts of a command
        """Send a command and return its reply."""
        self.commands += 1
        command = {"do": do, "id": f"{self.seat}-{self.commands}"} | words
        await self.socket.send(json.dumps(command))
        self.when_sent()
        return await self.reply(command["id"])

    async def reply(self, command: str) -> Frame:
        """Wait for the reply to a command."""
        while (frame := await self.receive()).get("id") != command:
            pass
        return frame

    async def ended(self) -> tuple[int, list[Frame]]:
        """Receive until the server closes; return the close code and the frames."""
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(await self.receive())
        return self.socket.close_code, heard

    async def until(self, condition: Callable[[Frame], object]) -> Frame:
        """Wait until a condition on the table frame holds, and return the frame."""
        while not (self.table and condition(self.table)):
            await self.receive()
        return self.table

    async def asked(self) -> Frame:
        """Wait for an open decision; return {} if the game ends first."""
        await self.until(lambda table: table["stage"] == "over" or _open(table))
        return _open(self.table) or {}

    async def answer(self, asked: Frame, **words: Any) -> Frame:  # noqa: ANN401 - parts of a command
        """Answer a decision with its first option."""
        option = asked["options"][0]["option"]
        words = {"state": self.table["state"], "decision": asked["id"], "option": option} | words
        return await self.send("answer", **words)

    async def play(self, most: int = 10_000) -> int:
        """Answer every decision until the game is over, at most `most` times; return how often."""
        given = 0
        while given < most and (asked := await self.asked()):
            reply = await self.answer(asked)
            if reply.get("reason") == "too_fast":
                continue  # it was not applied: send it again
            assert reply["type"] == "accepted" or reply["reason"] in {"stale", "not_asked", "not_playing"}, (
                reply
            )
            given += 1
            await self.moved(asked)
        return given

    async def moved(self, asked: Frame) -> None:
        """Wait until an answered decision is no longer open."""
        await self.until(lambda table: _moved(table, asked["id"]))


def _open(table: Frame) -> Frame | None:
    asked: Frame | None = table["decision"]
    return asked if asked and not asked["is_revision"] else None


def _moved(table: Frame, question: int) -> bool:
    asked = _open(table)
    return asked is None or asked["id"] != question


@asynccontextmanager
async def serving(folder: Path, pool: int = 0, **more: Any) -> AsyncIterator[RunningServer]:  # noqa: ANN401 - settings
    """Serve from a folder until the end of the block, then stop as at a signal.

    Bots play only with at least one worker process (`pool`).
    """
    settings = Settings(data=folder, port=0, **more)
    services = Services(settings, pool)
    with running.listen(settings) as listening:
        host = Ready(running.config(create_app(settings, services), settings), settings)
        serving = asyncio.create_task(host.serve(sockets=[listening]))
        await host.ready.wait()
        try:
            yield RunningServer(f"http://127.0.0.1:{listening.getsockname()[1]}", services)
        finally:
            host.should_exit = True
            await serving


@asynccontextmanager
async def together(
    folder: Path,
    seats: int = 3,
    **more: Any,  # noqa: ANN401 - settings
) -> AsyncIterator[tuple[RunningServer, SocketPlayer, SocketPlayer]]:
    """Serve two connected players at a table before its game."""
    async with serving(folder, **more) as server:
        ann = await server.opened(seats=seats)
        bob = await server.joined(ann.code)
        async with ann.connected(), bob.connected():
            yield server, ann, bob


@asynccontextmanager
async def playing(
    folder: Path, game: str = "fairytale"
) -> AsyncIterator[tuple[RunningServer, SocketPlayer, Frame]]:
    """Serve a player in a game against a bot, with an open decision."""
    async with serving(folder, 1) as server:
        ann = await server.opened(game)
        async with ann.connected():
            await ann.send("start")
            yield server, ann, await ann.asked()
