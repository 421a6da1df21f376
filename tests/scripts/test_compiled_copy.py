"""The compiled copy of the engine: it matches its sources, and it is not deleted while it is in use.

The processes and their locks are real; only the installer, which would compile for a minute, is replaced by
a script.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import check

import bootstrap
import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = bootstrap.ROOT
needs_scripts = pytest.mark.skipif(
    os.name == "nt", reason="a script with a shebang line is a program on POSIX only"
)
DEADLINE = 120
"""Seconds after which a process without a report counts as hanging; no test waits that long."""
INSTALLER = """\
#!{python}
import pathlib, shutil, socket, sys
target = pathlib.Path(sys.argv[sys.argv.index("--target") + 1])
shutil.copytree(pathlib.Path(sys.argv[-1]) / "src", target, dirs_exist_ok=True)
with pathlib.Path(__file__).with_suffix(".log").open("a") as log:
    log.write("installed\\n")
if {port}:
    with socket.create_connection(("127.0.0.1", {port})) as gate:
        sys.exit(not gate.recv(1))
"""
JOBS = """\
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import bootstrap, compiled
compiled.why_interpreted = lambda: ""
root, python, job = Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
if job == "hold":
    copy = compiled.hold(root)
    print(copy.place.name, flush=True)
    sys.stdin.readline()
elif job == "play":
    child = "print('playing', flush=True); import sys; sys.stdin.readline()"
    with compiled.environment(root) as (env, descriptors):
        bootstrap.run([sys.executable, "-c", child], env=env, descriptors=descriptors)
else:
    try:
        copy = compiled.make(root, python, waits=job == "wait")
    except compiled.SourcesEdited as error:
        sys.exit(str(error))
    print(copy.place.name if copy else "none")
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create sources without a compiled copy."""
    monkeypatch.delenv(compiled.SWITCH, raising=False)
    for name in ("src/stablehand/a.py", "pyproject.toml", "scripts/compile_hook.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    (tmp_path / ".venv").mkdir()
    return tmp_path


@pytest.fixture
def copied(sources: Path) -> Path:
    """Create sources with a compiled copy."""
    place = home(sources) / compiled.digest(sources)
    (place / "stablehand").mkdir(parents=True)
    (place / compiled.IN_USE).touch()
    return sources


class Processes:
    """Starts processes that make and use copies of the same sources."""

    def __init__(self, root: Path, stack: ExitStack) -> None:
        self.root = root
        self._stack = stack
        self._gate = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self._gate.settimeout(DEADLINE)
        self.quick = self._installer("quick", 0)
        self.gated = self._installer("gated", self._gate.getsockname()[1])

    def start(self, job: str, python: Path | None = None) -> subprocess.Popen[str]:
        """Start a process that runs one of the JOBS."""
        command = [sys.executable, "-c", JOBS, str(ROOT / "scripts"), str(self.root)]
        process = subprocess.Popen(
            [*command, str(python or self.quick), job],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return process

    def reached(self) -> socket.socket:
        """Wait until a gated installer has written the copy; return the socket that lets it finish."""
        gate, _ = self._gate.accept()
        return self._stack.enter_context(gate)

    def make(self) -> str:
        """Make a copy in a separate process and return its name."""
        out, error = self.start("make").communicate(timeout=DEADLINE)
        assert not error
        return out.strip()

    def edit(self, text: str) -> None:
        (self.root / "src/stablehand/a.py").write_text(text)

    def _installer(self, name: str, port: int) -> Path:
        path = self.root / name
        path.write_text(INSTALLER.format(python=sys.executable, port=port))
        path.chmod(0o755)
        return path


@pytest.fixture
def processes(sources: Path) -> Iterator[Processes]:
    with ExitStack() as stack:
        yield Processes(sources, stack)


def home(root: Path) -> Path:
    return root / ".venv" / "compiled"


def copies(root: Path) -> set[str]:
    return {path.name for path in home(root).iterdir() if path.is_dir()}


# ---- choosing a copy


def test_the_compiled_engine_is_found_before_the_sources(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    with compiled.environment(copied) as (env, _):
        assert env is not None
        first, then = env["PYTHONPATH"].split(os.pathsep)
    assert Path(first) == home(copied) / compiled.digest(copied)
    assert then == "elsewhere"


def test_what_the_compiled_engine_needs_of_its_compiler_is_read_from_its_metadata(tmp_path: Path) -> None:
    info = tmp_path / "stablehand-1.0.dist-info"
    info.mkdir()
    needs = "Requires-Dist: librt==0.16.0\nRequires-Dist: rich>=14\n"
    (info / "METADATA").write_text(f"Name: stablehand\n{needs}", "utf-8")
    assert compiled.needed_by(tmp_path) == ["librt==0.16.0"]


@pytest.mark.parametrize("name", ["src/stablehand/a.py", "pyproject.toml", "scripts/compile_hook.py"])
def test_edited_sources_run_interpreted(copied: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    begun: list[Path] = []
    monkeypatch.setattr(compiled, "begin", begun.append)
    (copied / name).write_text("x = 2\n")
    with compiled.environment(copied) as surroundings:
        assert surroundings == bootstrap.Surroundings()
    assert begun == [copied]


def test_the_compiled_engine_can_be_switched_off(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.SWITCH, compiled.OFF)
    assert compiled.hold(copied) is None
    assert compiled.why_interpreted() == "STABLEHAND_COMPILE=0 says so"


def test_a_missing_compiler_is_reported_in_one_line(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert compiled.make(sources, Path("python")) is None
    assert capsys.readouterr().err == "The engine runs interpreted: there is no C compiler.\n"


def test_a_copy_that_is_renamed_before_it_is_locked_is_not_used(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process has opened `in-use`; before it gets the lock, another one deletes the copy."""
    place = home(copied) / compiled.digest(copied)
    lock_shared = compiled._lock_shared

    def late(file: BinaryIO) -> bool:
        place.rename(place.with_name("gone"))
        return lock_shared(file)

    monkeypatch.setattr(compiled, "_lock_shared", late)
    assert compiled.hold(copied) is None


