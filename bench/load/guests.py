"""The guests of a load test: they wait a moment, answer at random, and measure how long each answer takes.

They share one process, and time in which it is busy counts as the server's. So they decode only the parts of
a frame that they need, and garbage collection is off.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

BOT = {"X-Stablehand-Client": "bot"}


class Offered(msgspec.Struct):
    """The part of an option that a guest reads."""

    option: int


class Asked(msgspec.Struct):
    """The part of a decision that a guest reads."""

    id: int
    is_revision: bool
    options: list[Offered]


class Chair(msgspec.Struct):
    """The part of a seat that a guest reads."""

    is_ready: bool
    is_host: bool


class Frame(msgspec.Struct):
    """A frame of any kind; fields that the kind does not have keep their defaults."""

    type: str
    state: int = 0
    id: str = ""
    stage: str = ""
    seats: list[Chair] = []
    you: int | None = None
    decision: Asked | None = None


_read = msgspec.json.Decoder(Frame).decode


@dataclass(slots=True)
class Notes:
    """The measurements of all guests."""

    times: list[tuple[float, float]] = field(default_factory=list)
    """When each answer was sent and acknowledged."""
    seen: list[float] = field(default_factory=list)
    """Seconds from sending an answer to receiving the changed table."""
    frames: int = 0
    bytes: int = 0
    refused: int = 0
    games: int = 0
    is_on: bool = False
    """Whether to measure: not while tables are being opened."""


@dataclass(slots=True)
class Guest:
    """A player with one seat and one socket."""

    address: str
    token: str
    notes: Notes
    luck: random.Random
    thinking: float
    is_host: bool = False

    async def play(self) -> None:
        """Play games until cancelled."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(self.address, additional_headers=headers, max_size=None) as socket:
            try:
                await self._listen(socket)
            except ConnectionClosed:
                return

    async def _listen(self, socket: Any) -> None:  # noqa: ANN401 - of websockets
        sent: dict[str, float] = {}
        accepted: dict[int, float] = {}
        answered, thinking = 0, None
        async for message in socket:
            frame = _read(message)
            now = time.perf_counter()
            if frame.type in {"accepted", "refused"}:
                began = sent.pop(frame.id, None)
                if began is not None and self.notes.is_on:
                    self.notes.times.append((began, now))
                    self.notes.refused += frame.type == "refused"
                    if frame.type == "accepted":
                        accepted[frame.state] = began
                continue
            for state in [state for state in accepted if state <= frame.state]:
                self.notes.seen.append(now - accepted.pop(state))
            if self.notes.is_on:
                self.notes.frames += 1
                self.notes.bytes += len(message)
            command_fields = self._next_command(frame, answered)
            if command_fields is not None and (thinking is None or thinking.done()):
                answered = frame.decision.id if frame.decision else answered
                thinking = asyncio.create_task(self._send(socket, command_fields, sent))

    def _next_command(self, frame: Frame, answered: int) -> dict[str, Any] | None:
        asked = frame.decision
        if frame.stage == "lobby" and frame.you is not None:
            me = frame.seats[frame.you]
            if self.is_host and all(seat.is_ready or seat.is_host for seat in frame.seats):
                return {"do": "start"}
            return None if self.is_host or me.is_ready else {"do": "ready"}
        if frame.stage == "over" and self.is_host:
            self.notes.games += self.notes.is_on
            return {"do": "rematch"}
        if not asked or asked.is_revision or asked.id == answered:
            return None
        option = self.luck.choice(asked.options).option
        return {"do": "answer", "state": frame.state, "decision": asked.id, "option": option}

    async def _send(self, socket: Any, command_fields: dict[str, Any], sent: dict[str, float]) -> None:  # noqa: ANN401 - the same
        await asyncio.sleep(self.luck.uniform(0.5, 1.5) * self.thinking)
        command = f"{self.luck.getrandbits(60):x}"
        if command_fields["do"] == "answer":
            sent[command] = time.perf_counter()
        with suppress(ConnectionClosed):
            await socket.send(msgspec.json.encode(command_fields | {"id": command}), text=True)


async def seat_guests(
    server: str, tables: int, seats: int, thinking: float, notes: Notes, games: tuple[str, ...]
) -> list[Guest]:
    """Open tables, take all seats, and return the guests."""
    guests: list[Guest] = []
    async with httpx.AsyncClient(base_url=server, headers=BOT, timeout=60) as client:
        for table in range(tables):
            wanted = {
                "name": "Guest 0",
                "game": games[table % len(games)],
                "seats": seats,
                "house": {"window": 120},
            }
            found = (await client.post("/api/tables", json=wanted)).raise_for_status().json()
            tokens = [found["token"]]
            for seat in range(1, seats):
                path = f"/api/tables/{found['code']}/seats"
                answer = await client.post(path, json={"name": f"Guest {seat}"})
                tokens.append(answer.raise_for_status().json()["token"])
            address = f"{server.replace('http', 'ws', 1)}/api/tables/{found['code']}/socket"
            for seat, token in enumerate(tokens):
                luck = random.Random(table * 8 + seat)  # noqa: S311 - random play
                guests.append(Guest(address, token, notes, luck, thinking, is_host=seat == 0))
    return guests
