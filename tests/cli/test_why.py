"""`stablehand why`: a case explained step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.text.language import LANGUAGES, language
from support.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

CASES = ROOT / "cases"
HUNT = "hunt-closes-shadow"


def test_a_case_is_explained_from_the_board_to_its_expectations(run: Run) -> None:
    ran = run("why", HUNT)
    assert (ran.code, ran.err) == (0, "")
    told = [
        "A hunt closes every Shadow card revealed beside it, and only those",
        "Rules: FT-HUNT-1, FT-EFF-1",
        "The board at the start",
        "Bob is asked: Play a card;",
        "Bob answers: Demon",
        "Bob’s Demon is hunted, because Ann played The Fairy Queen",
        "What the case expects in the end",
        "✓ Face down in front of Bob: Demon",
        "The case holds.",
    ]
    at = [ran.out.index(line) for line in told]
    assert at == sorted(at)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("case", [HUNT, "rul-22-two-replacements-two-cards"])
def test_a_case_is_explained_in_the_language(run: Run, lang: str, case: str) -> None:
    ran = run("why", case, "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    say = language(lang).catalogue("interface").say
    assert ran.out.splitlines()[-1] == say("why.holds")
    assert say("why.start") in ran.out
    assert "asked" not in ran.out


def test_forced_choices_are_marked_and_choices_name_their_stable(run: Run) -> None:
    out = run("why", "rul-22-two-replacements-two-cards").out
    assert "Ann answers: Yay (Ann’s stable) (the only choice)" in out
    assert "Ann answers: Narwhal (Bob’s stable)" in out
    assert "Bob answers: Yes" in out


def test_a_seat_sees_only_what_it_may_know(run: Run) -> None:
    out = run("why", HUNT, "--seat", 0).out
    assert "Only what seat 0 may know is shown." in out
    assert "You answer: The Fairy Queen" in out
    assert "Bob is asked something." in out
    assert "Healer" not in out  # Bob keeps it in hand and discards it face down
    assert "Face down in front of Bob" not in out


def test_a_refused_sentence_names_its_rule(run: Run) -> None:
    out = run("why", "rul-08-a-neigh-of-the-player-with-yay").out
    assert "“ann plays neigh” is refused: RUL-08." in out
    assert "✓ The last sentence is refused by RUL-08" in out


def test_a_failing_case_shows_the_actual_values(run: Run, tmp_path: Path) -> None:
    text = (CASES / "fairytale" / f"{HUNT}.toml").read_text("utf-8")
    case = tmp_path / "wrong.toml"
    case.write_text(text.replace('bob.table  = ["vampire"]', 'bob.table  = ["bard"]'))
    ran = run("why", case)
    assert ran.code == 1
    assert "✗ Face up in front of Bob: Bard" in ran.out
    assert "✓ Face down in front of Bob: Demon" in ran.out
    assert "bob.table: expected [bard], but it is [vampire]" in ran.out
    case.write_text(text.replace("cid plays bard", "cid plays bard_"))
    assert run("why", case).code == 2
    case.write_text(text.replace("cid plays bard", "cid plays fairy_queen"))
    stopped = run("why", case)
    assert stopped.code == 1
    assert "'cid plays fairy_queen', answers nothing that is asked" in stopped.out


def test_checks_are_shown_at_their_place_in_the_script(run: Run) -> None:
    path = next(path for path in sorted(CASES.rglob("*.toml")) if '"check ' in path.read_text("utf-8"))
    out = run("why", path).out
    assert out.index("The case looks at the board") < out.index("What the case expects in the end")


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.toml"))[::90], ids=lambda path: path.stem)
def test_any_case_can_be_explained_to_any_viewer(run: Run, path: Path) -> None:
    if path.name == "uncased.toml":
        return
    for more in ([], ["--seat", 1]):
        ran = run("why", path, *more)
        assert (ran.code, ran.err) == (0, "")
        assert " = " not in "".join(line for line in ran.out.splitlines() if line.startswith(("✓", "✗")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = ", "broken.toml:1: this is not TOML"),
        ('title = "T"\nseats = ["ann"]\ngame = "chess"', "broken.toml:3: unknown game 'chess'"),
        ('title = "T"\nseats = ["a", "b"]\ncolour = 1', "broken.toml:3: unknown key 'colour'."),
        (
            'title = "T"\ngame = "fairytale"\nseats = ["a", "b"]\n[expect]\nluck = 1',
            "broken.toml:5: nothing can be expected of 'luck'.",
        ),
    ],
)
def test_a_bad_case_is_reported_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.toml").write_text(text)
    ran = run("why", "broken.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("why hunt-closes-shade", "Unknown case 'hunt-closes-shade'; did you mean fairytale/hunt-closes"),
        ("why 12345", "Unknown case '12345'."),
        ("why .", ". is a folder; give one case in it."),
        ("why back_kick-nothing-to-kick", "Several cases are called 'back_kick-nothing-to-kick': unicorns/"),
        (f"why {HUNT} --seat 3", "The case has seats 0 to 2, not 3."),
        ("why", "The following arguments are required: CASE"),
    ],
)  # fmt: skip
def test_bad_input_is_reported_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    ran = run(*line.split(" "))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1


def test_a_case_name_needs_the_installed_cases(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.cli.casefiles.cases_folder", lambda: None)
    ran = run("why", HUNT)
    assert ran.code == 2
    assert ran.err == (
        f"stablehand: There is no file '{HUNT}', and the cases are not installed, "
        "so it cannot be found by name.\n"
    )
