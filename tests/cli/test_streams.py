"""Full disks, closed pipes and Ctrl-C leave no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from support.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = ROOT / "cases" / "fairytale"
COMMAND = (sys.executable, "-m", "stablehand")
FULL = Path("/dev/full")
LONG = 300.0
"""A timeout in seconds that is long enough for a busy machine."""
COMMANDS = [["version"], ["cards"], ["case", str(CASES)]]


def environment(unbuffered: str = "") -> dict[str, str]:
    return os.environ | {"PYTHONUNBUFFERED": unbuffered}


def exit_and_errors(words: list[str], stdout: int | IO[bytes], unbuffered: str) -> tuple[int, bytes]:
    """Run a command with this stdout; return its exit code and its stderr."""
    ran = subprocess.run(
        [*COMMAND, *words],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(unbuffered),
        check=False,
        timeout=LONG,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_full_disk_is_reported_in_one_sentence(words: list[str], unbuffered: str) -> None:
    with FULL.open("wb") as full:
        assert exit_and_errors(words, full, unbuffered) == (
            2,
            b"stablehand: The output cannot be written: no space left on device.\n",
        )


def test_the_exit_code_is_right_if_stderr_cannot_be_written() -> None:
    with FULL.open("wb") as full:
        ran = subprocess.run([*COMMAND, "dance"], stderr=full, env=environment(), check=False, timeout=LONG)
    assert ran.returncode == 2


@pytest.mark.parametrize(
    ("words", "closed"),
    [("version", ">&-"), ("cards bard", "<&- >&- 2>&-"), ("play --bots random", "<&-")],
)
def test_a_closed_stream_is_not_an_error(words: str, closed: str) -> None:
    line = f'"$0" -m stablehand {words} {closed}'
    ran = subprocess.run(
        ["sh", "-c", line, sys.executable],  # noqa: S607 - any shell will do
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        check=False,
        timeout=LONG,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_closed_pipe_exits_quietly(words: list[str], unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        assert exit_and_errors(words, write, unbuffered) == (141, b"")
    finally:
        os.close(write)


INTERRUPTED_IMPORT = """
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == "stablehand.cli.commands.why":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
import stablehand.cli
"""


def test_an_interrupt_during_imports_is_quiet() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, check=False, timeout=LONG
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


@contextmanager
def interrupted(words: list[str], is_time: Callable[[int], bool]) -> Iterator[tuple[int, str, str]]:
    """Run a command until `is_time`, then send SIGINT; yield its exit code, stdout and stderr.

    The signal goes to the whole process group, including processes that have just started. Afterwards all
    remaining processes of the group are killed.
    """
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            until = time.monotonic() + LONG
            while not is_time(process.pid):
                assert time.monotonic() < until, "the condition was never met"
                with suppress(subprocess.TimeoutExpired):
                    assert process.wait(0.01) is None, "the command ended by itself"
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=LONG)
            yield process.returncode, out, err
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_an_interrupted_arena_saves_and_reports_the_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ["arena", "--bots", "random,random", "--games", "5000000", "--jobs", "2", "--out", str(path)]

    def has_saved_some(_: int) -> bool:
        return path.exists() and path.read_bytes().count(b"\n") > 10

    with interrupted(words, has_saved_some) as (code, out, err):
        assert (code, err) == (130, "")
    assert "games finished (interrupted)" in " ".join(out.split())


def test_an_interrupt_while_processes_start_is_quiet() -> None:
    def has_children(pid: int) -> bool:
        return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())

    with interrupted(["simulate", "--games", "300000", "--jobs", "2"], has_children) as (code, out, err):
        assert code == 130
        assert "Traceback" not in out + err
