"""The commands `simulate`, `cards` and `replay`: their output as text and as JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, Recorder, load
from stablehand.sim import batch
from stablehand.text.names import typeset
from support.sizes import slow_after

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cli.conftest import Run

SUMS = ("games", "finished", "answers", "decisions", "wins_by_seat", "unwon", "digest")


def test_simulate_json_has_its_documented_keys(run: Run) -> None:
    ran = run("simulate", "--game", "fairytale", "--seats", 3, "--games", 30, "--seed", 5, "--json")
    assert (ran.code, ran.err) == (0, "")
    facts = json.loads(ran.out)
    assert set(facts) == {
        *SUMS, "seconds", "decisions_per_s", "games_per_s", "game", "seats", "seed", "options", "bots",
        "failures",
    }  # fmt: skip
    assert facts["games"] == facts["finished"] == 30
    assert len(facts["wins_by_seat"]) == 3
    assert sum(facts["wins_by_seat"]) == pytest.approx(30, abs=1e-5)
    assert 0 < facts["decisions"] < facts["answers"]


def test_the_sums_do_not_depend_on_the_number_of_jobs(run: Run) -> None:
    words = ("simulate", "--seats", 3, "--games", 60, "--seed", 9, "--json")
    alone, together = (json.loads(run(*words, "--jobs", jobs).out) for jobs in (1, 2))
    assert [alone[key] for key in SUMS] == [together[key] for key in SUMS]


def test_simulate_prints_shares_with_intervals(run: Run) -> None:
    out = run("simulate", "--seats", 2, "--games", 40, "--option", "expert=false").out
    assert "40 of 40 games finished in" in out
    assert len(re.findall(r"\d+\.\d% to \d+\.\d%", out)) == 2


@pytest.mark.parametrize("is_json", [True, False])
def test_an_interrupted_simulation_reports_the_finished_games(
    run: Run, monkeypatch: pytest.MonkeyPatch, is_json: bool
) -> None:
    chunk = batch.chunk
    calls: Iterator[int] = iter(range(100))

    def interrupted(*args: Any) -> batch.Tally:  # noqa: ANN401 - passed on unchanged
        if next(calls) == 2:
            raise KeyboardInterrupt
        return chunk(*args)

    monkeypatch.setattr(batch, "chunk", interrupted)
    ran = run("simulate", "--games", 1000, *(["--json"] if is_json else []))
    assert ran.code == 130
    finished = 2 * batch.CHUNK
    if is_json:
        assert (json.loads(ran.out)["games"], json.loads(ran.out)["finished"]) == (1000, finished)
    else:
        assert f"{finished} of 1000 games finished (interrupted)" in ran.out


def test_cards_as_json_are_the_data_of_the_deck_with_a_text(run: Run) -> None:
    cards = json.loads(run("cards", "--game", "fairytale", "--json").out)
    assert len(cards) == 40
    assert sum(card["copies"] for card in cards) == 100
    for card in cards:
        assert {"id", "name", "faction", "type", "kind", "copies", "expert", "score", "effect"} < set(card)
        assert card["text"]
        assert {"confidence", "provenance", "sources"} < set(card)
        assert card["reconstructed"] is True
    demon = next(card for card in cards if card["id"] == "demon")
    assert demon["effect"] == {"close": 1, "who": "all", "faction": "holy_empire"}
    assert demon["score"] == {"points": 2}


def test_cards_are_found_by_id_or_name_and_displayed(run: Run) -> None:
    out = run("cards", "Doppelganger", "demon").out
    assert "reconstructed deck" in out
    assert "stands in" in out
    assert "closes one of the Holy Empire" in out
    assert "Bard" not in out
    assert run("cards").out.count("in the deck") == 40


def test_a_piped_replay_shows_every_step_with_hidden_cards(run: Run, journal: Path) -> None:
    ran = run("replay", journal)
    answers = len(Journal.read(journal.read_bytes()).answers())
    assert (ran.code, ran.err) == (0, "")
    assert "Everything is shown, hidden cards included" in ran.out
    assert f"Step {answers} of {answers}: The end" in ran.out
    assert ran.out.count(f" of {answers}: ") == answers + 1
    assert "\x1b" not in ran.out


def test_a_single_step_is_shown(run: Run, journal: Path) -> None:
    out = run("replay", journal, "--step", 2).out
    assert "Step 2 of" in out
    assert "Step 1 of" not in out
    assert len(json.loads(run("replay", journal, "--step", 2, "--json").out)["steps"]) == 1


def test_a_replay_of_one_seat_shows_its_views_and_events_and_not_the_seed(run: Run, journal: Path) -> None:
    replay = json.loads(run("replay", journal, "--seat", 2, "--json").out)
    assert "seed" not in replay
    game = load("fairytale")
    played = Journal.read(journal.read_bytes())
    recorder = Recorder()
    for step, state in zip(replay["steps"], played.steps(recorder), strict=True):
        assert step["view"] == game.view(state, 2)
    events = [event for step in replay["steps"] for event in step["events"]]
    assert events == recorder.seen_by(2)
    hidden = [step["answer"] for step in replay["steps"][1:] if step["answer"]["seat"] != 2]
    assert all(set(answer) == {"seat"} for answer in hidden)


@pytest.mark.parametrize("seat", slow_after(1, range(4), "replays a game for every seat"))
def test_a_replay_of_one_seat_never_names_a_card_it_has_not_seen(run: Run, journal: Path, seat: int) -> None:
    """At each step, every card name on the screen is in the seat's view or in an event it saw."""
    out = run("replay", journal, "--seat", seat).out
    screens = re.split(r"─+ Step \d+ of \d+: .*\n", out)[1:]
    game, played, recorder = load("fairytale"), Journal.read(journal.read_bytes()), Recorder()
    answers, told = [None, *played.answers()], 0
    for screen, answer, state in zip(screens, answers, played.steps(recorder), strict=True):
        cards = state.rules.cards.cards
        known = set(re.findall(r"\w+", str([game.view(state, seat)["zones"], recorder.seen_by(seat)[told:]])))
        told = len(recorder.events)
        if answer and answer.seat == seat:
            known.add(cards[answer.option].id)
        text = " ".join(re.sub(r"[│─╭╮╰╯]", " ", screen).split())
        for card in sorted(cards, key=lambda card: -len(card.name)):
            name = typeset(card.name)
            if name in text:
                assert card.id in known
                text = text.replace(name, "")


def test_a_full_replay_has_the_hidden_cards_of_each_seat(run: Run, journal: Path) -> None:
    replay = json.loads(run("replay", journal, "--json").out)
    played = Journal.read(journal.read_bytes())
    assert replay["seed"] == 7
    for step, state in zip(replay["steps"], played.steps(), strict=True):
        for seat, zones in enumerate(step["view"]["zones"]["seats"]):
            cards = state.rules.cards.cards
            assert zones["hand"]["cards"] == [cards[card].id for card in state.hands[seat]]
            assert zones["kept"]["cards"] == [cards[card].id for card in state.kept[seat]]


def test_a_replay_on_a_terminal_steps_forwards_and_backwards(
    run: Run, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter(["", "", "b", "10", "99999", "zz", "q"])
    monkeypatch.setattr("stablehand.cli.commands.replay.is_interactive", lambda: True)
    monkeypatch.setattr("stablehand.cli.commands.replay.ask", lambda *_: next(keys))
    out = run("replay", journal).out
    assert re.findall(r"Step (\d+) of", out) == ["0", "1", "2", "1", "10"]
    assert out.count("Enter goes on, b back") == 2
