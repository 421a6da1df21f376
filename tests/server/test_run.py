"""The server as a program: its address, its errors at the start, and how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
import pytest

from stablehand.server import lan, run
from stablehand.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = """\
import sys
from pathlib import Path
from stablehand.server.run import serve
from stablehand.server.settings import Settings
if __name__ == "__main__":
    sys.exit(serve(Settings(data=Path(sys.argv[1]), port=0)))
"""


@contextmanager
def started(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a server in its own process, and kill it at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    ) as server:
        try:
            yield server
        finally:
            server.kill()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with started(tmp_path) as server:
        yield server


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_prints_its_address_answers_there_and_stops_cleanly(
    sign: signal.Signals, program: subprocess.Popen[str]
) -> None:
    assert program.stdout is not None
    said = program.stdout.readline()
    found = re.fullmatch(r"Stablehand is at (http://127\.0\.0\.1:\d+); press Ctrl-C to stop\.\n", said)
    assert found
    assert httpx.get(f"{found[1]}/api/health").json()["status"] == "ok"
    program.send_signal(sign)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 0, errors
    assert "Traceback" not in errors
    assert "services_closed" in errors


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own needs Unix")
def test_at_a_terminal_only_lines_for_people_are_printed(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not on every system

    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as server:
        os.close(theirs)
        try:
            said = b""
            while b"Ctrl-C" not in said:
                said += os.read(ours, 4096)
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)
            with suppress(OSError):  # the terminal is gone with its last program
                while more := os.read(ours, 4096):
                    said += more
        finally:
            server.kill()
            os.close(ours)
    lines = said.decode().splitlines()
    assert [
        bool(re.fullmatch(r"Stablehand is at http\S+; press Ctrl-C to stop\.", line)) for line in lines
    ] == [True]


@pytest.mark.slow("starts several servers")
def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path) as first:
        assert first.stdout is not None
        assert "Stablehand is at" in first.stdout.readline()
        with started(tmp_path) as second:
            said, errors = second.communicate(timeout=60)
        assert (second.returncode, said) == (2, "")
        assert errors.splitlines()[-1] == (
            f"stablehand: Another Stablehand (process {first.pid}) already serves the games in {tmp_path}; "
            "stop it, or choose another folder with --data."
        )
        assert "Traceback" not in errors
    with started(tmp_path) as third:  # the first was killed
        assert third.stdout is not None
        assert "Stablehand is at" in third.stdout.readline()


def test_a_port_in_use_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run.serve(Settings(data=tmp_path, port=port)) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"stablehand: Port {port} of 127.0.0.1 is already in use")
    assert said.count("\n") == 1


def test_a_folder_that_cannot_be_used_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert run.serve(Settings(data=tmp_path / "file" / "folder", port=0)) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("stablehand: Games are stored in ")


def test_a_lan_server_prints_its_address_in_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "lan_address", lambda: "192.168.7.7")
    run.announce(Settings(data=tmp_path, lan=True), 8400)
    said = capsys.readouterr().out
    assert "Stablehand is at http://127.0.0.1:8400;" in said
    assert "In the local network: http://192.168.7.7:8400\n" in said
    assert "▀" in said or "█" in said
    run.announce(Settings(data=tmp_path), 8400)
    assert "network" not in capsys.readouterr().out
    run.announce(Settings(data=tmp_path, lan=True, base_url="https://games.example"), 8400)
    assert capsys.readouterr().out == "Stablehand is at https://games.example; press Ctrl-C to stop.\n"


def test_the_lan_address_is_not_a_loopback_address() -> None:
    found = lan.lan_address()
    assert not found or not lan.is_loopback(found)
