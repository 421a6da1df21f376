"""The case runner: forced choices, bad files, and the report of a case that fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stablehand.cases.format import CaseError, line_of, parse
from stablehand.cases.runner import Report, run, run_file
from stablehand.cli import main

HEAD = 'title = "A case"\ngame = "fairytale"\nseats = ["ann", "bob"]\n'
PLAY = HEAD + 'pass = "play"\n'
BOARD = """
[board]
ann.kept = ["demon", "vampire", "homesteader"]
bob.kept = ["bard", "fairywood_3x", "werewolf"]
ann.table = ["bard", "homesteader"]
bob.table = ["bard", "homesteader"]
"""
SCRIPT = 'script = ["ann plays demon", "bob plays bard", "ann closes bard", "bob closes homesteader"]\n'


def played(text: str) -> Report:
    return run(parse(text, "case.toml"))


def failed(text: str) -> Report:
    report = played(text)
    assert not report.holds
    return report


def test_the_report_of_a_passing_case_has_no_problems() -> None:
    report = played(PLAY + SCRIPT + BOARD + '[expect]\nann.closed = ["bard"]\n')
    assert report.holds
    assert report.as_json() == {
        "file": "case.toml",
        "title": "A case",
        "holds": True,
        "problems": [],
        "board": "",
    }


def test_a_wrong_expectation_is_reported_with_the_actual_value_and_the_board() -> None:
    report = failed(PLAY + SCRIPT + BOARD + '[expect]\nann.closed = ["homesteader"]\nscore.bob = 9\n')
    assert report.problems == [
        "ann.closed: expected [homesteader], but it is [bard]",
        "score.bob: expected 9, but it is 6",
    ]
    assert "ann: table ['homesteader', 'demon'], closed ['bard']; 3 points" in report.board
    assert "nobody is asked anything" in report.board
    assert report.as_json()["holds"] is False


def test_an_unanswered_decision_is_reported_with_its_options() -> None:
    report = failed(PLAY + 'script = ["ann plays demon", "bob plays bard", "ann closes bard"]\n' + BOARD)
    assert report.problems == ["The script ends, but a decision is left that is neither answered nor silent."]
    assert "bob is offered homesteader, bard (demon/effect)" in report.board
    assert "round 1, close_all" in report.board


def test_a_sentence_that_answers_nothing_is_reported_with_the_rules() -> None:
    report = failed(PLAY + 'script = ["ann plays demon", "ann closes bard"]\n' + BOARD)
    (problem,) = report.problems
    assert problem.startswith("Sentence 2, 'ann closes bard', answers nothing that is asked (FT-ROUND-1, ")
    assert "bob is offered" in report.board


def test_a_card_that_is_not_offered_fails() -> None:
    report = failed(PLAY + 'script = ["ann plays bard"]\n' + BOARD)
    assert "'ann plays bard', answers nothing that is asked (FT-PLAY-1, FT-PLAY-3)." in report.problems[0]
    assert "ann is offered homesteader, demon, vampire (play)" in report.board


def test_a_check_fails_at_its_place_in_the_script() -> None:
    script = (
        'script = ["ann plays demon", \'check ann.table = ["demon"]\', "bob plays bard", "ann closes bard"]\n'
    )
    report = failed(PLAY + script + BOARD)
    expected = """'check ann.table = ["demon"]': ann.table: expected [demon], but it is [bard, homesteader]"""
    assert report.problems == [expected]
    assert "bob is offered" in report.board


def test_a_check_sees_the_state_after_unscripted_forced_choices() -> None:
    """Bob's forced choice is made for him unless a later sentence of the script makes it."""
    board = '[board]\nann.kept = ["demon", "vampire", "homesteader"]\nbob.kept = ["bard", "bard", "bard"]\n'
    script = 'script = [\'check asked = ["ann"]\', "ann plays demon"]\n'
    assert played(PLAY + script + board).holds
    both = 'script = [\'check asked = ["ann", "bob"]\', "ann plays demon", "bob plays bard"]\n'
    assert played(PLAY + both + board).holds
    assert played(PLAY + "strict = true\n" + both + board).holds
    again = 'script = ["ann plays demon", \'check asked = ["bob"]\', "ann plays vampire"]\n'
    assert played(PLAY + again + board + '[expect]\nann.table = ["vampire"]\nbob.table = ["bard"]\n').holds


