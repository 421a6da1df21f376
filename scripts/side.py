"""Commands that run one after another beside the steps of a check, on a processor that these leave idle."""

from __future__ import annotations

import subprocess
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self


class Ended(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    output: str


class Side:
    """Commands that run in the background until they have ended or the `with` block is left."""

    def __init__(self, commands: Sequence[Sequence[str]], cwd: Path, env: Mapping[str, str]) -> None:
        self._commands = [(list(command), Future[Ended]()) for command in commands]
        self._cwd = cwd
        self._env = env
        self._lock = threading.Lock()
        self._is_stopped = False
        self._child: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_stopped = True
            if self._child:
                self._child.kill()
        self._thread.join()

    def wait(self, number: int) -> Ended:
        """Wait until a command has ended."""
        return self._commands[number][1].result()

    def _run(self) -> None:
        for command, ended in self._commands:
            with self._lock:
                if self._is_stopped:
                    return
                self._child = subprocess.Popen(
                    command,
                    cwd=self._cwd,
                    env=self._env,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    errors="replace",
                )
            output, _ = self._child.communicate()
            ended.set_result(Ended(self._child.returncode, output))
