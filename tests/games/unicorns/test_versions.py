"""Journals of older rules are replayed by the rules of today, or say under which version they were played.

The files in `golden/version_2` and `golden/version_3` are whole games of these versions with their scores,
and must not be rewritten. Version 4 gave all options that are not cards new numbers and changed nothing
else.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, JournalError
from stablehand.core.journal import _seal
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state.renumbered import OLD_NUMBERS
from support.paths import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

OLD = sorted((GOLDEN / "version_2").glob("*.jsonl"))
RENUMBERED = sorted((GOLDEN / "version_3").glob("*.jsonl"))
SENTENCE = (
    f"The journal was played under version 2 of the rules of unicorns; under version {GAME.rules_version} "
)


def scores_of(path: Path) -> tuple[float, ...]:
    """Return the scores that the game of a journal ended with."""
    return tuple(json.loads(path.with_suffix(".end").read_text("utf-8")))


def refusal_of(path: Path) -> str:
    """Replay a journal; return its refusal, or an empty text if the game ended with the same scores."""
    try:
        state = Journal.read(path.read_bytes()).replay()
    except JournalError as error:
        return str(error)
    assert GAME.scores(state) == scores_of(path)
    return ""


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_game_ends_the_same_way_or_names_its_version(path: Path) -> None:
    refusal = refusal_of(path)
    assert not refusal or refusal.startswith(SENTENCE)
    assert refusal.count(".") == bool(refusal)


def test_most_old_games_are_replayed_and_some_are_not() -> None:
    refusals = [refusal_of(path) for path in OLD]
    assert 0 < sum(map(bool, refusals)) < len(OLD) / 2


@pytest.mark.parametrize("path", RENUMBERED, ids=lambda path: path.stem)
def test_a_game_with_the_old_numbers_of_options_ends_the_same_way(path: Path) -> None:
    journal = Journal.read(path.read_bytes())
    assert journal.rules_version == 3
    assert GAME.scores(journal.replay()) == scores_of(path)
    stored = [json.loads(line)[1] for line in path.read_text("utf-8").splitlines()[1:-1]]
    assert [answer.option for answer in journal.answers()] == [OLD_NUMBERS.get(one, one) for one in stored]
    assert {*stored} & {*OLD_NUMBERS}


def test_old_numbers_are_those_of_seats_answers_and_modes() -> None:
    numbers = {256: 1024, 263: 1031, 300: 1100, 305: 1105, 320: 1120, 321: 1121}
    assert {old: OLD_NUMBERS[old] for old in numbers} == numbers
    assert not {255, 306, 319} & {*OLD_NUMBERS}
    assert not {*OLD_NUMBERS} & {*OLD_NUMBERS.values()}


def test_a_journal_with_old_and_new_numbers_is_read_in_the_new_ones() -> None:
    """A table goes on from a game of before: its journal names the older version."""
    path = RENUMBERED[0]
    journal = Journal.read(path.read_bytes())
    assert Journal.read(journal.write()) == journal
    half = journal.write().splitlines()[:60] + path.read_bytes().splitlines()[60:-1]
    body = b"\n".join(half) + b"\n"
    seal = json.dumps({"seal": _seal(body)}, separators=(",", ":")).encode() + b"\n"
    assert Journal.read(body + seal).rows == journal.rows


def test_a_game_that_goes_on_from_an_old_one_has_its_answers_in_new_numbers() -> None:
    path = next(path for path in RENUMBERED if path.stem.startswith("unicorns-4"))
    lines = path.read_bytes().splitlines()
    header = json.loads(lines[0])
    answers = [json.loads(line) for line in lines[1:41]]
    header["pasts"] = [{"answers": answers, "seat": 1, "seed": f"{header['seed']:064x}"}]
    body = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    seal = json.dumps({"seal": _seal(body)}, separators=(",", ":")).encode() + b"\n"
    journal = Journal.read(body + seal)
    old = Journal.read(path.read_bytes())
    assert journal.branches == (replace(old.branches_at(40, 1)[0], seed=header["seed"]),)
    assert GAME.pending(journal.start())


def test_an_old_journal_that_names_other_scores_ends_differently() -> None:
    path = next(path for path in OLD if not refusal_of(path))
    journal = Journal.read(path.read_bytes())
    journal.scores = scores_of(path)
    again = Journal.read(journal.write())
    assert again.scores == scores_of(path)
    assert GAME.scores(again.replay()) == again.scores
    again.scores = scores_of(path)[::-1]
    with pytest.raises(JournalError) as caught:
        Journal.read(again.write()).replay()
    assert str(caught.value) == f"{SENTENCE}it ends differently."


def test_an_old_journal_whose_game_goes_on_longer_ends_differently() -> None:
    path = next(path for path in OLD if not refusal_of(path))
    journal = Journal.read(path.read_bytes())
    journal.undo(len(journal.answers()) - 1)
    journal.scores = scores_of(path)
    with pytest.raises(JournalError, match="it ends differently"):
        journal.replay()


def test_an_old_header_that_is_no_game_any_more_names_its_version() -> None:
    journal = Journal("unicorns", 3, 1, {"deck": "base_0e"}, 2)
    with pytest.raises(JournalError) as caught:
        journal.replay()
    assert str(caught.value) == f"{SENTENCE}its header is not a game."