# ---- sources edited during compilation


@needs_scripts
@pytest.mark.parametrize("texts", [["x = 2\n"], ["x = 2\n", "x = 1\n"]], ids=["edited", "put back"])
def test_a_copy_is_discarded_if_its_sources_were_edited_during_compilation(
    processes: Processes, texts: list[str]
) -> None:
    maker = processes.start("make", processes.gated)
    gate = processes.reached()
    for text in texts:
        processes.edit(text)
    gate.send(b".")
    out, error = maker.communicate(timeout=DEADLINE)
    assert error == "The compiled engine was thrown away: its sources were edited meanwhile.\n"
    assert (maker.returncode, out) == (1, "")
    assert copies(processes.root) == set()


@needs_scripts
def test_a_copy_is_named_by_the_digest_of_its_sources(processes: Processes) -> None:
    name = processes.make()
    assert name == compiled.digest(processes.root)
    assert (home(processes.root) / name / "stablehand" / "a.py").read_text() == "x = 1\n"
    processes.edit("x = 2\n")
    assert processes.make() == compiled.digest(processes.root) != name
    assert (
        home(processes.root) / compiled.digest(processes.root) / "stablehand" / "a.py"
    ).read_text() == "x = 2\n"


@pytest.mark.parametrize(("edits", "code", "tries"), [(0, 7, 1), (1, 7, 2), (2, 1, 2), (3, 1, 2)])
def test_the_check_compiles_again_once_if_the_sources_were_edited(
    copied: Path, monkeypatch: pytest.MonkeyPatch, edits: int, code: int, tries: int
) -> None:
    asked: list[dict[str, bool]] = []

    def make(_root: Path, _python: Path, **how: bool) -> compiled.Copy | None:
        asked.append(how)
        if len(asked) <= edits:
            raise compiled.SourcesEdited("edited")
        return compiled.hold(copied)

    monkeypatch.setattr(compiled, "make", make)
    monkeypatch.setattr(check, "commands", lambda *_: [["-c", "raise SystemExit(7)"]])
    assert check.run_step("compiled", sys.executable, "quick") == code
    assert asked == [{"is_ready": True, "waits": True}] * tries


# ---- copies in use


