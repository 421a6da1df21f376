"""Where the output goes and when it ends: full disks, closed pipes and Ctrl-C leave no traceback."""

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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = Path(__file__).parents[2] / "cases" / "fairytale"
COMMAND = (sys.executable, "-m", "stablehand")
FULL = Path("/dev/full")
TALKATIVE = [["version"], ["cards"], ["case", str(CASES)]]


def environment(unbuffered: str = "") -> dict[str, str]:
    return os.environ | {"PYTHONUNBUFFERED": unbuffered}


def told(words: list[str], stdout: int | IO[bytes], unbuffered: str) -> tuple[int, bytes]:
    """Run a command whose output goes somewhere; return how it ended, and its complaint."""
    ran = subprocess.run(
        [*COMMAND, *words],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(unbuffered),
        check=False,
        timeout=60,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", TALKATIVE, ids=lambda words: words[0])
def test_a_full_disk_is_one_sentence(words: list[str], unbuffered: str) -> None:
    with FULL.open("wb") as full:
        assert told(words, full, unbuffered) == (
            2,
            b"stablehand: The output cannot be written: no space left on device.\n",
        )


def test_where_nobody_can_be_told_the_exit_code_tells() -> None:
    with FULL.open("wb") as full:
        ran = subprocess.run([*COMMAND, "dance"], stderr=full, env=environment(), check=False, timeout=60)
    assert ran.returncode == 2


@pytest.mark.parametrize(
    ("words", "closed"),
    [("version", ">&-"), ("cards bard", "<&- >&- 2>&-"), ("play --bots random", "<&-")],
)
def test_a_closed_stream_is_as_good_as_none(words: str, closed: str) -> None:
    line = f'"$0" -m stablehand {words} {closed}'
    ran = subprocess.run(
        ["sh", "-c", line, sys.executable],  # noqa: S607 - whichever shell there is
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", TALKATIVE, ids=lambda words: words[0])
def test_a_reader_who_has_read_enough_is_no_failed_check(words: list[str], unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        assert told(words, write, unbuffered) == (141, b"")
    finally:
        os.close(write)


INTERRUPTED_IMPORT = """
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == "stablehand.cli.why":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
import stablehand.cli
"""


def test_an_interrupt_before_anything_has_begun_is_quiet() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


@contextmanager
def interrupted(words: list[str], is_time: Callable[[int], bool]) -> Iterator[tuple[int, str, str]]:
    """Run a command until it is time, then press Ctrl-C; yield how it ended and what it said.

    All processes of the group are told, also those that have just been started; in the end none is left.
    """
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            until = time.monotonic() + 20
            while not is_time(process.pid):
                assert time.monotonic() < until, "it never was time"
                with suppress(subprocess.TimeoutExpired):
                    assert process.wait(0.01) is None, "it ended by itself"
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=15)
            yield process.returncode, out, err
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_an_interrupted_arena_has_kept_and_reports_what_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ["arena", "--bots", "random,random", "--games", "5000000", "--jobs", "2", "--out", str(path)]

    def has_kept_some(_: int) -> bool:
        return path.exists() and path.read_bytes().count(b"\n") > 10

    with interrupted(words, has_kept_some) as (code, out, err):
        assert (code, err) == (130, "")
    assert "games finished (interrupted)" in " ".join(out.split())


def test_an_interrupt_while_processes_start_is_quiet() -> None:
    def has_children(pid: int) -> bool:
        return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())

    with interrupted(["simulate", "--games", "300000", "--jobs", "2"], has_children) as (code, out, err):
        assert code == 130
        assert "Traceback" not in out + err
