"""The tests that docs/checks.md names for each promise exist, and the quick ones are not marked slow."""

from __future__ import annotations

import ast
import re
from typing import Final

import pytest

from support.paths import ROOT, TESTS

TEXT: Final = (ROOT / "docs" / "checks.md").read_text("utf-8")
NAMED: Final = re.compile(r"`(\S+\.py)::(test_\w+)`")
ROWS: Final = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if re.match(r"\| \d+ \|", line)]


def decorators(file: str, test: str) -> str:
    """Return the decorators of a test and the `pytestmark` of its module, as source text."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == test]
    assert len(found) == 1, f"{file}::{test} does not exist"
    marks = [node.value for node in tree.body if isinstance(node, ast.Assign) and _is_mark(node)]
    return " ".join(map(ast.unparse, [*found[0].decorator_list, *marks]))


def _is_mark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def test_every_promise_is_in_the_table() -> None:
    assert [row[0] for row in ROWS] == [str(number) for number in range(1, 11)]
    assert {len(row) for row in ROWS} == {5}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_promise_has_a_test_in_the_quick_run(row: list[str]) -> None:
    quick = NAMED.findall(row[2])
    assert quick
    for file, test in quick:
        assert "pytest.mark.slow" not in decorators(file, test), f"{file}::{test} is slow"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_everything_else_that_the_table_names_exists(row: list[str]) -> None:
    for file, test in NAMED.findall(row[3] + row[4]):
        decorators(file, test)
    for path in re.findall(r"`((?:bench|scripts)/[\w/]+\.py)`", row[4]):
        assert (ROOT / path).is_file()
