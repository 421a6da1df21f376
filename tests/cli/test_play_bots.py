"""Against whom one plays: levels and kinds of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.bots.roster import LEVELS, bot
from stablehand.cli import play, session

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run
    from stablehand.bots.reliable import Reliable

GAME = ("play", "--game", "fairytale", "--seats", 3, "--seed", 4)
TYPED = "1\n" * 6


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, str]]:
    """Remember which kind of bot answered for which seat, and let a quick one answer."""
    seen: set[tuple[int, str]] = set()

    def quick(spec: str, game: str, seed: int, seat: int) -> Reliable:
        seen.add((seat, spec))
        return bot("random", game, seed, seat)

    monkeypatch.setattr(session, "bot", quick)
    return seen


@pytest.mark.parametrize("spec", [*LEVELS, "random", "greedy:2", "ismcts:5", "ismcts:5ms"])
def test_one_word_is_for_all_bots(run: Run, seated: set[tuple[int, str]], spec: str) -> None:
    assert run(*GAME, "--bots", spec, typed=TYPED).code == 0
    assert seated == {(1, spec), (2, spec)}


def test_bots_are_normal_if_nothing_is_said(
    run: Run, seated: set[tuple[int, str]], usual_bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "USUAL_BOTS", usual_bots)
    run(*GAME, typed=TYPED)
    assert seated == {(1, "normal"), (2, "normal")}


def test_with_commas_there_is_one_for_each(run: Run, seated: set[tuple[int, str]]) -> None:
    run(*GAME, "--bots", "easy, greedy:2", typed=TYPED)
    assert seated == {(1, "easy"), (2, "greedy:2")}


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_real_bots_answer(run: Run, game: str) -> None:
    words = ("play", "--game", game, "--seats", 3, "--seed", 4, "--bots")
    assert run(*words, "easy,ismcts:2", typed=TYPED).code == 0


def test_a_resumed_game_goes_on_as_it_would_have_gone_with_the_same_bots(run: Run, tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "once.jsonl", tmp_path / "parts.jsonl"
    run(*GAME, "--bots", "greedy:1", "--save", at_once, typed="1\n" * 6)
    run(*GAME, "--bots", "greedy:1", "--save", in_parts, typed="1\n" * 3)
    run("play", "--resume", in_parts, "--bots", "greedy:1", typed="1\n" * 3)
    assert in_parts.read_bytes() == at_once.read_bytes()


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("clever", "There is no bot 'clever'; there are random, greedy"),
        ("", "There is no bot ''; there are random"),
        ("easy,", "There is no bot ''; there are random"),
        ("easy,easy,easy", "--bots names 3 bots; at this table there are 2: name one or all."),
    ],
)
def test_bots_that_cannot_sit_down_are_refused_before_anything_is_saved(
    run: Run, tmp_path: Path, bots: str, sentence: str
) -> None:
    path = tmp_path / "game.jsonl"
    ran = run(*GAME, "--bots", bots, "--save", path)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
    assert not path.exists()
