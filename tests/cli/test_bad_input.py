"""Bad input leads to one sentence on stderr, exit code 2, no output on stdout and no traceback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal
from support.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

SENTENCES = [
    ("play --game chess", "Unknown game 'chess'; choose one of:"),
    ("play --seats 9", "Fairy Tale is for 2 to 5 seats, not 9."),
    ("play --seats 0", "Fairy Tale is for 2 to 5 seats, not 0."),
    ("play --seats four", "The number of seats must be a whole number, not 'four'."),
    ("play --seats", "--seats: expected one argument"),
    ("play --seed -1", "The seed must be a whole number from 0 to 2**256 - 1, not -1."),
    (f"play --seed {2**256}", "The seed must be a whole number from 0 to 2**256 - 1"),
    (f"play --seed {'9' * 5000}", "The seed must be a whole number"),
    ("play --seed 1_0", "The seed must be a whole number, not '1_0'."),
    ("play --seed 0x1", "The seed must be a whole number, not '0x1'."),
    ("play --option expert", "Write an option as key=value"),
    ("play --option =1", "Write an option as key=value"),
    ("play --option colour=red", "Fairy Tale has no option 'colour'; choose one of: "),
    ("play --option expert=maybe", "The option 'expert' must be true or false, not 'maybe'."),
    ("play --option tie=shared --option tie=shared", "The option 'tie' is given twice."),
    ("play --option expert=false --seats 5", "Five players need the expert cards"),
    ("play --option teams=true --seats 3", "Teams are for 4 seats, not 3 (FT-TEAM-1)."),
    ("play --option deck=other", "The option 'deck' must be fairy_tale, not 'other'."),
    ("play --me Maximiliana-Wilhelmina-Theodora", "A name has 1 to 24 visible characters"),
    ("play --me \u202ennA", "A name has 1 to 24 visible characters"),
    ("play --resume no-such-file", "no-such-file cannot be read: no such file or directory."),
    ("play --resume .", ". cannot be read: is a directory."),
    ("play --resume x --seed 1", "--resume takes the seed from the journal"),
    ("play --resume x --option a=b", "--resume takes the options from the journal"),
    ("play --save no-such-folder/x", "no-such-folder/x cannot be written: no such file or directory."),
    ("play --colour", "Unrecognized arguments: --colour"),
    ("simulate --game chess", "Unknown game 'chess'; choose one of:"),
    ("simulate --games 0", "The number of games must be a whole number from 1, not 0."),
    ("simulate --games many", "The number of games must be a whole number from 1, not 'many'."),
    (
        f"simulate --games {10**23 - 1}",
        "The number of games must be a whole number from 1 to 1000000000000, not",
    ),
    (f"simulate --jobs {10**23 - 1}", "The number of jobs must be a whole number from 1 to 256, not 999"),
    ("simulate --jobs 0", "The number of jobs must be a whole number from 1, not 0."),
    (f"simulate --seed {2**256 - 1} --games 2", "The seed must be a whole number from 0 to 2**256 - 1"),
    ("simulate --seats 1", "Fairy Tale is for 2 to 5 seats, not 1."),
    ("cards --game chess", "Unknown game 'chess'; choose one of:"),
    ("cards --deck other", "The option 'deck' must be fairy_tale, not 'other'."),
    ("cards brad", "Unknown card 'brad'; did you mean Bard (bard)"),
    ("cards 12345", "Unknown card '12345'."),
    ("replay", "The following arguments are required: FILE"),
    ("replay no-such-file", "no-such-file cannot be read: no such file or directory."),
    ("replay x --step 1 --all", "--all: not allowed with argument --step"),
    ("dance", "COMMAND: invalid choice: 'dance'"),
]


@pytest.mark.parametrize(("line", "sentence"), SENTENCES, ids=[line[:60] for line, _ in SENTENCES])
def test_bad_input_is_reported_in_one_sentence(
    run: Run, line: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*line.split(" "))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def damaged(journal: Path) -> dict[str, tuple[bytes, str]]:
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    return {
        "empty": (b"", "This is not a Stablehand journal"),
        "foreign": (b'{"hello": 1}\n', "This is not a Stablehand journal"),
        "binary": (bytes(range(256)), "This is not a Stablehand journal"),
        "cut off": (whole[: len(whole) // 2], "journal"),
        "without seal": (b"".join(lines[:-1]), "The journal is incomplete"),
        "changed": (whole.replace(b'"seats":4', b'"seats":3'), "The journal is damaged"),
    }


@pytest.mark.parametrize("kind", ["empty", "foreign", "binary", "cut off", "without seal", "changed"])
@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["play", "--resume"]])
def test_a_damaged_journal_is_reported_and_unchanged(
    run: Run, journal: Path, kind: str, command: list[str]
) -> None:
    data, sentence = damaged(journal)[kind]
    journal.write_bytes(data)
    ran = run(*command, journal)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {journal}: ")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
    assert journal.read_bytes() == data


@pytest.mark.parametrize("command", [["replay"], ["replay", "--seat", "0"], ["play", "--resume"]])
@pytest.mark.parametrize(
    ("header", "row", "sentence"),
    [
        ({}, [0, 4000], "Answer 1 of the journal is not legal"),
        ({}, [77, 0], "Answer 1 of the journal is not legal"),
        ({"game": "chess"}, [0, 1], "The journal is of another game."),
        ({"seats": 12}, [0, 1], "The journal's header is not a game"),
        ({"options": {"expert": [1]}}, [0, 1], "The journal's header is not a game"),
        ({"rules_version": 99}, [0, 1], "The journal was written under version 99"),
    ],
)
def test_a_sealed_journal_that_is_not_a_game_is_refused(
    run: Run, tmp_path: Path, command: list[str], header: dict[str, object], row: list[int], sentence: str
) -> None:
    forged = Journal.begin("fairytale", 4, 1)
    for key, value in header.items():
        setattr(forged, key, value)
    forged.answer(*row)
    path = tmp_path / "forged.jsonl"
    path.write_bytes(forged.write())
    ran = run(*command, path)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_an_existing_file_is_not_overwritten(run: Run, journal: Path) -> None:
    before = journal.read_bytes()
    ran = run("play", "--save", journal, typed="1\n")
    assert ran.code == 2
    assert "exists already; continue it with --resume" in ran.err
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--seat", 4], "The journal has seats 0 to 3, not 4."),
        (["--seat", -1], "The journal has seats 0 to 3, not -1."),
        (["--step", 100000], "The journal has steps 0 to "),
        (["--step", "x"], "The step must be a whole number, not 'x'."),
    ],
)
def test_an_unknown_seat_or_step_is_refused(
    run: Run, journal: Path, more: list[object], sentence: str
) -> None:
    ran = run("replay", journal, *more)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_help_and_version_exit_without_error(run: Run) -> None:
    assert run().out == run("--help").out
    assert "examples:" in run("--help").out
    for command in ("play", "simulate", "cards", "rules", "replay", "case", "why", "version"):
        assert run(command, "--help").code == 0
    version = run("version").out.split()[1]
    assert run("--version").out == f"stablehand {version}\n"


def test_the_document_prints_the_rules_versions_of_today(run: Run) -> None:
    document = (ROOT / "docs" / "cli.md").read_text("utf-8")
    printed = run("version").out.splitlines()
    assert [line for line in document.splitlines() if ": rules version " in line] == [
        line for line in printed if line.startswith(("fairytale:", "unicorns:"))
    ]


def test_stdout_is_pure_json(run: Run, journal: Path) -> None:
    for words in (["cards", "--json"], ["simulate", "--games", 2, "--json"], ["replay", journal, "--json"]):
        assert json.loads(run(*words).out)
