"""Going through a case in words: `stablehand why`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stablehand.text.language import language

if TYPE_CHECKING:
    from cli.conftest import Run

CASES = Path(__file__).parents[2] / "cases"
HUNT = "hunt-closes-shadow"


def test_a_case_is_told_from_the_board_to_what_it_expects(run: Run) -> None:
    ran = run("why", HUNT)
    assert (ran.code, ran.err) == (0, "")
    told = [
        "A hunt closes every Shadow card revealed beside it, and only those",
        "Rules: FT-HUNT-1, FT-EFF-1",
        "The board at the start",
        "Bob is asked: Choose a card to play;",
        "Bob answers: Demon",
        "Bob loses Demon to a hunt: it is closed and does nothing. (FT-HUNT-1)",
        "What the case expects in the end",
        "✓ Face down in front of Bob: Demon",
        "The case holds.",
    ]
    at = [ran.out.index(line) for line in told]
    assert at == sorted(at)


@pytest.mark.parametrize("lang", ["ru", "pl", "it"])
@pytest.mark.parametrize("case", [HUNT, "rul-22-two-replacements-two-cards"])
def test_a_case_is_told_in_the_language(run: Run, lang: str, case: str) -> None:
    ran = run("why", case, "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    say = language(lang).catalogue("interface").say
    assert ran.out.splitlines()[-1] == say("why.holds")
    assert say("why.start") in ran.out
    assert "asked" not in ran.out


def test_what_goes_without_saying_is_told_as_such_and_a_choice_names_its_place(run: Run) -> None:
    out = run("why", "rul-22-two-replacements-two-cards").out
    assert "Ann answers: Yay (Ann’s stable) (goes without saying)" in out
    assert "Ann answers: Narwhal (Bob’s stable)" in out
    assert "Bob answers: Yes" in out


def test_one_seat_is_told_what_it_may_know(run: Run) -> None:
    out = run("why", HUNT, "--seat", 0).out
    assert "Only what seat 0 may know is shown." in out
    assert "You answer: The Fairy Queen" in out
    assert "Bob is asked something." in out
    assert "Healer" not in out  # stays in bob's hand and is discarded unseen
    assert "Face down in front of Bob" not in out


def test_a_refused_sentence_names_its_rule(run: Run) -> None:
    out = run("why", "rul-08-a-neigh-of-the-player-with-yay").out
    assert "“ann plays neigh” is refused: RUL-08." in out
    assert "✓ The last sentence is refused by RUL-08" in out


def test_a_case_that_does_not_hold_shows_what_is_instead(run: Run, tmp_path: Path) -> None:
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


def test_checks_are_told_where_they_are_made(run: Run) -> None:
    path = next(path for path in sorted(CASES.rglob("*.toml")) if '"check ' in path.read_text("utf-8"))
    out = run("why", path).out
    assert out.index("The case looks at the board") < out.index("What the case expects in the end")


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.toml"))[::90], ids=lambda path: path.stem)
def test_any_case_can_be_told_to_anybody(run: Run, path: Path) -> None:
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
        ('title = "T"\nseats = ["ann"]\ngame = "chess"', "broken.toml:3: there is no game 'chess'"),
        ('title = "T"\nseats = ["a", "b"]\ncolour = 1', "broken.toml:3: unknown key 'colour'."),
        (
            'title = "T"\ngame = "fairytale"\nseats = ["a", "b"]\n[expect]\nluck = 1',
            "broken.toml:5: nothing can be expected of 'luck'.",
        ),
    ],
)
def test_a_broken_case_is_one_sentence(
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
        ("why hunt-closes-shade", "There is no case 'hunt-closes-shade'; the nearest: fairytale/hunt-closes"),
        ("why 12345", "There is no case '12345'."),
        ("why .", ". is a folder; name one case in it."),
        ("why back_kick-nothing-to-kick", "Several cases are called 'back_kick-nothing-to-kick': unicorns/"),
        (f"why {HUNT} --seat 3", "The case has seats 0 to 2, not 3."),
        ("why", "The following arguments are required: CASE"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(run: Run, line: str, sentence: str) -> None:
    ran = run(*line.split(" "))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1


def test_without_the_cases_a_name_is_not_looked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.cli.casefiles.cases_folder", lambda: None)
    ran = run("why", HUNT)
    assert ran.code == 2
    assert ran.err == (
        f"stablehand: There is no file '{HUNT}', and the cases are not installed here to look for a name.\n"
    )
