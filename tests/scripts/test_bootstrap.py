"""Setting up the environment from a bare Python, without the network."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import bootstrap

ROOT = bootstrap.ROOT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Create a project whose environment looks ready to play, although nothing is installed in it."""
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
    """Return a list that collects the commands of the installation instead of running them."""
    commands: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "quietly", lambda command, _root: commands.append(command))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    return commands


def pins_installed(commands: list[list[str]]) -> list[str]:
    return [Path(command[-1]).name for command in commands if "--require-hashes" in command]


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (2, 7)])
def test_an_old_python_is_refused_with_the_required_version(version: tuple[int, int]) -> None:
    sentence = f"Stablehand needs Python 3.11 or newer; this is {version[0]}.{version[1]}."
    assert bootstrap.too_old(*version) == sentence


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_new_python_is_accepted(version: tuple[int, int]) -> None:
    assert not bootstrap.too_old(*version)


@pytest.mark.parametrize("name", ["play.py", "check.py", "scripts/bootstrap.py"])
def test_an_old_python_can_read_the_file_that_refuses_it(name: str) -> None:
    ast.parse((ROOT / name).read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(
    "name",
    [
        *("play.py", "check.py", "scripts/bootstrap.py"),
        *("scripts/client.py", "scripts/compiled.py", "scripts/side.py"),
    ],
)
def test_the_commands_need_only_the_standard_library(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in imported} <= sys.stdlib_module_names | {
        "bootstrap",
        "client",
        "compiled",
        "side",
    }


@pytest.mark.parametrize(
    ("system", "place"), [("nt", "venv/Scripts/python.exe"), ("posix", "venv/bin/python")]
)
def test_python_is_found_where_the_system_puts_it(system: str, place: str) -> None:
    assert bootstrap.python_in(Path("venv"), system).as_posix() == place


def test_a_ready_environment_is_used_unchanged(project: Path, installer: list[list[str]]) -> None:
    assert bootstrap.ensure(project, "run") == bootstrap.python_in(project / ".venv")
    assert not installer


def test_checks_install_only_their_own_pins(project: Path, installer: list[list[str]]) -> None:
    bootstrap.ensure(project, "test")
    assert pins_installed(installer) == ["test.txt"]
    installer.clear()
    bootstrap.ensure(project, "test")
    bootstrap.ensure(project, "run")
    assert not installer


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements/run.txt"])
def test_changed_pins_are_installed_into_the_environment(
    project: Path, installer: list[list[str]], name: str
) -> None:
    (project / name).write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert pins_installed(installer) == ["run.txt"]
    assert not any("venv" in command for command in installer)


def test_changed_test_pins_do_not_affect_playing(project: Path, installer: list[list[str]]) -> None:
    (project / "requirements/test.txt").write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert not installer


@pytest.mark.parametrize("stamp", [None, "", "{", "[]", '{"run": 1}'])
def test_an_incomplete_environment_is_created_again(
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


def test_an_environment_without_its_python_is_created_again(
    project: Path, installer: list[list[str]]
) -> None:
    bootstrap.python_in(project / ".venv").unlink()
    bootstrap.ensure(project, "run")
    assert "venv" in installer[0]


def test_a_moved_project_gets_a_new_environment(project: Path, installer: list[list[str]]) -> None:
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


def test_the_next_tool_starts_over_if_one_fails(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail, succeed = [sys.executable, "-c", "raise SystemExit(1)"], [sys.executable, "-c", ""]
    monkeypatch.setattr(bootstrap, "tools", lambda _venv: {"uv": (fail, fail), "pip": (succeed, succeed)})
    bootstrap.ensure(project, "test")
    assert bootstrap.read_stamp(project / ".venv") == {**bootstrap.wanted(project, "test"), "tool": "pip"}


def test_another_tool_does_not_reuse_the_environment_of_the_first(
    project: Path, installer: list[list[str]]
) -> None:
    stamp = {**bootstrap.wanted(project, "test"), "tool": "uv"}
    (project / ".venv" / bootstrap.STAMP).write_text(json.dumps(stamp))
    (project / "pyproject.toml").write_text("# another\n")
    bootstrap.ensure(project, "run")
    assert "venv" in installer[0]
    assert bootstrap.read_stamp(project / ".venv") == {**bootstrap.wanted(project, "run"), "tool": "pip"}


def test_a_missing_venv_module_is_reported_with_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "tools", lambda _venv: {})
    (project / ".venv" / bootstrap.STAMP).unlink()
    with pytest.raises(bootstrap.SetupError, match="apt install python3-venv"):
        bootstrap.ensure(project, "run")


def test_a_folder_that_cannot_be_written_is_reported(
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


@pytest.mark.skipif(os.name == "nt", reason="only POSIX shells report signals as exit codes")
def test_a_signal_is_passed_on_as_a_shell_exit_code() -> None:
    kill = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
    assert bootstrap.run([sys.executable, "-c", kill]) == 128 + signal.SIGKILL
