"""Players at a table of a running server, over HTTP and WebSockets, for `trace_answer.py`."""

from __future__ import annotations

import json
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from websockets.sync.client import ClientConnection

    Table = dict[str, Any]

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
PATIENCE = 60.0
"""Seconds to wait for a frame, or for the server to start."""


class Player:
    """A player, with the last table frame received."""

    def __init__(self, seat: int, connection: ClientConnection) -> None:
        self.seat = seat
        self.table: Table = {}
        self._connection = connection

    @property
    def asked(self) -> dict[str, Any]:
        """The open decision of the seat; empty if there is none."""
        decision: dict[str, Any] = self.table.get("decision") or {}
        return {} if decision.get("is_revision") else decision

    def send(self, do: str, name: str, **words: object) -> None:
        """Send a command."""
        self._connection.send(json.dumps({"do": do, "id": name, **words}))

    def wait(self, is_so: Callable[[Table], object]) -> None:
        """Receive frames until the table is so; a refusal is a RuntimeError."""
        while not (self.table and is_so(self.table)):
            frame = json.loads(self._connection.recv(PATIENCE))
            if frame["type"] == "refused":
                raise RuntimeError(f"The server refused {frame['id']!r}: {frame['text']}")
            if frame["type"] == "table":
                self.table = frame


@contextmanager
def seated(url: str, game: str, seats: int, options: Mapping[str, object]) -> Iterator[list[Player]]:
    """Open a table, sit down at each of its seats, and connect."""
    wanted = {"game": game, "seats": seats, "options": options, "house": {"window": 0}}
    first = _post(f"{url}/api/tables", {"name": NAMES[0], **wanted})
    place = f"{url}/api/tables/{first['code']}"
    taken = [first, *(_post(f"{place}/seats", {"name": name}) for name in NAMES[1:seats])]
    with ExitStack() as stack:
        players = []
        for seat in taken:
            headers = {"Authorization": f"Bearer {seat['token']}"}
            address = f"{place.replace('http', 'ws', 1)}/socket"
            connection = stack.enter_context(connect(address, additional_headers=headers, max_size=None))
            players.append(Player(seat["seat"], connection))
        yield players


def start(players: Sequence[Player]) -> None:
    """Begin the game with fixed nonces, and wait until everybody sees it."""
    host, *others = players
    for player in others:
        player.send("ready", "ready", nonce=f"{player.seat:032x}")
    host.wait(lambda table: all(table["seats"][player.seat]["is_ready"] for player in others))
    host.send("start", "start", nonce="f" * 32)
    for player in players:
        player.wait(lambda table: table["stage"] == "playing")


def wait_for(url: str) -> None:
    """Wait until a server answers."""
    began = time.monotonic()
    while True:
        try:
            urllib.request.urlopen(f"{url}/api/health", timeout=PATIENCE).close()  # noqa: S310 - our own server
        except OSError:
            if time.monotonic() - began > PATIENCE:
                raise
            time.sleep(0.1)
        else:
            return


def _post(url: str, body: Mapping[str, object]) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "X-Stablehand-Client": "bot"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - the same
        found: dict[str, Any] = json.load(answer)
    return found
