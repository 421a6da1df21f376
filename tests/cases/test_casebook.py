"""The casebook lists every case with its title and rules, in a checkout and in an installed package."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from stablehand.cases import casebook as book
from stablehand.cases.format import files_in
from support.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

CASES = ROOT / "cases"


def test_an_entry_agrees_with_its_file() -> None:
    entries = book.casebook(CASES)
    assert [entry.path for entry in entries.values()] == files_in(CASES)
    for entry in list(entries.values())[::20]:
        table = tomllib.loads(entry.path.read_text("utf-8"))
        assert (entry.title, list(entry.rules), entry.deck) == (
            table["title"],
            table["rules"],
            table.get("deck"),
        )
        assert entry.ruleset == table.get("ruleset")
        assert entry.options == table.get("options", {})
        assert entry.game == table.get("game", "unicorns") == entry.name.partition("/")[0]


def test_a_rule_lists_the_cases_that_cite_it() -> None:
    found = book.citing("FT-END-2", CASES)
    assert "fairytale/end-tie-is-shared" in [entry.name for entry in found]
    assert all("FT-END-2" in entry.path.read_text("utf-8") for entry in found)
    assert book.citing("FT-END-99", CASES) == []


def test_values_over_several_lines_are_read_and_bad_files_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text('title = "A"\nrules = [\n  "X-1",\n]\n[board]\n', "utf-8")
    (tmp_path / "bad.toml").write_text('title = "B\n', "utf-8")
    (tmp_path / "worse.toml").write_bytes(b"title = '\xff'")
    assert [(entry.title, entry.rules) for entry in book.casebook(tmp_path).values()] == [("A", ("X-1",))]


def test_the_cases_inside_an_installed_package_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lib" / "site" / "stablehand"
    (package / book.PACKED).mkdir(parents=True)
    monkeypatch.setattr("stablehand.__file__", str(package / "__init__.py"))
    assert book.cases_folder() == package / book.PACKED
    (package / book.PACKED).rmdir()
    monkeypatch.chdir(tmp_path)
    assert book.cases_folder() is None
