"""Which package may import which.

core ← the rules of a game ← text ← bots, sim, cases ← table ← server, cli. A game's text, bot, cases,
terminal and lesson may import the package they serve. No package imports a game: manifests name them.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from support.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = ROOT / "src" / "stablehand"
LAYERS = {
    "core": 0,
    "text": 2,
    **dict.fromkeys(("bots", "sim", "cases"), 3),
    "table": 4,
    **dict.fromkeys(("server", "cli"), 5),
}
RULES = 1
"""The layer of a game's rules: every module of a game that PARTS does not name."""
PARTS = {"text": 2, "bot": 3, "cases": 3, "lesson": 1, "manifest": 1, "terminal": 5}
"""The layer of each part of a game that serves a client."""
PURE = {"core", "rules", "table"}
"""Packages without clock, I/O and logging; `table` may also use msgspec."""
BARE = {"rich"}
"""The packages that the bare installation adds to the standard library."""
MOST_MODULES = 15
"""The largest number of modules in a folder."""
LONGEST = 400
EXTRAS = {"server": ("server", "postgres"), "table": ("server",), "sim": ("lab",)}
"""Extras whose packages a layer may import; all other layers use the bare installation only."""

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)
FORBIDDEN_MODULES = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "warnings",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "breakpoint"}


def part_of(parts: tuple[str, ...]) -> tuple[str, str, int]:
    """Return the game of a module ("" for none), the package or part of the game it is in, and its layer."""
    first = parts[0].removesuffix(".py")
    if first != "games":
        return "", first, LAYERS.get(first, max(LAYERS.values()))  # top-level modules: the highest layer
    if len(parts) < 3:  # the package `games` and each game's `__init__`
        return parts[1] if len(parts) > 1 and parts[1] != "__init__.py" else "", "rules", RULES
    part = parts[2].removesuffix(".py")
    return parts[1], part if part in PARTS else "rules", PARTS.get(part, RULES)


def module_of(path: Path) -> tuple[str, str, int]:
    return part_of(path.relative_to(SOURCE).parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the full name of every module that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            if node.module == "stablehand":
                yield from (f"stablehand.{name.name}" for name in node.names)
            else:
                yield node.module


def problems(path: Path) -> Iterator[str]:
    """Yield a sentence for each import that is not allowed."""
    game, room, layer = module_of(path)
    where = f"{game} {room}".strip()
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package != "stablehand":
            is_ours = package in sys.stdlib_module_names
            if (room in {"core", "rules", "lesson"} or (game and package not in BARE)) and not is_ours:
                yield f"{name} is not of the standard library"
            if room in PURE and package in FORBIDDEN_MODULES:
                yield f"{name} reaches outside the rules"
            continue
        parts = tuple(rest.split("."))
        if parts[0] == "games" and len(parts) > 1:
            if parts[1] != game:
                yield f"{name} belongs to a game, which only its manifest may name"
            elif part_of((*parts, "x.py"))[2] > layer:
                yield f"{name} is not below {where}"
        elif parts[0] not in LAYERS:
            if room in {"core", "rules"}:  # the public API is above the rules; their clients may use it
                yield f"{name} is no layer below"
        elif LAYERS[parts[0]] > layer:
            yield f"{name} is not below {where}"


def calls(path: Path) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_the_modules_are_found_and_every_package_has_a_layer() -> None:
    found = {path.relative_to(SOURCE).parts[0] for path in MODULES}
    assert found == {*LAYERS, "games"}


def test_a_folder_has_at_most_fifteen_modules() -> None:
    folders = Counter(path.parent for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    assert {str(folder.relative_to(SOURCE)): n for folder, n in folders.items() if n > MOST_MODULES} == {}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("__init__.py")), ids=name_of)
def test_a_package_has_a_docstring(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    assert len(said) > 40


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_is_below_it(path: Path) -> None:
    assert list(problems(path)) == []


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=name_of)
def test_a_module_is_short_and_has_a_docstring(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", [path for path in MODULES if module_of(path)[1] in PURE], ids=name_of)
def test_rules_do_no_input_or_output(path: Path) -> None:
    """Only modules that read packaged data (decks, the source of the words) may use `importlib.resources`."""
    assert not calls(path) & FORBIDDEN_CALLS
    resources = [name for name in imports(path) if name.startswith("importlib.resources")]
    assert not resources or path.stem in {"deck", "definition", "files", "hints", "schema"}


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("import rich", "core/x.py", "rich is not of the standard library"),
        ("import time", "games/chess/state/x.py", "time reaches outside the rules"),
        ("import time", "table/state/x.py", "time reaches outside the rules"),
        ("def f():\n    from random import random", "core/x.py", "random reaches outside the rules"),
        ("import msgspec", "games/chess/lesson.py", "msgspec is not of the standard library"),
        (
            "from stablehand.games.chess import GAME",
            "core/x.py",
            "stablehand.games.chess belongs to a game, which only its manifest may name",
        ),
        (
            "from stablehand.games.chess.state import rules",
            "games/go/state/x.py",
            "stablehand.games.chess.state belongs to a game, which only its manifest may name",
        ),
        (
            "from stablehand.games.chess.text import voice",
            "games/chess/turn/x.py",
            "stablehand.games.chess.text is not below chess rules",
        ),
        (
            "import stablehand.text.voices",
            "games/chess/game.py",
            "stablehand.text.voices is not below chess rules",
        ),
        ("from stablehand.cli import grid", "games/chess/bot/x.py", "stablehand.cli is not below chess bot"),
        ("from stablehand import cli", "bots/x.py", "stablehand.cli is not below bots"),
        ("from stablehand.bots import random", "text/x.py", "stablehand.bots is not below text"),
        ("from stablehand.server import app", "cases/x.py", "stablehand.server is not below cases"),
        ("from stablehand import load", "games/chess/game.py", "stablehand.load is no layer below"),
    ],
)
def test_a_wrong_import_is_detected(
    text: str, where: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    path = tmp_path / where
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert list(problems(path)) == [problem]


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((SOURCE.parent.parent / "pyproject.toml").read_text("utf-8"))
    return found["project"]  # type: ignore[no-any-return]


def packages(wanted: list[str]) -> set[str]:
    """Return the package names of a list of requirements, without stablehand itself."""
    return {re.split(r"[\[<>=]", one)[0] for one in wanted} - {"stablehand"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=name_of)
def test_every_imported_package_is_a_dependency(path: Path) -> None:
    """The test environment has more packages than a player has, so it would not show what is missing."""
    asked = packages(project()["dependencies"])
    for extra in EXTRAS.get(module_of(path)[1], ()):
        asked |= packages(project()["optional-dependencies"][extra])
    used = {name.partition(".")[0] for name in imports(path)}
    assert used <= {*asked, *sys.stdlib_module_names, "stablehand"}


def test_every_dependency_is_pinned_and_listed_once() -> None:
    lists = [project()["dependencies"], *project()["optional-dependencies"].values()]
    pinned = (SOURCE.parent.parent / "requirements" / "run.in").read_text("utf-8").splitlines()
    asked = [one for wanted in lists for one in wanted if not one.startswith("stablehand[")]
    assert len(asked) == len(set(asked)) >= 10
    assert set(asked) <= set(pinned)
