"""The measure of timing: its statistics, its file, and a small run on a real server."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from bench.timing import Samples, area, measured, report
from bench.windows import MEASURES, Cell

from bench import timing

if TYPE_CHECKING:
    from pathlib import Path

SURE = 6.0
"""Standard errors within which a small sample stays: by chance it does not once in a thousand million."""


def sample(level: str, pace: float, length: float, *, could: bool, run: int = 1) -> dict[str, object]:
    measures = dict.fromkeys(MEASURES, 1.0) | {"length": length}
    return {"level": level, "pace": pace, "run": run, "could": could, "did": False, "at": 1, **measures}


def test_equal_times_tell_nothing_and_longer_ones_do() -> None:
    luck = Random(1)  # noqa: S311 - repeatable
    times = [luck.gauss(1.0, 0.1) for _ in range(2000)]
    same = area(times[:800], times[800:])
    assert not same.tells
    assert same.low < same.auc < same.high
    assert area(times[:800], [one + 0.03 for one in times[800:]]).tells
    assert area([1.0] * 50, [1.0] * 40).auc == 0.5
    assert area([2.0] * 50, [1.0] * 40)[:2] == (0.0, 0.0)


def test_windows_are_compared_with_those_of_the_same_level_and_pace(
    capsys: pytest.CaptureFixture[str],
) -> None:
    samples = Samples(None)
    for cell, with_one, without in ((Cell("easy", 0.0), 90, 10), (Cell("hard", 1.0), 10, 90)):
        length = 1.0 if cell.pace else 0.1
        samples.add([sample(*cell, length, could=True) for _ in range(with_one)])
        samples.add([sample(*cell, length, could=False) for _ in range(without)])
    assert not report(samples), "the bots of one level hold more, and its windows are shorter"
    assert "all: AUC 0.500 (0.275 to 0.725)" in (out := capsys.readouterr().out)
    assert "of 100 with and 100 without in 2 runs" in out


def test_a_busy_hour_in_which_bots_hold_more_tells_nothing() -> None:
    samples = Samples(None)
    for run, with_one, without in ((1, 90, 10), (2, 10, 90)):
        samples.add([sample("easy", 0.0, float(run), could=True, run=run) for _ in range(with_one)])
        samples.add([sample("easy", 0.0, float(run), could=False, run=run) for _ in range(without)])
    assert not report(samples)


def test_a_level_whose_windows_tell_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    samples = Samples(None)
    samples.add([sample("hard", 0.0, 0.4 + could, could=bool(could)) for could in (0, 1) for _ in range(50)])
    assert report(samples)
    told = [line for line in capsys.readouterr().out.splitlines() if "TELLS" in line]
    assert len(told) == 2
    assert "length,   hard, pace 0: AUC 1.000" in told[0]


def test_a_run_goes_on_where_the_last_one_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, asked = tmp_path / "windows.jsonl", []

    def fake(cell: Cell, _: object, __: int) -> list[dict[str, object]]:
        asked.append(cell)
        return [sample(*cell, 1.0, could=bool(number % 2)) for number in range(25)]

    monkeypatch.setattr(timing, "measured", fake)
    cells = [Cell("easy", 0.0), Cell("hard", 0.0)]
    timing.measure(Samples(path), cells, 25 * timing.ROUNDS)
    assert asked == cells * timing.ROUNDS, "all take turns"
    timing.measure(Samples(path), cells, 25 * timing.ROUNDS + 25)
    assert asked[2 * timing.ROUNDS :] == cells
    assert len(path.read_text("utf-8").splitlines()) == 50 * (timing.ROUNDS + 1)


def test_the_length_of_a_window_in_which_a_bot_responded_is_left_out() -> None:
    samples = Samples(None)
    samples.add([sample("easy", 0.0, 0.4, could=bool(could)) for could in (0, 1) for _ in range(9)])
    samples.add([sample("easy", 0.0, 0.1, could=True) | {"did": True} for _ in range(50)])
    for measure, number in (("length", 9), ("frame", 59)):
        [(without, with_one)] = samples.sides(measure, Cell("easy", 0.0))
        assert (len(without), len(with_one)) == (9, number)


@pytest.mark.slow("plays games with bots on a real server")
def test_windows_of_a_real_server_are_measured_and_tell_nothing() -> None:
    found = measured(Cell("easy", 0.0), lambda windows: windows >= 40, 2)
    whole = [one for one in found if "hint" in one]
    assert len(whole) >= 40
    assert all(one[name] > 0 for one in whole for name in MEASURES)
    samples = Samples(None)
    samples.add(found)
    for name in MEASURES:
        for without, with_one in samples.sides(name, Cell("easy", 0.0)):
            auc = area(without, with_one, SURE)
            assert not auc.tells, (name, auc)
