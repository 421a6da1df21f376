"""The way from a bare Python to a running Stablehand, as far as it needs no network."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
import bootstrap
import compiled

ROOT = bootstrap.ROOT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay out a project whose environment looks ready for playing, though nothing is installed in it."""
    for name in ("pyproject.toml", *bootstrap.PINS.values()):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"# {name}\n")
    venv = tmp_path / ".venv"
    python = bootstrap.python_in(venv)
    python.parent.mkdir(parents=True)
    python.touch()
    stamp = {**bootstrap.wanted(tmp_path, "run"), "tool": "pip"}
    (venv / bootstrap.STAMP).write_text(json.dumps(stamp))
    return tmp_path


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Write down what would be run to set up, instead of running it."""
    commands: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "quietly", lambda command, _root: commands.append(command))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    return commands


def pins_installed(commands: list[list[str]]) -> list[str]:
    return [Path(command[-1]).name for command in commands if "--require-hashes" in command]


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (2, 7)])
def test_an_old_python_is_told_which_one_is_needed(version: tuple[int, int]) -> None:
    sentence = f"Stablehand needs Python 3.11 or newer; this is {version[0]}.{version[1]}."
    assert bootstrap.too_old(*version) == sentence


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_new_python_will_do(version: tuple[int, int]) -> None:
    assert not bootstrap.too_old(*version)


@pytest.mark.parametrize("name", ["play.py", "check.py", "scripts/bootstrap.py"])
def test_an_old_python_can_read_the_file_that_refuses_it(name: str) -> None:
    ast.parse((ROOT / name).read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(
    "name", ["play.py", "check.py", "scripts/bootstrap.py", "scripts/client.py", "scripts/compiled.py"]
)
def test_the_commands_need_nothing_but_the_standard_library(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in imported} <= sys.stdlib_module_names | {
        "bootstrap",
        "client",
        "compiled",
    }


@pytest.mark.parametrize(
    ("system", "place"), [("nt", "venv/Scripts/python.exe"), ("posix", "venv/bin/python")]
)
def test_python_is_where_the_system_puts_it(system: str, place: str) -> None:
    assert bootstrap.python_in(Path("venv"), system).as_posix() == place


def test_a_ready_environment_is_used_as_it_is(project: Path, installer: list[list[str]]) -> None:
    assert bootstrap.ensure(project, "run") == bootstrap.python_in(project / ".venv")
    assert not installer


def test_checks_add_only_their_own_pins(project: Path, installer: list[list[str]]) -> None:
    bootstrap.ensure(project, "test")
    assert pins_installed(installer) == ["test.txt"]
    installer.clear()
    bootstrap.ensure(project, "test")
    bootstrap.ensure(project, "run")
    assert not installer


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements/run.txt"])
def test_a_changed_pin_is_installed_on_top(project: Path, installer: list[list[str]], name: str) -> None:
    (project / name).write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert pins_installed(installer) == ["run.txt"]
    assert not any("venv" in command for command in installer)


def test_changed_test_pins_are_nothing_to_the_player(project: Path, installer: list[list[str]]) -> None:
    (project / "requirements/test.txt").write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert not installer


@pytest.mark.parametrize("stamp", [None, "", "{", "[]", '{"run": 1}'])
def test_a_half_made_environment_is_made_again(
    project: Path, installer: list[list[str]], stamp: str | None
) -> None:
    left_over = project / ".venv" / "left over"
    left_over.touch()
    if stamp is None:
        (project / ".venv" / bootstrap.STAMP).unlink()
    else:
        (project / ".venv" / bootstrap.STAMP).write_text(stamp)
    bootstrap.ensure(project, "run")
    assert installer[0][1:] == ["-m", "venv", str(project / ".venv")]
    assert pins_installed(installer) == ["run.txt"]
    assert not left_over.exists()


def test_an_environment_without_its_python_is_made_again(project: Path, installer: list[list[str]]) -> None:
    bootstrap.python_in(project / ".venv").unlink()
    bootstrap.ensure(project, "run")
    assert "venv" in installer[0]


def test_a_moved_project_makes_its_environment_again(project: Path, installer: list[list[str]]) -> None:
    moved = project.rename(project.with_name("moved"))
    bootstrap.ensure(moved, "run")
    assert "venv" in installer[0]


def test_a_failed_installation_leaves_no_stamp(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail = [sys.executable, "-c", "print('first\\n\\nno route to host'); raise SystemExit(1)"]
    monkeypatch.setattr(bootstrap, "tools", lambda _venv: {"pip": (fail, fail)})
    (project / "pyproject.toml").write_text("# another\n")
    with pytest.raises(bootstrap.SetupError, match=r"online\?[^\n]*\n    first\n    no route to host$"):
        bootstrap.ensure(project, "run")
    assert bootstrap.read_stamp(project / ".venv") == {}


def test_where_one_tool_fails_the_next_begins_anew(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail, succeed = [sys.executable, "-c", "raise SystemExit(1)"], [sys.executable, "-c", ""]
    monkeypatch.setattr(bootstrap, "tools", lambda _venv: {"uv": (fail, fail), "pip": (succeed, succeed)})
    bootstrap.ensure(project, "test")
    assert bootstrap.read_stamp(project / ".venv") == {**bootstrap.wanted(project, "test"), "tool": "pip"}


def test_another_tool_does_not_inherit_what_the_first_installed(
    project: Path, installer: list[list[str]]
) -> None:
    stamp = {**bootstrap.wanted(project, "test"), "tool": "uv"}
    (project / ".venv" / bootstrap.STAMP).write_text(json.dumps(stamp))
    (project / "pyproject.toml").write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert "venv" in installer[0]
    assert bootstrap.read_stamp(project / ".venv") == {**bootstrap.wanted(project, "run"), "tool": "pip"}


def test_a_python_without_venv_is_told_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "tools", lambda _venv: {})
    (project / ".venv" / bootstrap.STAMP).unlink()
    with pytest.raises(bootstrap.SetupError, match="apt install python3-venv"):
        bootstrap.ensure(project, "run")


def test_a_place_that_cannot_be_written_is_named(
    project: Path, installer: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(venv: Path) -> None:
        raise PermissionError(13, "Permission denied", str(venv))

    monkeypatch.setattr(bootstrap, "clear", refuse)
    (project / ".venv" / bootstrap.STAMP).unlink()
    with pytest.raises(bootstrap.SetupError) as caught:
        bootstrap.ensure(project, "run")
    assert f"{project / '.venv'} and cannot write there (Permission denied)" in str(caught.value)
    assert not installer


def test_an_exit_code_is_passed_on() -> None:
    assert bootstrap.run([sys.executable, "-c", "raise SystemExit(7)"]) == 7


@pytest.mark.skipif(os.name == "nt", reason="signals are counted so by shells of POSIX only")
def test_a_signal_is_passed_on_as_shells_count_it() -> None:
    kill = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
    assert bootstrap.run([sys.executable, "-c", kill]) == 128 + signal.SIGKILL


def test_an_unknown_step_is_refused_before_anything_is_set_up() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "check.py"), "--only", "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "invalid choice: 'nonsense'" in done.stderr


# ---- the compiled engine


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Lay out sources of which a compiled copy was made."""
    for name in ("src/stablehand/a.py", "pyproject.toml", "scripts/compile_hook.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    (tmp_path / ".venv" / "compiled" / compiled.digest(tmp_path) / "stablehand").mkdir(parents=True)
    return tmp_path


def test_the_compiled_engine_is_found_before_the_sources(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    env = compiled.environment(sources)
    assert env is not None
    first, then = env["PYTHONPATH"].split(os.pathsep)
    assert Path(first) == compiled.ready(sources)
    assert then == "elsewhere"


@pytest.mark.parametrize("name", ["src/stablehand/a.py", "pyproject.toml", "scripts/compile_hook.py"])
def test_an_edited_source_is_run_as_it_is(sources: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    begun: list[Path] = []
    monkeypatch.setattr(compiled, "begin", begun.append)
    (sources / name).write_text("x = 2\n")
    assert compiled.environment(sources) is None
    assert begun == [sources]


def test_who_wants_no_compiled_engine_gets_none(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.SWITCH, compiled.OFF)
    assert compiled.ready(sources) is None
    assert compiled.can_compile() == "STABLEHAND_COMPILE=0 says so"


def test_without_a_compiler_one_line_says_so(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert compiled.make(sources, Path("python")) is None
    assert capsys.readouterr().err == "The engine runs interpreted: there is no C compiler.\n"
