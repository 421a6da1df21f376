"""Bots from a file and from an installed package, with the real command in a separate folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, load
from stablehand.cli import main

if TYPE_CHECKING:
    from pathlib import Path

CAUTIOUS = '''\
import stablehand


@stablehand.bot("cautious")
def cautious(view, decision, sample):
    """Choose the first option."""
    return decision.options[0]


@stablehand.bot("nth")
class Nth:
    """Choose the option at an index, modulo the number of options."""

    def __init__(self, argument="0"):
        self.place = int(argument)

    def __call__(self, view, decision, sample):
        return decision.options[self.place % len(decision.options)]
'''
BROKEN = """\
import stablehand


@stablehand.bot("broken")
def broken(view, decision, sample):
    return view["no such key"]
"""


@dataclass
class Ran:
    code: int
    out: str
    err: str


def stablehand(folder: Path, *words: object, typed: str = "", path: str = "") -> Ran:
    """Run the command in a folder."""
    environment = {**os.environ, "STABLEHAND_LANG": "en"}
    if path:
        environment["PYTHONPATH"] = os.pathsep.join([path, environment.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-m", "stablehand", *map(str, words)],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=300,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(CAUTIOUS)
    return tmp_path


def facts(ran: Ran) -> dict[str, Any]:
    assert (ran.code, ran.err) == (0, "")
    read: dict[str, Any] = json.loads(ran.out)
    return read


# ---- from a file


@pytest.mark.slow("starts several programs")
def test_an_arena_with_a_bot_from_a_file_is_the_same_with_one_or_two_jobs(folder: Path) -> None:
    words = ("arena", "--bot-code", "mine.py", "--bots", "cautious,nth:2,random", "--games", 6, "--json")
    alone, together = facts(stablehand(folder, *words)), facts(stablehand(folder, *words, "--jobs", 2))
    assert alone["bots"] == ["cautious", "nth:2", "random"]
    for one, other in zip(alone["entries"], together["entries"], strict=True):
        assert (one["wins"], one["decisions"], one["failures"]) == (other["wins"], other["decisions"], 0)


@pytest.mark.slow("starts several programs")
def test_a_simulation_with_a_bot_from_a_file_is_the_same_with_one_or_two_jobs(folder: Path) -> None:
    words = ("simulate", "--bot-code", "mine.py", "--bots", "nth:1", "--games", 4, "--seats", 3, "--json")
    alone, together = facts(stablehand(folder, *words)), facts(stablehand(folder, *words, "--jobs", 2))
    assert alone["bots"] == ["nth:1"] * 3
    assert alone["failures"] == [0, 0, 0]
    assert alone["digest"] == together["digest"]


def test_a_game_against_a_bot_from_a_file_is_played(folder: Path) -> None:
    words = ("play", "--bot-code", "mine.py", "--bots", "cautious", "--seats", 2, "--seed", 3)
    ran = stablehand(folder, *words, "--save", "game.jsonl", typed="1\n" * 200)
    assert (ran.code, ran.err) == (0, "")
    journal, game = Journal.read((folder / "game.jsonl").read_bytes()), load("fairytale")
    state, by_bot = journal.start(), 0
    for answer in journal.answers():
        if answer.seat == 1:
            decision = next(one for one in game.pending(state) if one.seat == 1)
            assert answer.option == decision.options[0]
            by_bot += not decision.is_forced
        game.answer(state, answer.seat, answer.option)
    assert by_bot > 10
    assert not game.pending(state)


@pytest.mark.slow("starts several programs")
def test_errors_of_a_bot_are_reported_in_one_line_with_the_first_error(folder: Path) -> None:
    (folder / "bad.py").write_text(BROKEN)
    common = ("--bot-code", "bad.py", "--bots", "broken,random")
    error = "so the first option was taken; the first error: KeyError: 'no such key' (bad.py, line 6)."
    for words in (("arena", "--games", 2, "--jobs", 2), ("simulate", "--seats", 2, "--games", 2)):
        ran = stablehand(folder, *words, *common)
        assert ran.code == 0
        assert ran.err.startswith("stablehand: The bot 'broken' had no valid answer to ")
        assert ran.err.endswith(f" decisions, {error}\n")
        assert ran.err.count("\n") == 1
    ran = stablehand(
        folder, "play", "--bot-code", "bad.py", "--bots", "broken", "--seats", 2, typed="1\n1\nq\n"
    )
    assert ran.code == 0
    assert ran.err.endswith(f"{error}\n")


@pytest.mark.slow("starts several programs")
def test_results_of_changed_bot_code_are_not_continued(folder: Path) -> None:
    words = ("arena", "--bot-code", "mine.py", "--bots", "cautious,random", "--games", 2, "--out", "r.jsonl")
    assert stablehand(folder, *words).code == 0
    again = stablehand(folder, *words)
    assert (again.code, again.err) == (0, "")
    before = (folder / "r.jsonl").read_bytes()
    (folder / "mine.py").write_text(CAUTIOUS.replace("options[0]", "options[-1]"))
    ran = stablehand(folder, *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("stablehand: r.jsonl ")
    assert "bot code" in ran.err
    assert ran.err.count("\n") == 1
    assert (folder / "r.jsonl").read_bytes() == before


def test_a_bot_file_may_import_modules_beside_it(folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner" / "choice.py").write_text("def first(options):\n    return options[0]\n")
    text = CAUTIOUS.replace("import stablehand\n", "import stablehand\nfrom choice import first\n", 1)
    (folder / "inner" / "bot.py").write_text(text.replace("decision.options[0]", "first(decision.options)"))
    words = ("simulate", "--bot-code", "inner/bot.py", "--bots", "cautious", "--games", 2, "--jobs", 2)
    assert facts(stablehand(folder, *words, "--json"))["failures"] == [0, 0, 0, 0]


FILES = {
    "missing.py": (None, "missing.py cannot be read: no such file or directory."),
    "folder.py": ("", "folder.py cannot be read: is a directory."),
    "syntax.py": ("def bot(:\n    pass\n", "syntax.py is not Python: invalid syntax (line 1)."),
    "binary.py": ("\0\1\2", "binary.py is not Python: "),
    "raises.py": ("import stablehand\n1 / 0\n", "raises.py cannot be loaded: ZeroDivisionError: division by"),
    "leaves.py": ("raise SystemExit(0)\n", "leaves.py cannot be loaded: SystemExit: 0 (leaves.py, line 1)."),
    "imports.py": ("import no_such_module\n", "imports.py cannot be loaded: ModuleNotFoundError: No module"),
    "nothing.py": ("import stablehand\n", "nothing.py registers no bot; put @stablehand.bot"),
    "taken.py": (CAUTIOUS.replace('"nth"', '"cautious"'), "taken.py: The bot name 'cautious' is taken by "),
    "ours.py": (CAUTIOUS.replace('"nth"', '"greedy"'), "ours.py: The bot name 'greedy' is taken by a built-"),
    "name.py": (CAUTIOUS.replace('"nth"', '"N th"'), "name.py: The name of a bot has 1 to 40 characters"),
    "form.py": (CAUTIOUS.replace(", sample", ""), "form.py: The bot 'cautious' must take three arguments"),
}


def refused(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Run a command in this process, which is faster; return its one-sentence error."""
    monkeypatch.chdir(folder)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("stablehand: ")


