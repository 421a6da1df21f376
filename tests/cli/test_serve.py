"""`stablehand serve`: flags become settings, and the server's libraries are imported only then."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from stablehand.cli import main
from stablehand.cli.arguments import Parser
from stablehand.cli.commands import serve
from stablehand.cli.errors import CommandError
from stablehand.extras import MissingExtra
from stablehand.server.settings import SETTINGS, Limits, Settings

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from pathlib import Path


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all settings of the environment."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for known in SETTINGS.values():
        monkeypatch.delenv(known.variable, raising=False)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Return a list that collects the settings with which the server would start."""
    asked: list[Settings] = []
    runner = ModuleType(serve.RUNNER)
    runner.serve = asked.append  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, serve.RUNNER, runner)
    return asked


def run(*argv: str) -> int:
    parser: ArgumentParser = Parser(prog="stablehand")
    serve.add(parser.add_subparsers(parser_class=Parser))
    args = parser.parse_args(["serve", *argv])
    code: int = args.run(args)
    return code


def test_without_flags_the_server_gets_the_default_settings(served: list[Settings]) -> None:
    assert run() == 0
    assert served == [Settings()]


def test_flags_become_settings(served: list[Settings]) -> None:
    run("--port", "0", "--lan", "--languages", "pl,en", "--limit", "tables=3", "--limit", "burst=9")
    assert served == [Settings(port=0, lan=True, languages=("pl", "en"), limits=Limits(tables=3, burst=9))]


def test_a_flag_overrides_the_environment(served: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABLEHAND_LAN", "true")
    monkeypatch.setenv("STABLEHAND_METRICS", "true")
    run("--no-lan")
    assert served == [Settings(metrics=True)]


def test_every_setting_has_its_flag(served: list[Settings], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    shown = capsys.readouterr().out
    for key, known in SETTINGS.items():
        assert (key.partition(".")[2] or known.flag) in shown
    assert served == []


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--port", "x"], "--port must be a whole number from 0 to 65535, not “x”."),
        (
            ["--config", "no-such-file"],
            "no-such-file (named by --config) cannot be read: no such file or directory.",
        ),
        (["--limit", "tables"], "Write a limit as NAME=N, not 'tables'."),
        (["--limit", "=3"], "Write a limit as NAME=N, not '=3'."),
        (["--limit", "tables=1", "--limit", "tables=1"], "The limit 'tables' is given twice."),
        (["--limit", "chairs=1"], "--limit chairs is not a setting"),
        (["--family", "--adult", "on"], "--adult allows 18+ decks, but --family forbids them"),
    ],
)
def test_bad_flags_are_reported_in_one_sentence_and_no_server_starts(
    argv: list[str], sentence: str, served: list[Settings]
) -> None:
    with pytest.raises(CommandError) as caught:
        run(*argv)
    assert str(caught.value).startswith(sentence)
    assert served == []


def test_the_exit_code_is_that_of_the_server(served: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[serve.RUNNER], "serve", lambda _: 3)
    assert run() == 3
    assert served == []


def test_a_missing_library_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> ModuleType:
        raise ModuleNotFoundError("No module named 'litestar.x'", name="litestar.x")

    monkeypatch.setattr(serve, "import_module", missing)
    with pytest.raises(MissingExtra) as caught:
        run()
    assert str(caught.value) == "The server needs litestar: pip install 'stablehand[server]'."


def test_a_missing_module_of_the_package_is_not_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> ModuleType:
        raise ModuleNotFoundError("No module named 'stablehand.x'", name="stablehand.x")

    monkeypatch.setattr(serve, "import_module", missing)
    with pytest.raises(ModuleNotFoundError):
        run()


def test_the_command_line_imports_none_of_the_servers_libraries() -> None:
    libraries = (
        "alembic",
        "litestar",
        "msgspec",
        "platformdirs",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
    )
    found = f"[n for n in {libraries!r} if n in sys.modules]"
    program = f"import sys; import stablehand.cli.commands.serve; print({found})"
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True, timeout=300)
    assert done.stdout.strip() == b"[]"


def test_other_commands_still_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version"]) == 0
    assert capsys.readouterr().out.startswith("stablehand ")