def test_a_check_at_the_end_sees_the_final_state() -> None:
    script = SCRIPT.replace(
        'homesteader"]', 'homesteader", \'check ann.closed = ["bard"]\', "check discard = []"]'
    )
    report = failed(PLAY + script + BOARD)
    assert report.problems[0].startswith("'check discard = []': discard: expected [], but it is [")


def test_a_case_may_end_at_an_open_decision_that_it_expects() -> None:
    script = 'script = ["ann plays demon", "bob plays bard", "ann closes bard"]\n'
    assert played(PLAY + script + BOARD + '[expect]\nasked = ["bob"]\n').holds
    assert not played(PLAY + script + BOARD + '[expect]\nasked = ["ann"]\n').holds
    offered = '[expect]\noffered.bob = ["bard", "homesteader"]\nnot_offered.bob = ["demon"]\n'
    assert played(PLAY + script + BOARD + offered).holds


def test_a_strict_case_must_script_forced_choices() -> None:
    board = BOARD.replace('bob.table = ["bard", "homesteader"]', 'bob.table = ["homesteader"]')
    script = 'script = ["ann plays demon", "bob plays bard", "ann closes bard"]\n'
    assert played(PLAY + script + board).holds
    report = failed(PLAY + "strict = true\n" + script + board)
    assert report.problems == ["The script ends, but a decision is left that is neither answered nor silent."]
    said = script.replace("]", ', "bob closes homesteader"]')
    assert played(PLAY + "strict = true\n" + said + board).holds
    assert played(PLAY + said + board).holds


def test_a_forced_choice_may_be_scripted() -> None:
    board = BOARD.replace('ann.table = ["bard", "homesteader"]', 'ann.table = ["homesteader"]')
    script = SCRIPT.replace("ann closes bard", "ann closes homesteader")
    assert played(PLAY + script + board).holds
    assert not played(PLAY + SCRIPT + board).holds


def test_an_expected_error_must_occur() -> None:
    error = '[expect]\nerror = "FT-CLOSE-2"\n'
    assert failed(PLAY + SCRIPT + BOARD + error).problems == [
        "'bob closes homesteader' should have been refused, but it was accepted."
    ]
    other = SCRIPT.replace("bob closes homesteader", "bob closes bard")
    assert not played(PLAY + other + BOARD + error).holds
    refused = SCRIPT.replace("bob closes homesteader", "bob closes demon")
    assert played(PLAY + refused + BOARD + error).holds
    assert played(PLAY + refused + BOARD + "[expect]\nerror = true\n").holds
    assert failed(PLAY + refused + BOARD + '[expect]\nerror = "FT-END-1"\n').problems == [
        "'bob closes demon' was refused by FT-CLOSE-2, FT-EFF-2, not by FT-END-1."
    ]


def test_an_error_may_follow_unscripted_forced_choices() -> None:
    """Ann must close her only card first; then the card on her table cannot be played."""
    board = '[board]\nann.kept = ["dragons_cave", "bard", "demon", "demon"]\nann.table = ["vampire"]\n'
    board += 'bob.kept = ["bard", "fairywood_3x", "werewolf", "bard"]\n'
    script = 'script = ["ann plays dragons_cave", "bob plays bard", "ann plays vampire"]\n'
    expect = '[expect]\nerror = "FT-PLAY-3"\nann.closed = ["dragons_cave"]\nphase = "play"\n'
    assert played(PLAY + script + board + expect).holds


