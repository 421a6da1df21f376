"""The languages are listed in one place; a new one is its files and a word in that list."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Final, get_args

import pytest

from stablehand.core.manifest import LANGUAGES
from stablehand.server.settings import SETTINGS
from stablehand.table import protocol
from stablehand.text import grammar
from stablehand.text.language import PSEUDO, language
from support.paths import GOLDEN, ROOT

PACKAGE: Final = Path(str(files("stablehand")))
LIST: Final = "core/manifest.py"
FOLDERS: Final = sorted([PACKAGE / "text" / "languages", *PACKAGE.glob("games/*/text/languages")])
NAMES: Final = sorted(PACKAGE.glob("games/*/decks/names"))
FEW: Final = 3
"""So many languages side by side are a list of them."""
NEW: Final = "eo"

PROGRAM: Final = """
from msgspec import convert
from stablehand import load
from stablehand.cli.reader import chosen_language
from stablehand.core.manifest import LANGUAGES
from stablehand.core.registry import manifest
from stablehand.server.http.locale import chosen_language as served
from stablehand.server.settings import read_settings
from stablehand.table import protocol
from stablehand.text import voices
from stablehand.text.page import page_words
assert LANGUAGES[-1] == "eo"
assert convert({"do": "speak", "id": "1", "language": "eo"}, protocol.AnyCommand).language == "eo"
assert chosen_language(None, {"LANG": "eo_XX.UTF-8"}) == "eo"
settings = read_settings({"languages": "eo,en"}, {})
assert (settings.languages, served("", "eo-XX", settings)) == (("eo", "en"), "eo")
assert page_words("eo")["bar.rules"] == "Rules"
for game in ("unicorns", "fairytale"):
    assert voices.cards(game, manifest(game).deck, "eo")
    voice = voices.voice_for(game, ["Ann", "Bob"], 0, {}, "eo")
    assert voice.prompt(load(game).view(load(game).start(2, 1), 0))
assert load("unicorns").start(4, 1, {"lang": "eo"}).rules.lang == "eo"
print("spoken")
"""


def is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in LANGUAGES


@pytest.mark.parametrize("folder", ["src", "tests", "scripts", "bench", "examples"])
def test_no_other_module_lists_the_languages(folder: str) -> None:
    """Pairs of a language and its sentences are no list: they are about these languages on purpose."""
    found = []
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            elements = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
            if sum(map(is_code, elements)) >= FEW and not path.as_posix().endswith(LIST):
                found.append(f"{path.relative_to(ROOT)}:{elements[0].lineno}")
    assert found == []


def test_the_page_takes_its_languages_from_the_generated_list() -> None:
    either = "|".join(LANGUAGES)
    found = [
        path.name
        for path in (ROOT / "web" / "src").rglob("*")
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith((".test.ts", "protocol.ts"))
        for line in path.read_text("utf-8").splitlines()
        if len(re.findall(rf"\b(?:{either})[\"']?\s*:", line)) >= FEW
        or len(re.findall(rf"[\"'](?:{either})[\"']", line)) >= FEW
    ]
    assert found == []
    menu = (ROOT / "web" / "src" / "protocol.ts").read_text("utf-8")
    for code in LANGUAGES:
        assert f'\t"{code}": "{language(code).name}",' in menu


def test_protocol_and_settings_know_every_language() -> None:
    assert get_args(protocol.Language) == (*LANGUAGES, PSEUDO)
    assert SETTINGS["languages"].default == LANGUAGES


@pytest.mark.parametrize("folder", [*FOLDERS, GOLDEN / "text"], ids=lambda path: path.parts[-3])
def test_every_folder_of_a_language_is_in_the_list(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == sorted(LANGUAGES)


def test_every_language_has_its_names_and_its_grammar() -> None:
    for folder in NAMES:
        assert sorted(path.stem for path in folder.glob("*.toml")) == sorted(LANGUAGES)
    modules = Path(str(grammar.__file__)).parent.glob("*.py")
    assert sorted(path.stem for path in modules if path.stem != "__init__") == sorted(LANGUAGES)


def test_the_document_names_every_file_of_a_language() -> None:
    text = (ROOT / "docs" / "languages.md").read_text("utf-8")
    for folder in FOLDERS:
        game = folder.parts[-3] if folder.parts[-4] == "games" else ""
        for path in sorted((folder / LANGUAGES[0]).glob("*.toml")):
            row = rf"(?m)^\| {f'`{game}`: ' if game else ''}[^|]*`{path.name}`"
            assert re.search(row, text), f"docs/languages.md does not name {game} {path.name}"


def test_a_new_language_is_its_files_and_one_word(tmp_path: Path) -> None:
    """Every door speaks it: rules, cards, table protocol, server settings, page and terminal."""
    copy = tmp_path / "stablehand"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "client"))
    for folder in [*copy.rglob("text/languages")]:
        shutil.copytree(folder / "en", folder / NEW)
    for folder in copy.rglob("decks/names"):
        shutil.copy(folder / "en.toml", folder / f"{NEW}.toml")
    shutil.copy(copy / "text" / "grammar" / "en.py", copy / "text" / "grammar" / f"{NEW}.py")
    source = (copy / LIST).read_text("utf-8")
    last = f'"{LANGUAGES[-1]}"]\n'
    assert source.count(last) == 1
    (copy / LIST).write_text(source.replace(last, f'"{LANGUAGES[-1]}", "{NEW}"]\n'), "utf-8")
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.stdout == "spoken\n", done.stderr
