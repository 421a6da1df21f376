"""The opponents of `stablehand play`: levels and kinds of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.bots.specs import LEVELS, make_bot
from stablehand.cli.commands import play
from stablehand.cli.screen import session

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run
    from stablehand.bots.fallback import FallbackBot

GAME = ("play", "--game", "fairytale", "--seats", 3, "--seed", 4)
TYPED = "1\n" * 6


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, str]]:
    """Return a set that collects the seats and specs of all bots; random bots play in their place."""
    seen: set[tuple[int, str]] = set()

    def quick(spec: str, game: str, seed: int, seat: int) -> FallbackBot:
        seen.add((seat, spec))
        return make_bot("random", game, seed, seat)

    monkeypatch.setattr(session, "make_bot", quick)
    return seen


@pytest.mark.parametrize("spec", [*LEVELS, "random", "greedy:2", "ismcts:5", "ismcts:5ms"])
def test_one_spec_applies_to_all_bots(run: Run, seated: set[tuple[int, str]], spec: str) -> None:
    assert run(*GAME, "--bots", spec, typed=TYPED).code == 0
    assert seated == {(1, spec), (2, spec)}


def test_bots_are_normal_by_default(
    run: Run, seated: set[tuple[int, str]], usual_bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "USUAL_BOTS", usual_bots)
    run(*GAME, typed=TYPED)
    assert seated == {(1, "normal"), (2, "normal")}


def test_specs_with_commas_apply_to_one_bot_each(run: Run, seated: set[tuple[int, str]]) -> None:
    run(*GAME, "--bots", "easy, greedy:2", typed=TYPED)
    assert seated == {(1, "easy"), (2, "greedy:2")}


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_real_bots_answer(run: Run, game: str) -> None:
    words = ("play", "--game", game, "--seats", 3, "--seed", 4, "--bots")
    assert run(*words, "easy,ismcts:2", typed=TYPED).code == 0


def test_a_resumed_game_with_the_same_bots_goes_on_unchanged(run: Run, tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "once.jsonl", tmp_path / "parts.jsonl"
    run(*GAME, "--bots", "greedy:1", "--save", at_once, typed="1\n" * 6)
    run(*GAME, "--bots", "greedy:1", "--save", in_parts, typed="1\n" * 3)
    run("play", "--resume", in_parts, "--bots", "greedy:1", typed="1\n" * 3)
    assert in_parts.read_bytes() == at_once.read_bytes()


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("clever", "Unknown bot 'clever'; choose one of: random, greedy"),
        ("", "Unknown bot ''; choose one of: random"),
        ("easy,", "Unknown bot ''; choose one of: random"),
        ("easy,easy,easy", "--bots names 3 bots, but 2 play; name one, or one for each."),
    ],
)
def test_bad_bots_are_refused_before_a_file_is_written(
    run: Run, tmp_path: Path, bots: str, sentence: str
) -> None:
    path = tmp_path / "game.jsonl"
    ran = run(*GAME, "--bots", bots, "--save", path)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
    assert not path.exists()