def test_an_error_needs_a_sentence() -> None:
    report = failed(HEAD + '[board]\nann.hand = ["bard"]\n[expect]\nerror = true\n')
    assert report.is_broken
    assert report.problems == ["case.toml:7: an error is expected, but the script has no sentence."]


def test_an_empty_script_stops_at_the_first_decision() -> None:
    expect = '[expect]\nasked = ["ann", "bob"]\nphase = "play"\nround = 1\npass = "play"\nover = false\n'
    assert played(PLAY + BOARD + expect).holds


def test_a_case_stops_before_the_next_round_by_default() -> None:
    expect = '[expect]\nround = 1\nann.hand = []\nwinner = "nobody"\n'
    assert played(PLAY + SCRIPT + BOARD + expect).holds
    on = '[expect]\nround = 2\nasked = ["ann", "bob"]\nphase = "keep"\n'
    assert played(PLAY + 'stop = "decision"\n' + SCRIPT + BOARD + on).holds
    assert not played(PLAY + 'stop = "decision"\n' + SCRIPT + BOARD + expect).holds


def test_expected_log_entries_are_in_order_but_need_not_be_adjacent() -> None:
    def log(*rules: str) -> bool:
        return played(PLAY + SCRIPT + BOARD + f"[expect]\nlog = {json.dumps(rules)}\n").holds

    assert log("FT-PLAY-1", "FT-CLOSE-2", "FT-PLAY-2")
    assert not log("FT-CLOSE-2", "FT-PLAY-1", "FT-PLAY-2", "FT-PLAY-1")
    assert not log("FT-PLAY-2", "FT-CLOSE-2")
    assert not log("FT-HUNT-1")


def test_zones_are_multisets_and_the_top_of_the_deck_is_in_order() -> None:
    text = HEAD + '[board]\ndeck.top = ["bard", "demon"]\nann.table = ["bard", "vampire", "bard"]\n[expect]\n'
    assert played(text + 'ann.table = ["vampire", "bard", "bard"]\ndeck.top = ["bard"]\n').holds
    assert not played(text + 'ann.table = ["vampire", "bard"]\n').holds
    assert not played(text + 'deck.top = ["demon", "bard"]\n').holds
    assert played(
        HEAD + '[board]\ndeck.only = ["bard"]\n[expect]\ndeck.size = 1\ndeck.top = ["bard"]\n'
    ).holds
    assert not played(HEAD + '[board]\ndeck.only = ["bard"]\n[expect]\ndeck.top = ["bard", "bard"]\n').holds


