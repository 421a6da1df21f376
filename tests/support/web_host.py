"""A server process for browser tests that can be stopped, killed and restarted on the same port.

Every table of such a server gets the same deal, so that a test that fails fails again. At the release size
each table has a deal of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

from support.sizes import IS_RELEASE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PLACE = "STABLEHAND_CLIENT"
SAME_DEAL = """
import secrets
from stablehand.server.live.registry import TableRegistry
seed = bytes(range(32))
deal = lambda size: seed if size == len(seed) else secrets.token_bytes(size)
TableRegistry.__init__.__kwdefaults__["entropy"] = deal
from stablehand.table.commands import lobby
begin = lobby._begin
lobby._begin = lambda state, own, *rest: begin(state, dict.fromkeys(own, ""), *rest)
"""
"""Gives every game the same key and leaves out the nonces of players; ids and codes of tables stay random."""
QUICK_WINDOWS = """
from stablehand.table.state import clock
clock.AT_ONCE = dict.fromkeys(clock.AT_ONCE, 20)
"""
"""Lets bots that answer at once do so in windows too, as nearly as the clock allows."""
HASTY = """
from stablehand.table.state import clock
clock.AWAY_AFTER, clock.PASS_AFTER = 700, 300
"""
"""Makes a player without a connection away after a moment."""
START = """
import runpy
runpy.run_module("stablehand", run_name="__main__")
"""
LIMITS = (
    *("tables_per_client_per_hour=1000", "messages_per_second=1000", "burst=1000"),
    *("work_per_client=100000", "work_in_all=100000"),
)
"""All browsers of a test have the same address."""


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
        self._start = ("" if IS_RELEASE else SAME_DEAL) + QUICK_WINDOWS + (HASTY if is_hasty else "") + START
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start the server and return its address."""
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, "-c", self._start, "serve", "--port", port, "--data", str(self._folder)]
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
