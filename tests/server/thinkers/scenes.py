"""What bots in processes of their own are asked in these tests, and how the tests hear of it."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from stablehand import load
from stablehand.server.thinker import Advice
from stablehand.server.thinkers import Task, Thinkers

if TYPE_CHECKING:
    from pathlib import Path

LONG = 60.0
"""Seconds that no test means to use up."""
FIRST = Advice(load("fairytale").pending(load("fairytale").start(3, 11))[0].options[0])


def task(spec: str = "", *, seconds: float = LONG, table: str = "a", seat: int = 0, seed: int = 5) -> Task:
    game = load("fairytale")
    state = game.determinise(game.start(3, 11), seat, 0)
    return Task("fairytale", game.encode(state), seat, spec, seed, seconds, table)


def odd(way: str, **more: Any) -> Thinkers:  # noqa: ANN401 - handed on as they are
    return Thinkers(1, think=f"odd_thoughts:{way}", **{"patience": LONG, **more})


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Pipe:
    """A pipe with a name, by which an odd thought tells that it has begun, and that its process is gone."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pipe"
        os.mkfifo(self.path)

    @property
    def name(self) -> str:
        return str(self.path)

    async def begun(self) -> int:
        """Wait for the thought; return its process."""
        try:
            self.file = await asyncio.to_thread(self.path.open, "rb")
        except asyncio.CancelledError:
            os.close(os.open(self.path, os.O_WRONLY | os.O_NONBLOCK))  # let the thread go
            raise
        return int(await asyncio.to_thread(self.file.readline))

    async def ended(self) -> None:
        """Wait until nobody holds the other end."""
        with self.file as file:
            assert await asyncio.to_thread(file.read) == b""
