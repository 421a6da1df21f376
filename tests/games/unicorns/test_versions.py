"""Journals of older rules are replayed by the rules of today, or say under which version they were played.

The files in `golden/version_2` are whole games of version 2 with their scores, and must not be rewritten.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, JournalError
from stablehand.games.unicorns import GAME
from support.paths import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

OLD = sorted((GOLDEN / "version_2").glob("*.jsonl"))
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
