"""The chances over a finished game: every point is judged, the turning points are told, and it is bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.bots.judge import PlayoutJudge
from stablehand.core.registry import load
from stablehand.server.learn import curve
from stablehand.server.learn.curve import MOST_PLAYED_OUT, MOST_POINTS, MOST_TURNS, SMALLEST_CHANGE, Curve
from stablehand.server.learn.replays import Replay
from stablehand.text.language import LANGUAGES
from support.socket_players import problem, run, serving
from support.table_setup import begun

if TYPE_CHECKING:
    from pathlib import Path


def finished(game: str, seats: int = 4) -> Replay:
    harness = begun(seats, game=game, seats=seats)
    harness.play_on(seed=7)
    match = harness.table.state.match
    assert match is not None
    return Replay.of(match.journal, harness.table.state.names())


@pytest.mark.parametrize("game", ["unicorns", "fairytale"])
def test_the_curve_goes_from_even_chances_to_the_result(game: str) -> None:
    replay = finished(game)
    seen = replay.curve().seen(replay, "en")
    steps = [point.step for point in seen.points]
    assert steps == sorted(set(steps))
    assert (steps[-1], seen.steps) == (len(replay.states) - 1,) * 2
    assert 4 < len(steps) <= MOST_POINTS + 1
    for point in seen.points:
        assert point.moment
        assert sum(point.shares) == pytest.approx(1, abs=0.001)
    assert max(seen.points[0].shares) < 0.5
    assert seen.points[-1].shares == load(game).scores(replay.states[-1])


@pytest.mark.parametrize("game", ["unicorns", "fairytale"])
def test_a_turning_point_names_a_step_within_its_change_and_what_happened(game: str) -> None:
    replay = finished(game)
    seen = replay.curve().seen(replay, "en")
    assert 1 <= len(seen.turning_points) <= MOST_TURNS
    for turn in seen.turning_points:
        at = next(at for at, point in enumerate(seen.points) if point.step >= turn.step)
        before, after = seen.points[at - 1], seen.points[at]
        assert (turn.before, turn.after) == (before.shares[turn.seat], after.shares[turn.seat])
        assert abs(turn.after - turn.before) >= SMALLEST_CHANGE
        told = {
            line.text for step in range(len(replay.states)) for line in replay.step(step, None, "en").lines
        }
        assert told.issuperset(turn.lines)
        assert after.step < seen.steps
    assert any(turn.lines for turn in seen.turning_points)


def test_the_curve_is_computed_once_and_told_in_every_language() -> None:
    replay = finished("unicorns")
    assert replay.curve() is replay.curve()
    told = {replay.curve().seen(replay, lang).points[0].moment for lang in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_a_game_without_a_judge_is_played_out_from_a_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve, "judge_for", lambda game: PlayoutJudge(load(game)))
    monkeypatch.setattr(curve, "PLAYOUTS", 2)
    replay = finished("fairytale")
    found = Curve.of("fairytale", replay.states)
    assert 2 < len(found.points) <= MOST_PLAYED_OUT + 1
    assert found == Curve.of("fairytale", replay.states)
    for _, shares in found.points:
        assert sum(shares) == pytest.approx(1)


def test_there_is_no_curve_before_the_game_is_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            code = (await ann.post("/api/tables", json={"name": "Ann"})).json()["code"]
            problem(await ann.get(f"/api/tables/{code}/replays/1/curve"), 409, "not_over")
            problem(await ann.get("/api/tables/zzzzzzzz/replays/1/curve"), 404, "no_table")

    run(scenario)
