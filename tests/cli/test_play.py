"""Playing Fairy Tale in the terminal, with typed input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, load
from stablehand.text.names import typeset
from support.sizes import slow_after

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

ONES = "1\n" * 200


@pytest.mark.parametrize("seats", slow_after(2, [2, 5, 3, 4], "plays a game at every table size"))
def test_a_whole_game_from_a_pipe_ends_with_scores_winner_and_seed(run: Run, seats: int) -> None:
    ran = run("play", "--seats", seats, "--seed", 3, typed=ONES)
    assert (ran.code, ran.err) == (0, "")
    assert "reconstructed deck" in ran.out
    end = ran.out.rpartition("The end")[2]
    assert "The game is over: you " in end
    assert " win" in end or "share the victory" in end
    assert "The seed was 3;" in end


def test_the_points_at_the_end_are_those_of_the_game(run: Run, journal: Path) -> None:
    end = run("play", "--resume", journal).out
    state = Journal.read(journal.read_bytes()).replay()
    game = load("fairytale")
    for name, points in zip(["You", "Willow", "Ash", "Rowan"], game.view(state, None)["points"], strict=True):  # type: ignore[arg-type]
        assert f"{name}: {points} point" in end


def test_piped_output_has_no_escape_sequences(run: Run) -> None:
    assert "\x1b" not in run("play", "--seed", 3, typed=ONES).out


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(run: Run, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("play", "--seed", 3, "--seats", 5, typed="?\nc\np\nl\n" + ONES).out
    assert max(map(len, out.splitlines())) <= columns


def test_the_seed_of_a_random_deal_is_shown_only_at_the_end(run: Run) -> None:
    out = run("play", typed=ONES).out
    seed = out.rpartition("The seed was ")[2].partition(";")[0]
    assert seed.isdigit()
    assert out.count(seed) == 1
    assert run("play", "--seed", seed, typed=ONES).out == out


def test_a_card_is_chosen_by_its_name_and_a_bad_answer_is_asked_again(run: Run) -> None:
    out = run("play", "--seed", 3, typed="9\n0\n\nxyz\nbard\nvampire\n?\nq\n").out
    assert "There is no choice 9; type a number from 1 to 4." in out
    assert "There is no choice 0;" in out
    assert out.count("Type a number from 1 to 4, a card’s name, ? for help, or q to leave.") == 2
    assert "Bard cannot be chosen now: you have none here." in out
    assert "You keep Vampire." in out


def test_help_shows_the_current_rules_and_card_texts(run: Run) -> None:
    out = run("play", "--seed", 3, typed="vampire\n?\n? demon\n? zzz\np\nc\nl\nq\n").out
    assert "FT-DRAFT-2  In rounds 1 and 3 cards pass to the left" in out
    assert "Each player, including you, closes one of" in out
    assert "No single card is called “zzz”." in out
    assert "Willow keeps a card." in out


def test_a_refusal_names_its_rule(run: Run) -> None:
    out = run("play", "--seed", 3, typed="dragon caller\ndragon caller\nq\n").out
    assert "Dragon Caller cannot be chosen now: Everybody keeps one card" in out
    assert "(FT-DRAFT-1)" in out


def test_hidden_cards_of_others_are_not_on_the_first_screen(run: Run) -> None:
    """The first screen shows the five cards dealt to the player and no other card of the deck."""
    first = run("play", "--seed", 3, typed="q\n").out
    state = load("fairytale").start(4, 3, {})
    cards = state.rules.cards.cards
    own = {typeset(cards[card].name) for card in state.hands[0]}
    others = {typeset(cards[card].name) for hand in state.hands[1:] for card in hand} - own
    joined = " ".join(first.replace("│", " ").split())
    assert {name for name in own if name.split(" \N{EN DASH} ")[0] in joined} == own
    assert not {name for name in others if f" {name} " in joined}


def test_leaving_says_whether_the_game_was_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    saved = run("play", "--seed", 3, "--save", path, typed="1\nq\n")
    assert saved.code == 0
    assert "go on with “stablehand play --resume" in " ".join(saved.out.split())
    unsaved = run("play", "--seed", 3, typed="1\n")
    assert unsaved.code == 0
    assert "was not saved. Its seed was 3;" in unsaved.out


def test_a_resumed_game_ends_like_one_played_without_a_break(run: Run, tmp_path: Path) -> None:
    through, halves = tmp_path / "through.jsonl", tmp_path / "halves.jsonl"
    typed = "1\n2\n1\n1\n2\n" + ONES
    whole = run("play", "--seed", 11, "--save", through, typed=typed)
    run("play", "--seed", 11, "--save", halves, typed=typed[:10])
    assert len(Journal.read(halves.read_bytes()).answers()) < len(
        Journal.read(through.read_bytes()).answers()
    )
    rest = run("play", "--resume", halves, typed=ONES)
    assert "Resuming the game after" in rest.out
    assert halves.read_bytes() == through.read_bytes()
    end = "The game is over:"
    assert (
        rest.out.partition(end)[2].partition("The journal")[0]
        == whole.out.partition(end)[2].partition("The journal")[0]
    )


def test_a_game_resumed_into_another_file_does_not_change_the_first(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    run("play", "--seed", 3, "--save", first, typed="1\n")
    before = first.read_bytes()
    run("play", "--resume", first, "--save", second, typed="1\n1\n")
    assert first.read_bytes() == before
    assert len(second.read_bytes()) > len(before)
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_the_journal_is_complete_after_every_answer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    lengths: list[int] = []
    answer = Journal.answer

    def recording(self: Journal, seat: int, option: int) -> None:
        lengths.append(path.read_bytes().count(b"\n") - len(["header", "seal"]))
        answer(self, seat, option)

    monkeypatch.setattr(Journal, "answer", recording)
    run("play", "--seed", 3, "--save", path, typed="1\n1\n1\n")
    assert lengths == list(range(len(lengths)))
    assert len(lengths) > 12


def test_options_are_passed_to_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    options = ["--option", "teams=true", "--option", "order=original", "--option", "expert=False"]
    out = run("play", "--seed", 3, *options, "--save", path, typed="1\n").out
    assert Journal.read(path.read_bytes()).options == {"teams": True, "order": "original", "expert": False}
    assert out.count("Ash (partner): 0 points") == 2


def test_an_interrupt_saves_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "stablehand", "play", "--seed", "3", "--save", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("1\n")
        process.stdin.flush()
        while "> 1" not in process.stdout.readline():
            pass
        while "gets the other" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "saved in" in out
    assert len(Journal.read(path.read_bytes()).answers()) >= 4


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    command = [sys.executable, "-m", "stablehand", "play", "--seed", "3"]
    ran = subprocess.run(
        command,
        input=ONES.encode(),
        capture_output=True,
        env=environment,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"D Dragon Caller" in ran.stdout
    assert ran.stdout.isascii()
