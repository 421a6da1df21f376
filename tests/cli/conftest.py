"""Run the `stablehand` command in the test process, with typed input; return its exit code and output."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from stablehand import Journal, load
from stablehand.bots.random import RandomBot
from stablehand.cli import main
from stablehand.cli.commands import play as play_command
from stablehand.core.driver import play

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Ran:
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *argv: object, typed: str = "") -> Ran: ...


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commands use English by default, whatever the language of the machine."""
    monkeypatch.setenv("STABLEHAND_LANG", "en")


@pytest.fixture(autouse=True)
def usual_bots(monkeypatch: pytest.MonkeyPatch) -> str:
    """Use random bots by default, which answer at once.

    Return the real default.
    """
    usual = play_command.USUAL_BOTS
    monkeypatch.setattr(play_command, "USUAL_BOTS", "random")
    return usual


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def run(*argv: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in argv])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the journal of a whole game of four, as `play --save` writes it."""
    path = tmp_path / "game.jsonl"
    kept = Journal.begin("fairytale", 4, 7)
    play(load("fairytale"), 4, 7, [RandomBot(7, seat) for seat in range(4)], journal=kept)
    path.write_bytes(kept.write())
    return path
