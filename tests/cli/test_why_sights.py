"""`stablehand why` puts into words what a seat may look at and how many cards lie somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

FAIRY_TALE = """
title = "Sights and sizes"
game  = "fairytale"
seats = ["ann", "bob"]
round = 2
pass  = "play"

[board]
ann.kept   = ["demon", "bard", "vampire"]
bob.kept   = ["bard", "werewolf", "mischievous_fairy"]
ann.table  = ["homesteader"]
ann.closed = ["bard"]

[expect]
sees.ann.ann.kept   = ["demon", "bard", "vampire"]
sees.bob.ann.closed = []
size.ann.hand       = 0
size.ann.kept       = 3
size.ann.table      = 1
size.ann.closed     = 1
size.discard        = 0
"""
UNICORNS = """
title = "Sizes"
seats = ["ann", "bob"]
phase = "setup"

[expect]
size.ann.hand   = 5
size.ann.stable = 0
size.discard    = 0
size.nursery    = 13
"""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("text", "lines", "public"), [(FAIRY_TALE, 7, 5), (UNICORNS, 4, 4)])
def test_sights_and_sizes_are_sentences_in_every_language(
    run: Run, tmp_path: Path, lang: str, text: str, lines: int, public: int
) -> None:
    case = tmp_path / "case.toml"
    case.write_text(text)
    for more, expected in (([], lines), (["--seat", 1], public + (lines > public))):
        ran = run("why", case, "--lang", lang, *more)
        assert ran.code == 0
        told = [line for line in ran.out.splitlines() if line.startswith("✓")]
        assert len(told) == expected
        assert not any(" = " in line for line in told), "a key of the file stands there, not a sentence"


def test_what_a_seat_may_look_at_is_told_to_that_seat_only(run: Run, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text(FAIRY_TALE)
    kept = "✓ Of the cards you have kept, you see: Demon, Bard and Vampire"
    assert kept in run("why", case, "--seat", 0).out
    assert "Of the cards Ann has kept" not in run("why", case, "--seat", 1).out
    assert "✓ Ann has kept 3 cards" in run("why", case, "--seat", 1).out