@pytest.mark.usefixtures("empty_registry")
@pytest.mark.parametrize("name", FILES)
def test_a_bad_bot_file_is_reported_in_one_sentence(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, sentence = FILES[name]
    if name == "folder.py":
        (tmp_path / name).mkdir()
    elif text is not None:
        (tmp_path / name).write_text(text)
    for words in (("play",), ("arena", "--bots", "random,random"), ("simulate",)):
        error = refused((*words, "--bot-code", name), tmp_path, monkeypatch, capsys)
        assert error.startswith(sentence)


def test_a_bad_bot_file_prints_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "raises.py").write_text("1 / 0\n")
    ran = stablehand(tmp_path, "simulate", "--bot-code", "raises.py")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "stablehand: raises.py cannot be loaded: ZeroDivisionError: division by zero (raises.py, line 1).\n"
    )


@pytest.mark.usefixtures("empty_registry")
@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("cautius", "Unknown bot 'cautius'; choose one of: random, greedy"),
        ("cautious:3", "The bot 'cautious' takes no argument; write 'cautious' alone."),
        ("nth:three", "The bot 'nth' cannot be made: ValueError: invalid literal for int() with base 10"),
    ],
)
def test_a_bad_bot_spec_is_reported_in_one_sentence(
    folder: Path,
    bots: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands = [["play", bots], ["arena", f"{bots},random"], ["simulate", bots]]
    commands.append(["play", "random", "--hint", bots])
    for command, given, *more in commands:
        words = (command, "--bots", given, *more, "--bot-code", "mine.py")
        assert refused(words, folder, monkeypatch, capsys).startswith(sentence)


# ---- from an installed package


def install(folder: Path, name: str, entries: str) -> None:
    """Write the metadata of an installed package, as `pip install` does."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[stablehand.bots]\n{entries}\n")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder of installed packages: a good one that also names a built-in bot, and a broken one."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "good_bots.py").write_text(CAUTIOUS)
    (site / "bad_bots.py").write_text("raise RuntimeError('out of order')\n")
    install(site, "good-bots", "careful = good_bots:cautious\nnth = good_bots:Nth\ngreedy = good_bots:Nth")
    install(site, "bad-bots", "crashing = bad_bots:any\nBad Name = bad_bots:any")
    return site


def test_a_bot_of_an_installed_package_plays_beside_a_broken_package(tmp_path: Path, site: Path) -> None:
    words = ("arena", "--bots", "careful,nth:1,greedy:1", "--games", 3, "--json", "--jobs", 2)
    found = facts(stablehand(tmp_path, *words, path=str(site)))
    assert [one["failures"] for one in found["entries"]] == [0, 0, 0]
    ran = stablehand(tmp_path, "simulate", "--bots", "crashing", path=str(site))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "stablehand: The bot 'crashing' of bad-bots 1.2 cannot be loaded: RuntimeError: out of order "
        "(bad_bots.py, line 1).\n"
    )
    ran = stablehand(tmp_path, "simulate", "--bots", "nobody", path=str(site))
    assert "easy, normal, hard, careful, crashing, nth (numbers" in ran.err


def test_a_name_that_two_packages_declare_is_refused(tmp_path: Path, site: Path) -> None:
    install(site, "more-bots", "careful = good_bots:Nth")
    ran = stablehand(tmp_path, "simulate", "--bots", "careful", path=str(site))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "stablehand: The bot 'careful' is declared by several packages: good-bots 1.2, more-bots 1.2.\n"
    )


# ---- from Python


@pytest.mark.slow("starts several programs")
def test_a_script_with_its_own_bot_plays_in_several_processes(tmp_path: Path) -> None:
    script = CAUTIOUS + (
        "\n\nif __name__ == '__main__':\n"
        "    found = stablehand.arena('fairytale', ['cautious', 'random'], games=4, jobs=2)\n"
        "    print(found.games, sum(one.failures for one in found.specs))\n"
    )
    (tmp_path / "script.py").write_text(script)
    ran = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "4 0\n", "")
