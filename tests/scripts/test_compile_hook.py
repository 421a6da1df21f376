"""What is compiled: a module that the compiled engine leans on must not stay behind when files move."""

from __future__ import annotations

import ast
import os
from typing import TYPE_CHECKING, Any, Final

import pytest

from support.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = ROOT / "src" / "stablehand"
HOOK: Final = ast.parse((ROOT / "scripts" / "compile_hook.py").read_text("utf-8"))
"""The hook itself needs hatchling, which only a build has."""
AT_THE_START: Final = {
    "bots/deadline", "core/decks/files", "core/manifest", "core/decks/written", "core/registry",
    "games/fairytale/decks/deck", "games/fairytale/decks/own", "games/fairytale/state/codec",
    "games/unicorns/bot/gains", "games/unicorns/decks/checks", "games/unicorns/decks/expansions",
    "games/unicorns/decks/own", "games/unicorns/decks/supply", "games/unicorns/state/codec",
    "games/unicorns/state/renumbered",
    "games/unicorns/vocabulary/parse", "games/unicorns/vocabulary/schema", "games/unicorns/vocabulary/sense",
}  # fmt: skip
"""What compiled modules use only to read decks and options or stored bytes, or once an answer of a bot."""
CARDS: Final = "games/unicorns/cards/"
"""Expressions, which are data."""


def compiled() -> set[str]:
    found: dict[str, object] = {}
    for node in HOOK.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in {"CORE", "UNICORNS", "FAIRYTALE", "MODULES"}:
                exec(compile(ast.Module([node], []), "compile_hook", "exec"), found)  # noqa: S102 - its tables
    modules = found["MODULES"]
    assert isinstance(modules, tuple)
    return set(modules)


def imported(module: str) -> Iterator[str]:
    """Yield the modules of the package that a module imports when it runs."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("stablehand."):
            path = node.module.removeprefix("stablehand.").replace(".", "/")
            for name in (alias.name for alias in node.names):
                found = next(
                    (one for one in (f"{path}/{name}", path) if (PACKAGE / f"{one}.py").exists()), ""
                )
                if found:
                    yield found


@pytest.mark.parametrize("module", sorted(compiled()))
def test_what_the_compiled_engine_uses_while_a_game_runs_is_compiled(module: str) -> None:
    used = {name for name in imported(module) if not name.startswith(CARDS)}
    assert used <= compiled() | AT_THE_START


def test_what_stays_interpreted_is_used_by_compiled_modules() -> None:
    used = {name for module in compiled() for name in imported(module)}
    assert used - compiled() >= AT_THE_START


@pytest.mark.parametrize(("value", "is_on"), [("", False), ("0", False), ("1", True), ("must", True)])
def test_a_build_compiles_unless_the_switch_is_off(
    value: str, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABLEHAND_COMPILE", value)
    names = {"SWITCH", "OFF", "is_compiling"}
    found: dict[str, Any] = {"os": os}
    for node in HOOK.body:
        if (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names) or (
            isinstance(node, ast.FunctionDef) and node.name in names
        ):
            exec(compile(ast.Module([node], []), "compile_hook", "exec"), found)  # noqa: S102 - its own words
    assert found["is_compiling"]() is is_on
