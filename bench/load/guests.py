"""The guests of a load test: they think a moment, answer at random, and note how long each answer took."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

BOT = {"X-Stablehand-Client": "bot"}


@dataclass(slots=True)
class Notes:
    """What the guests noted."""

    seconds: list[float] = field(default_factory=list)
    """From sending an answer until it was acknowledged."""
    frames: int = 0
    bytes: int = 0
    refused: int = 0
    games: int = 0
    is_on: bool = False
    """Whether it counts: not while tables are being opened."""


@dataclass(slots=True)
class Guest:
    """One seat, one socket."""

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
        answered, thinking = 0, None
        async for message in socket:
            frame = json.loads(message)
            if frame["type"] in {"accepted", "refused"}:
                began = sent.pop(frame["id"], None)
                if began is not None and self.notes.is_on:
                    self.notes.seconds.append(time.perf_counter() - began)
                    self.notes.refused += frame["type"] == "refused"
                continue
            if self.notes.is_on:
                self.notes.frames += 1
                self.notes.bytes += len(message)
            wish = self._wish(frame, answered)
            if wish is not None and (thinking is None or thinking.done()):
                answered = frame["decision"]["id"] if frame["decision"] else answered
                thinking = asyncio.create_task(self._say(socket, wish, sent))

    def _wish(self, frame: dict[str, Any], answered: int) -> dict[str, Any] | None:
        asked = frame["decision"]
        if frame["stage"] == "lobby":
            me = frame["seats"][frame["you"]]
            if self.is_host and all(seat["is_ready"] or seat["is_host"] for seat in frame["seats"]):
                return {"do": "start"}
            return None if self.is_host or me["is_ready"] else {"do": "ready"}
        if frame["stage"] == "over" and self.is_host:
            self.notes.games += self.notes.is_on
            return {"do": "rematch"}
        if not asked or asked["is_revision"] or asked["id"] == answered:
            return None
        option = self.luck.choice(asked["options"])["option"]
        return {"do": "answer", "state": frame["state"], "decision": asked["id"], "option": option}

    async def _say(self, socket: Any, wish: dict[str, Any], sent: dict[str, float]) -> None:  # noqa: ANN401 - the same
        await asyncio.sleep(self.luck.uniform(0.5, 1.5) * self.thinking)
        command = f"{self.luck.getrandbits(60):x}"
        if wish["do"] == "answer":
            sent[command] = time.perf_counter()
        with suppress(ConnectionClosed):
            await socket.send(json.dumps(wish | {"id": command}))


async def seat_guests(
    server: str, tables: int, seats: int, thinking: float, notes: Notes, games: tuple[str, ...]
) -> list[Guest]:
    """Open tables and sit down at them."""
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
                luck = random.Random(table * 8 + seat)  # noqa: S311 - a guest's whims
                guests.append(Guest(address, token, notes, luck, thinking, is_host=seat == 0))
    return guests