@needs_scripts
def test_a_copy_is_deleted_only_when_no_process_uses_it(processes: Processes) -> None:
    first = processes.make()
    user = processes.start("hold")
    assert user.stdout is not None
    assert user.stdout.readline().strip() == first
    processes.edit("x = 2\n")
    second = processes.make()
    assert copies(processes.root) == {first, second}
    assert (home(processes.root) / first / "stablehand" / "a.py").exists()
    user.communicate("\n", timeout=DEADLINE)
    processes.edit("x = 3\n")
    third = processes.make()
    assert copies(processes.root) == {third}


@needs_scripts
def test_a_game_keeps_its_copy_when_the_process_that_started_it_is_killed(processes: Processes) -> None:
    first = processes.make()
    parent = processes.start("play")
    assert parent.stdout is not None
    assert parent.stdin is not None
    assert parent.stdout.readline() == "playing\n"
    parent.kill()
    parent.wait(DEADLINE)
    processes.edit("x = 2\n")
    second = processes.make()
    assert copies(processes.root) == {first, second}
    parent.stdin.close()
    assert not parent.stdout.read()  # the game has ended


@needs_scripts
def test_a_copy_that_cannot_be_renamed_stays(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to rename a directory in which a file is open."""
    first = processes.make()
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path.name == first:
            raise PermissionError(13, "Permission denied", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.setattr(compiled, "why_interpreted", lambda: "")
    processes.edit("x = 2\n")
    copy = compiled.make(processes.root, processes.quick)
    assert copy is not None
    copy.close()
    assert copies(processes.root) == {first, copy.place.name}


# ---- several compiling processes


@needs_scripts
def test_a_background_compilation_gives_way_to_a_running_one(processes: Processes) -> None:
    maker = processes.start("make", processes.gated)
    gate = processes.reached()
    halves = copies(processes.root)
    out, error = processes.start("make").communicate(timeout=DEADLINE)
    assert (out, error) == ("none\n", "The engine runs interpreted: another process is compiling it.\n")
    assert copies(processes.root) == halves == {f"half-{maker.pid}"}
    gate.send(b".")
    assert maker.communicate(timeout=DEADLINE) == (f"{compiled.digest(processes.root)}\n", "")
    assert copies(processes.root) == {compiled.digest(processes.root)}


@needs_scripts
def test_a_waiting_process_uses_the_copy_of_the_other(processes: Processes) -> None:
    maker = processes.start("make", processes.gated)
    gate = processes.reached()
    waiting = processes.start("wait")
    assert waiting.stderr is not None
    assert waiting.stderr.readline() == "Waiting: another process is compiling the engine.\n"
    gate.send(b".")
    name = f"{compiled.digest(processes.root)}\n"
    assert maker.communicate(timeout=DEADLINE) == (name, "")
    assert waiting.communicate(timeout=DEADLINE) == (name, "")
    assert not processes.quick.with_suffix(".log").exists()


@needs_scripts
def test_the_next_compilation_deletes_the_remains_of_a_killed_one(processes: Processes) -> None:
    maker = processes.start("make", processes.gated)
    gate = processes.reached()
    maker.send_signal(signal.SIGKILL)
    maker.wait(DEADLINE)
    half = f"half-{maker.pid}"
    # Its installer is still running, so no other process compiles yet.
    assert processes.start("make").communicate(timeout=DEADLINE)[0] == "none\n"
    assert copies(processes.root) == {half}
    waiting = processes.start("wait")
    gate.close()
    assert waiting.communicate(timeout=DEADLINE)[0] == f"{compiled.digest(processes.root)}\n"
    assert copies(processes.root) == {compiled.digest(processes.root)}


@needs_scripts
def test_a_failed_installer_leaves_no_files_and_its_last_line_is_reported(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "why_interpreted", lambda: "")
    (home(processes.root) / f"half-{os.getpid()}" / "left by a process of this number").mkdir(parents=True)
    processes.quick.write_text("#!/bin/sh\necho first >&2\necho no such header >&2\nexit 1\n")
    assert compiled.make(processes.root, processes.quick) is None
    assert capsys.readouterr().err == "The engine runs interpreted: compiling failed (no such header).\n"
    assert copies(processes.root) == set()
