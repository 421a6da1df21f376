"""What is counted is all there, and figures are compared with floors of the same Python and compiler only."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from bench import instructions

MADE_BY = {"python": "3.11.7", "compiler": 'gcc "12"'}
FLOORS = tomllib.loads(instructions.written({"unicorns": {"view": 1000.0, "clone": 500.0}}, MADE_BY))


def checked(view: float, clone: float = 500.0, made_by: dict[str, str] = MADE_BY) -> int:
    return instructions.check({"unicorns": {"view": view, "clone": clone}}, FLOORS, made_by)


def test_a_figure_more_than_3_percent_above_its_floor_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(1029) == 0
    assert capsys.readouterr().out == ""
    assert checked(1031) == 1
    assert capsys.readouterr().out == "unicorns, view: 1,031 instructions, 3.1% above its floor.\n"


def test_a_figure_far_below_its_floor_passes_and_asks_to_renew_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(500) == 0
    assert capsys.readouterr().out.splitlines() == [
        "unicorns, view: 500 instructions, 50.0% below its floor.",
        "It got faster: renew the floors with `python bench/instructions.py --renew`.",
    ]


def test_one_figure_that_got_faster_does_not_excuse_another() -> None:
    assert checked(500, clone=600) == 1


def test_a_figure_without_a_floor_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert instructions.check({"unicorns": {"encode": 1.0}}, FLOORS, MADE_BY) == 1
    assert "unicorns, encode: there is no floor" in capsys.readouterr().out


@pytest.mark.parametrize(("times", "is_told"), [(1.32, False), (1.35, True)])
def test_it_is_told_if_an_answer_with_all_packs_takes_more_than_a_third_more(
    times: float, is_told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is compared with one without packs, whatever Python and compiler the floors are of."""
    report = {"unicorns": {"answer": 1000.0}, instructions.PACKED: {"answer": 1000 * times}}
    assert instructions.check(report, FLOORS, {**MADE_BY, "python": "3.11.9"}) == 0
    said = capsys.readouterr().out
    assert ("unicorns_packs, answer: 1.35 times as many instructions as without packs; " in said) == is_told


def test_nothing_is_compared_with_the_floors_of_another_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(9000, made_by={**MADE_BY, "python": "3.11.9"}) == 0
    assert capsys.readouterr().out == "Nothing is compared, since the floors are those of python 3.11.7.\n"


def test_every_kind_of_work_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"PLAYED": 1, "BOARDS": 1, "SIMULATIONS": 8, "ROUNDS": dict.fromkeys(instructions.ROUNDS, 2)}
    for name, value in small.items():
        monkeypatch.setattr(instructions, name, value)
    for game in instructions.GAMES:
        instructions.work(game)
        times = json.loads(capsys.readouterr().out)["times"]
        assert tuple(times) == instructions.FEWER.get(game, instructions.KINDS)
        assert min(times.values()) > 0


def test_floors_are_of_what_is_counted() -> None:
    """Of a game that is counted since they were written they say nothing, which `--check` reports."""
    floors = tomllib.loads(instructions.FLOORS.read_text("utf-8"))
    assert set(floors) >= {"made_by", "unicorns", "fairytale"}
    for game in set(floors) - {"made_by"}:
        assert tuple(floors[game]) == instructions.FEWER.get(game, instructions.KINDS)


def test_the_sum_of_a_part_is_read() -> None:
    assert instructions.total("events: Ir\nsummary: 12\n\ntotals: 12\n") == 12


@pytest.mark.parametrize("flags", [["--check"], []])
def test_without_a_compiler_a_sentence_says_so_and_the_check_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], flags: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["instructions.py", *flags])
    monkeypatch.setenv("STABLEHAND_COMPILE", "0")
    assert instructions.main() == (0 if flags else 2)
    assert capsys.readouterr().err == "No instructions are counted: STABLEHAND_COMPILE=0 says so.\n"
