"""Where the output goes and when it ends: full disks, closed pipes and Ctrl-C leave no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

CASES = Path(__file__).parents[2] / "cases" / "fairytale"
COMMAND = (sys.executable, "-m", "stablehand")
FULL = Path("/dev/full")


def environment(unbuffered: str = "") -> dict[str, str]:
    return os.environ | {"PYTHONUNBUFFERED": unbuffered}


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["version"], ["cards"], ["case", str(CASES)]], ids=lambda words: words[0])
def test_a_full_disk_is_one_sentence(words: list[str], unbuffered: str) -> None:
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [*COMMAND, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(unbuffered),
            check=False,
            timeout=60,
        )
    assert ran.returncode == 2
    assert ran.stderr == b"stablehand: The output cannot be written: no space left on device.\n"


def test_where_nobody_can_be_told_the_exit_code_tells() -> None:
    if not FULL.exists():
        pytest.skip("there is no full device here")
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
@pytest.mark.parametrize("words", [["version"], ["cards"], ["case", str(CASES)]], ids=lambda words: words[0])
def test_a_reader_who_has_read_enough_is_no_failed_check(words: list[str], unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        ran = subprocess.run(
            [*COMMAND, *words],
            stdout=write,
            stderr=subprocess.PIPE,
            env=environment(unbuffered),
            check=False,
            timeout=60,
        )
    finally:
        os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


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


def test_an_interrupted_arena_has_kept_and_reports_what_is_finished(tmp_path: Path) -> None:
    """As Ctrl-C does it: all processes of the group are told, also those that have just been started."""
    path = tmp_path / "results.jsonl"
    words = ["arena", "--bots", "random,random", "--games", "5000000", "--jobs", "2", "--out", str(path)]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            until = time.monotonic() + 20
            while not (path.exists() and path.read_bytes().count(b"\n") > 10) and time.monotonic() < until:
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=15)
        finally:
            with suppress(ProcessLookupError):  # as it should be: none is left
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, err) == (130, "")
    lines = path.read_bytes().count(b"\n")
    assert lines > 10
    assert "games finished (interrupted)" in " ".join(out.split())


def test_an_interrupt_while_processes_start_is_quiet() -> None:
    words = ["simulate", "--games", "300000", "--jobs", "2"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            time.sleep(1)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=15)
        finally:
            with suppress(ProcessLookupError):  # as it should be: none is left
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert "Traceback" not in out + err
