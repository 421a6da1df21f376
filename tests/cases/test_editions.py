"""Every rule of Unstable Unicorns has a case in each rule book that has it, or a reason and a test.

`cases/unicorns/uncased.toml` lists what cases leave open. A case counts for a ruleset only if it is played
by the book: a house rule proves nothing about the book.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.cases.casebook import CaseEntry, casebook
from stablehand.cases.format import files_in
from stablehand.cases.runner import run
from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.decks.expansions import PACKS, pack
from stablehand.games.unicorns.state.rules import RULESETS
from support.falsified import falsified
from support.paths import ROOT
from support.sizes import slow_except

if TYPE_CHECKING:
    from pathlib import Path

CASES = ROOT / "cases"
TEXT = ROOT / "src" / "stablehand" / "games" / "unicorns" / "text" / "languages" / "en" / "rules.toml"
RULES = sorted(
    rule
    for section in tomllib.loads(TEXT.read_text("utf-8"))["section"]
    for rule in section["rules"]
    if rule.startswith("UU-")
)
RULINGS = [f"RUL-{number}" for number in range(51, 79)]
"""The rulings on expansions."""
BY_THE_BOOK = {"party", "strip_upgrade", "house_rules", "first_player", "two_player", "lang"}
"""Options that the books leave to the table; any other makes a case one of a house rule."""
FOLDERS = ("rules/first", "rules/first-nsfw", "interactions")
CHECKED = [path for folder in FOLDERS for path in files_in(CASES / "unicorns" / folder)]
"""The cases of which every expectation is falsified."""


@cache
def listed() -> dict[str, Any]:
    return tomllib.loads((CASES / "unicorns" / "uncased.toml").read_text("utf-8"))


def ruleset_of(entry: CaseEntry) -> str:
    return str(entry.ruleset or catalog(entry.deck or "base_2e").ruleset)


def shown_in(ruleset: str) -> set[str]:
    """Return the rules that cases show by the book of a ruleset."""
    return {
        rule
        for entry in casebook(CASES).values()
        if entry.game == "unicorns" and ruleset_of(entry) == ruleset and entry.options.keys() <= BY_THE_BOOK
        for rule in entry.rules
    }


def is_of(rule: str, ruleset: str) -> bool:
    """Return whether a rule is one of a ruleset's book."""
    return not any(fnmatchcase(rule, pattern) for pattern in listed()["other_rulesets"].get(ruleset, ()))


def test_the_rules_are_those_of_the_rulebook() -> None:
    assert len(RULES) > 70
    assert {"UU-SETUP-1", "UU-END-6", "UU-KEY-draw", "UU-PARTY-1"} <= set(RULES)
    assert {catalog(deck).ruleset for deck in DECKS} == set(RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_of_a_book_has_a_case_in_its_ruleset(ruleset: str) -> None:
    missing = {rule for rule in RULES if is_of(rule, ruleset)} - shown_in(ruleset) - set(listed()["uncased"])
    assert not missing, f"no case of {ruleset} shows {', '.join(sorted(missing))}"


def test_what_is_listed_is_a_rule_and_its_reason_a_sentence() -> None:
    lists = [listed()["uncased"], *listed()["other_rulesets"].values()]
    assert listed()["other_rulesets"].keys() <= RULESETS.keys()
    for pattern, reason in ((pattern, reason) for one in lists for pattern, reason in one.items()):
        assert any(fnmatchcase(rule, pattern) for rule in (*RULES, *RULINGS)), pattern
        assert len(reason.split()) > 5, pattern
        assert reason.endswith("."), pattern


def test_a_test_that_names_the_rule_stands_for_each_that_no_case_shows() -> None:
    assert listed()["tests"].keys() == listed()["uncased"].keys()
    for rule, tests in listed()["tests"].items():
        assert tests, rule
        for test in tests:
            file, _, name = test.partition("::")
            nodes = ast.parse((ROOT / file).read_text("utf-8")).body
            found = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name]
            assert found, f"there is no {test}"
            assert rule in (ast.get_docstring(found[0]) or ""), f"{test} does not name {rule}"


def test_every_ruling_on_expansions_has_a_case() -> None:
    cited = {rule for entry in casebook(CASES).values() for rule in entry.rules}
    missing = set(RULINGS) - cited - set(listed()["uncased"])
    assert not missing, f"no case cites {', '.join(sorted(missing))}"
    assert not cited & set(listed()["uncased"]) & set(RULINGS)


@cache
def cases_by_card() -> Counter[tuple[str, str]]:
    """Return how many cases that play with a pack name each of its cards."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in casebook(CASES).values():
        words = set(re.findall(r"\w+", entry.path.read_text("utf-8")))
        for name in entry.options.get("expansions", ()):
            found.update((name, row["id"]) for row in pack(name).rows if row["id"] in words)
    return found


@pytest.mark.parametrize("name", PACKS)
def test_every_card_of_an_expansion_with_an_effect_has_two_cases(name: str) -> None:
    cards = [row["id"] for row in pack(name).rows if row["type"] not in {"baby", "basic"}]
    assert len(cards) > 10
    assert [card for card in cards if cases_by_card()[name, card] < 2] == []


@pytest.mark.parametrize(
    "path",
    slow_except(CHECKED[::10], CHECKED, "plays every case once for each expectation"),
    ids=lambda path: path.stem,
)
def test_a_wrong_expectation_makes_the_case_fail(path: Path) -> None:
    cases = list(falsified(path))
    assert cases
    for key, case in cases:
        assert not run(case).holds, f"{key} of {path.name} cannot fail"
