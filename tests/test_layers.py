"""Who may import whom: kernel ← games ← text ← bots, sim, cases, rl ← table ← server, cli, tui."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).parent.parent / "src" / "stablehand"
GAMES = {"fairytale", "unicorns"}
LAYERS = {
    "kernel": 0,
    **dict.fromkeys(GAMES, 1),
    "text": 2,
    **dict.fromkeys(("bots", "sim", "cases", "rl"), 3),
    "table": 4,
    **dict.fromkeys(("server", "cli", "tui"), 5),
}
PURE = {"kernel", *GAMES}
QUIET = {*PURE, "table"}
"""Layers that neither read a clock nor reach outside; the table may use msgspec besides."""
LONGEST = 400

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)
FORBIDDEN_MODULES = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "warnings",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "breakpoint"}


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Return the full name of every module a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say where they come from in full"
            assert node.module is not None
            if node.module == "stablehand":
                yield from (f"stablehand.{name.name}" for name in node.names)
            else:
                yield node.module


def problems(path: Path) -> Iterator[str]:
    """Say of each import why it is not allowed."""
    mine = layer_of(path)
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package != "stablehand":
            if mine in PURE and package not in sys.stdlib_module_names:
                yield f"{name} is not of the standard library"
            if mine in QUIET and package in FORBIDDEN_MODULES:
                yield f"{name} reaches outside the rules"
            continue
        theirs = rest.partition(".")[0]
        if theirs not in LAYERS:
            if mine in PURE:  # the public API stands above the rules; whoever plays them may use it
                yield f"{name} is no layer below"
        elif LAYERS[theirs] > LAYERS[mine] or (mine in GAMES and theirs in GAMES - {mine}):
            yield f"{name} is not below {mine}"


def calls(path: Path) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_the_modules_are_found_and_every_package_has_a_layer() -> None:
    assert (
        {"kernel", "fairytale", "cases", "bots", "sim"} <= {layer_of(path) for path in MODULES} <= set(LAYERS)
    )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_is_below_it(path: Path) -> None:
    assert list(problems(path)) == []


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=name_of)
def test_a_module_is_one_idea(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(path) in QUIET], ids=name_of)
def test_rules_do_no_input_or_output(path: Path) -> None:
    """Reading what is packaged (decks, the words' source) is the one exception; nothing calls `open`."""
    assert not calls(path) & FORBIDDEN_CALLS
    resources = [name for name in imports(path) if name.startswith("importlib.resources")]
    assert not resources or path.stem in {"deck", "catalog", "decks", "hints"}


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("import rich", "kernel/x.py", "rich is not of the standard library"),
        ("import time", "fairytale/x.py", "time reaches outside the rules"),
        ("import time", "table/x.py", "time reaches outside the rules"),
        ("def f():\n    from random import random", "kernel/x.py", "random reaches outside the rules"),
        ("from stablehand.fairytale import GAME", "kernel/x.py", "stablehand.fairytale is not below kernel"),
        (
            "from stablehand.unicorns import GAME",
            "fairytale/x.py",
            "stablehand.unicorns is not below fairytale",
        ),
        (
            "import stablehand.text.english",
            "fairytale/x.py",
            "stablehand.text.english is not below fairytale",
        ),
        ("from stablehand import cli", "bots/x.py", "stablehand.cli is not below bots"),
        ("from stablehand.bots import random", "text/x.py", "stablehand.bots is not below text"),
        ("from stablehand.tui import screens", "cases/x.py", "stablehand.tui is not below cases"),
        ("from stablehand import load", "fairytale/x.py", "stablehand.load is no layer below"),
    ],
)
def test_the_test_itself_sees_a_wrong_import(
    text: str, where: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    path = tmp_path / where
    path.parent.mkdir()
    path.write_text(text)
    assert list(problems(path)) == [problem]


def test_whatever_the_package_imports_is_installed_with_it() -> None:
    """The tests' environment has more than a player's: there something missing would not be missed."""
    project = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {re.split(r"[\[<>=]", wanted)[0] for wanted in project["dependencies"]}
    pinned = (SOURCE.parent.parent / "requirements" / "run.in").read_text("utf-8")
    used = {name.partition(".")[0] for path in MODULES for name in imports(path)}
    used -= {*sys.stdlib_module_names, "stablehand"}
    assert used <= asked
    assert all(re.search(rf"^{name}\b", pinned, re.MULTILINE) for name in asked)
