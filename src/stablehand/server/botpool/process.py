"""A worker process seen from the server: start it, send it jobs, kill it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from stablehand.server.botpool.tasks import HEAD, Job, Reply, framed
from stablehand.server.botpool.worker import PROGRAM

if TYPE_CHECKING:
    from asyncio.subprocess import Process

START_TIMEOUT: Final = 60.0
"""Seconds until a process must be ready: it has much to import, and the machine may be busy."""
MOST_BYTES: Final = 1 << 20
"""Bytes of a reply; no proper one comes near it."""

_OWN_GROUP: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    _OWN_GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
"""Ctrl-C in the server's terminal reaches only the server, even before a worker ignores the signal."""


class WorkerProcess:
    """One process and its pipes. After any exception from `wait_until_ready` or `do`, `kill` it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.is_ready = False
        self.deadline = asyncio.timeout(None)
        """When the current job must be done."""

    @classmethod
    async def start(cls, chooser: str, program: str = PROGRAM) -> Self:
        """Start a process; raise OSError if that fails. It gets none of our settings, so no database URL."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("STABLEHAND_")
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-X", "utf8", "-c", program, chooser),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            **_OWN_GROUP,
        )
        return cls(process)

    async def wait_until_ready(self) -> None:
        """Wait until the process accepts jobs."""
        async with asyncio.timeout(START_TIMEOUT):
            await self._reply()
        self.is_ready = True

    async def do(self, job: Job, grace: float) -> Reply:
        """Send a job and return the reply; raise as `ask`, and ValueError if it is no reply to a job."""
        return msgspec.json.decode(
            await self.ask(msgspec.json.encode(job), job.task.seconds + grace), type=Reply
        )

    async def ask(self, body: bytes, seconds: float, most: int = MOST_BYTES) -> bytes:
        """Send a message and return the reply to it, of at most so many bytes.

        Raise TimeoutError if it takes longer than so many seconds, OSError or IncompleteReadError if the
        process died, ValueError if it sent something else than a reply.
        """
        async with asyncio.timeout(seconds) as self.deadline:
            stdin = self.process.stdin
            assert stdin
            stdin.write(framed(body))
            await stdin.drain()
            return await self._reply(most)

    def hurry(self) -> None:
        """Ask the process to answer soon, with what it has found so far."""
        stdin = self.process.stdin
        if stdin is not None and not stdin.is_closing():
            stdin.write(framed(b""))

    async def _reply(self, most: int = MOST_BYTES) -> bytes:
        stdout = self.process.stdout
        assert stdout
        size = int.from_bytes(await stdout.readexactly(HEAD), "big")
        if size > most:
            raise ValueError("The reply is too long.")
        return await stdout.readexactly(size)

    async def kill(self) -> None:
        """Kill the process, which has nothing to save, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin:
            self.process.stdin.close()
        await self.process.communicate()
