"""Tasks for worker processes, pools with misbehaving choosers, and a pipe to hear from them."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from stablehand import load
from stablehand.server.botpool.pool import BotPool
from stablehand.server.botpool.tasks import BotChoice, Task

if TYPE_CHECKING:
    from pathlib import Path

LONG = 60.0
"""Seconds that no test uses up, however busy the machine is."""
FIRST = BotChoice(load("fairytale").pending(load("fairytale").start(3, 11))[0].options[0])


def task(spec: str = "", *, seconds: float = LONG, table: str = "a", seat: int = 0, seed: int = 5) -> Task:
    game = load("fairytale")
    state = game.determinise(game.start(3, 11), seat, 0)
    return Task("fairytale", game.encode(state), seat, spec, seed, seconds, table)


def misbehaving(way: str, **more: Any) -> BotPool:  # noqa: ANN401 - passed on unchanged
    return BotPool(1, chooser=f"misbehaving:{way}", **{"patience": LONG, **more})


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Pipe:
    """A named pipe by which a chooser tells that it has begun, and that its process is gone."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pipe"
        os.mkfifo(self.path)

    @property
    def name(self) -> str:
        return str(self.path)

    async def begun(self) -> int:
        """Wait until the chooser has begun; return its process id."""
        try:
            self.file = await asyncio.to_thread(self.path.open, "rb")
        except asyncio.CancelledError:
            os.close(os.open(self.path, os.O_WRONLY | os.O_NONBLOCK))  # let the thread go
            raise
        return int(await asyncio.to_thread(self.file.readline))

    async def ended(self) -> None:
        """Wait until no process holds the other end."""
        with self.file as file:
            assert await asyncio.to_thread(file.read) == b""
