"""The arithmetic of `scripts/bench --peers`; nothing here is measured."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from bench.peers import environment, figures, ours, run, worker
from rich.console import Console

from stablehand import load


def series(key: str, loops: list[float], **rates: list[float]) -> figures.Series:
    found = figures.Series("Some engine", key, f"title of {key}", 4)
    for number, loop in enumerate(loops):
        found.add(loop, {figure: values[number] for figure, values in rates.items()})
    return found


@pytest.fixture
def measured() -> list[dict[str, Any]]:
    """Return figures of three rounds, the second of them at half the speed."""
    loops = [100.0, 50.0, 100.0]
    return figures.figures_of(
        [
            series("silent play", loops, decisions=[400.0, 200.0, 400.0], games=[4.0, 2.0, 4.0]),
            series("uno 4", loops, decisions=[800.0, 400.0, 840.0], games=[40.0, 20.0, 41.0]),
            series("eights clones", loops, clones=[3000.0, 1500.0, 3000.0]),
        ]
    )


@pytest.mark.parametrize("options", [{}, {"silent": True}], ids=["", "silent"])
def test_the_inner_loop_and_the_contract_play_the_same_games(options: dict[str, object]) -> None:
    game = load("unicorns")
    contract = ours.without_inner(game)
    assert not hasattr(contract, "inner")
    assert ours.Playing(game, options)() == ours.Playing(contract, options)()


def test_a_quotient_is_computed_within_each_round() -> None:
    assert figures.quotient([10.0, 5.0, 20.0], [5.0, 2.5, 10.0]) == 2.0
    assert figures.quotient([10.0, 3.0, 90.0], [10.0, 1.0, 1.0]) == 3.0


def test_series_of_different_lengths_are_not_compared() -> None:
    with pytest.raises(ValueError, match="shorter"):
        figures.quotient([1.0, 2.0], [1.0])


@pytest.mark.parametrize(
    ("values", "bounds"),
    [([1.0, 3.0], (1.5, 2.5)), ([9.0, 1.0, 3.0, 2.0, 4.0], (2.0, 4.0))],
)
def test_the_middle_half_omits_a_quarter_on_either_side(
    values: list[float], bounds: tuple[float, float]
) -> None:
    assert figures.middle_half(values) == bounds


def test_a_slow_round_changes_rates_but_not_ratios(measured: list[dict[str, Any]]) -> None:
    assert measured[0] == {
        "engine": "Some engine",
        "work": "silent play",
        "title": "title of silent play",
        "seats": 4,
        "figure": "decisions",
        "per_s": 400.0,
        "middle_half": [300.0, 400.0],
        "per_loop": 4.0,
        "yardstick": "silent play",
        "yardstick_by_this": 1.0,
    }
    uno = next(figure for figure in measured if figure["work"] == "uno 4")
    assert (uno["per_s"], uno["per_loop"], uno["yardstick_by_this"]) == (800.0, 8.0, 0.5)


def test_games_per_second_of_different_games_are_not_compared(measured: list[dict[str, Any]]) -> None:
    games = [figure for figure in measured if figure["figure"] == "games"]
    assert len(games) == 2
    assert not any("yardstick" in figure for figure in games)


def test_a_row_has_a_cell_for_each_heading(measured: list[dict[str, Any]]) -> None:
    assert figures.titles("Random play") == [
        "engine", "game", "seats", "decisions/s", "±", "per loop", "ours ÷ it", "answers/s", "games/s",
    ]  # fmt: skip
    assert figures.rows("Random play", measured) == [
        ["Some engine", "title of silent play", "4", "400", "12 %", "4.00", "1.00", "", "4.00"],
        ["Some engine", "title of uno 4", "4", "800", "14 %", "8.00", "0.500", "", "40.0"],
    ]


def test_without_our_figures_there_is_no_comparison(measured: list[dict[str, Any]]) -> None:
    copies = figures.rows("Copies in mid-game", measured)
    assert copies == [["Some engine", "title of eights clones", "4", "3,000", "12 %", "30.0", ""]]
    assert figures.rows("Search in mid-game", measured) == []


def test_every_row_of_a_markdown_table_has_the_same_number_of_cells(measured: list[dict[str, Any]]) -> None:
    lines = figures.markdown("Random play", measured).splitlines()
    assert lines[1] == "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"
    assert {line.count("|") for line in lines} == {10}
    assert len(lines) == 4


def test_rates_are_amounts_divided_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.0, 0.5, 1.0, 2.0])
    monkeypatch.setattr("bench.peers.worker.time.process_time", lambda: next(clock))
    assert worker.rates(lambda: {"games": 1, "answers": 20}, 1.5) == {"games": 1.5, "answers": 30.0}


def test_every_compared_figure_is_the_first_of_a_table() -> None:
    assert {names[0] for names in figures.KINDS.values()} == set(figures.YARDSTICKS)


@pytest.mark.parametrize("peer", environment.PEERS, ids=lambda peer: peer.name)
def test_a_peer_is_pinned_with_hashes_in_a_separate_environment(peer: environment.Peer) -> None:
    assert peer.venv.parent == environment.PLACE
    for pins in peer.pins:
        text = (environment.PINS / f"{pins}.txt").read_text("utf-8")
        blocks = [block for block in text.replace("\\\n", "").splitlines() if block]
        assert blocks
        assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_a_peer_that_cannot_be_installed_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail = [sys.executable, "-c", "print('first\\n\\nno route to host'); raise SystemExit(1)"]
    monkeypatch.setattr(environment, "PLACE", tmp_path / ".venv")
    monkeypatch.setattr("bootstrap.tools", lambda _venv: {"pip": (fail, fail)})
    with pytest.raises(environment.Unavailable, match=r"^no route to host$"):
        environment.ensure(environment.PEERS[0])


def test_the_report_shows_all_tables(measured: list[dict[str, Any]]) -> None:
    report = {
        "rounds": 3,
        "versions": {"Some engine": "1.0"},
        "calibration": {"loops_per_s": 100.0, "reference": 200.0},
        "figures": measured,
    }
    out = io.StringIO()
    run.shown(report, Console(file=out, width=100))
    assert "Medians of 3 rounds" in out.getvalue()
    assert "50 % of the reference" in " ".join(out.getvalue().split())
    assert all(kind in out.getvalue() for kind in figures.KINDS)
