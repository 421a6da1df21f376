"""A server in its own process that tests kill, and clients over real sockets that play on.

The process is forked from one that has imported everything already (this file, run as a program), so that it
restarts at once.
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
from typing import TYPE_CHECKING, Any, Final, NoReturn

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connect_sync

from stablehand.server import run as running
from stablehand.server.app import create_app
from stablehand.server.live.services import Services
from stablehand.server.settings import Limits, Settings
from stablehand.server.store import Store, url_for
from stablehand.table import protocol as p
from support.socket_players import BOT, LONG, NO_TLS
from support.table_clients import Client, Game, Heard, Patience, ending, heard, play
from support.table_setup import NAMES, begun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.asyncio.client import ClientConnection
    from websockets.sync.client import ClientConnection as SyncConnection

LIMITS: Final = Limits(messages_per_second=10_000, burst=10_000, connections_per_client=10_000)
PATIENCE: Final = Patience(2.0, 20.0)
DELAYS: Final = (0.0, 0.0, 0.001, 0.002, 0.004, 0.008, 0.016)
"""Seconds from sending or receiving a message until the server is killed; one of them is chosen."""


class Server:
    """A server that can be killed and started again, on another port."""

    def __init__(self, data: Path | None, database: str = "") -> None:
        self.settings = Settings(data=data, database=database, port=0, limits=LIMITS)
        self.lives = 0
        self.url = ""
        self._pid = 0
        self._forker: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, once the last process is gone."""
        forker, settings = self._forker, self.settings
        assert forker is not None
        assert forker.stdin is not None
        assert forker.stdout is not None
        forker.stdin.write(json.dumps([str(settings.data or ""), settings.database]) + "\n")
        forker.stdin.flush()
        self._pid, port = map(int, forker.stdout.readline().split())
        self.url = f"http://127.0.0.1:{port}"
        self.lives += 1

    def kill(self) -> None:
        """Kill it with SIGKILL, which no handler can catch."""
        os.kill(self._pid, signal.SIGKILL)

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Run it during the block, then kill it."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
        with subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=env,
        ) as self._forker:
            self.start()
            try:
                yield
            finally:
                self.kill()


@contextmanager
def served(folder: Path, *more: str) -> Iterator[str]:
    """Start the server by its command, yield its address, and kill it."""
    with served_by(folder, *more) as (url, _):
        yield url


@contextmanager
def served_by(folder: Path, *more: str, notes: str = "") -> Iterator[tuple[str, int]]:
    """Start the server by its command, yield its address and its process id, and kill it.

    With the name of a file for `notes`, it notes there when replies leave it.
    """
    program = [str(Path(__file__).with_name("probed_server.py")), notes] if notes else ["-m", "stablehand"]
    command = [sys.executable, *program, "serve", "--port", "0", "--data", str(folder), *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().partition(" at ")[2].partition(";")[0], server.pid
        finally:
            server.kill()


def work_clock(pid: int) -> Callable[[], float]:
    """Return a clock of the processor time that a process, not its children, has used; only on Linux.

    However busy the machine is with something else, it tells how much the server does for others first.
    """
    clock = (~pid << 3) | 2  # CPUCLOCK_SCHED of another process
    return lambda: time.clock_gettime(clock)


@contextmanager
def connected(url: str, seat: dict[str, Any]) -> Iterator[SyncConnection]:
    """Connect to the table of a seat, as the API returned it."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{seat['code']}/socket"
    proof = {"Authorization": f"Bearer {seat['token']}"}
    with connect_sync(address, additional_headers=proof, max_size=None, open_timeout=LONG) as socket:
        yield socket


def fork_servers() -> None:
    """Fork a server for each line of input, which names its data; print its process id and port."""
    for game in ("fairytale", "unicorns"):
        begun(2, game=game, seats=2).seen(0)
    create_app(Settings(), Services(Settings(), 0))
    pid = 0
    for line in sys.stdin:
        if pid:
            os.waitpid(pid, 0)
        data, database = json.loads(line)
        pid = os.fork()
        if not pid:
            live(Settings(data=Path(data) if data else None, database=database, port=0, limits=LIMITS))
    os.kill(pid, signal.SIGKILL)  # the parent is gone, perhaps killed too
    os.waitpid(pid, 0)


def live(settings: Settings) -> NoReturn:
    """Serve until killed, without bot workers, since no bot plays."""
    try:
        listening = running.listen(settings)
        os.write(1, f"{os.getpid()} {listening.getsockname()[1]}\n".encode())
        os.dup2(2, 1)
        host = running.Host(running.config(create_app(settings, Services(settings, 0)), settings), settings)
        asyncio.run(host.serve(sockets=[listening]))
    finally:
        os._exit(1)


class ClientChannel:
    """The WebSocket of a client, as two queues."""

    def __init__(self, run: KillRun, token: str) -> None:
        self.down: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._up: asyncio.Queue[bytes] = asyncio.Queue()
        self._run = run
        self._task = asyncio.create_task(self._carry(token))

    def say(self, data: bytes) -> None:
        """Queue a message."""
        self._up.put_nowait(data)

    def close(self) -> None:
        """Disconnect."""
        self._task.cancel()

    async def _carry(self, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        address = f"{self._run.server.url.replace('http', 'ws', 1)}/api/tables/{self._run.code}/socket"
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
                        self._run.happened(frame)
                sending.cancel()
        self.down.put_nowait(None)

    async def _send(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                data = await self._up.get()
                await socket.send(data)
                self._run.happened(data)


@dataclass
class KillRun:
    """One game over real sockets, during which the server is killed again and again."""

    server: Server
    game: Game
    seed: int
    kills: int
    """How often at most."""
    often: float
    """The probability of a kill at an answer."""
    code: str = ""
    killed: int = 0
    complaints: list[str] = field(default_factory=list)
    _struck: set[bytes] = field(default_factory=set)
    _is_waiting_for_frame: bool = False

    def __post_init__(self) -> None:
        self._random = Random(self.seed)  # noqa: S311 - repeatable

    def connect(self, token: str) -> ClientChannel:
        """Connect with a token."""
        return ClientChannel(self, token)

    def happened(self, message: bytes | Heard) -> None:
        """Kill the server at this message, if the dice say so."""
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
            self.server.kill()
            self.server.start()

    async def play(self) -> None:
        """Play to the end, and compare what the clients were told with what is stored."""
        with self.server.alive():
            clients = await self._sit_down()
            await play(self, clients)
        settings = self.server.settings
        with Store(url_for(*settings.place)) as store:
            record = store.find(self.code)
            assert record is not None
            ending(self, clients, store.facts(record.id))  # `facts` checks the hash chain

    async def _sit_down(self) -> list[Client]:
        game, seats = self.game, []
        async with httpx.AsyncClient(
            base_url=self.server.url, timeout=LONG, headers=BOT, verify=NO_TLS
        ) as http:
            for name in NAMES[: game.seats]:
                table = {"game": game.name, "seats": game.seats, "options": dict(game.options)}
                place = f"/api/tables/{self.code}/seats" if self.code else "/api/tables"
                body = {"house": {"window": 0}} | table
                answer = await http.post(place, json={"name": name} | ({} if self.code else body))
                assert answer.status_code == 201, answer.text
                seats.append(answer.json())
                self.code = seats[0]["code"]
        return [Client(self, seat["seat"], seat["token"], PATIENCE) for seat in seats]


if __name__ == "__main__":
    fork_servers()
