"""A server process for browser tests that can be stopped, killed and restarted on the same port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PLACE = "STABLEHAND_CLIENT"
HASTY = """
import runpy
from stablehand.table.state import clock
clock.AWAY, clock.ABSENT = 700, 300
runpy.run_module("stablehand", run_name="__main__")
"""
"""Starts a server for which a player without a connection is away after a moment."""
LIMITS = ("tables_per_client_per_hour=1000", "messages_per_second=1000", "burst=1000")


class Host:
    """A server process with its data folder; a restart uses the same port."""

    def __init__(
        self,
        client: Path | str,
        folder: Path,
        flags: Sequence[str] = ("--adult", "private"),
        *,
        is_hasty: bool = False,
    ) -> None:
        self.address = ""
        self._env = {**os.environ, PLACE: str(client)}
        self._folder = folder
        self._flags = flags
        self._start = ["-c", HASTY] if is_hasty else ["-m", "stablehand"]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start the server and return its address."""
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, *self._start, "serve", "--port", port, "--data", str(self._folder)]
        command += [*self._flags, *(word for limit in LIMITS for word in ("--limit", limit))]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._env, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://[^\s;]+:\d+", line):
                self.address = found[0]
                return self.address
        raise AssertionError("the server did not start")

    def stop(self, *, is_killed: bool = False) -> None:
        """Stop the server with SIGTERM, or with SIGKILL if `is_killed`."""
        process = self._process
        assert process is not None
        if is_killed:
            process.kill()
        else:
            process.terminate()
        process.communicate(timeout=60)
