"""The `stablehand` command inside the test's own process: typed lines in, exit code and both outputs out."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from stablehand import Journal, load
from stablehand.bots.random import RandomBot
from stablehand.cli import main
from stablehand.cli import play as play_command
from stablehand.kernel.driver import play

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
    """Whatever the machine speaks: commands started by a test speak English unless it says otherwise."""
    monkeypatch.setenv("STABLEHAND_LANG", "en")


@pytest.fixture(autouse=True)
def usual_bots(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let bots answer at once where a test does not say which: games here are not about them.

    It returns which ones play if nobody says so.
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
    """A whole game of four, as `play --save` would have kept it."""
    path = tmp_path / "game.jsonl"
    kept = Journal.begin("fairytale", 4, 7)
    play(load("fairytale"), 4, 7, [RandomBot(7, seat) for seat in range(4)], journal=kept)
    path.write_bytes(kept.write())
    return path
