"""Results files: a run continues where it stopped, and never overwrites the results of another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.sim.arena import Contest, arena
from stablehand.sim.results import ResultsError, ResultsFile

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.sim.arena import ArenaRun

CONTEST = Contest("fairytale", ("random", "random"), 9, {"expert": False})
GAMES = 6


def run(path: Path, games: int = GAMES, contest: Contest = CONTEST) -> ArenaRun:
    with ResultsFile(path, contest) as results_file:
        table = (contest.game, contest.specs, games, contest.seed, contest.options)
        return arena(*table, done=results_file.played, keep=results_file.add)


def scores(series: ArenaRun) -> list[Any]:
    return [(game.match, game.scores) for game in series.played]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    run(path)
    return path


def test_a_file_has_a_heading_and_one_line_per_game(results: Path) -> None:
    heading, *games = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    assert heading["game"] == "fairytale"
    assert (heading["bots"], heading["seed"], heading["options"]) == (["random"] * 2, 9, {"expert": False})
    assert [(game["deal"], game["rotation"]) for game in games] == [
        (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1),
    ]  # fmt: skip


def test_a_finished_run_is_read_without_playing(results: Path) -> None:
    before = results.read_bytes()
    again = run(results)
    assert len(again.played) == GAMES
    assert results.read_bytes() == before


def test_a_longer_run_keeps_the_finished_games(results: Path, tmp_path: Path) -> None:
    before = results.read_bytes()
    more = run(results, 10)
    assert results.read_bytes().startswith(before)
    assert scores(more) == scores(run(tmp_path / "at once.jsonl", 10))


@pytest.mark.parametrize("size", [0, 1, 40, -1, -2, -30, -200])
def test_a_run_continues_after_the_file_was_truncated_anywhere(results: Path, size: int) -> None:
    whole = results.read_bytes()
    before = scores(run(results))
    results.write_bytes(whole[:size])
    assert scores(run(results)) == before
    lines = results.read_bytes().splitlines()
    assert len(lines) == GAMES + 1
    assert all(json.loads(line) for line in lines)


def test_a_garbled_last_line_is_dropped(results: Path) -> None:
    before = scores(run(results))
    with results.open("ab") as file:
        file.write(b"\0\0\0\0\n")
    assert scores(run(results)) == before
    assert b"\0" not in results.read_bytes()


@pytest.mark.parametrize(
    ("contest", "what"),
    [
        (Contest("fairytale", ("random", "greedy"), 9, {"expert": False}), "bots"),
        (Contest("fairytale", ("random", "random"), 8, {"expert": False}), "seed"),
        (Contest("fairytale", ("random", "random"), 9), "options"),
        (Contest("unicorns", ("random", "random"), 9), "game"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_unchanged(
    results: Path, contest: Contest, what: str
) -> None:
    before = results.read_bytes()
    with pytest.raises(ResultsError, match=f"holds another contest, with {what} "):
        run(results, contest=contest)
    assert results.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["hello", "hello\n", "[]\n", "{}\n", '{"format": "journal"}\n', "[" * 9999 + "\n"]
)
def test_a_file_that_is_not_results_is_refused_and_unchanged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(ResultsError, match="is not a file of arena results"):
        run(path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "change",
    [
        {"deal": -1},
        {"deal": "0"},
        {"rotation": 2},
        {"scores": [1.0]},
        {"scores": ["1", 0]},
        {"scores": 1},
        {"scores": [7.0, 0.0]},
        {"scores": [1.0, 0.5]},
        {"seconds": [float("inf"), 0]},
        {"seconds": [10**400, 0]},
        {"failures": None},
        {"failures": [0.5, 0]},
        {"extra": 1},
    ],
)
@pytest.mark.parametrize("at", [2, GAMES])
def test_a_changed_line_that_is_not_a_game_is_refused(
    results: Path, at: int, change: dict[str, object]
) -> None:
    lines = results.read_text("utf-8").splitlines()
    lines[at] = json.dumps(json.loads(lines[at]) | change)
    text = "\n".join(lines) + "\n"
    results.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=rf"results\.jsonl, line {at + 1}, is not a game of this arena\."):
        run(results)
    assert results.read_text("utf-8") == text
