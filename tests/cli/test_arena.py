"""`stablehand arena`: its output as text and as JSON, and its errors."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.cli.commands import arena as command
from stablehand.sim import arena as home
from stablehand.sim.standings import standings
from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

STANDING = {
    "bot", "places", "wins", "share", "interval", "mu", "sigma", "ordinal", "decisions", "mean_ms", "max_ms",
    "failures", "first_error",
}  # fmt: skip


def test_arena_json_has_its_documented_keys(run: Run) -> None:
    ran = run("arena", "--bots", "greedy:1,random,random", "--games", 4, "--seed", 2, "--json")
    assert (ran.code, ran.err) == (0, "")
    facts = json.loads(ran.out)
    assert set(facts) == {
        "asked", "games", "finished", "counted", "unwon", "seconds", "entries", "specs", "game", "bots",
        "seed", "options",
    }  # fmt: skip
    assert (facts["asked"], facts["games"], facts["finished"], facts["counted"]) == (4, 6, 6, 6)
    assert [one["bot"] for one in facts["entries"]] == ["greedy:1", "random", "random"] == facts["bots"]
    assert [(one["bot"], one["places"]) for one in facts["specs"]] == [("greedy:1", 1), ("random", 2)]
    assert all(set(one) == STANDING for one in facts["entries"] + facts["specs"])
    assert sum(one["wins"] for one in facts["entries"]) == pytest.approx(6 - facts["unwon"], abs=1e-5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_standings_fit_a_terminal_in_every_language(run: Run, lang: str) -> None:
    out = run("arena", "--bots", "random,random,random", "--games", 30, "--lang", lang).out
    rows = [line for line in out.splitlines() if line.startswith("random")]
    assert len(rows) == 1, out
    assert re.search(r"random \(.3\) +30[.,]0 +33[.,]3 ?% .*●.* ± ", rows[0].replace("\xa0", " "))
    assert "…" not in out


def test_the_output_says_when_games_are_rounded_up(run: Run) -> None:
    assert (
        "5 games were asked for; 6 are whole deals"
        in run("arena", "--bots", "random,random", "--games", 5).out
    )
    assert "asked for" not in run("arena", "--bots", "random,random", "--games", 6).out


def test_a_failing_bot_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.bots.greedy.GreedyBot.__call__", lambda *_: None)
    out = run("arena", "--bots", "greedy,random", "--games", 2).out
    assert re.search(
        r"greedy had no answer to \d+ decisions; the first option was taken\.", " ".join(out.split())
    )


def test_a_run_continues_from_its_results_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ("arena", "--bots", "random,random", "--json", "--out", path)
    first = json.loads(run(*words, "--games", 4).out)
    lines = path.read_bytes().splitlines()
    assert (first["finished"], len(lines)) == (4, 5)
    path.write_bytes(path.read_bytes()[:-9])
    again = json.loads(run(*words, "--games", 6).out)
    assert again["finished"] == 6
    assert path.read_bytes().splitlines()[:4] == lines[:4]
    fresh = json.loads(run("arena", "--bots", "random,random", "--json", "--games", 6).out)
    for mine, theirs in zip(again["entries"], fresh["entries"], strict=True):
        assert {key: mine[key] for key in STANDING - {"mean_ms", "max_ms"}} == {
            key: theirs[key] for key in STANDING - {"mean_ms", "max_ms"}
        }


def test_bots_meet_over_a_deck_with_expansions(run: Run, tmp_path: Path) -> None:
    words = ("arena", "--game", "unicorns", "--bots", "greedy:1,random", "--games", 2, "--json")
    path = tmp_path / "results.jsonl"
    ran = run(*words, "--expansions", "dragons,christmas", "--out", path)
    assert (ran.code, ran.err) == (0, "")
    facts = json.loads(ran.out)
    assert facts["options"] == {"expansions": ["dragons", "christmas"]}
    assert (facts["finished"], [one["failures"] for one in facts["entries"]]) == (2, [0, 0])
    again = run(*words[:-2], 4, "--json", "--option", 'expansions=["dragons", "christmas"]', "--out", path)
    assert json.loads(again.out)["finished"] == 4
    alone = json.loads(run(*words).out)
    assert [one["decisions"] for one in alone["entries"]] != [one["decisions"] for one in facts["entries"]]
    assert run(*words, "--expansions", "dragons", "--out", path).code == 2  # another contest
    refused = run(*words, "--expansions", "kids")
    assert (refused.code, refused.out) == (2, "")
    assert "has no expansion 'kids'" in refused.err


@pytest.mark.parametrize("is_json", [True, False])
def test_an_interrupted_arena_reports_the_finished_games(
    run: Run, monkeypatch: pytest.MonkeyPatch, is_json: bool
) -> None:
    play_match = home.play_match

    def interrupted(contest: home.Contest, match: home.MatchId) -> Any:  # noqa: ANN401 - as the real one returns
        if match == (3, 1):
            raise KeyboardInterrupt
        return play_match(contest, match)

    monkeypatch.setattr(home, "play_match", interrupted)
    ran = run("arena", "--bots", "random,random", "--games", 100, *(["--json"] if is_json else []))
    assert ran.code == 130
    if is_json:
        assert [json.loads(ran.out)[key] for key in ("games", "finished", "counted")] == [100, 7, 6]
    else:
        assert "7 of 100 games finished (interrupted)" in ran.out
        assert "3 whole deals counted" in ran.out


def test_a_second_interrupt_does_not_prevent_the_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def interrupted_standings(series: home.ArenaRun) -> Any:  # noqa: ANN401 - as the real one returns
        signal.raise_signal(signal.SIGINT)
        return standings(series)

    monkeypatch.setattr(home, "play_match", interrupted)
    monkeypatch.setattr(command, "standings", interrupted_standings)
    ran = run("arena", "--bots", "random,random", "--games", 4)
    assert (ran.code, ran.err) == (130, "")
    assert "0 of 4 games finished (interrupted)" in ran.out
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "random,clever"], "Unknown bot 'clever'; choose one of: random, greedy"),
        (["--bots", "random,"], "Unknown bot ''; choose one of: random"),
        (["--bots", "random"], "2 to 5 seats, not 1."),
        (["--bots", "random,random", "--game", "chess"], "Unknown game 'chess'"),
        (["--bots", "random,random", "--games", "0"], "must be a whole number from 1, not 0."),
        (["--bots", "random,random", "--seed", "-1"], "seed"),
        (["--bots", "random,random", "--jobs", "none"], "number of jobs"),
        (["--bots", "random,random", "--jobs", "9" * 23], "must be a whole number from 1 to 256, not 999"),
        (["--bots", "random,random", "--games", "9" * 23], "whole number from 1 to 1000000000000, not 999"),
        (["--bots", "random,random", "--option", "cheating"], "key=value"),
        (["--bots", "random,random", "--option", "cheating=true"], "cheating"),
        (["--bots", "random,random", "--out", "."], "cannot be read and written: is a directory."),
        (["--bots", "random,random", "--out", "no/such/place.jsonl"], "no such file or directory."),
        ([], "--bots"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    ran = run("arena", *words)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_the_results_of_another_contest_are_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run("arena", "--bots", "random,random", "--games", 2, "--out", path)
    before = path.read_bytes()
    ran = run("arena", "--bots", "random,random,random", "--games", 2, "--out", path)
    assert (ran.code, ran.out) == (2, "")
    assert 'holds another contest, with bots ["random", "random"], not ["random", ' in ran.err
    assert path.read_bytes() == before
