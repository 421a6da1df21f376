"""A server in a process of its own, to be killed, and clients over real sockets who play on all the same.

The process is forked from one that has imported and read everything already (this file, run as a program), so
that it is back in no time.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NoReturn

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server_guests import BOT, LONG
from stablehand.server import run as running
from stablehand.server.app import create_app
from stablehand.server.office import Office
from stablehand.server.settings import Limits, Settings
from stablehand.server.store import Store, url_for
from stablehand.table import protocol as p
from table_clients import Client, Game, Heard, Patience, Shown, ending, heard, play
from table_club import NAMES, begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.asyncio.client import ClientConnection

LIMITS: Final = Limits(messages_per_second=10_000, burst=10_000, connections_per_client=10_000)
PATIENCE: Final = Patience(2.0, 20.0)
DELAYS: Final = (0.0, 0.0, 0.001, 0.002, 0.004, 0.008, 0.016)
"""So many seconds after a message was sent or came, the server is killed."""


class Server:
    """A server that comes back after it was killed, on another port."""

    def __init__(self, data: Path | None, database: str = "") -> None:
        self.settings = Settings(data=data, database=database, port=0, limits=LIMITS)
        self.lives = 0
        self.url = ""
        self._pid = 0
        self._breeder: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, once the last one is gone."""
        breeder, settings = self._breeder, self.settings
        assert breeder is not None
        assert breeder.stdin is not None
        assert breeder.stdout is not None
        breeder.stdin.write(json.dumps([str(settings.data or ""), settings.database]) + "\n")
        breeder.stdin.flush()
        self._pid, port = map(int, breeder.stdout.readline().split())
        self.url = f"http://127.0.0.1:{port}"
        self.lives += 1

    def kill(self) -> None:
        """Kill it: no signal handler, no farewell."""
        os.kill(self._pid, signal.SIGKILL)

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Have it run for a while."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        with subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=env,
        ) as self._breeder:
            self.start()
            try:
                yield
            finally:
                self.kill()


@contextmanager
def served(folder: Path, *more: str) -> Iterator[str]:
    """Start the server as anybody does, yield its address, and kill it."""
    command = [sys.executable, "-m", "stablehand", "serve", "--port", "0", "--data", str(folder), *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().partition(" at ")[2].partition(";")[0]
        finally:
            server.kill()


def breed() -> None:
    """Start a server for each line that comes, which says where its data is; tell who it is and where."""
    for game in ("fairytale", "unicorns"):
        begun(2, game=game, seats=2).seen(0)
    create_app(Settings(), Office(Settings(), 0))
    pid = 0
    for line in sys.stdin:
        if pid:
            os.waitpid(pid, 0)
        data, database = json.loads(line)
        pid = os.fork()
        if not pid:
            live(Settings(data=Path(data) if data else None, database=database, port=0, limits=LIMITS))
    os.kill(pid, signal.SIGKILL)  # whoever asked for it is gone, perhaps killed too
    os.waitpid(pid, 0)


def live(settings: Settings) -> NoReturn:
    """Serve until somebody ends it; nobody thinks here, for no bot plays."""
    try:
        listening = running.listen(settings)
        os.write(1, f"{os.getpid()} {listening.getsockname()[1]}\n".encode())
        os.dup2(2, 1)
        host = running.Host(running.config(create_app(settings, Office(settings, 0)), settings), settings)
        asyncio.run(host.serve(sockets=[listening]))
    finally:
        os._exit(1)


class SocketWire:
    """A client’s WebSocket."""

    def __init__(self, evening: Evening, token: str) -> None:
        self.down: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._up: asyncio.Queue[bytes] = asyncio.Queue()
        self._evening = evening
        self._task = asyncio.create_task(self._carry(token))

    def say(self, data: bytes) -> None:
        """Send something."""
        self._up.put_nowait(data)

    def close(self) -> None:
        """Hang up."""
        self._task.cancel()

    async def _carry(self, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        address = (
            f"{self._evening.server.url.replace('http', 'ws', 1)}/api/tables/{self._evening.code}/socket"
        )
        with suppress(OSError, EOFError, WebSocketException):
            async with (
                connect(address, additional_headers=headers, max_size=None, open_timeout=LONG) as socket,
                asyncio.TaskGroup() as group,
            ):
                sending = group.create_task(self._send(socket))
                with suppress(WebSocketException):
                    async for data in socket:
                        frame = heard(data)
                        self.down.put_nowait(frame)
                        self._evening.happened(frame)
                sending.cancel()
        self.down.put_nowait(None)

    async def _send(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                data = await self._up.get()
                await socket.send(data)
                self._evening.happened(data)


@dataclass
class Evening:
    """One game over real sockets, and a server that is killed again and again."""

    server: Server
    game: Game
    seed: int
    kills: int
    """So often, at most."""
    often: float
    """At how many of the answers."""
    code: str = ""
    killed: int = 0
    resumed: list[float] = field(default_factory=list)
    """How many seconds after each kill somebody saw the table again; the imports are not in there."""
    complaints: list[str] = field(default_factory=list)
    _struck: set[bytes] = field(default_factory=set)
    _is_waiting_for_frame: bool = False
    _killed_at: float | None = None

    def __post_init__(self) -> None:
        self._random = Random(self.seed)  # noqa: S311 - it is to be the same every time

    def connect(self, token: str) -> SocketWire:
        """Connect somebody."""
        return SocketWire(self, token)

    def happened(self, message: bytes | Heard) -> None:
        """Kill the server at this message, if it is to be."""
        if isinstance(message, Shown) and self._killed_at is not None:
            self.resumed.append(time.monotonic() - self._killed_at)
            self._killed_at = None
        if isinstance(message, bytes):
            if message in self._struck or self.killed >= self.kills:
                return
            self._struck.add(message)
            if self._random.random() >= self.often:
                return
            if self._random.random() < 0.5:
                self._kill_soon()
            else:
                self._is_waiting_for_frame = True
        elif self._is_waiting_for_frame and isinstance(message, p.Accepted):
            self._kill_soon()

    def _kill_soon(self) -> None:
        self._is_waiting_for_frame = False
        delay = self._random.choice(DELAYS)
        if delay:
            asyncio.get_running_loop().call_later(delay, self._kill, self.server.lives)
        else:
            self._kill(self.server.lives)

    def _kill(self, life: int) -> None:
        if life == self.server.lives:
            self.killed += 1
            self._killed_at = time.monotonic()
            self.server.kill()
            self.server.start()

    async def play(self) -> None:
        """Play to the end, and compare what was told with what was stored."""
        with self.server.alive():
            clients = await self._sit_down()
            await play(self, clients)
        settings = self.server.settings
        with Store(url_for(*settings.place)) as store:
            record = store.find(self.code)
            assert record is not None
            ending(self, clients, store.facts(record.id))  # which sees that the chain is whole

    async def _sit_down(self) -> list[Client]:
        game, seats = self.game, []
        async with httpx.AsyncClient(base_url=self.server.url, timeout=LONG, headers=BOT) as http:
            for name in NAMES[: game.seats]:
                table = {"game": game.name, "seats": game.seats, "options": dict(game.options)}
                place = f"/api/tables/{self.code}/seats" if self.code else "/api/tables"
                house = {"house": {"window": 0}} | table
                answer = await http.post(place, json={"name": name} | ({} if self.code else house))
                assert answer.status_code == 201, answer.text
                seats.append(answer.json())
                self.code = seats[0]["code"]
        return [Client(self, seat["seat"], seat["token"], PATIENCE) for seat in seats]


if __name__ == "__main__":
    breed()
