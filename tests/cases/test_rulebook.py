"""The executable rulebook: every rule of Fairy Tale has a case, and every case can fail.

That every case holds is checked by the command `stablehand case cases`, a step of `check.py`.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from stablehand.cases.format import read
from stablehand.cases.runner import run
from support.falsified import falsified
from support.paths import ROOT
from support.sizes import slow_except

if TYPE_CHECKING:
    from pathlib import Path

TESTS = ROOT / "tests" / "games" / "fairytale"
FAIRY_TALE = sorted((ROOT / "cases" / "fairytale").rglob("*.toml"))

RULES = {
    f"FT-{rule}-{number}"
    for rule, last in {
        "SETUP": 3, "ROUND": 1, "DEAL": 1, "DRAFT": 3, "PLAY": 3, "EFF": 3, "HUNT": 1, "CLOSE": 3, "OPEN": 1,
        "SEE": 1, "KIND": 5, "END": 2, "TEAM": 1,
    }.items()
    for number in range(1, last + 1)
}  # fmt: skip


def test_titles_are_unique_phrases() -> None:
    titles = [read(path).title for path in FAIRY_TALE]
    assert len(set(titles)) == len(titles) > 100
    assert all(len(title.split()) > 3 and not title.endswith(".") for title in titles)


def test_every_rule_is_cited_by_a_case_or_has_a_test() -> None:
    cited = {rule for path in FAIRY_TALE for rule in read(path).rules}
    uncased = tomllib.loads((TESTS / "uncased.toml").read_text("utf-8"))
    assert cited | set(uncased) == RULES
    assert cited >= RULES - {"FT-SETUP-3"}
    for rule, tests in uncased.items():
        for test in tests:
            file, _, name = test.partition("::")
            text = (TESTS / file).read_text("utf-8")
            assert f"\ndef {name}(" in text
            body = text[text.index(f"\ndef {name}(") :].partition("\n\n\n")[0]
            assert rule in body


def test_every_option_has_cases() -> None:
    used = {(key, value) for path in FAIRY_TALE for key, value in read(path).options.items()}
    assert used >= {
        ("expert", False),
        ("order", "original"),
        ("close_all_reaches", "in_play"),
        ("most_tie_counts", False),
        ("tie", "face_up"),
        ("teams", True),
    }


def test_the_example_of_the_guide_is_a_real_case() -> None:
    guide = (ROOT / "docs" / "cases.md").read_text("utf-8")
    example = guide.partition("```toml\n")[2].partition("```")[0]
    assert example == (ROOT / "cases" / "fairytale" / "hunt-closes-shadow.toml").read_text("utf-8")


@pytest.mark.parametrize(
    "path",
    slow_except(FAIRY_TALE[::10], FAIRY_TALE, "plays every case once for each expectation"),
    ids=lambda path: path.stem,
)
def test_a_wrong_expectation_makes_the_case_fail(path: Path) -> None:
    """Falsify each expectation by itself, those at the end and those of checks in the script."""
    cases = list(falsified(path))
    assert cases
    for key, case in cases:
        assert not run(case).holds, f"{key} of {path.name} cannot fail"
