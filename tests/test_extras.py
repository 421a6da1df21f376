"""The bare installation: without the packages of the extras, everything below the server still works."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BARE = """\
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
MAIN = "from stablehand.cli import main; sys.exit(main(sys.argv[1:]))"
IMPORT_ALL = """
from importlib import import_module
from pkgutil import iter_modules
import stablehand

def walk(path, prefix):
    for module in iter_modules(path, prefix):
        if module.name not in {"stablehand.server", "stablehand.table", "stablehand.__main__"}:
            found = import_module(module.name)
            print(module.name)
            if module.ispkg:
                walk(found.__path__, module.name + ".")

walk(stablehand.__path__, "stablehand.")
"""


def extras() -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    return found


def bare(program: str, *args: str, has: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python without the packages of the extras, except for the extras in `has`."""
    missing = {
        re.split(r"[\[<>=]", one)[0]
        for extra, wanted in extras().items()
        for one in wanted
        if extra not in has and not one.startswith("stablehand[")
    }
    command = [sys.executable, "-X", "utf8", "-c", BARE.format(missing=missing) + program, *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_every_module_outside_table_and_server_can_be_imported() -> None:
    done = bare(IMPORT_ALL)
    assert not done.stderr
    assert {"stablehand.cli.commands.arena", "stablehand.sim.ratings"} <= set(done.stdout.split())


@pytest.mark.parametrize(
    "words",
    [
        "version",
        "simulate --games 2",
        "cards --game unicorns narwhal",
        "rules FT-OPEN-1",
        "why hunt-closes-shadow",
        "play --help",
    ],
)
def test_commands_work_in_a_bare_installation(words: str) -> None:
    done = bare(MAIN, *words.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_an_arena_has_no_ratings_and_says_what_to_install() -> None:
    words = ("arena", "--bots", "random,random", "--games", "2")
    done = bare(MAIN, *words)
    assert done.returncode == 0
    assert "The arena’s ratings need openskill: pip install 'stablehand[lab]'" in " ".join(
        done.stdout.split()
    )
    assert '"mu": null' in bare(MAIN, *words, "--json").stdout
    rated = bare(MAIN, *words, has=("lab",))
    assert "±" in rated.stdout
    assert "pip install" not in rated.stdout


def test_the_server_says_what_to_install() -> None:
    done = bare(MAIN, "serve", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"stablehand: The server needs \w+: pip install 'stablehand\[server\]'\.\n", done.stderr
    )


def test_a_table_says_what_to_install() -> None:
    done = bare("import stablehand.table.table")
    assert done.stderr.endswith("MissingExtra: A table needs msgspec: pip install 'stablehand[server]'.\n")


def test_a_server_without_psycopg_says_what_to_install_for_postgresql() -> None:
    url = "postgresql://nobody@localhost/nothing"
    done = bare(MAIN, "serve", "--port", "0", "--database", url, "--log-format", "json", has=("server",))
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last == "stablehand: PostgreSQL needs psycopg: pip install 'stablehand[postgres]'."
