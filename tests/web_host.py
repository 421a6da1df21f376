"""A server of one's own for browsers: it can be stopped, killed, and started again where it was."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PLACE = "STABLEHAND_CLIENT"
LIMITS = ("tables_per_client_per_hour=1000", "messages_per_second=1000", "burst=1000")


class Host:
    """A server process with its folder; it keeps the port it once had."""

    def __init__(self, client: Path | str, folder: Path) -> None:
        self.address = ""
        self._env = {**os.environ, PLACE: str(client)}
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start it; return its address."""
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "stablehand", "serve", "--port", port, "--data", str(self._folder)]
        command += ["--adult", "private", *(word for limit in LIMITS for word in ("--limit", limit))]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._env, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://[^\s;]+:\d+", line):
                self.address = found[0]
                return self.address
        raise AssertionError("the server did not start")

    def stop(self, *, is_killed: bool = False) -> None:
        """End it, with a word or without."""
        process = self._process
        assert process is not None
        if is_killed:
            process.kill()
        else:
            process.terminate()
        process.communicate(timeout=60)