BROKEN = {
    "not TOML": (HEAD + "[board", "case.toml:4: this is not TOML: "),
    "no title": (HEAD.replace("A case", ""), "case.toml:1: a case needs a title."),
    "no seats": (
        HEAD.replace('["ann", "bob"]', "[]"),
        "case.toml:3: seats must be a list of names, each one word.",
    ),
    "a seat of two words": (HEAD.replace('"ann"', '"ann b"'), "case.toml:3: seats must be a list of names"),
    "a seat twice": (HEAD.replace('"ann"', '"bob"'), "case.toml:3: two seats have the same name."),
    "a seat called deck": (HEAD.replace('"ann"', '"deck"'), "case.toml:3: a seat cannot be called 'deck'."),
    "six seats": (
        HEAD.replace('"ann"', '"a", "b", "c", "d", "e"'),
        "case.toml:3: Fairy Tale is for 2 to 5 seats, not 6.",
    ),
    "an unknown key": (HEAD + "colour = 1\n", "case.toml:4: unknown key 'colour'."),
    "a key of another kind": (HEAD + 'seed = "x"\n', "case.toml:4: seed must be a whole number, not 'x'."),
    "a bool for a number": (HEAD + "seed = true\n", "case.toml:4: seed must be a whole number, not True."),
    "an unknown stop": (HEAD + 'stop = "x"\n', "case.toml:4: stop must be chain or decision, not 'x'."),
    "an unknown game": (
        HEAD.replace("fairytale", "chess"),
        "case.toml:2: unknown game 'chess'; choose one of: ",
    ),
    "an unknown option": (
        HEAD + "options = { x = 1 }\n",
        "case.toml:4: Fairy Tale has no option 'x'; choose one of: ",
    ),
    "an unknown deck": (HEAD + 'deck = "x"\n', "case.toml:4: The option 'deck' must be fairy_tale, not 'x'."),
    "a turn": (HEAD + 'turn = "ann"\n', "case.toml:4: a case of Fairy Tale has no 'turn'."),
    "an unknown pass": (HEAD + 'pass = "x"\n', "case.toml:4: pass must be draft or play, not 'x'."),
    "round 5": (HEAD + "round = 5\n", "case.toml:4: round must be 1 to 4, not 5."),
    "an unknown card": (
        HEAD + '[board]\nann.hand = ["king"]\n',
        "case.toml:5: the deck fairy_tale has no card 'king'.",
    ),
    "too many copies": (
        HEAD + '[board]\nann.hand = ["fairy_queen", "fairy_queen"]\n',
        "case.toml:5: the board holds fairy_queen too often: there are only 1.",
    ),
    "an expert card": (
        HEAD + 'options = { expert = false }\n[board]\nann.hand = ["fairy_queen"]\n',
        "case.toml:6: the board holds fairy_queen too often: it is an expert card.",
    ),
    "an unknown seat on the board": (
        HEAD + '[board]\ncid.hand = ["bard"]\n',
        "case.toml:5: the board has no 'cid'",
    ),
    "an unknown zone": (
        HEAD + '[board]\nann.stable = ["bard"]\n',
        "case.toml:5: a seat has no 'stable'; it has ",
    ),
    "cards that are numbers": (
        HEAD + "[board]\nann.hand = [1]\n",
        "case.toml:5: ann.hand must be a list of card ids.",
    ),
    "a sentence that is a number": (
        HEAD + "script = [1]\n",
        "case.toml:4: a sentence of the script must be text, not 1.",
    ),
    "a sentence of an unknown seat": (
        HEAD + 'script = ["cid plays bard"]\n',
        "case.toml:4: unknown seat 'cid'; the seats are ann, bob.",
    ),
    "an unknown verb": (
        HEAD + 'script = ["ann sings bard"]\n',
        "case.toml:4: the sentence 'ann sings bard' cannot be understood.",
    ),
    "a verb alone": (
        HEAD + 'script = ["ann plays"]\n',
        "case.toml:4: the sentence 'ann plays' cannot be understood.",
    ),
    "too many words": (
        HEAD + 'script = ["ann plays bard now"]\n',
        "case.toml:4: the sentence 'ann plays bard now' cannot be understood from 'now' on.",
    ),
    "an unknown card in a sentence": (
        HEAD + 'script = ["ann keeps king"]\n[board]\nann.hand = ["bard"]\n',
        "case.toml:4: the deck fairy_tale has no card 'king'.",
    ),
    "a check without a value": (
        HEAD + 'script = ["check ann.hand"]\n',
        "case.toml:4: 'check ann.hand' is not a check: ",
    ),
    "an unknown expectation": (
        HEAD + "[expect]\nmood = 1\n",
        "case.toml:5: nothing can be expected of 'mood'.",
    ),
    "an unknown seat expected": (
        HEAD + "[expect]\ncid.hand = []\n",
        "case.toml:5: nothing can be expected of 'cid.hand'.",
    ),
    "a number for a list": (HEAD + "[expect]\nann.hand = 3\n", "case.toml:5: ann.hand must be a list."),
    "a seed below zero": (
        HEAD + "seed = -1\n",
        "case.toml:4: seed must be a whole number from 0 to 2**256 - 1",
    ),
    "a seed too big": (
        HEAD + f"seed = {1 << 256}\n",
        "case.toml:4: seed must be a whole number from 0 to 2**256",
    ),
    "a number of many digits": (HEAD + f"seed = {'9' * 5000}\n", "case.toml:1: this is not TOML"),
    "a text for a log": (HEAD + '[expect]\nlog = "x"\n', "case.toml:5: log must be a list of rule ids."),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_bad_file_is_reported_with_its_line(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, sentence = BROKEN[fault]
    monkeypatch.chdir(tmp_path)
    Path("case.toml").write_text(text)
    report = run_file(Path("case.toml"))
    assert report.is_broken
    assert report.problems[0].startswith(sentence)
    assert report.problems[0].endswith(".")
    assert len(report.problems) == 1


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    report = run_file(tmp_path / "none.toml")
    assert report.problems == [
        f"{tmp_path / 'none.toml'}:1: the file cannot be read: No such file or directory."
    ]
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe")
    assert "it is not UTF-8 text" in run_file(tmp_path / "noise.toml").problems[0]


def test_lines_are_counted_from_one() -> None:
    assert line_of("a\nb\nc", "b") == 2
    assert line_of("a\nb\nc", "x") == line_of("", "") == 1
    assert line_of("has = 1\nseed = 1\na = 2\n", "a") == 3
    assert line_of("title = 'seed'\nseed = 1\n", "seed") == 2
    assert line_of("x = 'a b'\n", "b") == 1
    assert line_of("bard\n[board]\nann = 'bards'\nbob = 'bard'\n", "bard", "board") == 4
    assert line_of("bard\n[board]\n", "demon", "board") == 2


def test_the_default_game_is_unicorns() -> None:
    with pytest.raises(CaseError, match="a case needs a title"):
        parse("", "x.toml")
    assert parse('title = "x"\nseats = ["a", "b"]\n', "x.toml").game == "unicorns"


def test_the_command_prints_failures_and_totals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "sub" / "bad.toml"
    bad.parent.mkdir()
    good.write_text(PLAY + SCRIPT + BOARD)
    assert main(["case", str(good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    bad.write_text(PLAY + SCRIPT + BOARD + "[expect]\nscore.ann = 0\n")
    assert main(["case", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert f"{bad}: A case\n  score.ann: expected 0, but it is 3\n    round 1, " in out
    assert out.endswith("1 passed, 1 failed\n")
    assert main(["case", str(tmp_path), "--json"]) == 1
    reports = json.loads(capsys.readouterr().out)
    assert [(report["title"], report["holds"]) for report in reports] == [("A case", True), ("A case", False)]
    assert set(reports[1]) == {"file", "title", "holds", "problems", "board"}
    assert main(["case", str(tmp_path / "sub" / "..")]) == 1
    empty = tmp_path / "empty"
    empty.mkdir()
    capsys.readouterr()
    assert main(["case", str(empty)]) == 2
    assert capsys.readouterr().err.startswith("stablehand: No case file found in ")


def test_the_command_continues_after_a_bad_file_and_exits_with_2_if_all_are_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, none = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "none.toml"
    good.write_text(PLAY + SCRIPT + BOARD)
    bad.write_text("seed = -1\n" + PLAY + SCRIPT + BOARD)
    sentence = f"{bad}:1: seed must be a whole number from 0 to 2**256 - 1, not -1."
    assert main(["case", str(bad), str(good), str(none)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert (out[0], out[-1]) == (sentence, "1 passed, 2 failed")
    assert main(["case", str(bad)]) == 2
    assert capsys.readouterr() == ("", f"stablehand: {sentence}\n")
    assert main(["case", str(none)]) == 2
    assert capsys.readouterr() == (
        "",
        f"stablehand: {none}:1: the file cannot be read: No such file or directory.\n",
    )
    assert main(["case", str(none), "--json"]) == 2
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["file"], report["holds"]) == (str(none), False)
