"""The steps of `check.py`, and its report."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support.paths import ROOT, TESTS
from support.sizes import SIZES, lacks_reason

sys.path.insert(0, str(ROOT))
import check  # it puts its scripts on the path

import compiled
import side

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

mark = pytest.mark  # for marks that the test below must not find
CHECK = (sys.executable, str(ROOT / "check.py"))


def steps(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[str, list[str]]:
    monkeypatch.setattr(sys, "argv", ["check.py", *words])
    return check.read_arguments()


def test_quick_is_the_default_and_each_size_includes_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert steps(monkeypatch) == ("quick", ["format", "lint", "web", "types", "cases", "tests"])
    assert steps(monkeypatch, "--full") == ("full", [*check.STEPS["quick"], "compiled", "instructions"])
    assert steps(monkeypatch, "--release") == ("release", [*check.STEPS["full"], "release"])
    assert tuple(check.STEPS) == SIZES


def test_single_steps_run_in_their_usual_order(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps(monkeypatch, "--only", "tests", "lint") == ("quick", ["lint", "tests"])
    assert steps(monkeypatch, "--full", "--only", "tests") == ("full", ["tests"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--only", "nonsense"], "unknown step 'nonsense'; choose from: format, lint, web, types, cases"),
        (["--only", "release"], "the step release needs --release"),
        (["--full", "--only", "release"], "the step release needs --release"),
    ],
)
def test_a_bad_step_is_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    done = subprocess.run([*CHECK, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr.splitlines()[-1]


def marks(step: str, size: str) -> str:
    """By which marks the tests of a step are chosen."""
    command = check.commands(step, size)[-1]
    return command[command.index("-m", 1) + 1]


@pytest.mark.parametrize("reason", ["", "there is no C compiler"])
def test_only_the_quick_run_skips_slow_tests(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    monkeypatch.setattr(compiled, "why_interpreted", lambda: reason)
    assert marks("tests", "quick") == "not slow"
    assert marks("tests", "release") == ""
    assert marks("tests", "full") == ("" if reason else "above or not slow")
    assert marks("compiled", "full") == marks("compiled", "release") == "not above"


def test_slow_tests_run_interpreted_if_compiling_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run_commands(todo: list[list[str]], *_: object) -> int:
        ran.extend(todo)
        return 0

    monkeypatch.setattr(compiled, "make", lambda *_, **__: None)
    monkeypatch.setattr(check, "run_commands", run_commands)
    assert check.check_compiled("python", {}, "full") == 0
    assert ["slow and not above" in command for command in ran] == [True]


def test_bytecode_is_kept_where_it_is_not_wanted_beside_the_sources(tmp_path: Path) -> None:
    unwanted = {"PYTHONDONTWRITEBYTECODE": "1", "HOME": "/"}
    check.keep_bytecode(unwanted, tmp_path)
    assert unwanted == {"PYTHONPYCACHEPREFIX": str(tmp_path / ".venv" / "bytecode"), "HOME": "/"}
    usual = {"HOME": "/"}
    check.keep_bytecode(usual, tmp_path)
    assert usual == {"HOME": "/"}


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups of processes")
def test_compiling_in_the_background_ends_with_the_checks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    child = subprocess.Popen(["/bin/sh", "-c", "sleep 1000 & wait"], start_new_session=True)
    monkeypatch.setattr(compiled, "begin", lambda *_, **__: child)
    with compiled.compiling(tmp_path):
        assert child.poll() is None
    assert child.returncode == -signal.SIGKILL


def test_types_are_checked_beside_the_page_and_fail_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "commands", lambda *_: [["-c", "print('a wrong type'); raise SystemExit(3)"]])
    monkeypatch.setattr(check, "check_web", lambda: 0)
    with check.beside(sys.executable, "quick") as types:
        assert check.run_steps(["web", "types", "cases"], sys.executable, "quick", types) == 1
    out = capsys.readouterr().out
    assert out.index("== web ==") < out.index("== types ==") < out.index("a wrong type")
    assert "FAILED in types" in out
    assert out.endswith("(exit code 3). Not run: cases.\n")


def test_what_runs_beside_the_steps_ends_with_them(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    forever = f"import pathlib, signal; pathlib.Path({str(begun)!r}).touch(); signal.pause()"
    later = ["-c", f"raise SystemExit(open({str(begun)!r}, 'w').write('later'))"]
    todo = [[sys.executable, "-c", "print(1)"], [sys.executable, "-c", forever], [sys.executable, *later]]
    with side.Side(todo, tmp_path, dict(os.environ)) as beside:
        assert beside.wait(0) == (0, "1\n")
        while not begun.exists():
            pass
    assert beside.wait(1).code == -signal.SIGKILL
    assert begun.read_text() == ""


def test_every_case_file_is_played_once_per_engine() -> None:
    for size in SIZES:
        others = [step for step in check.STEPS[size] if step != "web"]
        plays = [step for step in others if check.CASES in check.commands(step, size)]
        assert plays == ["cases", "compiled"][: 1 if size == "quick" else 2]


def test_the_run_stops_at_the_first_failing_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "run_step", lambda name, *_: 3 if name == "types" else 0)
    assert check.run_steps(["lint", "types", "tests"], "python", "quick") == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("check.py: FAILED in types ")
    assert last.endswith(" (exit code 3). Not run: tests.")


def test_the_last_line_gives_the_duration_of_each_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "run_step", lambda *_: 0)
    assert check.run_steps(["lint", "types"], "python", "quick") == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("check.py: all quick checks passed in ")
    assert last.endswith(" s: lint 0.0 s, types 0.0 s.")


def test_a_change_must_pass_the_full_checks() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert lines[-1] == 'exec python3 check.py --full "$@"'


# ---- the mark `slow`


def slow_uses() -> Iterator[tuple[str, ast.expr | None]]:
    """Yield each use of `pytest.mark.slow` in the tests: where it is, and its reason if it has one."""
    for path in sorted(TESTS.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        reasons = {
            id(node.func): node.args[0] for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "pytest.mark.slow":
                yield f"{path.relative_to(ROOT)}:{node.lineno}", reasons.get(id(node))


def test_every_slow_test_has_a_reason() -> None:
    uses = dict(slow_uses())
    assert len(uses) > 5
    assert [place for place, reason in uses.items() if reason is None] == []


@pytest.mark.parametrize(
    ("marked", "is_bare"),
    [
        (mark.slow, True),
        (mark.slow(""), True),
        (mark.slow("slow"), True),
        (mark.slow(7), True),
        (mark.slow("plays 100 games per deck"), False),
    ],
)
def test_a_reason_has_at_least_three_words(marked: pytest.MarkDecorator, is_bare: bool) -> None:
    assert lacks_reason(marked.mark) == is_bare
