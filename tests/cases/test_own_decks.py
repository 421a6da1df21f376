"""Cases of decks of one's own: the file stands beside the case, and only a file may name a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.cases.format import CaseError, parse, read
from stablehand.cases.runner import run_file

if TYPE_CHECKING:
    from pathlib import Path

CASE = """
title = "A small gift draws two cards"
rules = ["UU-TYPE-6"]
game = "unicorns"
deck = "mine.toml"
seats = ["ann", "bob"]
script = ["ann plays gift"]
[board]
ann.hand = ["gift"]
deck.top = ["yay", "neigh"]
[expect]
ann.hand = ["yay", "neigh"]
"""
DECK = """
id = "mine"
extends = "base_2e"
[[card]]
id = "gift"
name = "Small Gift"
type = "magic"
copies = 2
ability = "Cast(Draw(2))"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    (tmp_path / "mine.toml").write_text(DECK, "utf-8")
    (tmp_path / "case.toml").write_text(CASE, "utf-8")
    return tmp_path / "case.toml"


def test_a_case_is_played_with_the_deck_beside_it(case: Path) -> None:
    assert run_file(case).problems == []
    case.write_text(CASE.replace('["yay", "neigh"]\n', '["yay"]\n'), "utf-8")
    assert run_file(case).problems


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("mine.toml", "none.toml", "the deck {folder}/none.toml cannot be read: No such file or directory."),
        ('"unicorns"', '"chess"', "there is no deck of one's own for 'chess'."),
    ],
)
def test_a_deck_that_cannot_be_read_is_told_in_a_sentence(
    case: Path, before: str, after: str, sentence: str
) -> None:
    case.write_text(CASE.replace(before, after), "utf-8")
    with pytest.raises(CaseError) as caught:
        read(case)
    assert str(caught.value) == f"{case}:5: {sentence.format(folder=case.parent)}"


def test_a_deck_that_is_wrong_is_told_in_a_sentence(case: Path) -> None:
    case.with_name("mine.toml").write_text(DECK.replace("Draw(2)", "Drow(2)"), "utf-8")
    with pytest.raises(
        CaseError, match=r"case\.toml:5: Deck mine, card gift: 'Drow' is not a word of the card"
    ):
        read(case)


def test_a_case_that_is_no_file_reads_no_file(case: Path) -> None:
    """What a stranger sends is parsed as text: it must not make us open a file."""
    assert parse(CASE.replace("mine.toml", str(case.with_name("mine.toml"))), "sent").deck == str(
        case.with_name("mine.toml")
    )
