"""docs/glossary.md agrees with the code: every class it lists exists, and every public class is listed."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest

from support.paths import ROOT

SOURCE = ROOT / "src" / "stablehand"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
PACKAGES = ("api", "core", "bots", "sim", "cases", "text", "table", "server", "cli")
ELSEWHERE = (
    "table.protocol",
    "table.state.facts",
    "table.state.signals",
    "table.state.volatile",
    "server.http.",
    "server.learn.",
    "server.setting_kinds",
    "server.live.mailbox",
)
"""Modules whose classes another document lists; the glossary says which."""
LISTED = {
    module: set(re.findall(r"`(\w+)`", names))
    for module, names in re.findall(r"^\| `([\w.]+)` \| (`[A-Z].*) \|$", GLOSSARY, re.MULTILINE)
}


def classes(module: str) -> set[str]:
    """Return the public classes of a module, without exceptions."""
    path = SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return {
        node.name
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and not any(ast.unparse(base).endswith(("Error", "Exception")) for base in node.bases)
    }


def modules() -> list[str]:
    paths = [path.relative_to(SOURCE).with_suffix("") for path in SOURCE.rglob("*.py")]
    found = [".".join(path.parts).removesuffix(".__init__") for path in paths if len(path.parts)]
    return sorted(
        name for name in found if name.partition(".")[0] in PACKAGES and not name.startswith(ELSEWHERE)
    )


@pytest.mark.parametrize("module", sorted(LISTED))
def test_every_listed_class_exists(module: str) -> None:
    assert LISTED[module] <= classes(module), "the glossary names a class that does not exist"


@pytest.mark.parametrize("module", modules())
def test_every_public_class_is_in_the_glossary(module: str) -> None:
    missing = classes(module) - LISTED.get(module, set())
    assert not missing, "add the class to the last section of docs/glossary.md, and its term to a table"


def test_a_term_has_one_row_in_its_section() -> None:
    for section in re.split(r"^## |^\w[^\n]*:$", GLOSSARY, flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| (\*\*.*?) \|", section, re.MULTILINE)
        terms = Counter(term for row in rows for term in re.findall(r"\*\*(.+?)\*\*", row))
        assert not [term for term, count in terms.items() if count > 1], section.partition("\n")[0]
